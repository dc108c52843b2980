import type { CaptureFormat } from "../capture/capture-format.ts";
import type { HeaderPlace } from "../csv/find-header.ts";
import type { FileFormat } from "../read-result.ts";

/**
 * A kind of file, recognised by the first bytes of the file, and the words of a refusal for the person who sent the
 * file.
 */
export interface FileKind {
  /** What a file of the recognised kind looks like, as the beginning of a sentence for its sender. */
  looksLike: string;
  /** True if the message to the sender quotes the text by which the kind was recognised. */
  quotesEvidence?: true;
  /**
   * The advice for the sender of a file of this kind, by the format that the service expected. A format without an
   * entry has the general advice for the expected format.
   */
  advice?: Partial<Record<FileFormat, string>>;
  /**
   * The format as which files of the recognised kind are accepted; "any" if every format accepts them; absent for kinds
   * of file that are always refused.
   */
  acceptedAs?: FileFormat | "any";
  /** True for a CapFrameX record, which is JSON although it is accepted as "frame-csv". */
  isCapFrameXRecord?: true;
  /**
   * The capture format by which the rows of the file are read; only for kinds of file that are accepted as "frame-csv".
   */
  captureFormat?: CaptureFormat;
  /** True if the kind is a guess: more bytes of the file may show that the file is of another kind. */
  isGuess?: true;
  /** The error code with which files of this kind are refused; `wrong_format` if absent. */
  code?: "empty_file" | "no_frame_times" | "private_fields";
}

/** The kind that was recognised for a file, and by what it was recognised. */
export interface Recognition {
  kind: FileKind;
  /**
   * The text by which the kind was recognised, such as a root element or a first line; absent if the kind was not
   * recognised by a text.
   */
  evidence?: string;
  /** The place of the header; only for a file whose kind is recognised by its header. */
  header?: HeaderPlace;
}
