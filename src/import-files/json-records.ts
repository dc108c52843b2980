import type { Readable } from "node:stream";
import { readLines } from "./lines.ts";

/** The largest JSON record that an import reads, in bytes; real records are far smaller. */
export const MAX_RECORD_BYTES = 1024 * 1024;

/** A parsed JSON record, or the reason why its text cannot be read. */
export type JsonRecord = { value: unknown; faults?: never } | { value?: never; faults: readonly string[] };

/** Reads a file with one JSON record a line (ndjson). Empty lines are skipped, but counted: the first line is 1. */
export async function* readJsonLines(file: Readable): AsyncGenerator<JsonRecord & { line: number }> {
  for await (const { line, text } of readLines(file, MAX_RECORD_BYTES))
    yield { line, ...parseJsonRecord(text) };
}

/** Parses one JSON record. @param text null where it is longer than MAX_RECORD_BYTES */
export function parseJsonRecord(text: string | null): JsonRecord {
  if (text === null)
    return { faults: [`expected a record of at most ${MAX_RECORD_BYTES} bytes, found more`] };
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { faults: [`expected a JSON record, found: ${(error as Error).message}`] };
  }
}
