import { requireRanks } from "../errors.ts";
import { cohortOf } from "../model/cohort.ts";
import type { Ranks } from "../ranks/ranks.ts";
import type { MedianQuestion } from "./part-medians.ts";

/**
 * Returns the scores that a build is expected to reach with each of several new parts. An expected score is the
 * build's own score times the ratio of the medians, but no better than nine tenths of the builds with the new part.
 * The expected score is null if the build has no score, or if this bound is not better than the build's own score.
 * @param gained the chips or models of the new parts, each with the ratio of the medians
 * @throws RanksMissingError
 */
export async function expectedScores(
  ranks: Pick<Ranks, "standingsOf">,
  { category, isHigherBetter, kind, other }: MedianQuestion,
  { own, gained }: { own: number | null; gained: readonly { slug: string; ratio: number }[] },
): Promise<(number | null)[]> {
  if (own === null || gained.length === 0) return gained.map(() => null);
  // Pass an empty member name, because the build itself is not among the builds with the new part. Only the quantiles
  // of the answer are used, which are those of all builds with the new part.
  const asked = gained.map(({ slug }) => {
    const cohort = cohortOf({ ...other, [kind]: slug });
    return { category, cohort, member: "", score: own, isHigherBetter };
  });
  const standings = requireRanks(await ranks.standingsOf(asked));
  return gained.map(({ ratio }, index) => {
    const { p10 = -Infinity, p90 = Infinity } = standings[index] ?? {};
    const expected = isHigherBetter ? Math.min(own * ratio, p90) : Math.max(own * ratio, p10);
    return (isHigherBetter ? expected > own : expected < own) ? expected : null;
  });
}
