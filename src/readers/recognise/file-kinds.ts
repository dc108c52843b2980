/** What a file can turn out to be by its first bytes. */
export type FileKind =
  | "3dmark-export"
  | "frame-log"
  | "afterburner-log"
  | "amd-log"
  | "binary"
  | "capframex-json"
  | "doctype"
  | "empty"
  | "executable"
  | "fraps-frame-times"
  | "fraps-summary"
  | "frame-log-without-times"
  | "frameview-summary"
  | "gzip"
  | "html"
  | "json"
  | "mangohud-log"
  | "mangohud-log-without-times"
  | "mangohud-summary"
  | "ocat-summary"
  | "other-archive"
  | "other-text"
  | "other-xml"
  | "pdf"
  | "picture"
  | "presentmon-summary"
  | "video"
  | "workbook"
  | "zip";

/** What a file was recognised as; `sight` is the text by which, where it helps to name it (a root element, a first line). */
export interface Recognition {
  kind: FileKind;
  sight?: string;
}
