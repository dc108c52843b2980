import type { BenchmarkType } from "../../benchmarks/index.ts";
import { wordsOf } from "../../validation/words.ts";
import { listed, MAX_WORDS, searched, type VariantsDeps } from "./variants.ts";

/**
 * The maximum number of variants that one search by name reads from MongoDB for a group of benchmarks: see `searched`.
 */
const MOST_READ = 100;

/**
 * A benchmark and variant that was measured: a game, a graphics test of a 3DMark test, or a benchmark without variants.
 */
interface Measured {
  benchmark_id: number;
  variant: string | null;
  builds: number;
}

/**
 * Returns at most `limit` benchmarks and variants with ranked results whose names match a text: each word of the text
 * begins a word in the name of the benchmark or of the variant ("time spy test 2"). Variants whose own names have more
 * of the words come first; among variants with equally many, the most measured. Returns nothing if the text has no
 * word, and ignores all words after the first MAX_WORDS.
 * @throws RanksMissingError
 */
export async function measuredNamed(
  deps: VariantsDeps,
  types: readonly Pick<BenchmarkType, "id" | "name">[],
  { text, limit }: { text: string; limit: number },
): Promise<Measured[]> {
  const words = wordsOf(text).slice(0, MAX_WORDS);
  if (words.length === 0) return [];
  const span = { offset: 0, limit };
  const found = await Promise.all(
    groupsOf(types, words).map(async ({ ids, others }) => {
      const lists = await Promise.all(
        others.length === 0
          ? ids.map((id) => listed(deps, { id }, span))
          : [searched(deps, ids, { words: others, ...span, most: MOST_READ })],
      );
      return lists
        .flatMap(({ categories }) => categories)
        .map(({ category: { benchmark_id, variant }, builds }) => ({
          measured: { benchmark_id, variant, builds },
          words: others.length,
        }));
    }),
  );
  return found
    .flat()
    .toSorted((a, b) => b.words - a.words || b.measured.builds - a.measured.builds)
    .slice(0, limit)
    .map(({ measured }) => measured);
}

/** Groups benchmarks by those words of a text that are not in their names, so that one query searches a whole group. */
function groupsOf(types: readonly Pick<BenchmarkType, "id" | "name">[], words: readonly string[]) {
  const groups = new Map<string, { ids: number[]; others: string[] }>();
  for (const { id, name } of types) {
    const named = wordsOf(name);
    const others = words.filter((word) => !named.some((one) => one.startsWith(word)));
    const group = groups.get(others.join(" "));
    if (group) group.ids.push(id);
    else groups.set(others.join(" "), { ids: [id], others });
  }
  return [...groups.values()];
}
