import type { Meilisearch } from "meilisearch";
import type { Db } from "mongodb";
import type { Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/logger.ts";
import { createCatalogue, createProductSearch, createProductSync } from "./index.ts";

/** Everything about products: the catalogue, and the search index that mirrors it. */
export type Products = ReturnType<typeof createProducts>;

interface ProductsDeps {
  db: Db;
  client: Meilisearch;
  indexPrefix: string;
  clock: Clock;
  newId: () => string;
  logger: Logger;
  queue: Parameters<typeof createCatalogue>[0]["queue"];
}

/** Creates the three objects of this feature. */
export function createProducts(deps: ProductsDeps) {
  return {
    catalogue: createCatalogue(deps),
    search: createProductSearch(deps.client, deps.indexPrefix),
    sync: createProductSync(deps),
  };
}
