import { setImmediate } from "node:timers/promises";
import type { Dialect } from "./dialect.ts";
import { createLineRow } from "./line-row.ts";
import { createLineSplitter } from "./line-splitter.ts";
import { createQuotedLines } from "./quoted-lines.ts";
import type { RowSink } from "./row.ts";
import { unwrapLine } from "./wrapped-line.ts";

/** Options of {@link readRows}. */
export interface RowReading {
  dialect: Dialect;
  /** The number of lines at the start of the file that are skipped without being read. */
  linesBefore: number;
  /** Whether each line of the file is one cell in quotation marks, whose content is the row. */
  isWrapped?: boolean;
}

// The number of bytes that csv-parse parses before the event loop runs other work. If the rows are two bytes long,
// which is the slowest case, csv-parse takes about 30 ms for this number of bytes.
const SLICE_BYTES = 16 * 1024;
/**
 * The number of slices without quotation marks that are parsed before the event loop runs other work. Rows without
 * quotation marks take less than a quarter of the time of rows that csv-parse parses.
 */
const PLAIN_SLICES_IN_TURN = 4;
const QUOTATION_MARK = 0x22;

/**
 * Reads rows from UTF-8 (or Latin-1) bytes and passes each to the sink, except empty lines. Rows may differ in length.
 * Lines without quotation marks are split by a loop over their bytes. At a line with quotation marks, csv-parse takes
 * over for some kilobytes, and then the loop continues: in most files only the header has quotation marks. The event
 * loop runs other work after every 16 KiB of lines with quotation marks and every 64 KiB of other lines, even if the
 * chunks are larger.
 * @throws ReaderError `line_too_long`, `too_many_columns`, `unclosed_quote`, `irregular_rows`; errors of the stream
 * pass through
 */
export async function readRows(
  chunks: AsyncIterable<Uint8Array>,
  { dialect, linesBefore, isWrapped = false }: RowReading,
  sink: RowSink,
): Promise<void> {
  const row = createLineRow(dialect);
  const quoted = createQuotedLines(dialect, sink);
  const splitter = createLineSplitter((line) => {
    if (line.number <= linesBefore) return;
    if (isWrapped) unwrapLine(line);
    if (quoted.hasLines()) quoted.add(line);
    else if (line.end === line.start) return;
    else if (row.load(line)) sink(row);
    else quoted.add(line);
  });
  let workSinceTurn = 0;
  for await (const chunk of chunks) {
    const bytes = asBuffer(chunk);
    for (let start = 0; start < bytes.length; start += SLICE_BYTES) {
      const slice = bytes.subarray(start, start + SLICE_BYTES);
      const isPlain = !quoted.hasLines() && !slice.includes(QUOTATION_MARK);
      const work = isPlain ? slice.length : slice.length * PLAIN_SLICES_IN_TURN;
      if (workSinceTurn + work > SLICE_BYTES * PLAIN_SLICES_IN_TURN) {
        await setImmediate();
        workSinceTurn = 0;
      }
      splitter.write(slice);
      workSinceTurn += work;
    }
  }
  splitter.end();
  quoted.end();
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
