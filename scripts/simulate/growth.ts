import type { Shape } from "./measure-shapes.ts";
import { recordIdBytes } from "./index-entry.ts";
import { assumptions, type Totals } from "./drawn-population.ts";

/** A collection of the simulated installation. */
export interface GrownCollection {
  collection: string;
  documents: number;
  bytes: number;
  indexBytes: number;
  indexes: { name: string; entries: number; bytes: number }[];
  /** By which key it is sharded, as docs/operations/scale.md says; null where it stays on one shard. */
  shardKey: string | null;
}

/** The keys by which docs/operations/scale.md shards. A collection that is not here stays on one shard. */
const shardKeys: Readonly<Record<string, string>> = {
  runs: "_id hashed",
  submissions: "_id hashed",
  builds: "_id hashed",
  standings: "_id hashed",
  uploads: "_id hashed",
  "files.files": "_id hashed",
  "files.chunks": "files_id hashed",
  frame_series: "run_id hashed",
  frame_overviews: "_id hashed",
  charge_sums: "_id hashed",
  sessions: "_id hashed",
  idempotency_keys: "_id hashed",
  failed_runs: "_id hashed",
};

/** What else is assumed. */
export const furtherAssumptions = {
  sessionsAnAccount: 0.5,
  tokensAnAccount: 0.05,
  shareOfKeyedSubmissions: 0.5,
  products: 20_000,
  hoursOfIdempotencyKeys: 24,
} as const;

const bytesOnlyInObjectStore: ReadonlySet<string> = new Set(["files.files", "files.chunks"]);

/** How many documents of a kind there are; null for kinds that grow with neither accounts nor runs. */
function documentsOf(
  { collection, kind, measured }: Shape,
  totals: Totals,
  measuredRuns: ReadonlyMap<string, number>,
): number | null {
  const files = totals.captureRuns + totals.exportRuns;
  const runs: Readonly<Record<string, number>> = {
    score: totals.scoreRuns,
    capture: totals.captureRuns - totals.failedRuns,
    export: totals.exportRuns,
    failed: totals.failedRuns,
  };
  const known = countsOf(totals)[collection];
  if (known !== undefined) return known;
  if (collection === "submissions") return kind === "score" ? totals.submissions - files : files;
  // What belongs to runs, such as the chunks of their files, there is as often for each run as in what was measured.
  const ofKind = runs[kind];
  return ofKind === undefined ? null : (ofKind * measured) / (measuredRuns.get(kind) ?? measured);
}

/** The collections whose documents are counted by something else than runs. */
function countsOf(totals: Totals): Readonly<Record<string, number>> {
  const days = assumptions.months * (365 / 12);
  const { tokensAnAccount, sessionsAnAccount, shareOfKeyedSubmissions, hoursOfIdempotencyKeys } =
    furtherAssumptions;
  return {
    accounts: totals.accounts,
    access_tokens: totals.accounts * tokensAnAccount,
    sessions: totals.accounts * sessionsAnAccount,
    builds: totals.builds,
    build_counts: totals.accounts,
    kept_bytes: totals.activeAccounts,
    charge_sums: totals.accountMonths,
    standings: totals.entries,
    products: furtherAssumptions.products,
    failed_runs: totals.failedRuns / days,
    idempotency_keys: ((totals.submissions * shareOfKeyedSubmissions) / days) * (hoursOfIdempotencyKeys / 24),
  };
}

/** Grows what was measured to the size of an installation. */
export function grow(shapes: readonly Shape[], totals: Totals, files: "gridfs" | "s3"): GrownCollection[] {
  const measuredRuns = new Map(
    shapes.flatMap(({ collection, kind, measured }) =>
      collection === "runs" ? [[kind, measured] as const] : [],
    ),
  );
  const grown = new Map<string, GrownCollection>();
  for (const shape of shapes) {
    if (files === "s3" && bytesOnlyInObjectStore.has(shape.collection)) continue;
    const documents = documentsOf(shape, totals, measuredRuns);
    if (documents === null) continue;
    const { collection } = shape;
    const all = grown.get(collection) ?? empty(collection);
    grown.set(collection, all);
    all.documents += documents;
    all.bytes += documents * shape.documentBytes;
    addIndexes(all, shape, documents);
  }
  for (const all of grown.values()) finish(all);
  return [...grown.values()].toSorted((a, b) => b.bytes - a.bytes);
}

const empty = (collection: string): GrownCollection => ({
  collection,
  documents: 0,
  bytes: 0,
  indexBytes: 0,
  indexes: [],
  shardKey: shardKeys[collection] ?? null,
});

function addIndexes(all: GrownCollection, shape: Shape, documents: number): void {
  for (const { name, entries, entryBytes } of shape.indexes) {
    let index = all.indexes.find((one) => one.name === name);
    if (!index) all.indexes.push((index = { name, entries: 0, bytes: 0 }));
    index.entries += entries * documents;
    index.bytes += entries * documents * entryBytes;
  }
}

/** Adds the number of the record to each entry, and rounds what is shown. */
function finish(all: GrownCollection): void {
  const record = recordIdBytes(all.documents);
  for (const index of all.indexes) {
    index.bytes = Math.round(index.bytes + index.entries * record);
    index.entries = Math.round(index.entries);
  }
  all.documents = Math.round(all.documents);
  all.bytes = Math.round(all.bytes);
  all.indexBytes = all.indexes.reduce((sum, { bytes }) => sum + bytes, 0);
}
