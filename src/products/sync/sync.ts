import { setTimeout as sleep } from "node:timers/promises";
import { createProductsRepository, type ProductsRepository } from "../catalogue/products-repository.ts";
import { createSearchIndex, searchIndexUid, TASK_TIMEOUT_MS } from "../indexing/search-index.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { asIndexOwner, sendDirtyRound, type IndexOwner, type IndexOwnerDeps } from "./index-owner.ts";
import { pruneTasks } from "./prune-tasks.ts";
import { dropOrphanedIndexes, rebuildIndex, type OnProgress } from "./rebuild-index.ts";

/**
 * The time, in ms, after which a search index counts as abandoned if no process of the release that built it has
 * recorded a check of the index (`confirmed_at`). An older release may then rebuild the index.
 */
const ABANDONED_AFTER_MS = 120_000;
/**
 * The maximum number of rounds of changed products that a sync sends before it briefly releases the lease of the index,
 * so that a steady stream of edits cannot prevent a rebuild.
 */
const MAX_ROUNDS = 5;
const LEASE_POLL_MS = 50;
const LEASE_WAIT_MS = 60_000;

/** The service that updates the search index of a kind from the products in MongoDB. */
export type ProductSync = ReturnType<typeof createProductSync>;

/**
 * Creates the service by which one process updates the search indexes. Any number of processes may update the same
 * indexes.
 */
export function createProductSync(deps: IndexOwnerDeps) {
  const repository = createProductsRepository(deps.db);
  /**
   * The fingerprints (hashes of settings and documents) of the search indexes that this process has built or has
   * found up to date.
   */
  const ownFingerprints = new Set<string>();

  const runPasses = async (
    kind: ProductKind,
    { verify = false, signal, maxPasses = Infinity }: SyncOptions & { maxPasses?: number },
  ) => {
    let isOurs = false;
    let passes = 0;
    do {
      passes += 1;
      const hadLease = await asIndexOwner(deps, { kind, signal }, async (owner) => {
        isOurs = await ensureIndex(owner, ownFingerprints);
        if (isOurs) await bringUpToDate(owner, verify);
      });
      if (!hadLease || !isOurs) return;
    } while (passes < maxPasses && !isAborted(signal) && (await repository.hasDirty(kind.name)));
  };

  return {
    /** Returns whether a kind has products whose latest change is not in the search index. */
    isDue: (kind: ProductKind): Promise<boolean> => repository.hasDirty(kind.name),

    /**
     * Returns how many products of a kind have a change that is not in the search index, and the earliest time of
     * these changes.
     */
    backlogOf: repository.backlogOf,

    /**
     * Sends dirty products (products whose latest change is not in the search index) until none is left, and rebuilds
     * the index if its settings or documents are outdated. Returns immediately if another process holds the lease of
     * the index. That process checks again after releasing the lease, so it also sends every edit that was written
     * before this call.
     * @param options.verify also counts products and documents, and rebuilds the index if the counts differ
     * @throws IndexingFailedError, LeaseLostError, or the error of MongoDB or Meilisearch if it is unavailable;
     *   unsent products stay dirty
     */
    sync: (kind: ProductKind, options: SyncOptions = {}): Promise<void> => runPasses(kind, options),

    /**
     * Returns the number of products of a kind, and the number of documents in its search index: null if there is no
     * index.
     * @throws the error of MongoDB or Meilisearch if it is unavailable
     */
    compare: createCompare(deps, repository),

    /**
     * Rebuilds the search index of a kind and then sends products that have changed since. Waits for the current
     * holder of the lease.
     * @throws the errors of `sync`, and Error if the lease is not free within a minute
     */
    rebuild: createRebuild(deps, ownFingerprints, runPasses),
  };
}

/** Creates the function that rebuilds the search index of a kind. */
function createRebuild(
  deps: IndexOwnerDeps,
  ownFingerprints: Set<string>,
  runPasses: (kind: ProductKind, options: SyncOptions & { maxPasses?: number }) => Promise<void>,
) {
  return async (
    kind: ProductKind,
    { onProgress, signal }: { onProgress?: OnProgress; signal?: AbortSignal } = {},
  ): Promise<void> => {
    const rebuild = async (owner: IndexOwner) => {
      await rebuildIndex(owner, onProgress);
      ownFingerprints.add(owner.fingerprint);
    };
    const deadline = Date.now() + LEASE_WAIT_MS;
    while (!(await asIndexOwner(deps, { kind, signal }, rebuild))) {
      if (Date.now() > deadline)
        throw new Error(`another process keeps the lease of the search index of ${kind.name} for too long`);
      await sleep(LEASE_POLL_MS, undefined, signal && { signal });
    }
    // Send the edits of other processes, which could not send them while this process held the lease of the index. One
    // pass is enough: a steady stream of edits must not prevent the rebuild from returning.
    await runPasses(kind, { maxPasses: 1, ...(signal && { signal }) });
  };
}

/** Creates the function that counts the products of a kind in MongoDB and its documents in Meilisearch. */
function createCompare({ client, config }: IndexOwnerDeps, repository: ProductsRepository) {
  return async ({ name }: ProductKind): Promise<{ products: number; documents: number | null }> => {
    const index = createSearchIndex(client, searchIndexUid(config.MEILI_INDEX_PREFIX, name), TASK_TIMEOUT_MS);
    const hasIndex = (await index.createdAt()) !== null;
    return {
      products: await repository.countPresent(name),
      documents: hasIndex ? await index.count() : null,
    };
  };
}

interface SyncOptions {
  verify?: boolean;
  /** The signal that ends the sync of a search index after the current batch. */
  signal?: AbortSignal;
}

const isAborted = (signal: AbortSignal | undefined) => signal?.aborted === true;

/**
 * Rebuilds the search index of a kind if the index is missing, was created by another program, or has outdated
 * documents or settings.
 * @returns false, with nothing changed, if the index belongs to a newer release
 */
async function ensureIndex(owner: IndexOwner, ownFingerprints: Set<string>): Promise<boolean> {
  const { kind, index, settings, fingerprint, states, clock, logger } = owner;
  const state = await states.find(index.uid);
  if (state && state.fingerprint !== fingerprint && ownFingerprints.has(fingerprint)) {
    // Leave the search index to a newer release while processes of that release keep recording that they check the
    // index (`confirmed_at`). The index had this process's fingerprint before, so a release that was started later has
    // rebuilt it since. If each release rebuilt the index for itself, the rebuilds would never end.
    const abandonedAt = state.confirmed_at.getTime() + ABANDONED_AFTER_MS;
    if (clock().getTime() < abandonedAt) return false;
  }
  const createdAt = await index.createdAt();
  const isCurrent =
    createdAt !== null &&
    state?.index_created_at === createdAt &&
    state.fingerprint === fingerprint &&
    (await index.hasSettings(settings));
  if (!isCurrent) {
    logger.info(
      { kind: kind.name, index: index.uid },
      "the search index is missing or outdated: the service rebuilds the index",
    );
    await rebuildIndex(owner);
  } else if (state.prices_old_before !== owner.oldBefore)
    await markPricesBetween(owner, state.prices_old_before);
  ownFingerprints.add(fingerprint);
  return true;
}

/**
 * Marks products as changed whose prices have become old since the documents of the search index were made. Also marks
 * products whose prices are current again because PRICE_MAX_AGE_DAYS was raised. The day `oldBefore` is recorded last,
 * so that after a crash the next process marks the products again.
 * @param otherDay the day before which the documents of the index treat a price as old
 */
async function markPricesBetween(
  { kind, index, oldBefore, repository, states, clock }: IndexOwner,
  otherDay: string,
): Promise<void> {
  const [from = "", before = ""] = [otherDay, oldBefore].toSorted();
  await repository.markPricesBetween(kind.name, { from, before }, clock());
  await states.savePricesOldBefore(index.uid, oldBefore);
}

async function bringUpToDate(owner: IndexOwner, verify: boolean): Promise<void> {
  const { index, fingerprint, states, clock, signal } = owner;
  for (let rounds = 0; rounds < MAX_ROUNDS; rounds += 1)
    if (isAborted(signal) || !(await sendDirtyRound(owner, [index]))) break;
  if (!verify || isAborted(signal)) return;
  await dropOrphanedIndexes(owner);
  await rebuildIfIncomplete(owner);
  await pruneTasks(owner, { now: clock() });
  await states.confirm(index.uid, fingerprint);
}

/**
 * Rebuilds a search index if its number of documents is not the number of products in the catalogue: another program
 * has then changed the index.
 */
async function rebuildIfIncomplete(owner: IndexOwner): Promise<void> {
  const { kind, index, repository, logger } = owner;
  const [expected, found] = await Promise.all([repository.countPresent(kind.name), index.count()]);
  // Ignore different counts of products and of documents if products are dirty (not yet in the search index): the
  // catalogue was then edited between the two counts. Products that were edited then are still dirty now, because only
  // the owner of the index marks products as clean.
  if (found === expected || (await repository.hasDirty(kind.name))) return;
  logger.warn(
    { kind: kind.name, index: index.uid, found, expected },
    "the search index is incomplete: the service rebuilds the index",
  );
  await rebuildIndex(owner);
}
