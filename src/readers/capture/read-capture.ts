import { decodeHead, toUtf8 } from "../bytes/encoding.ts";
import { hasLoneCarriageReturns, splitLines, toLineFeeds } from "../bytes/line-ends.ts";
import { detectDialect, isPreamble, splitHeaderLine, type Dialect } from "../csv/dialect.ts";
import { readRows } from "../csv/read-rows.ts";
import type { Row } from "../csv/row.ts";
import { limits } from "../limits.ts";
import type { CaptureRequest, ReadResult } from "../read-result.ts";
import { noHeader, tooManyFrames } from "./capture-errors.ts";
import type { CaptureFormat, CaptureHeader, RowCollector } from "./capture-format.ts";
import { rejectOtherRecording } from "./recordings.ts";

/**
 * Reads the CSV of a capture tool: finds the header of the format, then passes each following row to the format's
 * collector. `head` is the file's first 64 KiB, `chunks` the whole file.
 * @throws ReaderError `no_frame_times` where the head has no header of the format, and the errors of the collector
 */
export async function readCapture(
  head: Uint8Array,
  chunks: AsyncIterable<Uint8Array>,
  { format, request }: { format: CaptureFormat; request: CaptureRequest },
): Promise<ReadResult> {
  if (format.hasRecordings !== true) rejectOtherRecording(request);
  const headText = decodeHead(head);
  const { dialect, ...before } = findHeader(headText, format);
  const text = toUtf8(chunks);
  const bytes = hasLoneCarriageReturns(headText) ? toLineFeeds(text) : text;
  let collector: RowCollector | null = null;
  let rows = 0;
  await readRows(bytes, { dialect, linesBefore: before.linesBefore.length }, (row) => {
    if (collector === null) {
      collector = format.start({ names: textsOf(row), ...before }, request);
      if (format.headerIsRow !== true) return;
    }
    if (rows === limits.maxRows) throw tooManyFrames(`${limits.maxRows} rows`);
    rows += 1;
    collector.add(row);
  });
  return await finish(collector);
}

// Returns the result of the collector. This is a separate function because the type checker does not see that a
// callback has set the variable `collector`.
async function finish(collector: RowCollector | null): Promise<ReadResult> {
  if (collector === null) throw noHeader();
  return await collector.finish();
}

interface HeaderPlace extends Omit<CaptureHeader, "names"> {
  dialect: Dialect;
}

function findHeader(headText: string, format: CaptureFormat): HeaderPlace {
  const lines = splitLines(headText);
  for (const [index, line] of lines.entries()) {
    if (isPreamble(line)) continue;
    const dialect = detectDialect(line);
    if (!format.isHeader(splitHeaderLine(line.toLowerCase(), dialect.delimiter))) continue;
    const linesBefore = lines.slice(0, index);
    const cellsBefore = splitHeaderLine(linesBefore.at(-1)?.toLowerCase() ?? "", dialect.delimiter);
    return { dialect, linesBefore, cellsBefore };
  }
  throw noHeader();
}

function textsOf(row: Row): string[] {
  return Array.from({ length: row.cellCount }, (_, index) => row.text(index));
}
