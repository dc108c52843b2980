import { UnrecoverableError } from "bullmq";
import { findKind, type ProductSync } from "../src/products/index.ts";

/**
 * Creates the handler of the job sync-products, which sends the dirty products of a kind to the search index.
 * @throws UnrecoverableError for an unknown kind; otherwise as `ProductSync.sync`: products that were not sent stay dirty, and the
 * next try or the timer sends them
 */
export function createSyncProductsHandler({ productSync }: { productSync: ProductSync }) {
  return async ({ kind: name }: { kind: string }): Promise<void> => {
    const kind = findKind(name);
    if (!kind) throw new UnrecoverableError(`no kind of product is called ${JSON.stringify(name)}`);
    // One import requests many jobs; the first of them sends everything, and the others find nothing to do.
    if (await productSync.isDue(kind)) await productSync.sync(kind);
  };
}
