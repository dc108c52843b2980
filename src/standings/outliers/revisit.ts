import { finishEach, oneByOne, type Sweep } from "../../infra/sweep.ts";
import { inPages } from "../../account-data.ts";
import { courtNameOf, EVERYTHING, readMember } from "../model/cohort.ts";
import { isRanked, valueOf } from "../model/entry.ts";
import {
  CLEARED_BELOW,
  CLEARED_BELOW_BEST,
  deviationsOf,
  isBigEnough,
  MARKED_ABOVE_BEST,
  timesBest,
  usualScoresOf,
  type Rivals,
  type Spread,
} from "../model/outlier.ts";
import type { OutlierRuns, RankedBenchmarks, StandingsQueue } from "../ports.ts";
import type { Ranks } from "../ranks/ranks.ts";
import type { EntriesRepository } from "../records/entries-repository.ts";
import type { JudgedCohort, JudgedCohortsRepository } from "../records/judged-cohorts-repository.ts";
import { rivalsOf } from "./rivals.ts";

/** How many members at an end of a cohort are read at once. */
const MEMBERS_A_PAGE = 50;
/** So many pages of each end are looked at: a median can hardly have more outliers than that on one side without being theirs. */
const MAX_PAGES = 100;
const ENTRIES_A_PAGE = 25;
const OUTLIERS_A_PAGE = 200;
/** So many builds of a cohort get a job at once. The sweep of standings ranks the marked runs of further ones. */
const MAX_JOBS = 1000;

interface RevisitDeps {
  ranks: Pick<Ranks, "deviationOf" | "pageOf">;
  runs: OutlierRuns;
  entries: Pick<EntriesRepository, "findOfAccountIn">;
  judgedCohorts: Pick<JudgedCohortsRepository, "findDue" | "noteJudged">;
  benchmarkOf: RankedBenchmarks;
  queue: StandingsQueue;
}

/**
 * Creates the sweep that looks at cohorts again that have changed. It judges nothing itself: it marks runs to be ranked anew, and ranking
 * a run judges it. It looks at what lies outside of the usual scores, and at outliers, never at the whole cohort. It may end anywhere:
 * a cohort stays due until all of it was looked at.
 */
export function createRevisitSweep(deps: RevisitDeps): Sweep {
  const { judgedCohorts } = deps;
  return {
    name: "outliers",
    run: (signal) =>
      finishEach(oneByOne(judgedCohorts.findDue), (cohort) => revisit(deps, cohort), { signal }),
  };
}

async function revisit(deps: RevisitDeps, cohort: JudgedCohort): Promise<void> {
  const look = await lookAt(deps, cohort);
  // The ranks are being filled: the next round looks again.
  if (look === null) return;
  const builds = new Set<number>();
  const note = (buildId: number) => {
    if (builds.size < MAX_JOBS) builds.add(buildId);
  };
  if (look.mayClear) await markOutliers(deps, cohort, look.mayClear, note);
  if (look.usual) await markUnusual(deps, cohort, look.usual, note);
  await deps.judgedCohorts.noteJudged(cohort, look.spread);
  await finishEach(builds, (buildId) => deps.queue.updateStandings(buildId, cohort.benchmark_id));
}

interface Look {
  spread: Spread;
  /** Whether a cohort may clear an outlier with a score; null where the cohort says too little. */
  mayClear: ((score: number) => boolean) | null;
  /** The scores between which nothing is an outlier; null where the cohort says too little. */
  usual: Usual | null;
}

interface Usual {
  from: number;
  to: number;
}

const EMPTY: Spread = { builds: 0, logMedian: 0, logMad: 0 };

/** Returns what a cohort says of its scores now; null while the ranks are unavailable. */
async function lookAt({ ranks, benchmarkOf }: RevisitDeps, court: JudgedCohort): Promise<Look | null> {
  const deviation = await ranks.deviationOf(court);
  if (deviation === null) return null;
  if (deviation === "empty") return { spread: EMPTY, mayClear: null, usual: null };
  const spread = deviation;
  if (court.cohort !== EVERYTHING) {
    const mayClear = (score: number) => Math.abs(deviationsOf(score, spread)) <= CLEARED_BELOW;
    return { spread, mayClear, usual: usualScoresOf(spread) };
  }
  const isHigherBetter = benchmarkOf(court.benchmark_id).higher_is_better;
  const all = { category: court.category, cohort: EVERYTHING, isHigherBetter };
  const [best] = (await ranks.pageOf(all, { offset: 0, limit: 1 }))?.members ?? [];
  if (!best) return null;
  // Only the account with the best score can be better than all others.
  const rivals = await rivalsOf(ranks, all, readMember(best.member, EVERYTHING).accountId);
  if (!rivals) return null;
  // The best score of all may be the outlier's own account's, which does not clear it: judging it tells.
  const whole: Rivals = { builds: rivals.builds, bestOther: best.score };
  const mayClear = (score: number) => timesBest(score, whole, { isHigherBetter }) <= CLEARED_BELOW_BEST;
  return {
    spread,
    mayClear: isBigEnough(whole) ? mayClear : null,
    usual: isBigEnough(rivals) ? upToAThirdBetter(rivals, isHigherBetter) : null,
  };
}

/** Of a whole category only those scores are unusual that are better by more than a third than those of all other accounts. */
function upToAThirdBetter({ bestOther }: Rivals, isHigherBetter: boolean): Usual {
  const best = bestOther ?? 0;
  return isHigherBetter
    ? { from: 0, to: best * MARKED_ABOVE_BEST }
    : { from: best / MARKED_ABOVE_BEST, to: Number.MAX_VALUE };
}

/** Marks those outliers of a cohort that may be none any more, and notes their builds. */
async function markOutliers(
  { runs }: RevisitDeps,
  court: JudgedCohort,
  mayClear: (score: number) => boolean,
  note: (buildId: number) => void,
): Promise<void> {
  for (let after = ""; ;) {
    const page = await runs.findOutliersOf(courtNameOf(court), after, OUTLIERS_A_PAGE);
    const last = page.at(-1);
    if (!last) return;
    after = last._id;
    const nearer = page.filter(({ score }) => score !== null && mayClear(score));
    if (nearer.length > 0) await runs.markRunsForRanking(nearer.map(({ _id }) => _id));
    for (const { build_id } of nearer) note(build_id);
  }
}

/** Marks the runs of a cohort that lie outside of its usual scores, and notes their builds. */
async function markUnusual(
  deps: RevisitDeps,
  court: JudgedCohort,
  usual: Usual,
  note: (buildId: number) => void,
): Promise<void> {
  const { entries, runs, benchmarkOf } = deps;
  const isHigherBetter = benchmarkOf(court.benchmark_id).higher_is_better;
  const members = [
    ...(await membersOutside(deps, { court, isHigherBetter, usual, fromTheBest: true })),
    ...(await membersOutside(deps, { court, isHigherBetter, usual, fromTheBest: false })),
  ];
  const values = [valueOf(usual.from, { isHigherBetter }), valueOf(usual.to, { isHigherBetter })] as const;
  const bounds = { above: Math.max(...values), below: Math.min(...values) };
  const accounts = new Set(members.map((member) => member.split(":")[0] ?? ""));
  for (const accountId of accounts) {
    const findPage = (afterId?: string) =>
      entries.findOfAccountIn(accountId, court.category, { limit: ENTRIES_A_PAGE, afterId });
    for await (const entry of inPages(findPage)) {
      if (!isRanked(entry) || !entry.cohorts.includes(court.cohort)) continue;
      if (await runs.markOutsideForRanking(entry.build_id, court.category, bounds)) note(entry.build_id);
    }
  }
}

interface Search {
  court: JudgedCohort;
  isHigherBetter: boolean;
  usual: Usual;
  /** True to begin with the best, false with the worst. */
  fromTheBest: boolean;
}

/** Returns the members at one end of a cohort whose scores are not usual. */
async function membersOutside(
  { ranks }: RevisitDeps,
  { court, isHigherBetter, usual, fromTheBest }: Search,
): Promise<string[]> {
  const name = { category: court.category, cohort: court.cohort, isHigherBetter };
  const isUsual = (score: number) => score >= usual.from && score <= usual.to;
  const found: string[] = [];
  let total = (await ranks.pageOf(name, { offset: 0, limit: 1 }))?.total ?? 0;
  for (let pages = 0; pages < MAX_PAGES && found.length < total; pages += 1) {
    const limit = Math.min(MEMBERS_A_PAGE, total - found.length);
    const offset = fromTheBest ? found.length : total - found.length - limit;
    const page = await ranks.pageOf(name, { offset, limit });
    if (!page) return found;
    total = page.total;
    const members = fromTheBest ? page.members : page.members.toReversed();
    const end = members.findIndex(({ score }) => isUsual(score));
    found.push(...members.slice(0, end === -1 ? undefined : end).map(({ member }) => member));
    if (end !== -1 || members.length === 0) return found;
  }
  return found;
}
