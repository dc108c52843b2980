import { inBatches } from "../../infra/batches.ts";
import { requireRanks } from "../errors.ts";
import { cohortOf, type CohortKind, type CohortParts } from "../model/cohort.ts";
import type { CohortMedian } from "../ranks/rank-reads.ts";
import type { Ranks } from "../ranks/ranks.ts";

/**
 * The maximum number of cohorts whose medians one call to Redis reads, so that Redis answers other clients between two
 * calls.
 */
const COHORTS_A_STEP = 500;

/** A request for the medians of builds with products of one kind. */
export interface MedianQuestion {
  category: string;
  isHigherBetter: boolean;
  kind: CohortKind;
  /**
   * The build's part of the other kind, for medians of builds that have this part, too; empty if no such median is
   * needed.
   */
  other: CohortParts;
}

/** The medians of the builds with one part. A median is null if fewer than five such builds were measured. */
export interface PartMedians {
  /** The median of all builds with the part. */
  plain: CohortMedian | null;
  /**
   * The median of those builds with the part that also have the other part; also null if the question names no other
   * part.
   */
  beside: CohortMedian | null;
}

/** Reads the medians of the builds with each of the given chips or models. @throws RanksMissingError */
export async function readPartMedians(
  ranks: Pick<Ranks, "mediansOf">,
  { category, isHigherBetter, kind, other }: MedianQuestion,
  slugs: readonly string[],
): Promise<PartMedians[]> {
  const hasOther = Object.keys(other).length > 0;
  const shared = slugs.flatMap((slug): CohortParts[] => [
    { [kind]: slug },
    ...(hasOther ? [{ ...other, [kind]: slug }] : []),
  ]);
  const cohorts = shared.map((parts) => ({ category, cohort: cohortOf(parts), isHigherBetter }));
  const found: (CohortMedian | null)[] = [];
  for await (const step of inBatches(cohorts, COHORTS_A_STEP))
    found.push(...requireRanks(await ranks.mediansOf(step)));
  const perPart = hasOther ? 2 : 1;
  return slugs.map((_slug, index) => ({
    plain: found[index * perPart] ?? null,
    beside: hasOther ? (found[index * perPart + 1] ?? null) : null,
  }));
}
