// This module reads the result files of benchmarks: it takes the bytes of a file and returns the metrics of the result.

import { peek } from "./bytes/peek.ts";
import { readCapture } from "./capture/read-capture.ts";
import { noHeader } from "./capture/capture-errors.ts";
import { readCapFrameXRecord } from "./formats/capframex/read-record.ts";
import { readThreeDMark } from "./formats/three-d-mark/read-three-d-mark.ts";
import { extractResult } from "./extract-result.ts";
import { limits } from "./limits.ts";
import type { CaptureRequest, FileFormat, ReadRequest, ReadResult } from "./read-result.ts";
import { ReaderError } from "./reader-error.ts";
import type { Recognition } from "./recognise/file-kind.ts";
import { bytesToRecognise, isXml, OPENING_BYTES, recognise } from "./recognise/recognise.ts";
import { refusalOf } from "./recognise/refusal.ts";
import { xmlTooLarge } from "./xml/parse-xml.ts";
import { isArchive } from "./zip/is-archive.ts";
import { nameOfContent } from "./zip/zip-names.ts";

export type { Channel, ChannelFigures, ChannelSeries } from "./channels/channel-series.ts";
export { channelNames, channelOf, type ChannelName } from "./channels/channel-table.ts";
export type { FileFormat, FrameMetrics, ReadRequest, ReadResult, ThreeDMarkMetrics } from "./read-result.ts";
export { gameOfExecutable, gameOfTitle, titleOfVariant, type Game } from "./games/games.ts";
export { fromFile, message, ownWords, quoted, type Message } from "./message.ts";
export { ReaderError } from "./reader-error.ts";
export { extractResult, type ExtractedResult } from "./extract-result.ts";
export type { RecordedOn } from "./recorded-on.ts";
export { withoutFolder } from "./without-folder.ts";
export { quantile } from "./statistics/sums.ts";
export { unrankedCodes, type UnrankedReason } from "./unranked.ts";
export { isArchive } from "./zip/is-archive.ts";
export { nameOfContent } from "./zip/zip-names.ts";

/**
 * The version of the file readers, which is stored with each result. Raise the version with every change by which the
 * readers may return other metrics, or more frames, for the same file.
 */
export const READER_VERSION = 10;

/**
 * Reads a result file as a stream: memory grows with the number of frames, not of bytes, and the event loop is blocked
 * for about 30 ms at most. For the same request, a file gives the same result however its bytes are divided into
 * chunks, and also if the file is packed. `csvKinds` in recognise/csv-kinds.ts lists the kinds of CSV that are read,
 * and says how to add another.
 * @throws ReaderError where the file cannot be read; errors of the stream itself pass through unchanged
 */
export async function readResult(
  chunks: AsyncIterable<Uint8Array>,
  request: ReadRequest,
): Promise<ReadResult> {
  const source = await peek(chunks, limits.beginningBytes, bytesToRecognise);
  try {
    const { head, all } = source;
    const recognition = recogniseFor(request.format, head);
    if (!isArchive(head)) return await readContent(all, recognition, request);
    const result = await extractResult(all, request.format);
    try {
      return await readContent(
        result.all,
        recognise(result.head, OPENING_BYTES),
        ofPacked(request, result.name),
      );
    } finally {
      await result.close();
    }
  } finally {
    await source.close();
  }
}

/**
 * Returns the kind of a file, recognised by its first bytes; null if the first bytes do not show the kind.
 * @throws ReaderError where a file with these first bytes cannot be of the format
 */
function recogniseFor(format: FileFormat, head: Uint8Array): Recognition | null {
  // Search only the first bytes for private fields: the whole file was searched when it was sent (`sniff`) or unpacked
  // (`extractResult`).
  const recognition = recognise(head, OPENING_BYTES);
  const refusal = refusalOf(recognition, format);
  if (refusal !== null) throw new ReaderError(refusal.code, refusal.message);
  return recognition;
}

/**
 * Returns the request for the result of a packed file. Its `fileName` is the name of the packed file, which may contain
 * the name of the game.
 */
function ofPacked(request: ReadRequest, name: string | null): ReadRequest {
  if (request.format !== "frame-csv") return request;
  return { ...request, fileName: nameOfContent(name, request.fileName ?? "") };
}

async function readContent(
  all: AsyncIterable<Uint8Array>,
  recognition: Recognition | null,
  request: ReadRequest,
): Promise<ReadResult> {
  const { kind, header } = recognition ?? {};
  switch (request.format) {
    case "3dmark-xml":
      return await readThreeDMark(all, request);
    case "frame-csv":
      if (kind?.isCapFrameXRecord) return await readCapFrameXRecord(all, request);
      if (kind?.captureFormat === undefined || header === undefined) throw noHeader();
      return await readCapture(all, { format: kind.captureFormat, header, request });
  }
}

/**
 * Checks by a file's first bytes whether the file can be of a format. `head` has at least `headBytesOf` bytes, or is
 * the whole of a shorter file.
 * @returns null if the file can be of the format; otherwise sentences for the person who sent it: what the file looks
 * like, what was expected, what to do
 */
export function sniff(head: Uint8Array, format: FileFormat): string | null {
  const refusal = refusalOf(recognise(head), format);
  if (refusal !== null) return refusal.message.detail;
  return head.length > limits.maxXmlBytes && isXml(head) ? xmlTooLarge().detail : null;
}

/**
 * Returns the name of the game that a capture itself states, by the first bytes of the capture; null if the first bytes
 * do not contain the name.
 */
export async function gameInHead(
  head: Uint8Array,
  request: Omit<CaptureRequest, "format">,
): Promise<string | null> {
  // Do not unpack an archive to find the game: only the processes that read files unpack archives.
  if (isArchive(head)) return null;
  try {
    const { variant, isNamedByFile } = await readResult(once(head), { ...request, format: "frame-csv" });
    return isNamedByFile ? variant : null;
  } catch (error) {
    if (error instanceof ReaderError) return null;
    throw error;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/**
 * Returns how many of a file's first bytes `sniff` needs: 64 KiB where these show the kind of the file, else 1 MiB. XML
 * needs the maximum size of an export, because a licence key may stand anywhere in it.
 * @param beginning at least the file's first 64 KiB, or the whole of a shorter file
 */
export function headBytesOf(beginning: Uint8Array): number {
  if (isXml(beginning)) return limits.maxXmlBytes + 1;
  return bytesToRecognise(beginning.subarray(0, limits.beginningBytes));
}
