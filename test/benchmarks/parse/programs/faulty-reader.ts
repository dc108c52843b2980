import process from "node:process";
import { extractResult, readResult } from "../../../../src/readers/index.ts";
import { inspectResult } from "../../../../src/readers/inspect.ts";
import { serveReadings } from "../../../../src/benchmarks/parse/serve-readings.ts";

// A process that reads files as usual, except that captures of certain applications make it crash, hang or throw.

/** Functions that cause a fault, by the name of the application in a capture. */
const faults: Readonly<Record<string, () => void>> = {
  "abort.exe": () => process.abort(),
  "heap.exe": () => {
    const kept: string[][] = [];
    for (;;) kept.push("a ".repeat(1_000_000).split(" "));
  },
  "buffers.exe": () => {
    const kept: Buffer[] = [];
    for (;;) kept.push(Buffer.alloc(1024 * 1024, 1));
  },
  "spin.exe": () => {
    for (;;);
  },
  "throw.exe": () => {
    throw new TypeError("an error that nobody foresaw");
  },
};

/**
 * Calls the function that `faults` has for the application of a capture, if any. Returns the content of the capture.
 */
async function causeFaults(content: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  const text = Buffer.concat(pieces).toString();
  for (const [name, fault] of Object.entries(faults)) if (text.includes(name)) fault();
  return (async function* () {
    yield* pieces;
  })();
}

serveReadings({
  read: async (content, request) => readResult(await causeFaults(content), request),
  inspect: async (content, file) => inspectResult(await causeFaults(content), file),
  extract: extractResult,
});
