import { normaliseQuery, withoutReport, type NormalisedQuery } from "./normalise.ts";

/** The maximum number of models that a search compares; further models of the query are left out. */
const MAX_COMPARED = 4;

/** The maximum number of models in a graphics driver's name of one chip, as in "Radeon RX 470/480/570/580/590". */
const MAX_LISTED = 8;

/** Matches the models that a graphics driver lists for one chip: the line, and the numbers between slashes. */
const LISTED = /^(.*?\b(?:RX|R[579]|HD|[GR]TX?|Vega)) (\d{2,4}[^/]*(?:\/ ?(?:RX )?\d{2,4}[^/]*)+)$/i;

/** Matches the words between the two models of a comparison: "4070 vs 7800 xt". */
const COMPARED = /\s(?:vs\.?|versus|or|oder|ou)\s/i;

/**
 * The models that a query compares, or that a graphics driver lists for one chip; `sides` is empty if the query names
 * fewer than two models, or if a side has no model number.
 */
export interface ComparedModels {
  sides: readonly NormalisedQuery[];
  /** Whether models without products are left out: a graphics driver also lists models that no shop sells. */
  isListed: boolean;
}

/** Returns the models that a query compares, as in "4070 vs 7800 xt", each as a separate query. */
export function comparedIn(typed: string): ComparedModels {
  const [, line = "", list] = LISTED.exec(withoutReport(typed)) ?? [];
  const isListed = list !== undefined;
  const texts = isListed
    ? list.split("/").map((side) => `${line} ${side.replace(/^ ?RX /i, "").trim()}`)
    : typed.split(COMPARED);
  if (texts.length === 1) return { sides: [], isListed };
  const sides = texts.slice(0, isListed ? MAX_LISTED : MAX_COMPARED).map(normaliseQuery);
  return { sides: sides.every(({ modelNumbers }) => modelNumbers.length > 0) ? sides : [], isListed };
}
