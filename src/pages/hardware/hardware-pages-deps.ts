import type { BenchmarkSummary } from "../../answers/benchmark-summary.ts";
import type {
  Catalogue,
  Chips,
  ProductKind,
  ProductRecords,
  ProductSearch,
  ScoredByLookup,
} from "../../products/index.ts";
import type { Rankings } from "../../standings/index.ts";
import type { PriceNoteProps } from "../lists/price-note.tsx";
import type { IsUnavailable } from "../lists/unless-unavailable.ts";

/** Dependencies of the catalogue pages. */
export interface HardwarePagesDeps {
  kinds: readonly ProductKind[];
  search: Pick<ProductSearch, "find" | "faultsOf" | "placeOf">;
  productRecords: ProductRecords;
  chips: Chips;
  scoredBy: Pick<ScoredByLookup, "find" | "measuredBenchmarks">;
  catalogue: Pick<Catalogue, "findPartBySlug" | "findCompared" | "findProductsComparedAs">;
  rankings: Pick<Rankings, "resultsOf" | "withTitles">;
  benchmarkTypes: readonly BenchmarkSummary[];
  isUnavailable: IsUnavailable;
  config: PriceNoteProps;
}
