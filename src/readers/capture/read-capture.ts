import { toUtf8 } from "../bytes/encoding.ts";
import { toLineFeeds } from "../bytes/line-ends.ts";
import type { HeaderPlace } from "../csv/find-header.ts";
import { readRows } from "../csv/read-rows.ts";
import type { Row } from "../csv/row.ts";
import { limits } from "../limits.ts";
import type { CaptureRequest, ReadResult } from "../read-result.ts";
import { noHeader, tooManyFrames } from "./capture-errors.ts";
import type { CaptureFormat, RowCollector } from "./capture-format.ts";
import { rejectOtherRecording } from "./recordings.ts";

/** How a capture is read: its format, the place of its header, and the requested result. */
interface CaptureReading {
  format: CaptureFormat;
  header: HeaderPlace;
  request: CaptureRequest;
}

/**
 * Reads the CSV of a capture tool, and passes each row after the header to the format's collector.
 * @throws ReaderError the errors of the collector and of `readRows`
 */
export async function readCapture(
  chunks: AsyncIterable<Uint8Array>,
  { format, header, request }: CaptureReading,
): Promise<ReadResult> {
  if (format.hasRecordings !== true) rejectOtherRecording(request);
  const { dialect, isWrapped, linesBefore, keysBefore } = header;
  const text = toUtf8(chunks);
  const bytes = header.hasLoneCarriageReturns ? toLineFeeds(text) : text;
  let collector: RowCollector | null = null;
  let rows = 0;
  await readRows(bytes, { dialect, linesBefore: linesBefore.length, isWrapped }, (row) => {
    if (collector === null) {
      collector = format.start({ names: textsOf(row), linesBefore, keysBefore }, request);
      if (format.headerIsRow !== true) return;
    }
    if (rows === limits.maxRows) throw tooManyFrames(`${limits.maxRows} rows`);
    rows += 1;
    collector.add(row);
  });
  return await finish(collector);
}

// Returns the result of the collector, which has received the rows of a capture. The code is a function of its own,
// because the type checker does not see that a callback has set the variable `collector`.
async function finish(collector: RowCollector | null): Promise<ReadResult> {
  if (collector === null) throw noHeader();
  return await collector.finish();
}

function textsOf(row: Row): string[] {
  return Array.from({ length: row.cellCount }, (_, index) => row.text(index));
}
