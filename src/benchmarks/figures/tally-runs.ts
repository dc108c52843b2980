import { benchmarkTypeOf } from "../model/benchmark-types.ts";
import { groupVariantOf, standsAlone, type TalliedRun, type TallyNote } from "../model/run-tally.ts";
import {
  bestOf,
  changeSums,
  laterOf,
  latestRunOf,
  noScores,
  type LatestRun,
  type ScoreGroup,
  type ScoreSums,
} from "../model/score-group.ts";
import { suspicionOf } from "../model/suspicion.ts";
import type { BuildFigures } from "../records/build-figures-repository.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

/** A run, and whether the figures of its build are to count it. */
export interface WantedRun {
  run: TalliedRun;
  isCounted: boolean;
}

/** How many benchmarks and variants the figures of a build have at most. Runs of further variants stand in its list alone. */
const MAX_GROUPS = 1000;
/** How many of these may be of a single run whose game is unknown, so that such runs leave room for games. */
const MAX_LONE_GROUPS = 100;

/** The stored runs and the figures that were read before them do not fit together: another process has changed both meanwhile. */
export class FiguresOutdatedError extends Error {}

/** The queries for what the kept figures themselves cannot tell. */
export type GroupQueries = Pick<RunsRepository, "findBestOf" | "findLatestOf">;

/**
 * Returns the figures that follow when some runs are tallied as wanted. Each run's `tally` says what the figures contain of it so
 * far, so only the difference is applied.
 * @throws FiguresOutdatedError
 */
export async function tallyRuns(
  queries: GroupQueries,
  figures: BuildFigures,
  wanted: readonly WantedRun[],
): Promise<BuildFigures> {
  const listed = new Map(figures.listed.map(({ benchmark_id, runs }) => [benchmark_id, runs]));
  const groups = new Map(figures.groups.map((group) => [keyOf(group), group]));
  const changes = new Map<string, GroupChange>();
  const changeOf = (name: GroupName): GroupChange => {
    const change = changes.get(keyOf(name)) ?? { ...name, added: [], removed: [] };
    changes.set(keyOf(name), change);
    return change;
  };
  const hasRoomFor = (name: GroupName): boolean => {
    if (groups.has(keyOf(name)) || changes.has(keyOf(name))) return true;
    const all = new Map<string, GroupName>([...groups, ...changes]);
    const lone = [...all.values()].filter((group) => standsAlone(group.variant)).length;
    return all.size < MAX_GROUPS && (!standsAlone(name.variant) || lone < MAX_LONE_GROUPS);
  };
  const notes: TallyNote[] = [];
  for (const { run, isCounted } of wanted) {
    const { benchmark_id, tally, score, variant } = run;
    const difference = Number(run.status !== "deleting") - Number(tally?.is_listed ?? false);
    listed.set(benchmark_id, (listed.get(benchmark_id) ?? 0) + difference);
    if (tally?.score !== undefined) {
      const name = { benchmark_id, variant: tally.variant ?? null };
      changeOf(name).removed.push({ run_id: run._id, score: tally.score });
    }
    const is_suspect = suspicionOf(run) !== null;
    const group = { benchmark_id, variant: groupVariantOf(run, is_suspect) };
    const isAdded = isCounted && score !== null && hasRoomFor(group);
    if (isAdded) changeOf(group).added.push(latestRunOf(run, score));
    notes.push({ run_id: run._id, status: run.status, variant, score, is_suspect, is_counted: isAdded });
  }
  const without = wanted.map(({ run }) => run._id);
  for (const [key, change] of changes) {
    const next = await changeGroup(queries, groups.get(key), change, { buildId: figures._id, without });
    if (next === null) groups.delete(key);
    else groups.set(key, next);
  }
  return {
    _id: figures._id,
    revision: figures.revision + 1,
    listed: [...listed].flatMap(([benchmark_id, runs]) => (runs > 0 ? [{ benchmark_id, runs }] : [])),
    groups: [...groups.values()],
    notes,
  };
}

type GroupName = Pick<ScoreGroup, "benchmark_id" | "variant">;

/** What happens to one group of scores. */
interface GroupChange {
  benchmark_id: number;
  variant: string | null;
  added: LatestRun[];
  removed: { run_id: string; score: number }[];
}

/** Returns a group after a change; null where no run is left in it. */
async function changeGroup(
  queries: GroupQueries,
  group: ScoreGroup | undefined,
  { benchmark_id, variant, added, removed }: GroupChange,
  { buildId, without }: { buildId: number; without: readonly string[] },
): Promise<ScoreGroup | null> {
  let sums: ScoreSums = group ?? noScores;
  for (const { score } of removed) sums = changeSums(sums, score, "take away");
  for (const { score } of added) sums = changeSums(sums, score, "add");
  if (sums.runs === 0) return null;
  const isHigherBetter = benchmarkTypeOf(benchmark_id).higher_is_better;
  const name = { benchmark_id, variant };
  // Where the best or the latest is taken away, the store tells which run follows it.
  const isBestGone = removed.some(({ score }) => score === group?.best);
  const best = isBestGone
    ? await queries.findBestOf(buildId, name, { isHigherBetter, without })
    : group?.best;
  const isLatestGone = removed.some(({ run_id }) => run_id === group?.latest.run_id);
  const latest = isLatestGone ? await queries.findLatestOf(buildId, name, { without }) : group?.latest;
  const bests = [...(typeof best === "number" ? [best] : []), ...added.map(({ score }) => score)];
  const latests = [...(latest ? [latest] : []), ...added];
  if (bests.length === 0 || latests.length === 0) throw new FiguresOutdatedError();
  return { ...name, ...sums, best: bestOf(bests, isHigherBetter), latest: latests.reduce(laterOf) };
}

function keyOf({ benchmark_id, variant }: GroupName): string {
  return JSON.stringify([benchmark_id, variant]);
}
