import { setFlagsFromString } from "node:v8";

/**
 * Keeps the peak memory of a worker low, because a worker reads large files and shares its machine with other workers. Must be
 * called before any other module is loaded.
 */
export function limitMemory(): void {
  // V8's optimising compiler takes about 30 MB, once, to compile undici's HTTP parser, a WebAssembly module. The code of the
  // baseline compiler is fast enough.
  setFlagsFromString("--liftoff-only");
  // Reading a file makes many short-lived objects. By default V8 lets the space for them grow to 48 MB before it collects
  // them more often.
  setFlagsFromString("--semi-space-growth-factor=1");
  // The worker itself only hands bytes on: files are read in a process of its own, which does not have these settings. So memory is
  // worth more than the speed of its code: this takes 25 MB off the peak.
  setFlagsFromString("--optimize-for-size");
}
