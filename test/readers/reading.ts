import { readFile } from "node:fs/promises";
import {
  ReaderError,
  readResult,
  type FrameMetrics,
  type ReadRequest,
  type ReadResult,
} from "../../src/readers/index.ts";
import { projectUrl } from "../helpers/project-files.ts";

/** The request by which the readers read a capture of frame times. */
export const frameCsv = { format: "frame-csv" } as const;

/** Returns the request by which the readers read one graphics test of a 3DMark export. */
export function graphicsTest(number: 1 | 2 | 3): ReadRequest {
  return { format: "3dmark-xml", graphicsTest: number };
}

/** Returns the bytes of a file under test/fixtures. */
export async function fixture(path: string): Promise<Uint8Array> {
  return await readFile(projectUrl(`test/fixtures/${path}`));
}

/** Returns bytes as a stream of chunks of a given size, as when a file is read from a store. */
export async function* inChunks(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) {
    await Promise.resolve();
    yield bytes.subarray(start, start + size);
  }
}

/** The result of reading a file, with the warnings in the form that the file's owner sees. */
type ResultForOwner = Omit<ReadResult, "warnings"> & { warnings: string[] };

/** Reads a file that is given as text or bytes, in chunks of `chunkBytes`. */
export async function read(
  content: string | Uint8Array,
  request: ReadRequest = frameCsv,
  chunkBytes?: number,
): Promise<ResultForOwner> {
  const bytes = typeof content === "string" ? Buffer.from(content) : content;
  const result = await readResult(inChunks(bytes, chunkBytes), request);
  return { ...result, warnings: result.warnings.map(({ detail }) => detail) };
}

/** Returns the statistics of a capture that is given as text or bytes. */
export async function metricsOf(content: string | Uint8Array): Promise<FrameMetrics> {
  return (await read(content)).metrics as FrameMetrics;
}

/** Returns the text of a capture with the given rows; the default header has the columns of `gameRows`. */
export function captureOf(
  rows: readonly string[],
  header = "Application,ProcessID,MsBetweenPresents",
): string {
  return [header, ...rows, ""].join("\n");
}

/** Returns equal rows of one game; `cell` is the text of the frame time in the file. */
export function gameRows(count: number, cell = "16"): string[] {
  return Array.from({ length: count }, () => `game.exe,1,${cell}`);
}

/** Returns the error with which a file is refused; throws if the file is read. */
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
