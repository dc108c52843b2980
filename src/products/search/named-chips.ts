import { normaliseQuery } from "../indexing/normalise.ts";
import type { ProductPage } from "./search-plan.ts";

/** The maximum number of chips that a search lists in addition to the cards that it has found. */
const MAX_CHIPS = 6;
/** Matches a number, such as 4070 in "4070ti". */
const NUMBER = /\d+/g;
/** Matches the size of the memory at the end of the slug of a chip, such as "-12gb". */
const MEMORY_SIZE = /-\d+gb$/;

/** The fields of a result page that `namedChips` reads. */
type NamingPage = Pick<ProductPage, "chips" | "results" | "understood" | "ignored_words">;

/**
 * Returns the slugs of those chips of all found graphics cards whose model number stands in a search text, in
 * alphabetical order. For "4070", these are the chips RTX 4070, RTX 4070 SUPER, RTX 4070 Ti and RTX 4070 Ti SUPER.
 * Words that the search has read as a filter, such as "under 600", or has ignored, name no chip.
 */
export function namedChips(
  text = "",
  { chips, results, understood = [], ignored_words = [] }: NamingPage,
): string[] {
  const read = [...understood.map(({ words }) => words), ...ignored_words];
  const rest = read.reduce((left, words) => left.replace(words, " "), text);
  const typed = new Set(normaliseQuery(rest).modelNumbers.flatMap(numbersIn));
  const found = chips ?? results.flatMap(({ chip }) => (typeof chip === "string" ? [chip] : []));
  const isNamed = (slug: string) =>
    numbersIn(slug.replace(MEMORY_SIZE, "")).some((number) => typed.has(number));
  return [...new Set(found.filter(isNamed))].toSorted().slice(0, MAX_CHIPS);
}

const numbersIn = (text: string): readonly string[] => text.match(NUMBER) ?? [];
