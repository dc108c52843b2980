import { createReadStream } from "node:fs";
import { readFile, readdir, stat } from "node:fs/promises";
import { extname, join } from "node:path";
import type { SourceRow } from "../import-products.ts";
import type { ProductKind } from "../../kinds/kind.ts";
import { readLines } from "../../../import-files/lines.ts";
import type { OpenDbReader } from "./opendb/record.ts";
import { readCpu } from "./opendb/cpu.ts";
import { readGpu } from "./opendb/gpu.ts";
import { readMotherboard } from "./opendb/motherboard.ts";
import { readRam } from "./opendb/ram.ts";
import { UnreadableFileError } from "../../../import-files/unreadable-file-error.ts";

/** No record is near it. */
const MAX_RECORD_BYTES = 1024 * 1024;

/** The kinds of product that OpenDB has, and how its records are read. */
const readers: ReadonlyMap<string, OpenDbReader> = new Map([
  ["cpu", readCpu],
  ["gpu", readGpu],
  ["ram", readRam],
  ["motherboard", readMotherboard],
]);

/**
 * The records of BuildCores OpenDB (github.com/buildcores/buildcores-open-db): of a folder with a JSON file for each, as
 * open-db/CPU there, or of a file with one in each line. The source does not tell prices.
 * @throws UnreadableFileError for a kind that it does not have; or the error of the file system
 */
export async function* readOpenDbRows(kind: ProductKind, path: string): AsyncGenerator<SourceRow> {
  const read = readers.get(kind.name);
  if (!read) throw new UnreadableFileError(`OpenDB has no ${kind.plural}`);
  if ((await stat(path)).isDirectory()) yield* readFolder(path, read);
  else yield* readNdjson(path, read);
}

async function* readNdjson(path: string, read: OpenDbReader): AsyncGenerator<SourceRow> {
  const file = createReadStream(path);
  for await (const { line, text } of readLines(file, MAX_RECORD_BYTES))
    yield { line, ...readRecord(text, read) };
}

async function* readFolder(folder: string, read: OpenDbReader): AsyncGenerator<SourceRow> {
  const names = (await readdir(folder)).filter((name) => extname(name) === ".json").toSorted();
  if (names.length === 0) throw new UnreadableFileError(`Expected .json files in ${folder}, found none`);
  for (const file of names) {
    const { size } = await stat(join(folder, file));
    const text = size > MAX_RECORD_BYTES ? null : await readFile(join(folder, file), "utf8");
    yield { file, line: 1, ...readRecord(text, read) };
  }
}

function readRecord(text: string | null, read: OpenDbReader) {
  if (text === null)
    return { faults: [`expected a record of at most ${MAX_RECORD_BYTES} bytes, found more`] };
  try {
    return { cells: read(JSON.parse(text)) };
  } catch (error) {
    return { faults: [`expected a JSON record, found: ${(error as Error).message}`] };
  }
}
