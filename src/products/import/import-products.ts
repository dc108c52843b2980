import type { Catalogue, ProductInput } from "../catalogue/catalogue.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { doubtfulRecords, type DoubtfulRecord } from "./doubtful-records.ts";
import { readRow, type Cells } from "./import-row.ts";
import { planTwins, type TwinPlan } from "./twins.ts";

const BATCH_SIZE = 500;

/**
 * Imports the products of one kind from one source. A product whose facts have not changed is not written, so importing
 * the same file twice changes nothing.
 * @throws UnreadableFileError if the source cannot be read to its end (then nothing was written);
 *   TooManyMissingError; or the error of the stream or the database
 */
export async function importProducts(options: ImportOptions): Promise<ImportSummary> {
  const { count, plan } = await readWhole(options);
  const summary: ImportSummary = {
    read: 0,
    new: 0,
    changed: 0,
    unchanged: 0,
    merged: 0,
    rejected: 0,
    removed: 0,
  };
  const seen = await saveRows(options, { summary, count, plan });
  summary.removed = (await removeAbsorbed(options, plan)) + (await removeMissing(options, seen, plan));
  return summary;
}

/** The options of an import of products: their source, and what the import may change. */
export interface ImportOptions {
  kind: ProductKind;
  /** The name of the source of products. The source and `source_id` together identify a product over all imports. */
  source: string;
  /**
   * Reads the source of products from its beginning. The function is called twice, because the import reads the whole
   * source before it writes anything.
   */
  rows: () => AsyncIterable<SourceRow>;
  catalogue: Pick<Catalogue, "save" | "remove" | "identities">;
  /** Whether the source may have several records of one product (twins). The import merges twins into one product. */
  hasTwins?: boolean;
  /** Whether the import only reads and compares, and writes nothing. */
  isDryRun?: boolean;
  /**
   * Whether to remove products that the source no longer has; `few` refuses to remove more than a tenth of the
   * products.
   */
  deleteMissing?: "none" | "few" | "any";
  /** A function that is called for every row that the import leaves out, in the order of the source. */
  onRejected: (row: RejectedRow) => void;
  /**
   * A function that is called for every record that is imported although it is probably wrong. Only sources that may
   * have several records of one product (twins) are checked, because only for these sources the import holds all
   * records at once.
   */
  onDoubtful?: (record: DoubtfulRecord) => void;
  /**
   * A function that is called after every batch of products. @param share the finished part of the import, from 0 to
   * 1
   */
  onProgress?: (share: number) => void;
}

/** The position of a row in the source of an import. */
interface Place {
  /** The name of the file, if the source has several files. */
  file?: string;
  /** The number of the line in the file; the first line is 1. */
  line: number;
}

/** A row of a source: the cells of a product, or the reasons why the row cannot be read. */
export type SourceRow = Place & ({ cells: Cells; faults?: never } | { faults: readonly string[] });

/** A row that an import left out, and the reasons. */
export interface RejectedRow extends Place {
  reasons: readonly string[];
}

/**
 * Counts of the rows of an import of products. The rows that were read are the sum of the new, changed, unchanged,
 * merged and rejected rows.
 */
export interface ImportSummary {
  read: number;
  new: number;
  changed: number;
  unchanged: number;
  /** How many records of the source describe the same product as another record of the source. */
  merged: number;
  rejected: number;
  /**
   * The number of products that the import removed from the catalogue. With `deleteMissing`, products that the source
   * no longer has are removed. Stored products that were merged into another product are always removed.
   */
  removed: number;
}

/**
 * Thrown when so many stored products are missing from the source that the source may be incomplete. No missing product
 * was removed; the products of the source were imported.
 */
export class TooManyMissingError extends Error {
  override name = "TooManyMissingError";

  constructor(missing: number, present: number) {
    super(
      `Expected at most a tenth of the source's ${present} products to be missing, found ${missing}; none was removed. Say --yes if that is right.`,
    );
  }
}

/** Reads the source of products to its end, so that the import refuses a broken source before it writes anything. */
async function readWhole({ kind, source, rows, catalogue, hasTwins = false, onDoubtful }: ImportOptions) {
  let count = 0;
  const records = new Map<string, ProductInput>();
  for await (const sourceRow of rows()) {
    count += 1;
    if (!hasTwins || sourceRow.faults) continue;
    const row = readRow(kind, sourceRow.cells);
    if (!row.faults && !records.has(row.sourceId)) records.set(row.sourceId, row);
  }
  const plan: TwinPlan = hasTwins
    ? planTwins(kind, [...records.values()], await catalogue.identities(kind.name, source))
    : { products: new Map(), absorbed: [] };
  if (onDoubtful) for (const doubt of doubtfulRecords(kind, [...records.values()], plan)) onDoubtful(doubt);
  return { count, plan };
}

/**
 * Saves the rows of a source as products. Returns the position of each source id in the source, including the ids of
 * rejected rows.
 */
async function saveRows(
  { kind, source, rows, catalogue, isDryRun = false, onRejected, onProgress }: ImportOptions,
  { summary, count, plan }: { summary: ImportSummary; count: number; plan: TwinPlan },
): Promise<ReadonlyMap<string, Place>> {
  const seen = new Map<string, Place>();
  const saved = new Set<ProductInput>();
  let batch: ProductInput[] = [];
  const saveBatch = async () => {
    for (const outcome of await catalogue.save(kind.name, source, batch, { isDryRun })) summary[outcome] += 1;
    batch = [];
    onProgress?.(count === 0 ? 1 : summary.read / count);
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
    } else if (row.faults === undefined) {
      const merged = plan.products.get(row.sourceId);
      if (merged && saved.has(merged)) summary.merged += 1;
      else batch.push(merged ?? row);
      // Remember only merged products: a merged product has several records in the source and is saved with the first
      // of them, while every other product has one record.
      if (merged) saved.add(merged);
    }
    if (batch.length === BATCH_SIZE) await saveBatch();
  }
  await saveBatch();
  return seen;
}

const placeOf = ({ file, line }: Place): Place => ({ ...(file !== undefined && { file }), line });

function repeatedFault({ file, line }: Place): string {
  return `source_id: expected each once, found again the source_id of ${file === undefined ? "" : `${file}, `}line ${line}`;
}

/** Removes the stored products that the import merged into another product. */
async function removeAbsorbed(
  { kind, source, catalogue, isDryRun }: ImportOptions,
  { absorbed }: TwinPlan,
): Promise<number> {
  return isDryRun ? absorbed.length : removeAll(catalogue, kind, source, absorbed);
}

async function removeMissing(
  { kind, source, catalogue, isDryRun, deleteMissing = "none" }: ImportOptions,
  seen: ReadonlyMap<string, Place>,
  { absorbed }: TwinPlan,
): Promise<number> {
  if (deleteMissing === "none") return 0;
  const identities = await catalogue.identities(kind.name, source);
  const gone = new Set(absorbed);
  const present = identities.filter(({ source_id, removed }) => !removed && !gone.has(source_id));
  const missing = present
    .filter(({ source_id, twin_ids = [] }) => ![source_id, ...twin_ids].some((id) => seen.has(id)))
    .map(({ source_id }) => source_id);
  if (deleteMissing === "few" && missing.length * 10 > present.length)
    throw new TooManyMissingError(missing.length, present.length);
  return isDryRun ? missing.length : removeAll(catalogue, kind, source, missing);
}

async function removeAll(
  catalogue: ImportOptions["catalogue"],
  { name }: ProductKind,
  source: string,
  sourceIds: readonly string[],
): Promise<number> {
  let removed = 0;
  for (let from = 0; from < sourceIds.length; from += BATCH_SIZE)
    removed += await catalogue.remove(name, source, sourceIds.slice(from, from + BATCH_SIZE));
  return removed;
}
