import { inBatches } from "../../infra/batches.ts";
import { requireRanks } from "../errors.ts";
import { cohortOf, type CohortKind, type CohortParts } from "../model/cohort.ts";
import type { CohortMedian } from "../ranks/rank-reads.ts";
import type { Ranks } from "../ranks/ranks.ts";

/** How many cohorts the ranks answer about in one step, so that Redis answers other clients in between. */
const COHORTS_A_STEP = 500;

/** A request for the medians of builds, by the products of one kind. */
export interface MedianQuestion {
  category: string;
  isHigherBetter: boolean;
  kind: CohortKind;
  /** The other part of the build, where medians of builds with the same other part are requested, too. */
  other: CohortParts;
}

/** The medians of the builds with one part; null where fewer than five are measured. */
export interface PartMedians {
  /** The median of all builds with the part. */
  plain: CohortMedian | null;
  /**
   * The median of those builds with the part that also have the other part; null also where the call names no other
   * part.
   */
  beside: CohortMedian | null;
}

/** Reads the medians of the builds with each of some parts. @throws RanksMissingError */
export async function readPartMedians(
  ranks: Pick<Ranks, "mediansOf">,
  { category, isHigherBetter, kind, other }: MedianQuestion,
  ids: readonly number[],
): Promise<PartMedians[]> {
  const hasOther = Object.keys(other).length > 0;
  const shared = ids.flatMap((id): CohortParts[] => [
    { [kind]: id },
    ...(hasOther ? [{ ...other, [kind]: id }] : []),
  ]);
  const cohorts = shared.map((parts) => ({ category, cohort: cohortOf(parts), isHigherBetter }));
  const found: (CohortMedian | null)[] = [];
  for await (const step of inBatches(cohorts, COHORTS_A_STEP))
    found.push(...requireRanks(await ranks.mediansOf(step)));
  const perPart = hasOther ? 2 : 1;
  return ids.map((_id, index) => ({
    plain: found[index * perPart] ?? null,
    beside: hasOther ? (found[index * perPart + 1] ?? null) : null,
  }));
}
