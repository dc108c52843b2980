import type { Meilisearch, Settings } from "meilisearch";
import type { Db } from "mongodb";
import type { Config } from "../../config.ts";
import type { Clock } from "../../infra/clock.ts";
import { withLease, type Lease } from "../../infra/lease.ts";
import type { Logger } from "../../infra/logger.ts";
import { createProductsRepository, type ProductsRepository } from "../catalogue/products-repository.ts";
import { indexFingerprint } from "../indexing/index-fingerprint.ts";
import { toSearchDocument } from "../indexing/search-document.ts";
import {
  createSearchIndex,
  searchIndexUid,
  TASK_TIMEOUT_MS,
  type SearchIndex,
} from "../indexing/search-index.ts";
import { searchSettings } from "../indexing/search-settings.ts";
import type { ProductKind } from "../kinds/kind.ts";
import { createIndexStates, type IndexStates } from "./index-states.ts";
import type { NewId } from "../../infra/new-id.ts";

const BATCH_SIZE = 1000;
/** How long a sync lease outlives its holder: after a crash, other processes wait at most this long. */
const LEASE_MS = 5000;

/** The owner of a kind's index: the process that holds its lease, with all that it needs to change the index. */
export interface IndexOwner {
  kind: ProductKind;
  client: Meilisearch;
  /** The index that searches use. */
  index: SearchIndex;
  settings: Settings;
  /** The fingerprint that this process gives the index. */
  fingerprint: string;
  repository: ProductsRepository;
  states: IndexStates;
  lease: Pick<Lease, "renew">;
  clock: Clock;
  newId: NewId;
  logger: Logger;
  /** Asks the owner to stop after the current batch. */
  signal: AbortSignal | undefined;
}

/** What a process needs to become the owner of an index. */
export interface IndexOwnerDeps {
  db: Db;
  client: Meilisearch;
  /** Begins the names of the indexes, see {@link searchIndexUid}. */
  config: Pick<Config, "MEILI_INDEX_PREFIX">;
  clock: Clock;
  newId: NewId;
  logger: Logger;
}

/**
 * Makes this process the owner of a kind's index for as long as it does some work.
 * @returns false, without having begun, where another process owns the index
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

/** Renews the lease; every change of an index begins with it. @throws LeaseLostError where another process has the lease */
export async function requireLease({ kind, lease }: IndexOwner): Promise<void> {
  if (!(await lease.renew())) throw new LeaseLostError(kind.name);
}

/**
 * Sends one batch of dirty products to each of these indexes, and marks the products as clean when all indexes have them.
 * @returns false where no product was dirty
 * @throws LeaseLostError, IndexingFailedError
 */
export async function sendDirtyBatch(owner: IndexOwner, indexes: readonly SearchIndex[]): Promise<boolean> {
  const { kind, repository } = owner;
  const dirty = await repository.findDirty(kind.name, BATCH_SIZE);
  if (dirty.length === 0) return false;
  await requireLease(owner);
  const documents = dirty.filter(({ removed }) => !removed).map((product) => toSearchDocument(kind, product));
  const removed = dirty.filter((product) => product.removed).map(({ id }) => id);
  const send = async (index: SearchIndex) => {
    await index.put(documents);
    await index.remove(removed);
  };
  await Promise.all(indexes.map(send));
  await repository.markSent(dirty);
  return true;
}

/** The lease ran out during the work, and another process holds it now. */
class LeaseLostError extends Error {
  override name = "LeaseLostError";

  constructor(kind: string) {
    super(`The lease for the ${kind} index ran out and another process holds it now`);
  }
}
