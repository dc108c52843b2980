import type { ExecutionContext } from "ava";
import { referenceStanding } from "../reference-standings.ts";
import { comparedNameOf, GAME, type FactRun, type Facts } from "./facts.ts";
import {
  cohortOf,
  comparedIn,
  entriesOf,
  findOutliers,
  judgedKinds,
  memberOf,
  pairOf,
  quantile,
  wholeOf,
  type Shared,
} from "./rules.ts";
import type { World } from "./world.ts";

const MIN_BUILDS = 5;

const isClose = (found: unknown, expected: unknown): boolean =>
  typeof expected === "number" && typeof found === "number"
    ? Math.abs(found - expected) <= 1e-9 * Math.abs(expected)
    : found === expected;

function requireFigures(
  t: ExecutionContext,
  found: object | null,
  expected: object | null,
  of: string,
): void {
  if (found === null || expected === null) return void t.is<unknown, unknown>(found, expected, of);
  for (const [name, value] of Object.entries(expected)) {
    const one = (found as Record<string, unknown>)[name];
    t.true(isClose(one, value), `${name} of ${of}: ${String(one)}, expected ${String(value)}`);
  }
}

/** The stored builds and runs, with the outliers and the ranked entries that follow from them. */
export type Expected = ReturnType<typeof expectedOf>;

/** Computes the outliers and the ranked entries that follow from stored builds and runs. */
export function expectedOf(facts: Facts) {
  const { outliers, border } = findOutliers(facts);
  const entries = entriesOf(facts, outliers);
  return { ...facts, outliers, border, entries };
}

/** Returns the standing (rank) of a run that the service must show; null if the run must not be ranked. */
function standingOf({ entries, outliers }: Expected, run: FactRun) {
  const { build, benchmark, variant, score } = run;
  if (outliers.has(run) || run.review === "rejected" || (benchmark === GAME && variant === null)) return null;
  const { pairs } = comparedIn(entries, wholeOf(run));
  const pair = pairOf(run);
  const isInPair = pair !== null && pairs.includes(pair);
  const among = (shared: Shared | null) => {
    if (shared === null) return null;
    const cohort = cohortOf(entries, isInPair ? pair : wholeOf(run), shared);
    return referenceStanding(cohort, memberOf(build, shared), score);
  };
  const { cpu, gpu } = build;
  return {
    all: among({}),
    same_cpu: among(cpu === null ? null : { cpu }),
    same_gpu: among(gpu === null ? null : { gpu }),
    same_cpu_and_gpu: among(cpu === null || gpu === null ? null : { cpu, gpu }),
    settings_mixed: benchmark === GAME && !isInPair ? true : undefined,
  };
}

const cohortNames = ["all", "same_cpu", "same_gpu", "same_cpu_and_gpu"] as const;

/**
 * Compares the outlier marks and standings (ranks) of runs and builds with the expected ones. Returns what the service
 * shows, by run.
 */
export async function requireRuns(t: ExecutionContext, world: World, expected: Expected) {
  const shown = new Map<string, { code: string | null; standing: unknown }>();
  for (const run of expected.runs) {
    const { unranked, standing } = await world.get(`/benchmarks/runs/${run.id}`);
    const rejected = run.review === "rejected" ? "rejected" : null;
    t.is(unranked?.code ?? null, expected.outliers.has(run) ? "outlier" : rejected, `the mark of ${run.id}`);
    shown.set(run.id, { code: unranked?.code ?? null, standing });
    requireStanding(t, standing, standingOf(expected, run), run.id);
  }
  for (const build of expected.builds) {
    const { results } = await world.get(`/builds/${build.id}`);
    for (const { benchmark_id, variant, standing } of results) {
      const whole = wholeOf({ benchmark: benchmark_id, variant });
      const best = expected.entries.find((one) => one.build === build && one.group === whole);
      const of = `build ${build.id} in ${whole}`;
      t.is(standing?.score, best?.run.score, of);
      // If two runs of a build have equal scores, the service may rank either, and their settings may differ.
      const run = expected.runs.find(({ id }) => id === standing?.run_id);
      if (run) requireStanding(t, standing, standingOf(expected, run), of);
    }
  }
  return shown;
}

function requireStanding(
  t: ExecutionContext,
  found: Record<string, object | null> | null,
  expected: ReturnType<typeof standingOf>,
  of: string,
): void {
  if (found === null || expected === null) return void t.is<unknown, unknown>(found, expected, of);
  t.is<unknown, unknown>(found["settings_mixed"], expected.settings_mixed, `mixed settings of ${of}`);
  for (const name of cohortNames) requireFigures(t, found[name] ?? null, expected[name], `${name} of ${of}`);
}

/**
 * Compares all rankings with the expected ones: of all results, of each CPU model, of each chip and of both, with and
 * without settings.
 */
export async function requireRankings(
  t: ExecutionContext,
  world: World,
  { entries, products }: Expected,
): Promise<void> {
  const namesOf = (kind: "cpu" | "gpu") => {
    const ofKind = products.filter((product) => product.kind === kind);
    return [undefined, ...new Map(ofKind.map((product) => [comparedNameOf(product), product])).values()];
  };
  for (const group of new Set(entries.map((entry) => entry.group)))
    for (const cpu of namesOf("cpu"))
      for (const gpu of namesOf("gpu")) {
        const [benchmark, variant, resolution, preset] = group.split("|");
        const query = new URLSearchParams({ limit: "100" });
        for (const [name, value] of Object.entries({ variant, resolution, preset }))
          if (value) query.set(name, value);
        if (cpu) query.set("cpu", String(cpu.id));
        if (gpu) query.set("gpu", cpu ? (gpu.compared_as ?? "") : gpu.url_slug);
        const { results, total } = await world.get(`/benchmarks/${benchmark}/ranking?${query}`);
        const shared = { ...(cpu && { cpu: comparedNameOf(cpu) }), ...(gpu && { gpu: comparedNameOf(gpu) }) };
        const members = Object.entries(cohortOf(entries, group, shared));
        const scores = members.map(([, score]) => score);
        t.is(total, members.length, String(query));
        t.deepEqual(
          results.map((one: Ranked) => `${one.rank} ${one.score} ${one.build.owner.account_id}`).toSorted(),
          members
            .map(
              ([member, score]) =>
                `${1 + scores.filter((other) => other > score).length} ${score} ${member.split(" ")[0]}`,
            )
            .toSorted(),
          String(query),
        );
      }
}

interface Ranked {
  rank: number;
  score: number;
  build: { owner: { account_id: string } };
}

/**
 * Returns the scores of builds with a part among the compared results. For a game, the results have the shown settings.
 */
export function comparedScores(
  { entries }: Expected,
  whole: string,
  shared: Shared,
  shown?: ShownSettings,
): number[] {
  const { usual } = comparedIn(entries, whole);
  const settings = [shown?.resolution, shown?.preset?.toLowerCase()].join("|");
  const group = usual.find((one) => one.endsWith(`|${settings}`)) ?? usual[0] ?? "";
  return Object.values(cohortOf(entries, group, shared));
}

/** The settings of a game that a response shows. */
export interface ShownSettings {
  resolution?: string;
  preset?: string;
}

/** Compares the results of each chip and CPU model, and the scores of each product, with the expected ones. */
export async function requireProducts(
  t: ExecutionContext,
  world: World,
  expected: Expected,
): Promise<Map<string, ShownSettings>> {
  const shown = new Map<string, ShownSettings>();
  const wholes = [...new Set(expected.entries.map(({ run }) => wholeOf(run)))];
  for (const product of expected.products) {
    const { kind, url_slug } = product;
    if (kind !== "cpu" && kind !== "gpu") continue;
    const shared = { [kind]: comparedNameOf(product) };
    const judging = wholes.filter((whole) => judgedKinds[Number.parseInt(whole, 10)]?.includes(kind));
    const sizeOf = (group: string, of: Shared) => Object.keys(cohortOf(expected.entries, group, of)).length;
    const isMeasured = (group: string) => sizeOf(group, shared) > 0;
    const path = kind === "gpu" ? `/products/chip/${product.compared_as}` : `/products/cpu/${url_slug}`;
    const { results, total } = await world.get(`${path}/results`);
    const { scores } = await world.get(`/products/${kind}/${url_slug}`);
    const wholeOfRow = (row: { benchmark_id: number; variant: string | null }) =>
      wholeOf({ ...row, benchmark: row.benchmark_id });
    const rows: string[] = results.map(wholeOfRow);
    t.deepEqual(rows.toSorted(), judging.filter(isMeasured).toSorted(), path);
    t.is(total, rows.length, path);
    for (const row of results) {
      const whole = wholeOfRow(row);
      const { usual, pairs } = comparedIn(expected.entries, whole);
      const measured = pairs.filter(isMeasured);
      const isOfPair = measured.length > 0;
      const settings = [row.resolution, row.preset?.toLowerCase()].join("|");
      const group = isOfPair ? (measured.find((one) => one.endsWith(`|${settings}`)) ?? "") : whole;
      // If two pairs of resolution and preset are measured equally often, the service may show either.
      const most = Math.max(...measured.map((pair) => sizeOf(pair, {})));
      if (isOfPair) t.is(sizeOf(group, {}), most, `${path} has ${settings}`);
      const all = Object.values(cohortOf(expected.entries, group, shared));
      const figures = { median: quantile(all, 0.5), p10: quantile(all, 0.1), p90: quantile(all, 0.9) };
      const isKnown = all.length >= MIN_BUILDS;
      const none = { median: null, p10: null, p90: null };
      const of = `${url_slug} in ${whole}`;
      requireFigures(t, row, { builds: all.length, ...(isKnown ? figures : none) }, of);
      t.is(row.settings_mixed, whole.startsWith(`${GAME}|`) && !isOfPair ? true : undefined, of);
      t.is(row.resolution !== undefined, isOfPair, of);
      const score = scores.find((one: typeof row) => wholeOfRow(one) === whole);
      if (!usual.some(isMeasured)) t.is(score, undefined, of);
      if (!usual.every(isMeasured)) continue;
      shown.set(whole, row);
      // A stored median of a product's results may differ from their present median by up to a thousandth.
      t.is(score !== undefined, isKnown, of);
      if (score) t.true(Math.abs(score.median / figures.median - 1) < 0.001, of);
    }
  }
  return shown;
}
