import { peek } from "./bytes/peek.ts";
import { readFrameCsv } from "./frame-csv/read-frame-csv.ts";
import { limits } from "./limits.ts";
import type { FileFormat, ReadRequest, ReadResult } from "./read-result.ts";
import { ReaderError } from "./reader-error.ts";
import { recognise } from "./recognise/recognise.ts";
import { refusalOf } from "./recognise/refusal.ts";
import { readThreeDMark } from "./three-d-mark/read-three-d-mark.ts";

export type { FileFormat, FrameMetrics, ReadRequest, ReadResult, ThreeDMarkMetrics } from "./read-result.ts";
export { ReaderError } from "./reader-error.ts";

/** Stored with each result; raised whenever the same file may give other figures than before. */
export const readerVersion = 1;

/**
 * Reads a result file. It streams: memory grows with the count of frames, not of bytes, and the event loop gets its turn all along.
 * The same bytes give the same result, however they are cut into chunks.
 * Throws ReaderError where the file cannot be read; errors of the stream itself pass through unchanged.
 */
export async function readResult(
  chunks: AsyncIterable<Uint8Array>,
  request: ReadRequest,
): Promise<ReadResult> {
  const source = await peek(chunks, limits.headBytes);
  try {
    const refusal = refusalOf(recognise(source.head), request.format);
    if (refusal !== null) throw new ReaderError(refusal.code, refusal.detail);
    return request.format === "3dmark-xml"
      ? await readThreeDMark(source.all, request.graphicsTest)
      : await readFrameCsv(source.head, source.all);
  } finally {
    await source.close();
  }
}

/**
 * Tells by a file's first bytes whether it can be of a format. `head` is its first 64 KiB, or the whole of a shorter file.
 * Null: it may be. Otherwise sentences for the person who sent it: what it looks like, what was expected, what to do.
 */
export function sniff(head: Uint8Array, format: FileFormat): string | null {
  return refusalOf(recognise(head), format)?.detail ?? null;
}
