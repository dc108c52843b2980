// Compares builds and runs to show which is faster: figures with confidence intervals, and charts of several captures.

export { toMarkdown } from "./as-markdown.ts";
export type {
  ComparedBenchmark,
  ComparedFigure,
  ComparedThing,
  Comparison,
  FigureValue,
  ThingId,
} from "./comparison.ts";
export { createComparisons, type Comparisons } from "./comparisons.ts";
export { textOfSettings } from "./compared-settings.ts";
export {
  buildOfThing,
  labelOfBenchmark,
  labelOfChannel,
  labelOfFigure,
  SETTINGS_DIFFER,
  thingOf,
} from "./labels.ts";
export { compareQuery } from "./schemas.ts";
