import { setTimeout as sleep } from "node:timers/promises";
import type { Meilisearch } from "meilisearch";
import type { Db } from "mongodb";
import type { Clock } from "../../infra/clock.ts";
import { withLease } from "../../infra/lease.ts";
import type { Logger } from "../../infra/logger.ts";
import { indexFormOf } from "../indexing/index-fingerprint.ts";
import { sendDirtyBatch, type IndexKeeper } from "./index-owner.ts";
import { createIndexStates } from "./index-states.ts";
import type { ProductKind } from "../kinds/kind.ts";
import { createProductsRepository } from "../catalogue/products-repository.ts";
import { dropStrayIndexes, rebuildIndex, type OnProgress } from "./rebuild-index.ts";
import { createSearchIndex, searchIndexUid, TASK_TIMEOUT_MS } from "../indexing/search-index.ts";
import { searchSettings } from "../indexing/search-settings.ts";

/** For so long a process that was killed in the middle keeps the others from going on. */
const LEASE_MS = 5000;
/** A release that has not looked after its index for so long is taken to be gone. */
const RELEASE_GONE_AFTER_MS = 120_000;
/** After so many the lease is let go of for a moment, and an edit that never ends keeps nobody for ever. */
const MAX_BATCHES = 20;
const LEASE_POLL_MS = 50;
const LEASE_WAIT_MS = 60_000;

/** Brings the search index of a kind in line with MongoDB. */
export interface ProductSync {
  /** Whether there is anything to send. */
  isDue(kind: ProductKind): Promise<boolean>;
  /**
   * Sends what is dirty, until nothing is; builds the index anew where it is not as this code would have it. Returns at
   * once where another is doing it: that one looks once more when it has let go of its lease, so it also sends what was
   * written before this call.
   * @param options.verify also compares the index with the catalogue, and builds it anew where products are missing
   * @throws IndexingFailedError, LeaseLostError, or the error of a store that is away; what was not sent stays dirty
   */
  sync(kind: ProductKind, options?: { verify?: boolean; signal?: AbortSignal }): Promise<void>;
  /**
   * Builds the index anew, and sends what is dirty then. Waits for whoever holds the lease.
   * @throws as `sync`, and where the lease cannot be had within a minute
   */
  rebuild(kind: ProductKind, options?: { onProgress?: OnProgress; signal?: AbortSignal }): Promise<void>;
}

interface SyncParts {
  db: Db;
  client: Meilisearch;
  indexPrefix: string;
  clock: Clock;
  newId: () => string;
  logger: Logger;
}

/** Whether this process goes on with an index: it does not with one that belongs to a newer release. */
type Care = "ours" | "of-another-release";

export function createProductSync(parts: SyncParts): ProductSync {
  const repository = createProductsRepository(parts.db);
  /** The forms in which this process has found or left an index. */
  const ownForms = new Set<string>();

  const hold = (
    kind: ProductKind,
    signal: AbortSignal | undefined,
    work: (keeper: IndexKeeper) => Promise<void>,
  ) => {
    const { db, clock, newId } = parts;
    const lease = { db, name: `sync-products:${kind.name}`, durationMs: LEASE_MS, clock, owner: newId() };
    return withLease(lease, (held) => work({ ...keeperParts(parts, kind), repository, lease: held, signal }));
  };

  const sync = async (
    kind: ProductKind,
    {
      verify = false,
      signal,
      maxPasses = Infinity,
    }: Parameters<ProductSync["sync"]>[1] & { maxPasses?: number },
  ) => {
    let care: Care = "ours";
    let passes = 0;
    do {
      passes += 1;
      const isDone = await hold(kind, signal, async (keeper) => {
        care = await prepare(keeper, ownForms);
        if (care === "ours") await bringUpToDate(keeper, verify);
      });
      if (!isDone || care !== "ours") return;
    } while (passes < maxPasses && !isAborted(signal) && (await repository.hasDirty(kind.name)));
  };

  return {
    isDue: (kind) => repository.hasDirty(kind.name),
    sync: (kind, options = {}) => sync(kind, options),
    rebuild: async (kind, { onProgress, signal } = {}) => {
      const rebuild = async (keeper: IndexKeeper) => {
        await rebuildIndex(keeper, onProgress);
        ownForms.add(keeper.form);
      };
      const deadline = Date.now() + LEASE_WAIT_MS;
      while (!(await hold(kind, signal, rebuild))) {
        if (Date.now() > deadline) throw new Error(`The ${kind.name} index is kept busy by another process`);
        await sleep(LEASE_POLL_MS, undefined, signal && { signal });
      }
      // For whoever found the lease taken. Where edits never end, the last of them are another sync's matter.
      await sync(kind, { maxPasses: 1, ...(signal && { signal }) });
    },
  };
}

const isAborted = (signal: AbortSignal | undefined) => signal?.aborted === true;

function keeperParts({ db, client, indexPrefix, clock, newId, logger }: SyncParts, kind: ProductKind) {
  const settings = searchSettings(kind);
  return {
    kind,
    client,
    index: createSearchIndex(client, searchIndexUid(indexPrefix, kind.name), TASK_TIMEOUT_MS),
    settings,
    form: indexFormOf(kind, settings),
    states: createIndexStates(db, clock),
    clock,
    newId,
    logger,
  };
}

/** Sees that the index is there, is ours and is as this code would have it; builds it anew where it is not. */
async function prepare(keeper: IndexKeeper, ownForms: Set<string>): Promise<Care> {
  const { kind, index, settings, form, states, clock, logger } = keeper;
  const left = await states.find(index.uid);
  if (left && left.form !== form && ownForms.has(form)) {
    // A release that was started after this one has taken over. Turning the index back and forth would help nobody.
    const goneAt = left.confirmed_at.getTime() + RELEASE_GONE_AFTER_MS;
    if (clock().getTime() < goneAt) return "of-another-release";
  }
  const createdAt = await index.createdAt();
  const isAsItShouldBe =
    createdAt !== null &&
    left?.index_created_at === createdAt &&
    left.form === form &&
    (await index.hasSettings(settings));
  if (!isAsItShouldBe) {
    logger.info(
      { kind: kind.name, index: index.uid },
      "search index is missing or of another form: building it",
    );
    await rebuildIndex(keeper);
  }
  ownForms.add(form);
  return "ours";
}

async function bringUpToDate(keeper: IndexKeeper, verify: boolean): Promise<void> {
  const { index, form, states, signal } = keeper;
  for (let batches = 0; batches < MAX_BATCHES; batches += 1)
    if (isAborted(signal) || !(await sendDirtyBatch(keeper, [index]))) break;
  if (!verify || isAborted(signal)) return;
  await dropStrayIndexes(keeper);
  await rebuildIfIncomplete(keeper);
  await states.confirm(index.uid, form);
}

/** Builds an index anew whose number of documents is not the catalogue's: emptied by hand, or somebody else's. */
async function rebuildIfIncomplete(keeper: IndexKeeper): Promise<void> {
  const { kind, index, repository, logger } = keeper;
  const [expected, found] = await Promise.all([repository.countPresent(kind.name), index.count()]);
  // A product that was written meanwhile is dirty, for only the holder of the lease clears: then the counts say nothing.
  if (found === expected || (await repository.hasDirty(kind.name))) return;
  logger.warn(
    { kind: kind.name, index: index.uid, found, expected },
    "search index incomplete: building it anew",
  );
  await rebuildIndex(keeper);
}
