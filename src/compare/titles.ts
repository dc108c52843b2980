import { isolated } from "../charts/isolated.ts";
import type { AnyComparison } from "./comparisons.ts";
import { labelOfBenchmark } from "./labels.ts";
import { nameOfThing } from "./thing-names.ts";

/** A part of the heading of a comparison: a name that people or files give, or words between such names. */
export interface TitlePart {
  text: string;
  isName: boolean;
}

/**
 * The number of names that the heading of a comparison shows before it states the number of further names. The heading
 * shows a single further name, too.
 */
const NAMES_IN_TITLE = 3;

/**
 * Returns the heading of a comparison in parts: the names of the compared builds, runs or products. The heading of more
 * than three runs of one benchmark has their number and the name of the benchmark.
 */
export function titlePartsOf(comparison: AnyComparison): TitlePart[] {
  if ("facts" in comparison) return listOfNames(comparison.compared.map(({ name }) => name));
  const { compared, results, total, only_in_one } = comparison;
  const [only] = results;
  const isOfRuns = compared.some((thing) => "run_id" in thing);
  if (compared.length > NAMES_IN_TITLE && isOfRuns && only && total === 1 && only_in_one.total === 0)
    return [words(`${compared.length} runs of `), name(labelOfBenchmark(only))];
  return listOfNames(compared.map((thing) => nameOfThing(thing, comparison)));
}

/** Returns the heading of a comparison as a plain text. */
export function titleOf(comparison: AnyComparison): string {
  return titlePartsOf(comparison)
    .map(({ text, isName }) => (isName ? isolated(text) : text))
    .join("");
}

const words = (text: string): TitlePart => ({ text, isName: false });
const name = (text: string): TitlePart => ({ text, isName: true });

/** Returns names as a list in a sentence: "a, b and c", or "a, b, c and 2 more". */
function listOfNames(names: readonly string[]): TitlePart[] {
  const more = names.length - NAMES_IN_TITLE;
  const isWhole = more <= 1;
  const shown = isWhole ? names : names.slice(0, NAMES_IN_TITLE);
  const parts = shown.flatMap((text, index): TitlePart[] => {
    if (index === 0) return [name(text)];
    return [words(isWhole && index === shown.length - 1 ? " and " : ", "), name(text)];
  });
  return isWhole ? parts : [...parts, words(` and ${more} more`)];
}
