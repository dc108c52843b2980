import type { RunFile } from "../model/run.ts";

/** A file that was just uploaded. */
export interface StoredFile extends RunFile {
  /** Its first bytes, 64 KiB or of XML 1 MiB: enough to recognise its format. */
  head: Uint8Array;
  /** All bytes of a small file, which its submission is to store. Absent where they are stored already. */
  content?: Uint8Array;
}
