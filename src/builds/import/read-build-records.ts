import type { Readable } from "node:stream";
import { readCsvRecords } from "../../import-files/csv-records.ts";
import { readJsonLines } from "../../import-files/json-records.ts";
import { partKinds } from "../../kinds/kinds.ts";

/** The columns that a CSV file of builds may have, in any order. */
export const buildColumns: readonly string[] = ["build_id", "name", ...partKinds];
/** The columns that every CSV file of builds must have. */
const NEEDED = ["build_id", "name"];

/**
 * Reads the builds of a file one by one, and destroys the file's stream at the end.
 * @throws UnreadableFileError if a CSV file has an unexpected header or is no valid CSV; or the error of the stream
 */
export function readBuildRecords(file: Readable, format: BuildFileFormat): AsyncGenerator<BuildRecord> {
  return format === "csv" ? readCsv(file) : readJsonLines(file);
}

/** One unchecked build of a file of builds, or the reasons why the build's line in the file cannot be read. */
export type BuildRecord = { line: number } & (
  | { value: unknown; faults?: never }
  | { faults: readonly string[] }
);

/** The format of a file of builds: CSV with a header, or one JSON object per line. */
export type BuildFileFormat = "csv" | "ndjson";

/** Reads the rows of a CSV file of builds. An empty cell means that the build has no part of the column's kind. */
async function* readCsv(file: Readable): AsyncGenerator<BuildRecord> {
  for await (const { line, cells, faults } of readCsvRecords(file, buildColumns, { needed: NEEDED })) {
    const { build_id, name, ...slugs } = cells;
    const parts = Object.fromEntries(Object.entries(slugs).filter(([, slug]) => slug !== ""));
    yield faults.length > 0 ? { line, faults } : { line, value: { build_id: Number(build_id), name, parts } };
  }
}
