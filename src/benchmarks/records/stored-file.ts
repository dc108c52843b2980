import type { RunFile } from "../model/run.ts";

/** A file that the submitter has uploaded just now. */
export interface StoredFile extends RunFile {
  /** The first bytes of the file, by which its format is recognised: 64 KiB, or 1 MiB if 64 KiB are not enough. */
  head: Uint8Array;
  /**
   * All bytes of a small file, which are stored later in its submission. Absent for a large file, whose bytes are
   * stored already.
   */
  content?: Uint8Array;
}
