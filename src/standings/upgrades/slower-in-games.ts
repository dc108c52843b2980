import type { BenchmarkType } from "../../benchmarks/index.ts";
import type { MeasuredParts } from "../../products/index.ts";
import { requireRanks } from "../errors.ts";
import { comparedCategoryOf } from "../medians/compared-category.ts";
import type { Ranks } from "../ranks/ranks.ts";
import { readPartMedians } from "./part-medians.ts";

/** The maximum number of pairs of resolution and preset in which cards are compared: the most measured pairs. */
const MAX_PAIRS = 10;

/** The dependencies of slowerInGames. */
export interface SlowerInGamesDeps {
  measuredParts: Pick<MeasuredParts, "comparedBy">;
  ranks: Pick<Ranks, "mediansOf" | "sizesOf" | "pairsOf">;
  benchmarkTypes: readonly BenchmarkType[];
}

/**
 * Returns those of some graphics chips with which games run slower than with the present chip. The chips are compared in
 * the most measured game, by the medians of the builds with each chip, at the most measured resolution and preset at
 * which both chips have a median. A chip that has no median at a resolution and preset of the present chip is unknown,
 * and not returned.
 * @throws RanksMissingError
 */
export async function slowerInGames(
  { measuredParts, ranks, benchmarkTypes }: SlowerInGamesDeps,
  present: string,
  chips: readonly string[],
): Promise<ReadonlySet<string>> {
  const slower = new Set<string>();
  const type = benchmarkTypes.find((one) => one.is_of_games);
  if (!type || chips.length === 0) return slower;
  const { category } = await measuredParts.comparedBy("gpu", { benchmark_id: type.id });
  if (category === null) return slower;
  const { pairs } = requireRanks(await comparedCategoryOf(ranks, category, type));
  const { higher_is_better: isHigherBetter } = type;
  let unknown = chips;
  for (const pair of pairs.slice(0, MAX_PAIRS)) {
    const question = { category: pair, isHigherBetter, kind: "gpu", other: {} } as const;
    const [base, ...medians] = await readPartMedians(ranks, question, [present, ...unknown]);
    if (!base) continue;
    for (const [index, chip] of unknown.entries()) {
      const median = medians[index]?.median ?? base.median;
      if (isHigherBetter ? median < base.median : median > base.median) slower.add(chip);
    }
    unknown = unknown.filter((_chip, index) => !medians[index]);
  }
  return slower;
}
