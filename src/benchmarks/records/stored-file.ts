import type { RunFile } from "../model/run.ts";

/** A file that was just uploaded. */
export interface StoredFile extends RunFile {
  /** The first bytes of the file (64 KiB, or 1 MiB of XML), which are enough to recognise its format. */
  head: Uint8Array;
  /**
   * All bytes of a small file, which are to be stored in its submission. Absent for a large file, whose bytes are
   * stored already.
   */
  content?: Uint8Array;
}
