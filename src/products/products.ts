import type { Meilisearch } from "meilisearch";
import type { Db } from "mongodb";
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
  indexPrefix: string;
  clock: Clock;
  newId: () => string;
  logger: Logger;
  /** Asks for the search index to be brought up to date. */
  requestSync: (kind: string) => Promise<void>;
}

/** Builds the parts of this feature. */
export function createProducts(parts: ProductsParts): Products {
  const { client, indexPrefix } = parts;
  return {
    catalogue: createCatalogue(parts),
    search: createProductSearch(client, indexPrefix),
    sync: createProductSync(parts),
  };
}
