import { setImmediate } from "node:timers/promises";
import { createLineSplitter } from "./line-splitter.ts";
import type { Line } from "./line-splitter.ts";
import type { Dialect } from "./dialect.ts";
import { createQuotedRecord } from "./quoted-record.ts";
import { createRow } from "./row.ts";
import type { Row, WritableRow } from "./row.ts";

/** Receives each row in turn; the row is valid during the call. What it throws ends the reading. */
export type RowSink = (row: Row) => void;

/** How a file's rows are to be read. */
export interface RowReading {
  dialect: Dialect;
  /** Lines before the first row; whatever they hold is passed over. */
  linesBefore: number;
}

// The slowest rows (of a few bytes, each with a fault) take some 30 ms in a slice of this size.
const sliceBytes = 64 * 1024;

// False where the line has a quotation mark: its cells are then for `QuotedRecord` to find.
function takePlainLine({ bytes, start, end, endLength, number }: Line, row: WritableRow): boolean {
  row.begin(bytes, number);
  if (!row.split(start, end)) return false;
  row.finish(number, endLength > 0);
  return true;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Reads rows out of UTF-8 (or Latin-1) bytes and hands each to the sink, empty lines left out. Rows may differ in length.
 * The event loop gets its turn after each 64 KiB, however large the chunks are.
 * Throws ReaderError `line_too_long`, `too_many_columns`, `unclosed_quote`; errors of the stream pass through.
 */
export async function readRows(
  chunks: AsyncIterable<Uint8Array>,
  { dialect, linesBefore }: RowReading,
  sink: RowSink,
): Promise<void> {
  const delimiter = dialect.delimiter.charCodeAt(0);
  const row = createRow(dialect);
  const quoted = createQuotedRecord(delimiter, row);
  const splitter = createLineSplitter((line) => {
    if (line.number <= linesBefore) return;
    if (quoted.isOpen()) {
      if (quoted.add(line)) sink(row);
    } else if (line.end > line.start) {
      if (takePlainLine(line, row) || quoted.add(line)) sink(row);
    }
  });
  let bytesSinceTurn = 0;
  for await (const chunk of chunks) {
    const bytes = asBuffer(chunk);
    for (let start = 0; start < bytes.length; start += sliceBytes) {
      const slice = bytes.subarray(start, start + sliceBytes);
      splitter.write(slice);
      bytesSinceTurn += slice.length;
      if (bytesSinceTurn < sliceBytes) continue;
      await setImmediate();
      bytesSinceTurn = 0;
    }
  }
  splitter.end();
  quoted.end();
}
