import { decodeHead, toUtf8 } from "../bytes/encoding.ts";
import { hasLoneCarriageReturns, splitLines, toLineFeeds } from "../bytes/line-ends.ts";
import { limits } from "../limits.ts";
import { ReaderError } from "../reader-error.ts";
import type { ReadResult } from "../read-result.ts";
import { detectDialect, isPreamble, splitHeaderLine, type Dialect } from "../rows/dialect.ts";
import { readRows } from "../rows/read-rows.ts";
import type { Row } from "../rows/row.ts";
import { tooMany } from "./frame-series.ts";

/** The header of a log: its columns, and what stands before it. */
export interface LogHeader {
  /** The cells of the header's row. */
  names: readonly string[];
  /** Whether `//` lines stand before it, as CapFrameX writes them. */
  hasCommentLines: boolean;
}

/** Takes the rows of a log that follow its header. */
export interface LogCollector {
  /** Throws ReaderError where the row shows that the file cannot be read. */
  add(row: Row): void;
  finish(): ReadResult | Promise<ReadResult>;
}

/** One kind of log. */
export interface LogFormat {
  /** Whether a line is its header, by the line's cells in lower case. */
  isHeader(cells: readonly string[]): boolean;
  start(header: LogHeader): LogCollector;
}

interface HeaderPlace {
  linesBefore: number;
  dialect: Dialect;
  hasCommentLines: boolean;
}

/** The refusal of a log without the header of its format. */
export function noHeader(): ReaderError {
  return new ReaderError(
    "no_frame_times",
    "The file has no header with a column of frame times in its first 64 KiB. Send the CSV as the capture tool wrote it.",
  );
}

function findHeader(headText: string, format: LogFormat): HeaderPlace {
  const lines = splitLines(headText);
  for (const [linesBefore, line] of lines.entries()) {
    if (isPreamble(line)) continue;
    const dialect = detectDialect(line);
    if (!format.isHeader(splitHeaderLine(line.toLowerCase(), dialect.delimiter))) continue;
    const hasCommentLines = lines.slice(0, linesBefore).some((before) => before.startsWith("//"));
    return { linesBefore, dialect, hasCommentLines };
  }
  throw noHeader();
}

function textsOf(row: Row): string[] {
  return Array.from({ length: row.cellCount }, (_, index) => row.text(index));
}

/**
 * Reads a log. `head` is the file's first 64 KiB, `chunks` the whole file. Throws ReaderError, `no_frame_times` where
 * the head has no header of the format.
 */
export async function readLog(
  head: Uint8Array,
  chunks: AsyncIterable<Uint8Array>,
  format: LogFormat,
): Promise<ReadResult> {
  const headText = decodeHead(head);
  const { linesBefore, dialect, hasCommentLines } = findHeader(headText, format);
  const text = toUtf8(chunks);
  const bytes = hasLoneCarriageReturns(headText) ? toLineFeeds(text) : text;
  let collector: LogCollector | null = null;
  let rows = 0;
  await readRows(bytes, { dialect, linesBefore }, (row) => {
    if (collector === null) {
      collector = format.start({ names: textsOf(row), hasCommentLines });
      return;
    }
    if (rows === limits.maxRows) throw tooMany(`${limits.maxRows} rows`);
    rows += 1;
    collector.add(row);
  });
  return await finish(collector);
}

// The narrowing of a variable that a callback sets is lost on the type checker.
async function finish(collector: LogCollector | null): Promise<ReadResult> {
  if (collector === null) throw noHeader();
  return await collector.finish();
}
