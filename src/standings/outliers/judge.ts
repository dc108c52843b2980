import type { Message } from "../../readers/index.ts";
import { EVERYTHING } from "../model/cohort.ts";
import type { EntryBuild } from "../model/entry.ts";
import {
  isBigEnough,
  MAX_CLEARINGS,
  reasonOf,
  verdictOf,
  type Comparison,
  type Rivals,
} from "../model/outlier.ts";
import type { DueRun, OutlierMark, RankedBenchmarks } from "../ports.ts";
import type { Ranks } from "../ranks/ranks.ts";
import type { JudgedCohortsRepository } from "../records/judged-cohorts-repository.ts";
import { clearedBy, courtOf, type Court } from "./court.ts";
import { rivalsOf } from "./rivals.ts";

/** What judging needs. */
export interface JudgeDeps {
  ranks: Pick<Ranks, "deviationOf" | "pageOf">;
  judgedCohorts: Pick<JudgedCohortsRepository, "find">;
  benchmarkOf: RankedBenchmarks;
}

/** What a judgement changes of a run. */
interface Judgement {
  outlier: Message | null;
  /** By what it is an outlier; null where it is none. */
  mark: OutlierMark | null;
}

/** What came out: "unchanged" where nothing is to be written. */
export interface JudgedRun {
  judgement: Judgement | "unchanged";
  court: Court;
  /** False where the ranks could not be asked: then the court has to look at all of its scores later. */
  isCertain: boolean;
}

/** Judges the score of a run; null where it has no score that is compared with others. */
type Judge = (run: DueRun) => Promise<JudgedRun | null>;

/** Returns the judge of some runs of a build. What the ranks know of a court is asked once for all of them. */
export type JudgeOf = (build: EntryBuild | null) => Judge;

/**
 * Creates the judge of scores. A run of a game is judged among the runs of exactly the settings that it states, because the same
 * machine is many times as fast under others; where these are few, it must not beat the runs of wider categories by a third. A run about
 * which its reader or a reviewer has decided is not judged.
 */
export function createJudge(deps: JudgeDeps): JudgeOf {
  return (build) => judgeOf(deps, build);
}

function judgeOf({ ranks, judgedCohorts, benchmarkOf }: JudgeDeps, build: EntryBuild | null): Judge {
  const known = new Map<string, ReturnType<typeof look>>();
  async function look(court: Court, accountId: string, isHigherBetter: boolean) {
    const comparison = await compare(ranks, { court, accountId, isHigherBetter });
    if (!comparison) return null;
    return { comparison, isEstablished: (await judgedCohorts.find(court))?.is_established ?? false };
  }
  return async (run) => {
    const { score } = run;
    const type = benchmarkOf(run.benchmark_id);
    const court = build && courtOf(run, build.parts, type);
    if (!court) return null;
    if (run.status !== "complete" || score === null || score <= 0 || run.is_decided)
      return { judgement: "unchanged", court, isCertain: true };
    const isHigherBetter = type.higher_is_better;
    const key = JSON.stringify(court);
    const looking = known.get(key) ?? look(court, build.account_id, isHigherBetter);
    known.set(key, looking);
    const found = await looking;
    if (!found) return { judgement: "unchanged", court, isCertain: false };
    const { comparison, isEstablished } = found;
    const outlierBy = run.outlier?.by ?? null;
    const verdict = verdictOf({ score, isHigherBetter, outlierBy, isEstablished }, comparison);
    const judged = (judgement: JudgedRun["judgement"]) => ({ judgement, court, isCertain: true });
    if (!verdict) return judged("unchanged");
    if (verdict.isOutlier) {
      const parts = type.measures.map((kind) => kind.toUpperCase()).join(" and ");
      const outlier = reasonOf({ score, unit: type.unit, parts }, comparison, verdict.by);
      return judged({
        outlier,
        mark: { by: verdict.by, cleared_by: clearedBy(court, verdict.by, comparison.categories.length) },
      });
    }
    if (run.outlier === null || run.outlier_clearings >= MAX_CLEARINGS) return judged("unchanged");
    return judged({ outlier: null, mark: null });
  };
}

/** Returns what the ranks know of a court; null where they are not there, or Redis is away. */
async function compare(
  ranks: JudgeDeps["ranks"],
  { court, accountId, isHigherBetter }: { court: Court; accountId: string; isHigherBetter: boolean },
): Promise<Comparison | null> {
  try {
    const spread = court.cohort === EVERYTHING ? "empty" : await ranks.deviationOf(court);
    if (spread === null) return null;
    const categories: Rivals[] = [];
    for (const category of [court.category, ...court.wider]) {
      const rivals = await rivalsOf(ranks, { category, isHigherBetter }, accountId);
      if (!rivals) return null;
      categories.push(rivals);
      if (isBigEnough(rivals)) break;
    }
    return { spread: spread === "empty" ? null : spread, categories };
  } catch {
    // Whoever settles the ranks later notices, too, and reports it.
    return null;
  }
}
