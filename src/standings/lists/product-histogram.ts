import type { ChartTheme } from "../../charts/chart-style.ts";
import type { BenchmarkType, Runs } from "../../benchmarks/index.ts";
import type { Build } from "../../builds/index.ts";
import { InvalidInputError, type Fault } from "../../errors.ts";
import type { Part } from "../../products/index.ts";
import { requireRanks } from "../errors.ts";
import { cohortOf, memberOf, placesOf } from "../model/cohort.ts";
import { renderHistogram, type Here } from "../chart/render-histogram.ts";
import type { Ranks } from "../ranks/ranks.ts";
import type { ScoredCohort } from "../ranks/rank-reads.ts";
import type { ProductName } from "./product-results.ts";
import { askedCategoryId, categoryFaults } from "./require-category.ts";

/** The dependencies of histogramOf. */
export interface HistogramDeps {
  ranks: Pick<Ranks, "distributionOf" | "standingsOf">;
  benchmarkTypes: readonly BenchmarkType[];
  runs: Pick<Runs, "findRanked">;
}

/** The histogram that a request asks for. */
export interface AskedHistogram {
  benchmark: number;
  variant?: string | undefined;
  /** The id of a run of the same benchmark and variant, which the histogram marks. */
  run?: string | undefined;
  theme: ChartTheme;
}

/**
 * Returns how the scores of a benchmark and variant on the builds with a product are distributed, as SVG.
 * @throws InvalidInputError naming every fault, RanksMissingError
 */
export async function histogramOf(
  deps: HistogramDeps,
  { kind, part }: { kind: ProductName["kind"]; part: Part },
  asked: AskedHistogram,
): Promise<string> {
  const { type, run } = await requireAsked(deps, asked);
  const cohort = {
    category: askedCategoryId(type, { variant: asked.variant }),
    cohort: cohortOf({ [kind]: part.id }),
    isHigherBetter: type.higher_is_better,
  };
  const [distribution, here] = await Promise.all([
    deps.ranks.distributionOf(cohort),
    run && placeOf(deps, cohort, run),
  ]);
  return renderHistogram({
    product: `${part.make} ${part.model}`,
    benchmark: type.name,
    variant: asked.variant ?? null,
    unit: type.unit,
    distribution: requireRanks(distribution),
    here,
    theme: asked.theme,
  });
}

/** A complete run, with the owner and the parts of its build. */
interface ScoredRun extends Pick<Build, "owner_id" | "parts"> {
  score: number;
  isSuspect: boolean;
}

async function requireAsked(
  { benchmarkTypes, runs }: HistogramDeps,
  asked: AskedHistogram,
): Promise<{ type: BenchmarkType; run: ScoredRun | null }> {
  const type = benchmarkTypes.find(({ id }) => id === asked.benchmark);
  const run = asked.run === undefined ? null : await findScored(runs, asked.run, asked);
  const faults: Fault[] = [];
  if (type) faults.push(...categoryFaults(type, { variant: asked.variant }));
  else
    faults.push({
      pointer: "/benchmark",
      detail: `No active benchmark has the id ${asked.benchmark}. GET /benchmarks/types lists them.`,
    });
  if (asked.run !== undefined && !run)
    faults.push({
      pointer: "/run",
      detail: "Expected a complete run of this benchmark and variant, found none with this id.",
    });
  if (!type || faults.length > 0) throw new InvalidInputError(faults);
  return { type, run };
}

/** Returns a run where it is complete and of the given benchmark and variant; else null. */
async function findScored(
  runs: HistogramDeps["runs"],
  runId: string,
  { benchmark, variant }: Pick<AskedHistogram, "benchmark" | "variant">,
): Promise<ScoredRun | null> {
  const found = await runs.findRanked(runId);
  if (!found) return null;
  const { run, build } = found;
  const isOfAsked = run.benchmark_id === benchmark && run.variant === (variant ?? null);
  if (!isOfAsked || run.status !== "complete" || run.score === null) return null;
  return { score: run.score, isSuspect: run.suspect !== null, owner_id: build.owner_id, parts: build.parts };
}

/**
 * Returns where a run stands among the builds with a product. The run's own build is left out where it has the product,
 * too.
 */
async function placeOf(
  { ranks }: HistogramDeps,
  cohort: ScoredCohort,
  { score, isSuspect, owner_id, parts }: ScoredRun,
): Promise<Here> {
  if (isSuspect || owner_id === null) return { score, place: null };
  const own = placesOf(parts).find((place) => place.cohort === cohort.cohort);
  // A run outside of the cohort has no member there: the empty name matches no member.
  const member = own ? memberOf(owner_id, own) : "";
  const [standing] = requireRanks(await ranks.standingsOf([{ ...cohort, member, score }]));
  return { score, place: standing ?? null };
}
