import type { CaptureFormat } from "../capture/capture-format.ts";
import type { FileFormat } from "../read-result.ts";

/** A kind of file that is told by its first bytes, and what to say to the person who sent it. */
export interface FileKind {
  /** The beginning of a sentence: what the file looks like. */
  looksLike: string;
  /** Whether the message quotes the evidence behind `looksLike`. */
  quotesEvidence?: true;
  /** What to do instead, by the expected format, where the usual advice of the format does not fit. */
  advice?: Partial<Record<FileFormat, string>>;
  /** The expected format as which files of this kind are accepted, "any" for all; absent for kinds that are always refused. */
  acceptedAs?: FileFormat | "any";
  /** True for a CapFrameX record, which is JSON although it is accepted as "frame-csv". */
  isCapFrameXRecord?: true;
  /** How the rows are read, of a kind that is accepted as "frame-csv". */
  captureFormat?: CaptureFormat;
  /** The code of the refusal, where it is not `wrong_format`. */
  code?: "empty_file" | "no_frame_times" | "private_fields";
}

/** The kind that a file was recognised as. */
export interface Recognition {
  kind: FileKind;
  /** The text by which the kind was recognised (a root element, a first line), where there is one. */
  evidence?: string;
}
