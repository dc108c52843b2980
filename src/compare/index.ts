// This module compares builds and runs to show which is faster, with confidence intervals of the figures, and with
// charts of several captures. It compares products by facts, prices and measured results.

export { toMarkdown } from "./as-markdown.ts";
export { isSameThing, verdictOf } from "./comparison.ts";
export type {
  ComparedBenchmark,
  ComparedFigure,
  ComparedThing,
  Comparison,
  FigureValue,
} from "./comparison.ts";
export { createComparisons, type AnyComparison, type Comparisons } from "./comparisons.ts";
export { settingsKeyOf, textOfSettings } from "./compared-settings.ts";
export {
  buildOfThing,
  headlineOfRun,
  labelOfBenchmark,
  labelOfChannel,
  labelOfFigure,
  labelOfScore,
  SETTINGS_DIFFER,
  thingOf,
} from "./labels.ts";
export { groupsOf, measuredOf, mediansIn } from "./measured-results.ts";
export { shownBenchmarks, shownMetrics } from "./shown-figures.ts";
export { haveSameResults } from "./same-results.ts";
export { isWithheld } from "./compare-products.ts";
export {
  cardsAmong,
  isProductName,
  kindOfName,
  partsOfName,
  type LookedUpProduct,
} from "./compared-products.ts";
export type {
  ComparedFact,
  ComparedProduct,
  ComparedResult,
  ProductComparison,
  ProductResultValue,
} from "./product-comparison.ts";
export { productsToMarkdown } from "./products-as-text.ts";
export { compareQuery, MAX_COMPARED, MAX_PRODUCTS } from "./schemas.ts";
export { hardwareOf, haveDifferentBenchmarks, marksOf, nameOfThing } from "./thing-names.ts";
export { titleOf, titlePartsOf } from "./titles.ts";
