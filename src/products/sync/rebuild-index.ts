import type { Meilisearch } from "meilisearch";
import { requireLease, sendDirtyBatch, type IndexKeeper } from "./index-owner.ts";
import { toSearchDocument } from "../indexing/search-document.ts";
import { createSearchIndex, TASK_TIMEOUT_MS, type SearchIndex } from "../indexing/search-index.ts";

/** Few enough that an edit is not kept waiting for long by the chunk before it. */
const CHUNK_SIZE = 1000;
/** Edits that never end must not keep the new index from being used; what is left is sent to it afterwards. */
const MAX_LAST_BATCHES = 10;

/** Told how much of the new index is filled, from 0 to 1. */
export type OnProgress = (share: number) => void;

/**
 * Fills a new index beside the one in use and swaps the two. Searches go on meanwhile and never see a half-filled one.
 *
 * One holder of the lease fills a chunk and sends a batch of dirty products, in turns. A product that is edited after its
 * chunk was read is dirty, and so comes into the new index once more; a batch goes to both indexes, so that edits are
 * searchable all the time. What is dirty at the swap is sent afterwards. So no edit is lost. A process that dies leaves a
 * new index that nobody looks at; dropStrayIndexes removes it.
 * @returns false, with nothing changed, where the signal ended it
 */
export async function rebuildIndex(keeper: IndexKeeper, onProgress?: OnProgress): Promise<boolean> {
  const { client, index, settings, form, states, newId, logger, signal } = keeper;
  await dropStrayIndexes(keeper);
  const next = createSearchIndex(client, `${strayPrefix(index)}${newId()}`, TASK_TIMEOUT_MS);
  try {
    await next.applySettings(settings);
    const both = (await isOurs(keeper)) ? [index, next] : [next];
    await fill(keeper, next, both, onProgress);
    if (signal?.aborted) return false;
    await requireLease(keeper);
    const createdAt = await next.createdAt();
    await swap(client, index, next);
    await states.save(index.uid, { index_created_at: createdAt, form });
  } finally {
    // Holds the old index after the swap, and half a new one where something went wrong. What stays is a stray.
    await next
      .drop()
      .catch((error: unknown) => logger.warn({ err: error, index: next.uid }, "index not removed"));
  }
  onProgress?.(1);
  return true;
}

async function fill(
  keeper: IndexKeeper,
  next: SearchIndex,
  both: readonly SearchIndex[],
  onProgress: OnProgress | undefined,
): Promise<void> {
  const { kind, repository, signal } = keeper;
  for await (const { products, share } of repository.chunks(kind.name, CHUNK_SIZE)) {
    await requireLease(keeper);
    await next.put(products.map((product) => toSearchDocument(kind, product)));
    await sendDirtyBatch(keeper, both);
    if (signal?.aborted) return;
    onProgress?.(share);
  }
  for (let batches = 0; batches < MAX_LAST_BATCHES; batches += 1)
    if (!(await sendDirtyBatch(keeper, both))) return;
}

/** Where nothing is in use yet, the new index takes the name; so searches find none at all or a whole one. */
async function swap(client: Meilisearch, index: SearchIndex, next: SearchIndex): Promise<void> {
  const rename = (await index.createdAt()) === null;
  await index.finish(client.swapIndexes([{ indexes: [next.uid, index.uid], rename }]));
}

/** Whether the index in use is the one that was left there, and so takes our documents. */
async function isOurs({ index, states }: IndexKeeper): Promise<boolean> {
  const [createdAt, left] = await Promise.all([index.createdAt(), states.find(index.uid)]);
  return createdAt !== null && left?.index_created_at === createdAt;
}

const strayPrefix = ({ uid }: SearchIndex) => `${uid}__`;

/** Removes the indexes of rebuilds that came to no end. Only for the holder of the lease. */
export async function dropStrayIndexes(keeper: IndexKeeper): Promise<void> {
  const { client, index, logger } = keeper;
  const { results } = await client.getRawIndexes({ limit: 10_000 });
  const strays = results.map(({ uid }) => uid).filter((uid) => uid.startsWith(strayPrefix(index)));
  for (const uid of strays) {
    await requireLease(keeper);
    logger.info({ index: uid }, "removing the index of a rebuild that came to no end");
    await createSearchIndex(client, uid, TASK_TIMEOUT_MS).drop();
  }
}
