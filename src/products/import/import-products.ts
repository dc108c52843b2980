import type { Catalogue, ProductInput } from "../catalogue/catalogue.ts";
import type { ProductKind } from "../kinds/kind.ts";
import { readRow, type Cells } from "./import-row.ts";

const BATCH_SIZE = 500;

/**
 * Imports the products of one kind from one source. A product whose facts have not changed is not written, so importing the
 * same file twice changes nothing.
 * @throws UnreadableFileError where the source cannot be read to its end: then nothing was written; TooManyMissingError;
 * or the error of the stream or the store
 */
export async function importProducts(options: ImportOptions): Promise<ImportSummary> {
  const total = await countRows(options.rows());
  const summary: ImportSummary = { read: 0, new: 0, changed: 0, unchanged: 0, rejected: 0, removed: 0 };
  const seen = await saveRows(options, summary, total);
  summary.removed = await removeMissing(options, seen);
  return summary;
}

/** What importProducts needs. */
export interface ImportOptions {
  kind: ProductKind;
  /** The name of the source. Source and `source_id` together identify a product over all imports. */
  source: string;
  /** Reads the source from its beginning; called twice, because nothing is written before all of it was read once. */
  rows: () => AsyncIterable<SourceRow>;
  catalogue: Pick<Catalogue, "save" | "remove" | "sourceIds">;
  /** Reads and compares, and writes nothing. */
  isDryRun?: boolean;
  /** Whether to remove products that the source no longer has; `few` refuses to remove more than a tenth of them. */
  deleteMissing?: "none" | "few" | "any";
  /** Called for every row that is left out, in the order of the source. */
  onRejected: (row: RejectedRow) => void;
  /** Called after every batch. @param share how much is done, from 0 to 1 */
  onProgress?: (share: number) => void;
}

/** The place of a row in what is imported. */
interface Place {
  /** The name of the file, where a source has many. */
  file?: string;
  /** The number of the line in the file; the first is 1. */
  line: number;
}

/** A row of a source: the cells of a product, or the reasons why the row cannot be read. */
export type SourceRow = Place & ({ cells: Cells; faults?: never } | { faults: readonly string[] });

/** A row that was left out, and why. */
export interface RejectedRow extends Place {
  reasons: readonly string[];
}

/** Counts of an import: read = new + changed + unchanged + rejected. */
export interface ImportSummary {
  read: number;
  new: number;
  changed: number;
  unchanged: number;
  rejected: number;
  /** Products that the source no longer has and that were removed from the catalogue; 0 unless `deleteMissing` is set. */
  removed: number;
}

/** So many products are missing that the source may be incomplete. None was removed; the others were imported. */
export class TooManyMissingError extends Error {
  override name = "TooManyMissingError";

  constructor(missing: number, present: number) {
    super(
      `Expected at most a tenth of the source's ${present} products to be missing, found ${missing}; none was removed. Say --yes if that is right.`,
    );
  }
}

/** Counts the rows of a source by reading it to its end, so that a broken source is refused before anything is written. */
async function countRows(rows: AsyncIterable<SourceRow>): Promise<number> {
  let count = 0;
  for await (const _row of rows) count += 1;
  return count;
}

/** Saves the rows. Returns the place of every source id of the source, including those of rejected rows. */
async function saveRows(
  { kind, source, rows, catalogue, isDryRun = false, onRejected, onProgress }: ImportOptions,
  summary: ImportSummary,
  total: number,
): Promise<ReadonlyMap<string, Place>> {
  const seen = new Map<string, Place>();
  let batch: ProductInput[] = [];
  const saveBatch = async () => {
    for (const outcome of await catalogue.save(kind.name, source, batch, { isDryRun })) summary[outcome] += 1;
    batch = [];
    onProgress?.(total === 0 ? 1 : summary.read / total);
  };
  for await (const sourceRow of rows()) {
    summary.read += 1;
    const row = sourceRow.faults ? { sourceId: "", ...sourceRow } : readRow(kind, sourceRow.cells);
    const earlier = seen.get(row.sourceId);
    const reasons = row.faults ?? (earlier && [repeatedFault(earlier)]);
    if (row.sourceId !== "" && !earlier) seen.set(row.sourceId, placeOf(sourceRow));
    if (reasons) {
      summary.rejected += 1;
      onRejected({ ...placeOf(sourceRow), reasons });
    } else if (row.faults === undefined) batch.push(row);
    if (batch.length === BATCH_SIZE) await saveBatch();
  }
  await saveBatch();
  return seen;
}

const placeOf = ({ file, line }: Place): Place => ({ ...(file !== undefined && { file }), line });

function repeatedFault({ file, line }: Place): string {
  return `source_id: expected each once, found the one of ${file === undefined ? "" : `${file}, `}line ${line}`;
}

async function removeMissing(
  { kind, source, catalogue, isDryRun, deleteMissing = "none" }: ImportOptions,
  seen: ReadonlyMap<string, Place>,
): Promise<number> {
  if (deleteMissing === "none") return 0;
  const present = await catalogue.sourceIds(kind.name, source);
  const missing = present.filter((sourceId) => !seen.has(sourceId));
  if (deleteMissing === "few" && missing.length * 10 > present.length)
    throw new TooManyMissingError(missing.length, present.length);
  if (isDryRun) return missing.length;
  let removed = 0;
  for (let from = 0; from < missing.length; from += BATCH_SIZE)
    removed += await catalogue.remove(kind.name, source, missing.slice(from, from + BATCH_SIZE));
  return removed;
}
