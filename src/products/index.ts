// The public interface of the product catalogue: import, search, and comparison by benchmark results. This module does
// not export the routes, so that workers and scripts load no HTTP code.

export { createCatalogue, type Catalogue } from "./catalogue/catalogue.ts";
export type { Part } from "./catalogue/id-reads.ts";
export {
  createBuildParts,
  type BuildParts,
  type CheckedParts,
  type CurrentPrice,
} from "./fit/build-parts.ts";
export type { Compared } from "./catalogue/compared-products.ts";
export { chipKind, createChips, type ChipAnswer, type Chips } from "./chips.ts";
export { kindsToFit } from "./fit/fit-rules.ts";
export type { Misfit } from "./fit/misfits.ts";
export { setUpProducts } from "./catalogue/products-repository.ts";
export { importPrices } from "./import/import-prices.ts";
export { importProducts, type RejectedRow } from "./import/import-products.ts";
export { columnsOf, isPriceDate } from "./import/import-row.ts";
export { readCsvRows } from "./import/sources/csv-rows.ts";
export { readPriceRows } from "./import/sources/price-rows.ts";
export { productSources } from "./import/sources/product-sources.ts";
export { filterKey } from "./indexing/filter-key.ts";
export { toSearchDocument, type SearchDocument } from "./indexing/search-document.ts";
export { createSearchIndex } from "./indexing/search-index.ts";
export { searchSettings } from "./indexing/search-settings.ts";
export type { FieldDefinition } from "../kinds/kind.ts";
export { findKind, productKinds, type ProductKind } from "../kinds/kinds.ts";
export { createProductRecords, type ProductRecords } from "./product-records.ts";
export {
  productSearchBody,
  productSearchQuery,
  validFieldsOf,
  type ProductSearchRequest,
} from "./schemas.ts";
export { createAllKindsSearch, type AllKindsSearch } from "./search/all-kinds.ts";
export type { Facets } from "./search/facets.ts";
export { createProductSearch, type ProductSearch } from "./search/search.ts";
export type { ProductPage } from "./search/search-plan.ts";
export { createProductSync, type ProductSync } from "./sync/sync.ts";
export { startSyncTimer } from "./sync/sync-timer.ts";
export { recordSchema, type ProductRecord } from "./presenter.ts";
export { createMeasuredParts, type MeasuredPart, type MeasuredParts } from "./scores/measured-parts.ts";
export { createProductScores, type ProductScores } from "./scores/product-scores.ts";
export { createScoreChanges, type ScoreChanges } from "./scores/score-changes.ts";
export { asksForResults, createScoredBy, type ScoredBy, type ScoredByLookup } from "./scores/scored-by.ts";
export { createScoreVariants } from "./scores/variants-repository.ts";
