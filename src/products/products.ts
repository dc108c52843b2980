import type { Meilisearch } from "meilisearch";
import type { Db } from "mongodb";
import type { Config } from "../config.ts";
import type { Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/logger.ts";
import { createCatalogue, type Catalogue } from "./catalogue/catalogue.ts";
import { createProductSearch, type SearchProducts } from "./search/search.ts";
import { createProductSync, type ProductSync } from "./sync/sync.ts";

/** Everything about products: the catalogue, and the search index that mirrors it. */
export interface Products {
  catalogue: Catalogue;
  search: SearchProducts;
  sync: ProductSync;
}

interface ProductsParts {
  db: Db;
  client: Meilisearch;
  config: Pick<Config, "MEILI_INDEX_PREFIX">;
  clock: Clock;
  newId: () => string;
  logger: Logger;
  queue: { syncProducts(kind: string): Promise<void> };
}

/** Builds the parts of this feature. */
export function createProducts(parts: ProductsParts): Products {
  const { client, config, queue } = parts;
  const indexPrefix = config.MEILI_INDEX_PREFIX;
  return {
    catalogue: createCatalogue({ ...parts, requestSync: (kind) => queue.syncProducts(kind) }),
    search: createProductSearch(client, indexPrefix),
    sync: createProductSync({ ...parts, indexPrefix }),
  };
}
