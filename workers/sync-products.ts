import { UnrecoverableError } from "bullmq";
import { findKind } from "../src/products/kinds/kinds.ts";
import type { ProductSync } from "../src/products/sync/sync.ts";

/**
 * The work of the job sync-products: sends whatever products of a kind are dirty.
 * @throws UnrecoverableError for a kind that is not declared; else whatever ProductSync throws. What was not sent stays
 * dirty and is found again.
 */
export function createSyncProductsHandler({ sync }: { sync: ProductSync }) {
  return async ({ kind: name }: { kind: string }): Promise<void> => {
    const kind = findKind(name);
    if (!kind) throw new UnrecoverableError(`no kind of product is called ${JSON.stringify(name)}`);
    // Of many jobs that one import asks for, the first finds everything.
    if (await sync.isDue(kind)) await sync.sync(kind);
  };
}
