import type { RunFile } from "../model/run.ts";

/** A file that was just uploaded. */
export interface StoredFile extends RunFile {
  /** As many of the file's first bytes as show its format: 64 KiB, or 1 MiB where these do not show it. */
  head: Uint8Array;
  /**
   * All bytes of a small file, which are to be stored in its submission. Absent for a large file, whose bytes are
   * stored already.
   */
  content?: Uint8Array;
}
