import { inBatches } from "../../infra/batches.ts";
import { requireRanks } from "../errors.ts";
import { cohortOf, type CohortKind, type CohortParts } from "../model/cohort.ts";
import type { CohortMedian } from "../ranks/rank-reads.ts";
import type { Ranks } from "../ranks/ranks.ts";

/**
 * The maximum number of groups of builds whose medians one call to Redis reads: Redis answers other clients between
 * two calls.
 */
const COHORTS_A_STEP = 500;

/** A request for the medians of builds with each of several chips or models of one kind. */
export interface MedianQuestion {
  category: string;
  isHigherBetter: boolean;
  kind: CohortKind;
  /** The part of the other kind (CPU or GPU) that all compared builds have; empty if they may have any. */
  other: CohortParts;
}

/**
 * Returns, for each given chip or model, the median of the builds with it; null where too few builds have it.
 * @throws RanksMissingError
 */
export async function readPartMedians(
  ranks: Pick<Ranks, "mediansOf">,
  { category, isHigherBetter, kind, other }: MedianQuestion,
  slugs: readonly string[],
): Promise<(CohortMedian | null)[]> {
  const cohorts = slugs.map((slug) => ({
    category,
    cohort: cohortOf({ ...other, [kind]: slug }),
    isHigherBetter,
  }));
  const found: (CohortMedian | null)[] = [];
  for await (const step of inBatches(cohorts, COHORTS_A_STEP))
    found.push(...requireRanks(await ranks.mediansOf(step)));
  return found;
}
