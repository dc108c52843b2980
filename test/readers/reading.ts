import { readFile } from "node:fs/promises";
import { ReaderError, readResult, type ReadRequest, type ReadResult } from "../../src/readers/index.ts";

export const frameCsv = { format: "frame-csv" } as const;

/** The request for a graphics test of a 3DMark export. */
export function graphicsTest(number: 1 | 2 | 3): ReadRequest {
  return { format: "3dmark-xml", graphicsTest: number };
}

/** The bytes of a fixture. */
export async function fixture(path: string): Promise<Uint8Array> {
  return await readFile(new URL(`../fixtures/${path}`, import.meta.url));
}

/** A stream of bytes in chunks of a size, as a file comes out of a store. */
export async function* inChunks(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) {
    await Promise.resolve();
    yield bytes.subarray(start, start + size);
  }
}

/** Reads a file given as text or bytes. */
export async function read(
  content: string | Uint8Array,
  request: ReadRequest = frameCsv,
): Promise<ReadResult> {
  return await readResult(inChunks(typeof content === "string" ? Buffer.from(content) : content), request);
}

/** Reads a file that must be refused, and gives the refusal. */
export async function refusal(
  content: string | Uint8Array,
  request: ReadRequest = frameCsv,
): Promise<ReaderError> {
  try {
    await read(content, request);
  } catch (error) {
    if (error instanceof ReaderError) return error;
    throw error;
  }
  throw new Error("the file was read instead of refused");
}
