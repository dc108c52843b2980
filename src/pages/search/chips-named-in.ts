import type { AllKindsSearch } from "../../products/index.ts";

type Found = Pick<Awaited<ReturnType<AllKindsSearch["find"]>>, "results" | "approximate" | "understood">;

/** The maximum number of chips that a search names beside the cards that it has found. */
const MAX_CHIPS = 4;
/** Matches a number, such as 4070 in "rtx4070ti". */
const NUMBER = /\d+/g;
/** Matches the size of the memory at the end of the slug of a chip, such as "-12gb". */
const MEMORY_SIZE = /-\d+gb$/;

/**
 * Returns the slugs of those chips of found graphics cards whose model number stands in a search text. For "4070", these
 * are the chips RTX 4070, RTX 4070 SUPER and RTX 4070 Ti, if their cards were found. Words that the search has read as a
 * filter, such as "under 600", name no chip. Returns none if the found products only have similar names.
 */
export function chipsNamedIn(text: string, { results, approximate, understood = [] }: Found): string[] {
  if (approximate) return [];
  const ofFilters = new Set(understood.flatMap(({ words }) => numbersIn(words)));
  const typed = new Set(numbersIn(text).filter((number) => !ofFilters.has(number)));
  const chips = new Set(results.flatMap(({ chip }) => (typeof chip === "string" ? [chip] : [])));
  const isNamed = (slug: string) =>
    numbersIn(slug.replace(MEMORY_SIZE, "")).some((number) => typed.has(number));
  return [...chips].filter(isNamed).slice(0, MAX_CHIPS);
}

const numbersIn = (text: string): readonly string[] => text.match(NUMBER) ?? [];
