import type { Message } from "./message.ts";

/**
 * The error for a file that cannot be read, so that further attempts are useless. `detail` tells the person who sent
 * the file what was found, what was expected and what to do; `public_detail` is for everybody else. `line` is the line
 * with the fault, counted from 1; absent where no single line is at fault.
 */
export class ReaderError extends Error {
  override name = "ReaderError";
  readonly code: string;
  readonly detail: string;
  readonly public_detail: string;
  readonly line?: number;

  constructor(code: ReaderErrorCode, { detail, public_detail }: Message, line?: number) {
    super(detail);
    this.code = code;
    this.detail = detail;
    this.public_detail = public_detail;
    if (line !== undefined) this.line = line;
  }
}

type ReaderErrorCode =
  | "application_not_found"
  | "compositor_only"
  | "contradictory_values"
  | "empty_file"
  | "encrypted_zip"
  | "failed_run"
  | "invalid_gzip"
  | "invalid_json"
  | "invalid_number"
  | "invalid_xml"
  | "invalid_zip"
  | "irregular_rows"
  | "joined_captures"
  | "line_too_long"
  | "missing_graphics_test"
  | "no_frame_times"
  | "no_frames"
  | "no_such_recording"
  | "no_such_test"
  | "not_a_game"
  | "private_fields"
  | "stress_test"
  | "too_large"
  | "too_many_chains"
  | "too_many_columns"
  | "too_many_frames"
  | "too_many_recordings"
  | "too_many_skipped_rows"
  | "unclosed_quote"
  | "unnamed_application"
  | "unordered_times"
  | "wrong_format";
