import { createReadStream } from "node:fs";
import { readFile, readdir, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import {
  MAX_RECORD_BYTES,
  parseJsonRecord,
  readJsonLines,
  type JsonRecord,
} from "../../../import-files/json-records.ts";
import { UnreadableFileError } from "../../../import-files/unreadable-file-error.ts";
import type { ProductKind } from "../../../kinds/kinds.ts";
import type { SourceRow } from "../import-products.ts";
import { readCpu } from "./opendb/cpu.ts";
import { readGpu } from "./opendb/gpu.ts";
import { readMotherboard } from "./opendb/motherboard.ts";
import { readRam } from "./opendb/ram.ts";
import type { OpenDbReader } from "./opendb/record.ts";

/** The readers of records of BuildCores OpenDB, by kind of product. */
const readers: ReadonlyMap<string, OpenDbReader> = new Map([
  ["cpu", readCpu],
  ["gpu", readGpu],
  ["ram", readRam],
  ["motherboard", readMotherboard],
]);

/**
 * Reads records of BuildCores OpenDB (github.com/buildcores/buildcores-open-db). OpenDB has no prices.
 * @param path a folder with one JSON file for each record, such as open-db/CPU of that repository, or an ndjson file
 *   with one record on each line
 * @throws UnreadableFileError for a kind that OpenDB does not have, or a folder without records; or the error of the
 * file system
 */
export async function* readOpenDbRows(kind: ProductKind, path: string): AsyncGenerator<SourceRow> {
  const read = readers.get(kind.name);
  if (!read) throw new UnreadableFileError(`OpenDB has no ${kind.plural}`);
  const records = (await stat(path)).isDirectory() ? readFolder(path) : readJsonLines(createReadStream(path));
  for await (const { value, faults, ...place } of records)
    yield faults ? { ...place, faults } : { ...place, cells: read(value) };
}

async function* readFolder(folder: string): AsyncGenerator<JsonRecord & { file: string; line: number }> {
  const files = (await readdir(folder)).filter((name) => extname(name) === ".json").toSorted();
  if (files.length === 0) throw new UnreadableFileError(`Expected .json files in ${folder}, found none`);
  for (const file of files) {
    const { size } = await stat(join(folder, file));
    const text = size > MAX_RECORD_BYTES ? null : await readFile(join(folder, file), "utf8");
    yield { file, line: 1, ...parseJsonRecord(text) };
  }
}
