import { peek } from "./bytes/peek.ts";
import { frameCsvFormat } from "./frame-csv/frame-csv-format.ts";
import { limits } from "./limits.ts";
import { afterburnerFormat } from "./logs/afterburner-format.ts";
import { frapsFormat } from "./logs/fraps-format.ts";
import { mangoHudFormat } from "./logs/mangohud-format.ts";
import { readLog, type LogFormat } from "./logs/read-log.ts";
import type { FileFormat, ReadRequest, ReadResult } from "./read-result.ts";
import { ReaderError } from "./reader-error.ts";
import type { FileKind } from "./recognise/file-kinds.ts";
import { recognise } from "./recognise/recognise.ts";
import { refusalOf } from "./recognise/refusal.ts";
import { readThreeDMark } from "./three-d-mark/read-three-d-mark.ts";
import { extractResultXml, isZip, resultXmlName } from "./zip/extract-result-xml.ts";

export type { FileFormat, FrameMetrics, ReadRequest, ReadResult, ThreeDMarkMetrics } from "./read-result.ts";
export { ReaderError } from "./reader-error.ts";
export { extractResultXml, isZip, resultXmlName } from "./zip/extract-result-xml.ts";

/** Stored with each result; raised whenever the same file may give other figures, or more of its frames, than before. */
export const readerVersion = 3;

const logFormats: ReadonlyMap<FileKind, LogFormat> = new Map([
  ["afterburner-log", afterburnerFormat],
  ["fraps-frame-times", frapsFormat],
  ["mangohud-log", mangoHudFormat],
]);

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
    const { head, all } = source;
    const recognition = recognise(head);
    const refusal = refusalOf(recognition, request.format);
    if (refusal !== null) throw new ReaderError(refusal.code, refusal.detail);
    if (request.format === "3dmark-xml") return await readExport(head, all, request);
    const format = recognition === null ? undefined : logFormats.get(recognition.kind);
    return await readLog(head, all, format ?? frameCsvFormat);
  } finally {
    await source.close();
  }
}

async function readExport(
  head: Uint8Array,
  all: AsyncIterable<Uint8Array>,
  request: Extract<ReadRequest, { format: "3dmark-xml" }>,
): Promise<ReadResult> {
  if (!isZip(head)) return await readThreeDMark(all, request.graphicsTest);
  const xml = await extractResultXml(all);
  const refusal = refusalOf(recognise(xml.subarray(0, limits.headBytes)), request.format);
  if (refusal !== null)
    throw new ReaderError(refusal.code, `${resultXmlName} in the archive: ${refusal.detail}`);
  return await readThreeDMark(once(xml), request.graphicsTest);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Tells by a file's first bytes whether it can be of a format. `head` is its first 64 KiB, or the whole of a shorter file.
 * Null: it may be. Otherwise sentences for the person who sent it: what it looks like, what was expected, what to do.
 */
export function sniff(head: Uint8Array, format: FileFormat): string | null {
  return refusalOf(recognise(head), format)?.detail ?? null;
}
