import type { ComparedResult, ProductComparison } from "../../compare/index.ts";

/**
 * Returns the results that have a median of at least one of the products; those with several medians come first, and
 * among them those that the most builds have measured.
 */
export const measuredOf = ({ results }: ProductComparison) =>
  results
    .filter((result) => mediansIn(result) > 0)
    .toSorted((a, b) => Number(mediansIn(b) > 1) - Number(mediansIn(a) > 1) || buildsIn(b) - buildsIn(a));

const buildsIn = ({ values }: ComparedResult) => values.reduce((sum, { builds }) => sum + builds, 0);

/** Returns how many of the compared products have a median of a result. */
export const mediansIn = ({ values }: ComparedResult) =>
  values.filter(({ median }) => median !== null).length;
