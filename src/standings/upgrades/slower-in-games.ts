import type { BenchmarkType } from "../../benchmarks/index.ts";
import { requireRanks } from "../errors.ts";
import { comparedCategoryOf } from "../medians/compared-category.ts";
import { cohortOf } from "../model/cohort.ts";
import type { Ranks } from "../ranks/ranks.ts";
import { readPartMedians } from "./part-medians.ts";

/**
 * The number of games in which graphics chips are compared: the games with the most measured builds. MAX_PAIRS is the
 * maximum number of pairs of resolution and preset of each game.
 */
const MAX_GAMES = 10;
const MAX_PAIRS = 10;

/** The services from which slowerInGames reads the medians of graphics chips in games. */
export interface SlowerInGamesDeps {
  ranks: Pick<Ranks, "mediansOf" | "sizesOf" | "pairsOf" | "variantsOf">;
  benchmarkTypes: readonly BenchmarkType[];
}

/**
 * Returns those of the given graphics chips with which games run slower than with the present chip. Two chips are
 * compared by the geometric mean of the ratios of their medians, over every game, resolution and preset in which both
 * chips have a median. A chip that shares no median with the present chip cannot be compared, and is not returned.
 * @throws RanksMissingError
 */
export async function slowerInGames(
  deps: SlowerInGamesDeps,
  present: string,
  chips: readonly string[],
): Promise<ReadonlySet<string>> {
  const type = deps.benchmarkTypes.find((one) => one.is_of_games);
  if (!type || chips.length === 0) return new Set();
  const isHigherBetter = type.higher_is_better;
  const pairs = await pairsOfGames(deps.ranks, type);
  const cohorts = pairs.map((category) => ({ category, cohort: cohortOf({ gpu: present }), isHigherBetter }));
  const bases = requireRanks(await deps.ranks.mediansOf(cohorts));
  const logs = new Map(chips.map((chip) => [chip, 0]));
  const compare = async (category: string, index: number) => {
    const base = bases[index]?.median;
    if (base === undefined) return;
    const question = { category, isHigherBetter, kind: "gpu", other: {} } as const;
    const medians = await readPartMedians(deps.ranks, question, chips);
    for (const [at, chip] of chips.entries()) {
      const log = Math.log((medians[at]?.median ?? base) / base);
      logs.set(chip, (logs.get(chip) ?? 0) + (isHigherBetter ? log : -log));
    }
  };
  await Promise.all(pairs.map(compare));
  return new Set(chips.filter((chip) => (logs.get(chip) ?? 0) < 0));
}

/**
 * Returns the most measured pairs of resolution and preset of the most measured games, each as the id of the category
 * with its results.
 */
async function pairsOfGames(ranks: SlowerInGamesDeps["ranks"], type: BenchmarkType): Promise<string[]> {
  const { categories } = requireRanks(await ranks.variantsOf(type.id, { offset: 0, limit: MAX_GAMES }));
  const compared = await Promise.all(
    categories.map(async ({ category }) => requireRanks(await comparedCategoryOf(ranks, category, type))),
  );
  return compared.flatMap(({ pairs }) => pairs.slice(0, MAX_PAIRS));
}
