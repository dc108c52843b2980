import type { Meilisearch, Settings } from "meilisearch";
import type { Clock } from "../../infra/clock.ts";
import type { Lease } from "../../infra/lease.ts";
import type { Logger } from "../../infra/logger.ts";
import type { IndexStates } from "./index-states.ts";
import type { ProductKind } from "../kinds/kind.ts";
import type { ProductsRepository } from "../catalogue/products-repository.ts";
import { toSearchDocument } from "../indexing/search-document.ts";
import type { SearchIndex } from "../indexing/search-index.ts";

const BATCH_SIZE = 1000;

/** What the holder of a kind's lease works with. */
export interface IndexKeeper {
  kind: ProductKind;
  client: Meilisearch;
  /** The index that searches look at. */
  index: SearchIndex;
  settings: Settings;
  form: string;
  repository: ProductsRepository;
  states: IndexStates;
  lease: Pick<Lease, "renew">;
  clock: Clock;
  newId: () => string;
  logger: Logger;
  signal: AbortSignal | undefined;
}

/** The lease ran out during the work and another holds it now. */
class LeaseLostError extends Error {
  constructor(kind: string) {
    super(`The lease for the ${kind} index ran out and is another's now`);
    this.name = "LeaseLostError";
  }
}

/** To be called before every change. @throws LeaseLostError */
export async function requireLease({ kind, lease }: IndexKeeper): Promise<void> {
  if (!(await lease.renew())) throw new LeaseLostError(kind.name);
}

/**
 * Sends a batch of dirty products to every one of these indexes. They are clean only when all have them.
 * @returns whether there were any
 */
export async function sendDirtyBatch(keeper: IndexKeeper, indexes: readonly SearchIndex[]): Promise<boolean> {
  const { kind, repository } = keeper;
  const dirty = await repository.findDirty(kind.name, BATCH_SIZE);
  if (dirty.length === 0) return false;
  await requireLease(keeper);
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
