import type { Readable } from "node:stream";
import { readLines } from "./lines.ts";
import { UnreadableFileError } from "./unreadable-file-error.ts";

/** The largest JSON record that an import reads, in bytes; real records are far smaller. */
export const MAX_RECORD_BYTES = 1024 * 1024;

/** A parsed JSON record, or the reason why its text cannot be read. */
export type JsonRecord = { value: unknown; faults?: never } | { value?: never; faults: readonly string[] };

const MAX_SHOWN_CHARACTERS = 80;

/**
 * Reads a file with one JSON record on each line (ndjson). Empty lines are skipped, but counted; the first line has
 * number 1.
 * @throws UnreadableFileError if the first line that is not empty does not begin with `{`, because then the file is no
 * ndjson
 */
export async function* readJsonLines(file: Readable): AsyncGenerator<JsonRecord & { line: number }> {
  let isFirst = true;
  for await (const { line, text } of readLines(file, MAX_RECORD_BYTES)) {
    if (isFirst && text !== null && !text.replace(BYTE_ORDER_MARK, "").startsWith("{"))
      throw new UnreadableFileError(
        `Expected one JSON record a line, such as {"name":"value"}\nfound ${text.slice(0, MAX_SHOWN_CHARACTERS)}`,
      );
    isFirst = false;
    yield { line, ...parseJsonRecord(text) };
  }
}

const BYTE_ORDER_MARK = /^\uFEFF/;

/** Parses one JSON record. @param text the record; null if the record is longer than MAX_RECORD_BYTES */
export function parseJsonRecord(text: string | null): JsonRecord {
  if (text === null)
    return { faults: [`expected a record of at most ${MAX_RECORD_BYTES} bytes, found more`] };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { faults: [`expected a JSON record, found: ${(error as Error).message}`] };
  }
}
