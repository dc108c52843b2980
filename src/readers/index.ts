import { peek } from "./bytes/peek.ts";
import { readCapture } from "./capture/read-capture.ts";
import { presentMonFormat } from "./formats/presentmon/presentmon-format.ts";
import { extractResultXml } from "./formats/three-d-mark/extract-result-xml.ts";
import { readThreeDMark } from "./formats/three-d-mark/read-three-d-mark.ts";
import { limits } from "./limits.ts";
import type { FileFormat, ReadRequest, ReadResult } from "./read-result.ts";
import { message } from "./message.ts";
import { ReaderError } from "./reader-error.ts";
import { recognise } from "./recognise/recognise.ts";
import { refusalOf } from "./recognise/refusal.ts";
import { isZip } from "./zip/is-zip.ts";

export type { FileFormat, FrameMetrics, ReadRequest, ReadResult, ThreeDMarkMetrics } from "./read-result.ts";
export { UNKNOWN_GAME } from "./read-result.ts";
export { fromFile, message, type Message } from "./message.ts";
export { ReaderError } from "./reader-error.ts";
export { RESULT_XML_NAME, extractResultXml } from "./formats/three-d-mark/extract-result-xml.ts";
export { withoutFolder } from "./without-folder.ts";
export { isZip } from "./zip/is-zip.ts";

/** Stored with each result. Raise it whenever the same file may give other figures, or more of its frames, than before. */
export const READER_VERSION = 5;

/**
 * Reads a result file. It streams: memory grows with the number of frames, not of bytes, and the event loop keeps turning.
 * The same bytes give the same result, however they are cut into chunks. Which kinds of CSV are read, and how to add another,
 * stands at `csvKinds` in recognise/csv-kinds.ts.
 * @throws ReaderError where the file cannot be read; errors of the stream itself pass through unchanged
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
    if (refusal !== null) throw new ReaderError(refusal.code, refusal.message);
    switch (request.format) {
      case "3dmark-xml":
        return await readExport(head, all, request);
      case "frame-csv":
        return await readCapture(head, all, {
          format: recognition?.kind.captureFormat ?? presentMonFormat,
          request,
        });
    }
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
    throw new ReaderError(refusal.code, message`Result.xml in the archive: ${refusal.message}`);
  return await readThreeDMark(once(xml), request.graphicsTest);
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Checks by a file's first bytes whether it can be of a format. `head` is its first 64 KiB, or the whole of a shorter file.
 * Null if it can be; otherwise sentences for the person who sent it: what it looks like, what was expected, what to do.
 */
export function sniff(head: Uint8Array, format: FileFormat): string | null {
  return refusalOf(recognise(head), format)?.message.detail ?? null;
}
