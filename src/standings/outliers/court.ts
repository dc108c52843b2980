import { categoryIdOf } from "../model/category.ts";
import { cohortOf, courtNameOf, EVERYTHING, type CohortParts } from "../model/cohort.ts";
import { rankedCategoriesOf, type JudgedBenchmark } from "../model/entry.ts";
import type { DueRun } from "../ports.ts";
import type { CohortName } from "../ranks/rank-reads.ts";

/** Where a score is judged: in a category, by a cohort of it, and by the best of the category or of wider ones. */
export interface Court extends CohortName {
  /** The ids of the categories with fewer of the settings that the run states, the narrowest first. */
  wider: readonly string[];
  benchmark_id: number;
}

/** Returns the cohort by which scores on some parts are judged: that of all entries where a part that matters is unknown. */
export function judgedCohortOf(parts: CohortParts, { measures }: Pick<JudgedBenchmark, "measures">): string {
  const measured = measures.map((kind) => [kind, parts[kind]] as const);
  const isKnown = measured.every(([, id]) => id !== undefined);
  return isKnown ? cohortOf(Object.fromEntries(measured)) : EVERYTHING;
}

/** Returns where the score of a run is or was judged; null where it has none or belongs to no category. */
export function courtOf(run: DueRun, parts: CohortParts, benchmark: JudgedBenchmark): Court | null {
  // The last one is that of all settings that the run states.
  const [category, ...wider] = rankedCategoriesOf({ ...run, status: "complete", suspect: null }, benchmark)
    .toReversed()
    .map(categoryIdOf);
  if (category === undefined) return null;
  return { category, cohort: judgedCohortOf(parts, benchmark), wider, benchmark_id: run.benchmark_id };
}

/**
 * Returns the cohorts of which a change may end the mark of an outlier.
 * @param by which comparison has marked it
 * @param asked how many of the categories were asked, the narrowest first: the last one has decided, and wider ones are never asked
 */
export function clearedBy(
  { category, cohort, wider }: Court,
  by: "cohort" | "category",
  asked: number,
): string[] {
  const own = courtNameOf({ category, cohort });
  if (by === "cohort") return [own];
  const categories = [category, ...wider].slice(0, asked);
  const whole = categories.map((id) => courtNameOf({ category: id, cohort: EVERYTHING }));
  return [...new Set([own, ...whole])];
}
