import type { Meilisearch, Settings } from "meilisearch";
import type { Db } from "mongodb";
import type { Config } from "../../config.ts";
import type { Clock } from "../../infra/clock.ts";
import { withLease, type Lease } from "../../infra/lease.ts";
import type { Logger } from "../../infra/logger.ts";
import {
  createProductsRepository,
  type ProductRevision,
  type ProductsRepository,
} from "../catalogue/products-repository.ts";
import { indexFingerprint } from "../indexing/index-fingerprint.ts";
import { toSearchDocument } from "../indexing/search-document.ts";
import { oldPricesBefore, type PriceAgeDeps } from "../price-age.ts";
import {
  createSearchIndex,
  searchIndexUid,
  TASK_TIMEOUT_MS,
  type SearchIndex,
} from "../indexing/search-index.ts";
import { searchSettings } from "../indexing/search-settings.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { createIndexStates, type IndexStates } from "./index-states.ts";
import type { NewId } from "../../infra/new-id.ts";

/** The number of products that are read from MongoDB and sent to Meilisearch in one batch. */
const BATCH_SIZE = 1000;
/**
 * The number of products that are sent before the sync waits for Meilisearch. Meilisearch indexes waiting batches
 * together, while the next products are read. The number is limited, because Meilisearch applies an edit only after
 * all products that were sent earlier.
 */
const ROUND_SIZE = 4000;
/**
 * How long a lease for the sync of a search index stays valid after a crash of its holder, in ms. Other processes
 * wait at most this long.
 */
const LEASE_MS = 5000;

/** The process that holds the lease for a kind's search index, with everything that it needs to change the index. */
export interface IndexOwner {
  kind: ProductKind;
  client: Meilisearch;
  /** The search index that searches use. */
  index: SearchIndex;
  settings: Settings;
  /** The fingerprint of the documents and settings that this process gives the search index. */
  fingerprint: string;
  /** The day before which a price counts as old in the documents that this process sends, YYYY-MM-DD. */
  oldBefore: string;
  repository: ProductsRepository;
  states: IndexStates;
  lease: Pick<Lease, "renew">;
  clock: Clock;
  newId: NewId;
  logger: Logger;
  /** The signal that stops the owner of the search index after the current batch. */
  signal: AbortSignal | undefined;
}

/** The dependencies of a process that becomes the owner of a search index. */
export interface IndexOwnerDeps {
  db: Db;
  client: Meilisearch;
  /** The settings, including the prefix of the names of the search indexes: see {@link searchIndexUid}. */
  config: PriceAgeDeps["config"] & Pick<Config, "MEILI_INDEX_PREFIX">;
  clock: Clock;
  newId: NewId;
  logger: Logger;
}

/**
 * Makes this process the owner of a kind's search index for as long as `work` runs.
 * @returns false, without a call of `work`, if another process owns the index
 */
export function asIndexOwner(
  deps: IndexOwnerDeps,
  { kind, signal }: Pick<IndexOwner, "kind" | "signal">,
  work: (owner: IndexOwner) => Promise<void>,
): Promise<boolean> {
  const { db, client, config, clock, newId, logger } = deps;
  const settings = searchSettings(kind);
  const owner = {
    kind,
    client,
    index: createSearchIndex(client, searchIndexUid(config.MEILI_INDEX_PREFIX, kind.name), TASK_TIMEOUT_MS),
    settings,
    fingerprint: indexFingerprint(kind, settings),
    oldBefore: oldPricesBefore(deps),
    repository: createProductsRepository(db),
    states: createIndexStates(db, clock),
    clock,
    newId,
    logger,
    signal,
  };
  const lease = { db, name: `sync-products:${kind.name}`, durationMs: LEASE_MS, clock, owner: newId() };
  return withLease(lease, (held) => work({ ...owner, lease: held }));
}

/**
 * Renews the lease for a search index. Call the function before every change of the index.
 * @throws LeaseLostError if another process has the lease
 */
export async function requireLease({ kind, lease }: IndexOwner): Promise<void> {
  if (!(await lease.renew())) throw new LeaseLostError(kind.name);
}

/**
 * Sends up to ROUND_SIZE dirty products (whose latest change is not in the search index) to each of the given indexes,
 * and marks products as clean once all indexes have them.
 * @returns false if no product was dirty
 * @throws LeaseLostError, IndexingFailedError
 */
export async function sendDirtyRound(owner: IndexOwner, indexes: readonly SearchIndex[]): Promise<boolean> {
  const { kind, oldBefore, repository, signal } = owner;
  const sent: SentBatch[] = [];
  let batch = emptyBatch();
  const send = async () => {
    await requireLease(owner);
    const finishes = await Promise.all(indexes.map((index) => index.enqueue(batch)));
    sent.push({ revisions: batch.revisions, finishes });
    batch = emptyBatch();
  };
  const dirty = repository.findDirty(kind.name, { limit: ROUND_SIZE, batchSize: BATCH_SIZE });
  for await (const product of dirty) {
    batch.revisions.push({ _id: product._id, revision: product.revision });
    if (product.removed) batch.removed.push(product.id);
    else batch.lines.push(JSON.stringify(toSearchDocument(kind, product, oldBefore)));
    if (batch.revisions.length === BATCH_SIZE) await send();
    if (signal?.aborted) break;
  }
  if (batch.revisions.length > 0) await send();
  for (const { revisions, finishes } of sent) {
    await Promise.all(finishes.map((finish) => finish()));
    await repository.markSent(revisions);
  }
  return sent.length > 0;
}

/** A batch of changes of search indexes that Meilisearch has put into its queue. */
interface SentBatch {
  revisions: readonly ProductRevision[];
  /** A function for each search index that waits until the index has the batch of products. */
  finishes: readonly (() => Promise<void>)[];
}

/** Turn each product into a line of JSON as soon as it is read, so that only the line stays in memory. */
const emptyBatch = () => ({
  lines: [] as string[],
  removed: [] as number[],
  revisions: [] as ProductRevision[],
});

/** The lease for a search index ran out during the work, and another process holds the lease now. */
class LeaseLostError extends Error {
  override name = "LeaseLostError";

  constructor(kind: string) {
    super(`The lease for the ${kind} index ran out and another process holds it now`);
  }
}
