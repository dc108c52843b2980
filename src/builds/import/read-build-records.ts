import type { Readable } from "node:stream";
import { createInterface } from "node:readline";
import { CsvError, parse } from "csv-parse";

/** The form of a file of builds: a CSV with a header, or one JSON object a line. */
export type BuildFileForm = "csv" | "ndjson";

/** One build of a file, not yet checked; `fault` where the line cannot be read at all. */
export interface BuildRecord {
  /** In the file; the first is 1. */
  line: number;
  value?: unknown;
  fault?: string;
}

const MAX_ROW_CHARACTERS = 64 * 1024;

/** The builds of a file, one by one. @throws CsvError where a text is no CSV */
export function readBuildRecords(file: Readable, form: BuildFileForm): AsyncGenerator<BuildRecord> {
  return form === "csv" ? readCsv(file) : readNdjson(file);
}

/** In a CSV, an empty cell is a field that is not there. */
async function* readCsv(file: Readable): AsyncGenerator<BuildRecord> {
  const parser = file.pipe(
    parse({
      bom: true,
      columns: true,
      info: true,
      skip_empty_lines: true,
      max_record_size: MAX_ROW_CHARACTERS,
    }),
  );
  for await (const { record, info } of parser as AsyncIterable<{
    record: Record<string, string>;
    info: { lines: number };
  }>) {
    const { build_id, name, ...parts } = record;
    const given = Object.fromEntries(Object.entries(parts).filter(([, slug]) => slug !== ""));
    yield { line: info.lines, value: { build_id: Number(build_id), name, parts: given } };
  }
}

async function* readNdjson(file: Readable): AsyncGenerator<BuildRecord> {
  let line = 0;
  for await (const text of createInterface({ input: file, crlfDelay: Infinity })) {
    line += 1;
    if (text.trim() === "") continue;
    try {
      yield { line, value: JSON.parse(text) as unknown };
    } catch (error) {
      yield { line, fault: `not JSON: ${error instanceof Error ? error.message : String(error)}` };
    }
  }
}

/** Whether an error says that a text is no CSV. */
export function isCsvError(error: unknown): error is Error {
  return error instanceof CsvError;
}
