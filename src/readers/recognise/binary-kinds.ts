import { SEND_CAPTURE, SEND_XML, unpackArchive } from "./advice.ts";
import type { FileKind } from "./file-kind.ts";

/** The kind of a file that is no text, by its first bytes; null for text. UTF-16 counts as text if it has its byte order mark. */
export function recogniseBinary(head: Uint8Array, isUtf16: boolean): FileKind | null {
  const start = Buffer.from(head.subarray(0, 1024)).toString("latin1");
  const signature = signatures.find(({ bytes, offset = 0 }) => start.startsWith(bytes, offset));
  if (signature?.kind === zip && start.includes("[Content_Types].xml")) return workbook;
  if (signature !== undefined) return signature.kind;
  return !isUtf16 && head.includes(0) ? otherBinary : null;
}

const zip: FileKind = {
  looksLike: "This is a ZIP archive, as .3dmark-result files are",
  acceptedAs: "3dmark-xml",
  advice: { "frame-csv": unpackArchive["frame-csv"] },
};
const workbook: FileKind = {
  looksLike: "This looks like an Excel or Office document",
  advice: { "frame-csv": "Send the CSV as the capture tool wrote it, or save the sheet as CSV." },
};
const otherBinary: FileKind = {
  looksLike: "This is a binary file (it contains zero bytes)",
  advice: {
    "frame-csv": `${SEND_CAPTURE} If it is a text file, save it again as UTF-8.`,
    "3dmark-xml": `${SEND_XML} If it is a text file, save it again as UTF-8.`,
  },
};
const gzip: FileKind = { looksLike: "This is a gzip archive", advice: unpackArchive };
const otherArchive: FileKind = { looksLike: "This is an archive (7z or RAR)", advice: unpackArchive };
const video: FileKind = { looksLike: "This is a video" };
const pdf: FileKind = { looksLike: "This is a PDF document" };
const program: FileKind = { looksLike: "This looks like a program" };

/** A picture, whether binary or SVG. */
export const picture: FileKind = { looksLike: "This is a picture" };

interface Signature {
  kind: FileKind;
  /** The bytes, as Latin-1 text. */
  bytes: string;
  /** Where the bytes stand; by default at the start of the file. */
  offset?: number;
}

// Source: the formats' own specifications ("magic numbers").
const signatures: readonly Signature[] = [
  { kind: zip, bytes: "PK\x03\x04" },
  { kind: zip, bytes: "PK\x05\x06" },
  { kind: picture, bytes: "\x89PNG" },
  { kind: picture, bytes: "\xff\xd8\xff" },
  { kind: picture, bytes: "GIF8" },
  { kind: picture, bytes: "WEBP", offset: 8 },
  { kind: picture, bytes: "ftypavif", offset: 4 },
  { kind: picture, bytes: "ftypheic", offset: 4 },
  { kind: video, bytes: "ftyp", offset: 4 },
  { kind: video, bytes: "\x1a\x45\xdf\xa3" },
  { kind: pdf, bytes: "%PDF-" },
  { kind: gzip, bytes: "\x1f\x8b" },
  { kind: otherArchive, bytes: "7z\xbc\xaf\x27\x1c" },
  { kind: otherArchive, bytes: "Rar!\x1a\x07" },
  { kind: workbook, bytes: "\xd0\xcf\x11\xe0" },
  { kind: program, bytes: "MZ\x90\x00" },
];
