import { GAME, type FactBuild, type FactRun, type Facts } from "./facts.ts";

/** The kinds of part that each benchmark measures, by the benchmark's id. */
export const judgedKinds: Record<number, readonly ("cpu" | "gpu")[]> = {
  15: ["cpu"],
  7: ["gpu"],
  [GAME]: ["cpu", "gpu"],
};

/**
 * Returns the name of a group of results: by benchmark and variant, and by the resolution and the preset that are
 * given. A resolution or preset of null does not limit the group.
 */
const nameOf = (...fields: [number, string | null, string | null, string | null]) => fields.join("|");

/** Returns the name of the group of all results of a run's benchmark and variant. */
export const wholeOf = ({ benchmark, variant }: Pick<FactRun, "benchmark" | "variant">) =>
  nameOf(benchmark, variant, null, null);

/** Returns the name of the group of results with a run's resolution and preset; null if the run does not name both. */
export const pairOf = ({ benchmark, variant, resolution, preset }: FactRun) =>
  benchmark === GAME && variant !== null && resolution !== null && preset !== null
    ? nameOf(benchmark, variant, resolution, preset)
    : null;

/**
 * Returns the names of all groups of results that a run belongs to. The last group is the one with all settings of the
 * run.
 */
function groupsOf({ benchmark, variant, resolution, preset }: FactRun): string[] {
  if (benchmark !== GAME) return [nameOf(benchmark, variant, null, null)];
  if (variant === null) return [];
  const all = [
    nameOf(benchmark, variant, null, null),
    nameOf(benchmark, variant, null, preset),
    nameOf(benchmark, variant, resolution, null),
    nameOf(benchmark, variant, resolution, preset),
  ];
  return [...new Set(all)];
}

function groupBy<T>(things: readonly T[], keyOf: (thing: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const thing of things) groups.set(keyOf(thing), [...(groups.get(keyOf(thing)) ?? []), thing]);
  return [...groups.values()];
}

const bestOf = (runs: readonly FactRun[]) => Math.max(...runs.map(({ score }) => score));

/** Returns a quantile of numbers, with linear interpolation. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const low = sorted[Math.floor(place)] ?? 0;
  return low + ((sorted[Math.ceil(place)] ?? low) - low) * (place - Math.floor(place));
}

const FEW = 8;
const MANY = 20;

/**
 * Returns two lists of runs in a group of results: `far` has the runs whose scores the outlier check has to mark,
 * because they lie too far from the median of accounts with the same measured parts; `border` has the runs that are so
 * close to the limit that earlier marks decide whether they are marked.
 */
function farOf(group: string, all: readonly FactRun[]) {
  const [far, border]: [FactRun[], FactRun[]] = [[], []];
  const partsOf = ({ build, benchmark }: FactRun) => judgedKinds[benchmark]?.map((kind) => build[kind]) ?? [];
  const comparable = all.filter((run) => groupsOf(run).includes(group) && !partsOf(run).includes(null));
  for (const cohort of groupBy(comparable, (run) => partsOf(run).join("|"))) {
    const logs = groupBy(cohort, ({ build }) => build.account).map((runs) => Math.log(bestOf(runs)));
    if (logs.length < FEW) continue;
    const middle = quantile(logs, 0.5);
    const deviations = logs.map((log) => Math.abs(log - middle));
    const limit = (logs.length < MANY ? 8 : 5) * Math.max(0.01, 1.4826 * quantile(deviations, 0.5));
    const isBeyond = (score: number, distance: number) => Math.abs(Math.log(score) - middle) > distance;
    for (const run of cohort) {
      if (groupsOf(run).at(-1) !== group || run.review !== null) continue;
      // A low score does not make a run an outlier while its build has a run whose score is within the outlier bounds.
      const scores = [run.score, bestOf(cohort.filter(({ build }) => build === run.build))];
      if (scores.every((score) => isBeyond(score, limit))) far.push(run);
      if (scores.some((score) => isBeyond(score, 0.9 * limit) && !isBeyond(score, limit))) border.push(run);
    }
  }
  return { far, border };
}

/** Returns the runs that are more than a third better than the best of all other accounts. */
function aheadOf(whole: string, all: readonly FactRun[], outliers: ReadonlySet<FactRun>): FactRun[] {
  const runs = all.filter((run) => groupsOf(run)[0] === whole);
  if (new Set(runs.map(({ build }) => build)).size < MANY) return [];
  const left = runs.filter((run) => !outliers.has(run));
  return left.filter(({ score, review, build: { account } }) => {
    const others = left.filter(({ build }) => build.account !== account);
    return review === null && others.length > 0 && score > (4 / 3) * bestOf(others);
  });
}

/**
 * Returns the outliers, found by comparing each run with all others, and the runs at the border of being an outlier.
 */
export function findOutliers({ runs }: Facts): { outliers: ReadonlySet<FactRun>; border: FactRun[] } {
  const all = runs.filter(({ review }) => review !== "rejected");
  const found = [...new Set(all.flatMap(groupsOf))].map((group) => farOf(group, all));
  const outliers = new Set(found.flatMap(({ far }) => far));
  for (;;) {
    const ahead = [...new Set(all.map(wholeOf))].flatMap((whole) => aheadOf(whole, all, outliers));
    if (ahead.length === 0) return { outliers, border: found.flatMap(({ border }) => border) };
    for (const run of ahead) outliers.add(run);
  }
}

/** The best ranked run of a build in a group of results. */
interface Entry {
  build: FactBuild;
  group: string;
  run: FactRun;
}

/** Returns the best ranked run of each build in each group of results. */
export function entriesOf({ runs }: Facts, outliers: ReadonlySet<FactRun>): Entry[] {
  const ranked = runs.filter((run) => run.review !== "rejected" && !outliers.has(run));
  const all = ranked.flatMap((run) => groupsOf(run).map((group) => ({ build: run.build, group, run })));
  return groupBy(all, ({ build, group }) => `${build.id} ${group}`).map((some) =>
    some.reduce((best, one) => (one.run.score > best.run.score ? one : best)),
  );
}

/** The parts that all builds of a cohort (a group of compared builds) have. */
export type Shared = { [kind in "cpu" | "gpu"]?: string };

/**
 * Returns the score of each member of a cohort (a group of compared builds), by the member's name. A member is an
 * account in a cohort with parts, and a pair of account and hardware (CPU and GPU) in the cohort of all.
 */
export function cohortOf(entries: readonly Entry[], group: string, shared: Shared): Record<string, number> {
  const scores: Record<string, number> = {};
  for (const { build, group: own, run } of entries) {
    if (own !== group || Object.entries(shared).some(([kind, name]) => build[kind as "cpu"] !== name))
      continue;
    const member = memberOf(build, shared);
    scores[member] = Math.max(run.score, scores[member] ?? 0);
  }
  return scores;
}

/**
 * Returns the name under which a build counts in a cohort (a group of compared builds): its account or, in the cohort
 * of all builds, its account and hardware.
 */
export function memberOf({ account, cpu, gpu }: FactBuild, shared: Shared): string {
  return Object.keys(shared).length > 0 ? account : `${account} ${cpu} ${gpu}`;
}

/** The groups of results of one benchmark and variant in which the service compares results. */
export interface Compared {
  /**
   * The groups of results whose medians may be shown: the most measured pairs of resolution and preset, or all results.
   */
  usual: readonly string[];
  /** The groups of results with a resolution and a preset; empty if all results are compared with each other. */
  pairs: readonly string[];
  isMixed: boolean;
}

/** Returns the groups of results of a benchmark and variant in which the service compares results. */
export function comparedIn(entries: readonly Entry[], whole: string): Compared {
  if (!whole.startsWith(`${GAME}|`)) return { usual: [whole], pairs: [], isMixed: false };
  const sizeOf = (group: string) => Object.keys(cohortOf(entries, group, {})).length;
  const ofGame = entries.filter(({ run }) => wholeOf(run) === whole);
  const pairs = [...new Set(ofGame.flatMap(({ run }) => pairOf(run) ?? []))];
  const named = pairs.reduce((sum, pair) => sum + sizeOf(pair), 0);
  const all = sizeOf(whole);
  if (pairs.length === 0 || named < all / 2) return { usual: [whole], pairs: [], isMixed: all > 0 };
  const most = Math.max(...pairs.map(sizeOf));
  return { usual: pairs.filter((pair) => sizeOf(pair) === most), pairs, isMixed: false };
}
