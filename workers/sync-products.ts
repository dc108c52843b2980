import { UnrecoverableError } from "bullmq";
import type { z } from "zod";
import { findKind, type ProductSync } from "../src/products/index.ts";
import type { syncProductsJob } from "../src/queues/jobs.ts";

/**
 * Creates the handler of the job sync-products, which sends the changed products of a kind to the search index, and
 * which creates the index if a search has found it missing.
 * @throws UnrecoverableError for an unknown kind; otherwise as `ProductSync.sync`: unsent products stay marked as
 * changed, and the next try or the timer sends them
 */
export function createSyncProductsHandler({
  productSync,
}: {
  productSync: Pick<ProductSync, "isDue" | "sync">;
}) {
  return async ({
    kind: name,
    is_index_lost = false,
  }: z.output<typeof syncProductsJob.payload>): Promise<void> => {
    const kind = findKind(name);
    if (!kind) throw new UnrecoverableError(`no kind of product is called ${JSON.stringify(name)}`);
    // Do nothing if there are no changed products: an import queues many jobs, of which the first sends all changed
    // products.
    if (is_index_lost || (await productSync.isDue(kind))) await productSync.sync(kind);
  };
}
