import type { Meilisearch } from "meilisearch";
import type { ProductDocument, ProductRevision } from "../catalogue/products-repository.ts";
import { toSearchDocument } from "../indexing/search-document.ts";
import { createSearchIndex, TASK_TIMEOUT_MS, type SearchIndex } from "../indexing/search-index.ts";
import { requireLease, sendDirtyRound, type IndexOwner } from "./index-owner.ts";

/**
 * The number of products that a rebuild sends in one chunk. The number is small, because Meilisearch applies an edit
 * only after the chunks that were sent before the edit.
 */
const CHUNK_SIZE = 1000;
/**
 * The maximum number of chunks in Meilisearch's queue: Meilisearch indexes one chunk while the rebuild reads the
 * next.
 */
const CHUNKS_UNDER_WAY = 2;
/**
 * The maximum number of rounds of changed products that a rebuild sends before it swaps the indexes, so that a steady
 * stream of edits cannot delay the new index for ever.
 */
const MAX_LAST_ROUNDS = 10;

/**
 * A function that is called during a rebuild of a search index.
 * @param share the part of the catalogue that was sent to the new index, from 0 to 1
 */
export type OnProgress = (share: number) => void;

/**
 * Fills a new search index beside the index in use, and then swaps the two. Searches go on during the rebuild, and
 * never see a half-filled index. The owner of the index alternates between filling a chunk and sending a round of
 * dirty products (products whose latest change is not in the index). No edit is lost: a product that is edited after
 * its chunk was read is dirty, so it is sent to the new index again. Each round goes to both indexes, so that edits
 * are searchable during the rebuild. Products that are dirty at the swap are sent afterwards. If the process crashes,
 * the new index stays unused until dropOrphanedIndexes removes it.
 * @returns false, with the index in use unchanged, if `signal` ended the rebuild
 * @throws LeaseLostError, IndexingFailedError
 */
export async function rebuildIndex(owner: IndexOwner, onProgress?: OnProgress): Promise<boolean> {
  const { client, index, settings, fingerprint, oldBefore, states, newId, logger, signal } = owner;
  await dropOrphanedIndexes(owner);
  const next = createSearchIndex(client, `${rebuildPrefix(index)}${newId()}`, TASK_TIMEOUT_MS);
  try {
    await next.applySettings(settings);
    const receivers = (await isOurs(owner)) ? [index, next] : [next];
    await fill(owner, { next, receivers, onProgress });
    if (signal?.aborted) return false;
    await requireLease(owner);
    const createdAt = await next.createdAt();
    await swap(client, index, next);
    await states.save(index.uid, {
      index_created_at: createdAt,
      fingerprint,
      prices_old_before: oldBefore,
    });
  } finally {
    // After the new search index was swapped in, `next` names the old index; after a failure, `next` names a
    // half-filled index. If removing the index `next` fails as well, dropOrphanedIndexes removes it later.
    await next
      .drop()
      .catch((error: unknown) =>
        logger.warn(
          { err: error, index: next.uid },
          "a search index that is not in use could not be removed",
        ),
      );
  }
  onProgress?.(1);
  return true;
}

interface FillOptions {
  next: SearchIndex;
  /**
   * The search indexes to which changed products are sent: the new index, and the index in use if this service built
   * it.
   */
  receivers: readonly SearchIndex[];
  onProgress: OnProgress | undefined;
}

/**
 * Fills the new search index. Each chunk of products is sent as soon as it is read, so that Meilisearch applies the
 * chunk before any later edit of the chunk's products.
 */
async function fill(owner: IndexOwner, { next, receivers, onProgress }: FillOptions): Promise<void> {
  const { kind, repository, signal } = owner;
  const isAlone = receivers.every((index) => index === next);
  // If only the new search index receives changed products, wait for each chunk and mark its products as clean before
  // changed products are sent, so that the products of the chunk are not sent again.
  const mostUnderWay = isAlone ? 1 : CHUNKS_UNDER_WAY;
  const underWay: SentChunk[] = [];
  const finish = async () => {
    const chunk = underWay.shift();
    await chunk?.finish();
    if (isAlone && chunk && chunk.dirty.length > 0) await repository.markSent(chunk.dirty);
  };
  for await (const { products, share } of repository.chunks(kind.name, CHUNK_SIZE)) {
    await requireLease(owner);
    underWay.push(await send(owner, next, products));
    if (underWay.length >= mostUnderWay) await finish();
    await sendDirtyRound(owner, receivers);
    if (signal?.aborted) return;
    onProgress?.(share);
  }
  while (underWay.length > 0) await finish();
  for (let rounds = 0; rounds < MAX_LAST_ROUNDS; rounds += 1)
    if (!(await sendDirtyRound(owner, receivers))) return;
}

/** A chunk of products that Meilisearch has put into its queue during a rebuild. */
interface SentChunk {
  /** Waits until the new search index has the chunk of products. */
  finish: () => Promise<void>;
  /** Those products of the chunk whose latest change no search index had yet, each with its revision. */
  dirty: readonly ProductRevision[];
}

/** Sends products to the new search index, and waits until Meilisearch has accepted them. */
async function send(
  { kind, oldBefore }: IndexOwner,
  next: SearchIndex,
  products: readonly ProductDocument[],
): Promise<SentChunk> {
  const lines = products.map((product) => JSON.stringify(toSearchDocument(kind, product, oldBefore)));
  const dirty = products.filter((product) => product.dirty).map(({ _id, revision }) => ({ _id, revision }));
  return { finish: await next.enqueue({ lines, removed: [] }), dirty };
}

/**
 * Swaps the new search index and the index in use. If no index is in use yet, the new index is renamed instead, so
 * that searches find either no index or a complete index.
 */
async function swap(client: Meilisearch, index: SearchIndex, next: SearchIndex): Promise<void> {
  const rename = (await index.createdAt()) === null;
  await index.finish(client.swapIndexes([{ indexes: [next.uid, index.uid], rename }]));
}

/**
 * Returns whether this service built the search index in use. Only then may the index get documents of this service.
 */
async function isOurs({ index, states }: IndexOwner): Promise<boolean> {
  const [createdAt, state] = await Promise.all([index.createdAt(), states.find(index.uid)]);
  return createdAt !== null && state?.index_created_at === createdAt;
}

/** Returns the prefix of the names of all search indexes that rebuilds fill. */
const rebuildPrefix = ({ uid }: SearchIndex) => `${uid}__`;

/** Removes the search indexes that interrupted rebuilds left behind. @throws LeaseLostError, IndexingFailedError */
export async function dropOrphanedIndexes(owner: IndexOwner): Promise<void> {
  const { client, index, logger } = owner;
  const { results } = await client.getRawIndexes({ limit: 10_000 });
  const orphaned = results.map(({ uid }) => uid).filter((uid) => uid.startsWith(rebuildPrefix(index)));
  for (const uid of orphaned) {
    await requireLease(owner);
    logger.info({ index: uid }, "removing the index of an interrupted rebuild");
    await createSearchIndex(client, uid, TASK_TIMEOUT_MS).drop();
  }
}
