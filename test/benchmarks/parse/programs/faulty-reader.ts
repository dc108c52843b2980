import process from "node:process";
import { extractResult, readResult } from "../../../../src/readers/index.ts";
import { serveReadings } from "../../../../src/benchmarks/parse/serve-readings.ts";

// A reading process as usual, except that captures of certain applications make the process crash, hang or throw.

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

serveReadings({
  read: async (content, request) => {
    const pieces: Uint8Array[] = [];
    for await (const piece of content) pieces.push(piece);
    const text = Buffer.concat(pieces).toString();
    for (const [name, fault] of Object.entries(faults)) if (text.includes(name)) fault();
    return readResult(
      (async function* () {
        yield* pieces;
      })(),
      request,
    );
  },
  extract: extractResult,
});
