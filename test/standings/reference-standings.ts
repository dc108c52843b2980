import type { ExecutionContext } from "ava";
import type { Db } from "mongodb";
import type { Redis } from "ioredis";
import type { Run } from "../../src/benchmarks/model/run.ts";
import { unrankedOf } from "../../src/benchmarks/model/unranked.ts";
import type { Build } from "../../src/builds/model/build.ts";
import { categoriesOf, categoryIdOf, type Category } from "../../src/standings/model/category.ts";
import type { CohortParts } from "../../src/standings/model/cohort.ts";
import { isRanked, type Entry } from "../../src/standings/model/entry.ts";

const CAPTURE = 16;
/**
 * Orders runs from the best to the worst. Assumes that higher scores are better, as in all benchmarks of the tests that
 * use this file.
 */
const betterFirst = (a: Run, b: Run): number =>
  (b.score ?? 0) - (a.score ?? 0) ||
  a.created_at.getTime() - b.created_at.getTime() ||
  (a.submission_id < b.submission_id ? -1 : a.submission_id > b.submission_id ? 1 : a.sequence - b.sequence);

/** An entry of a ranking (the best run of a build in a category), computed from runs and builds. */
export interface ReferenceEntry {
  build_id: number;
  account_id: string;
  category: string;
  run_id: string;
  score: number;
  parts: CohortParts;
}

/** Returns the best ranked run of each build and category, computed from only the stored runs, builds and products. */
export async function referenceEntries(db: Db): Promise<ReferenceEntry[]> {
  const builds = await db.collection<Build>("builds").find().toArray();
  const runs = await db.collection<Run>("runs").find({ status: "complete" }).toArray();
  const products = await db.collection("products").find().toArray();
  const slugOf = new Map(products.map(({ _id, compared_as }) => [String(_id), compared_as as string]));
  return builds.flatMap(({ _id: build_id, owner_id, deleted_at, parts }) => {
    if (owner_id === null || deleted_at) return [];
    const best = new Map<string, Run>();
    const ranked = runs.filter((run) => run.build_id === build_id && !unrankedOf(run));
    for (const run of ranked.toSorted(betterFirst))
      for (const category of categoriesOf(withSettingsOfFile(run), {
        isOfGame: run.benchmark_id === CAPTURE,
      })) {
        const id = categoryIdOf(category);
        if (!best.has(id)) best.set(id, run);
      }
    return [...best].map(([category, { _id: run_id, score }]) => {
      const slugs = { cpu: slugOf.get(`cpu:${parts.cpu}`), gpu: slugOf.get(`gpu:${parts.gpu}`) };
      const compared = JSON.parse(JSON.stringify(slugs)) as CohortParts;
      return { build_id, account_id: owner_id, category, run_id, score: score ?? 0, parts: compared };
    });
  });
}

/** Returns a run with the resolution that its file states in place of the typed resolution. */
function withSettingsOfFile(run: Run): Run {
  const resolution = run.recorded_on?.resolution ?? run.settings?.resolution;
  return resolution === undefined ? run : { ...run, settings: { ...run.settings, resolution } };
}

/**
 * Returns the cohorts (groups of compared builds) of a build with the given parts, by enumerating all subsets of the
 * parts.
 */
function cohortsOfParts(parts: CohortParts): string[] {
  const known = (["cpu", "gpu"] as const).flatMap((kind) =>
    parts[kind] === undefined ? [] : [`${kind}=${parts[kind]}`],
  );
  return Array.from({ length: 2 ** known.length }, (_, choice) => {
    const chosen = known.filter((_name, bit) => Math.floor(choice / 2 ** bit) % 2 === 1);
    return chosen.length === 0 ? "all" : chosen.join("&");
  });
}

type Members = Record<string, Record<string, number>>;

/**
 * Returns the best score of each member of each cohort (a group of compared builds): `<category>:<cohort>` → member →
 * score.
 */
export function referenceRanks(entries: readonly ReferenceEntry[]): Members {
  const ranks: Members = {};
  for (const { category, account_id, parts, score } of entries)
    for (const cohort of cohortsOfParts(parts)) {
      const member = cohort === "all" ? `${account_id}:${parts.cpu ?? ""}:${parts.gpu ?? ""}` : account_id;
      const members = (ranks[`${category}:${cohort}`] ??= {});
      members[member] = Math.max(score, members[member] ?? Number.NEGATIVE_INFINITY);
    }
  return ranks;
}

/** Returns the stored entries of rankings that have a run, in the form in which `referenceEntries` returns entries. */
export async function storedEntries(db: Db): Promise<ReferenceEntry[]> {
  const stored = await db.collection<Entry>("standings").find().toArray();
  return stored.filter(isRanked).map(({ build_id, account_id, category, run_id, score, parts }) => {
    return { build_id, account_id, category, run_id, score, parts };
  });
}

/** Returns the ready ranks in Redis in the form of `referenceRanks`; null if there are none. */
export async function storedRanks(redis: Redis, keyPrefix: string): Promise<Members | null> {
  const root = `{${keyPrefix}:standings}`;
  const generation = (await redis.get(`${root}:ready`))?.split(" ")[0];
  if (generation === undefined) return null;
  const ranks: Members = {};
  for (const key of await redis.keys(`${root}:${generation}:*`)) {
    const name = key.slice(`${root}:${generation}:`.length);
    if (/^(?:variants|resolutions|presets|pairs|measured|touched)/.test(name)) continue;
    const flat = await redis.zrange(key, "0", "-1", "WITHSCORES");
    ranks[name] = Object.fromEntries(
      Array.from({ length: flat.length / 2 }, (_, n) => [flat[2 * n] ?? "", Number(flat[2 * n + 1])]),
    );
  }
  return ranks;
}

/** Returns entries in an order that does not depend on the order of storing. */
export const inOrder = (entries: readonly ReferenceEntry[]): ReferenceEntry[] =>
  entries.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));

const keyOf = ({ build_id, category }: ReferenceEntry) => `${build_id}:${category}`;

/**
 * Returns the standing (rank, median and percentiles) of a score among the other members of a cohort (a group of
 * compared builds); null below five builds.
 */
export function referenceStanding(members: Record<string, number> | undefined, own: string, score: number) {
  const others = Object.entries(members ?? {}).flatMap(([member, value]) => (member === own ? [] : [value]));
  if (others.length < 4) return null;
  const all = Object.values(members ?? {}).toSorted((a, b) => a - b);
  const quantile = (p: number) => {
    const place = (all.length - 1) * p;
    const [low = 0, high = low] = [all[Math.floor(place)], all[Math.floor(place) + 1]];
    return low + (high - low) * (place - Math.floor(place));
  };
  return {
    builds: others.length + 1,
    rank: 1 + others.filter((other) => other > score).length,
    better_than_percent: Math.floor((100 * others.filter((other) => other < score).length) / others.length),
    median: quantile(0.5),
    p10: quantile(0.1),
    p90: quantile(0.9),
  };
}

type Settings = { resolution?: string; preset?: string } | undefined;

/** Returns the category of a run's resolution and preset if the run names both, otherwise the category `of`. */
export function ownPair(of: Category, settings: Settings): Category {
  const all = categoriesOf({ ...of, settings }, { isOfGame: of.benchmark_id === 16 });
  return all.find(({ resolution, preset }) => resolution !== null && preset !== null) ?? of;
}

/**
 * Returns the category of the resolution and preset with the most compared builds in a game. All runs of the game have
 * to name both settings.
 */
export function usualPair(
  membersOf: (of: Category, cohort: string) => object,
  runs: readonly { benchmark_id: number; settings?: Settings }[],
  game: Category,
): Category {
  const ofGame = runs.filter(({ benchmark_id }) => benchmark_id === game.benchmark_id);
  const settingsOf = new Map(ofGame.map(({ settings }) => [JSON.stringify(settings), settings]));
  const pairs = [...settingsOf.values()].map((settings) => {
    const pair = ownPair(game, settings);
    return { pair, id: categoryIdOf(pair), size: Object.keys(membersOf(pair, "all")).length };
  });
  return pairs.toSorted((a, b) => b.size - a.size || (a.id < b.id ? 1 : -1))[0]?.pair ?? game;
}

const isClose = (found: number, expected: number) =>
  Math.abs(found - expected) <= 1e-6 * Math.max(1, Math.abs(expected));

/**
 * Asserts that each number of a standing (rank) equals the expected one within a millionth, and that the standing is
 * null if null is expected.
 */
export function requireStanding(
  t: ExecutionContext,
  found: Figures | null,
  expected: Figures | null,
  of: string,
): void {
  if (expected === null || found === null) return void t.is(found, expected, of);
  for (const [figure, value] of Object.entries(expected))
    t.true(isClose(found[figure] ?? NaN, value), `${figure} of ${of}: ${found[figure]}, expected ${value}`);
}

type Figures = Record<string, number>;
