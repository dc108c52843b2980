import { setFlagsFromString } from "node:v8";

/**
 * Keeps the peak of a worker's memory low: it reads large files, and many workers share a machine. Call it before
 * anything else is loaded.
 */
export function limitMemory(): void {
  // undici's HTTP parser is a WebAssembly module, and the optimising compiler takes about 30 MB for it, once. The code of
  // the baseline compiler is fast enough.
  setFlagsFromString("--liftoff-only");
  // Reading a file makes short-lived objects at a high rate. By default the space for them grows to 48 MB before the
  // collector is in a hurry.
  setFlagsFromString("--semi-space-growth-factor=1");
}
