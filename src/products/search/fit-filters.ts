import { fitAttribute } from "../fit/fit-attributes.ts";
import { conditionsToFitAll, type FitCondition } from "../fit/fit-rules.ts";
import type { NamedPart } from "../fit/named-parts.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { quoted, type ProductFilter } from "./filters.ts";

/** The search filters that limit the products of a kind to those that fit the given parts. */
export type FitFilters = ReturnType<typeof fitFilters>;

/**
 * Returns the search filters for products of a kind that fit the given parts. A product passes if a fact by which it
 * is compared is unknown, because the product may fit. A part of the same kind is not compared, because the product
 * would replace the part.
 */
export function fitFilters({ name: kind }: ProductKind, parts: readonly NamedPart[]) {
  const found = conditionsToFitAll(kind, parts);
  const conditions = found.flatMap((one) => one.conditions);
  const compared = new Set<string>(conditions.map(({ fact }) => fact));
  const isPartUnknown = found.some(({ unknownOfPart }) => unknownOfPart.length > 0);
  return {
    filters: conditions.map((condition): ProductFilter => ({
      name: "fits",
      expression: expressionOf(condition),
    })),

    /**
     * Counts the found products of which it is unknown whether they fit the chosen parts.
     * @param unknownFacts the number of found products for each list of facts (such as the socket) that are unknown, as
     *   Meilisearch counts the attribute of unknown facts
     * @param total how many products were found
     */
    countUnknown: (unknownFacts: Readonly<Record<string, number>>, total: number): number => {
      if (isPartUnknown) return total;
      const counts = Object.entries(unknownFacts).map(([facts, count]) =>
        facts.split(" ").some((fact) => compared.has(fact)) ? count : 0,
      );
      return counts.reduce((sum, count) => sum + count, 0);
    },
  };
}

function expressionOf(condition: FitCondition): string {
  const attribute = fitAttribute(condition.fact);
  return `${attribute} ${comparisonOf(condition)} OR ${attribute} IS NULL`;
}

function comparisonOf(condition: FitCondition): string {
  if ("oneOf" in condition) return `IN [${condition.oneOf.map(quoted).join(", ")}]`;
  return "atMost" in condition ? `<= ${condition.atMost}` : `>= ${condition.atLeast}`;
}
