import type { NewId } from "../../infra/new-id.ts";
import { EVERYTHING, type CohortParts } from "../model/cohort.ts";
import { MIN_ENTRIES, sigmaOf, type Spread } from "../model/outlier.ts";
import type { RankedBenchmarks } from "../ports.ts";
import type { CohortName } from "../ranks/rank-reads.ts";
import type { Ranks } from "../ranks/ranks.ts";
import type { JudgedCohortsRepository } from "../records/judged-cohorts-repository.ts";
import { judgedCohortOf, type Court } from "./court.ts";

/** A cohort is looked at again when it has grown or shrunk by this share, … */
const CHANGED_BUILDS = 0.1;
/** … when its median has moved by about this share, … */
const CHANGED_MEDIAN = 0.01;
/** … or its robust deviation by this one. */
const CHANGED_SIGMA = 0.1;

interface CourtsDeps {
  ranks: Pick<Ranks, "deviationOf">;
  judgedCohorts: Pick<JudgedCohortsRepository, "find" | "markDue">;
  benchmarkOf: RankedBenchmarks;
  newId: NewId;
}

/** Notes which courts have to look at their scores again. */
export type Courts = ReturnType<typeof createCourts>;

/** Creates what notes that a court has to look at its scores again. */
export function createCourts({ ranks, judgedCohorts, benchmarkOf, newId }: CourtsDeps) {
  const note = async (name: CohortName, benchmark_id: number, isCertain: boolean): Promise<void> => {
    const [known, now] = await Promise.all([judgedCohorts.find(name), ranks.deviationOf(name)]);
    if (known?.due !== undefined) return;
    const spread = now === "empty" ? null : now;
    const isEstablished = (known?.is_established ?? false) || (spread?.builds ?? 0) >= MIN_ENTRIES;
    // Where there are no ranks, nobody knows what has changed.
    if (isCertain && now !== null && !(isEstablished && hasMoved(known?.spread ?? null, spread))) return;
    await judgedCohorts.markDue(name, { benchmark_id, is_established: isEstablished, due: newId() });
  };
  return {
    /**
     * Notes that an entry of a category has changed: the cohorts by which scores on its parts are judged, those that it has left included,
     * and the whole category look again where they have changed enough since they last did.
     * @param parts the parts that the entry has and had
     */
    noteEntry: async (
      { category, benchmarkId }: { category: string; benchmarkId: number },
      parts: readonly CohortParts[],
    ): Promise<void> => {
      const cohorts = parts.map((some) => judgedCohortOf(some, benchmarkOf(benchmarkId)));
      for (const cohort of new Set([...cohorts, EVERYTHING]))
        await note({ category, cohort }, benchmarkId, true);
    },

    /** Notes that a score could not be judged: its courts look again in any case. */
    noteUnjudged: async ({ category, cohort, wider, benchmark_id }: Court): Promise<void> => {
      await note({ category, cohort }, benchmark_id, false);
      for (const id of [category, ...wider])
        await note({ category: id, cohort: EVERYTHING }, benchmark_id, false);
    },
  };
}

/** Whether a cohort has changed enough since it was looked at. */
function hasMoved(before: Spread | null, now: Spread | null): boolean {
  if (now === null) return false;
  if (before === null) return true;
  return (
    Math.abs(now.builds / before.builds - 1) >= CHANGED_BUILDS ||
    Math.abs(now.logMedian - before.logMedian) >= CHANGED_MEDIAN ||
    Math.abs(sigmaOf(now) / sigmaOf(before) - 1) >= CHANGED_SIGMA
  );
}
