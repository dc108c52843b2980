import type { Db } from "mongodb";
import { benchmarkTypes } from "../benchmarks/index.ts";
import type { createBuildsRepository } from "../builds/index.ts";
import type { Metrics } from "../metrics/metrics.ts";
import {
  createAllKindsSearch,
  createCatalogue,
  createProductRecords,
  createProductSearch,
  createProductSync,
  createScoredBy,
  createScoreNotes,
  createScoreVariants,
} from "../products/index.ts";
import { measureAllKindsSearch, measureSearch } from "./measured.ts";

/** What the catalogue and its search stand on. */
type ProductBase = Parameters<typeof createCatalogue>[0] &
  Parameters<typeof createProductSync>[0] &
  Omit<Parameters<typeof createProductSearch>[0], "catalogue" | "builds" | "scoredBy"> &
  Omit<Parameters<typeof createScoreNotes>[0], "catalogue"> & {
    db: Db;
    storedBuilds: ReturnType<typeof createBuildsRepository>;
    metrics: Pick<Metrics, "search">;
  };

/** Creates the catalogue, its search, and what its products have measured. */
export function createProductServices(base: ProductBase) {
  const catalogue = createCatalogue(base);
  const scoreVariants = createScoreVariants(base.db);
  const scoredBy = createScoredBy({ benchmarks: benchmarkTypes, variants: scoreVariants });
  const search = createProductSearch({ ...base, catalogue, builds: base.storedBuilds, scoredBy });
  const searches = {
    search: measureSearch(search, base.metrics.search),
    allKindsSearch: measureAllKindsSearch(createAllKindsSearch({ search }), base.metrics.search),
  };
  const productRecords = createProductRecords({ catalogue, scoredBy });
  const productSync = createProductSync(base);
  const scoreNotes = createScoreNotes({ ...base, catalogue });
  return { catalogue, scoreVariants, scoredBy, scoreNotes, ...searches, productRecords, productSync };
}
