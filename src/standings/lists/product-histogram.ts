import type { ChartTheme } from "../../charts/chart-style.ts";
import { InvalidInputError, type Fault } from "../../errors.ts";
import { requireRanks } from "../errors.ts";
import { cohortOf, memberOf, placesOf } from "../model/cohort.ts";
import type { BenchmarksPort, RankedPart, RankedType, RunsPort, RunToPlace } from "./ports.ts";
import { renderHistogram, type Here } from "../chart/render-histogram.ts";
import type { Ranks } from "../ranks/ranks.ts";
import type { ScoredCohort } from "../ranks/rank-reads.ts";
import type { ProductName } from "./product-results.ts";
import { askedCategoryId, categoryFaults } from "./require-category.ts";

/** What a histogram is made of. */
export interface HistogramDeps {
  ranks: Pick<Ranks, "distributionOf" | "standingsOf">;
  benchmarks: BenchmarksPort;
  runs: RunsPort;
}

/** What a histogram is to show. */
export interface AskedHistogram {
  benchmark: number;
  variant?: string | undefined;
  /** The id of a run of the same benchmark and variant, which is marked. */
  run?: string | undefined;
  theme: ChartTheme;
}

/**
 * Returns how the scores of a benchmark and variant on the builds with a product are distributed, as SVG.
 * @throws InvalidInputError naming every fault, RanksMissingError
 */
export async function histogramOf(
  deps: HistogramDeps,
  { kind, part }: { kind: ProductName["kind"]; part: RankedPart },
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

type ScoredRun = RunToPlace & { score: number };

async function requireAsked(
  { benchmarks, runs }: HistogramDeps,
  asked: AskedHistogram,
): Promise<{ type: RankedType; run: ScoredRun | null }> {
  const type = benchmarks.find(asked.benchmark);
  const run = asked.run === undefined ? null : await runs.find(asked.run);
  const faults: Fault[] = [];
  if (type) faults.push(...categoryFaults(type, { variant: asked.variant }));
  else
    faults.push({
      pointer: "/benchmark",
      detail: `No active benchmark has the id ${asked.benchmark}. GET /benchmarks/types lists them.`,
    });
  const isOfAsked = run?.benchmark_id === asked.benchmark && run.variant === (asked.variant ?? null);
  if (asked.run !== undefined && !(run && isOfAsked && isScored(run)))
    faults.push({
      pointer: "/run",
      detail: "Expected a complete run of this benchmark and variant, found none with this id.",
    });
  if (!type || faults.length > 0) throw new InvalidInputError(faults);
  return { type, run: run && isScored(run) ? run : null };
}

function isScored(run: RunToPlace): run is ScoredRun {
  return run.score !== null;
}

/** Returns where a run stands among the builds with a product, its own build left out where it has the product, too. */
async function placeOf(
  { ranks }: HistogramDeps,
  cohort: ScoredCohort,
  { score, is_suspect, owner_id, parts }: ScoredRun,
): Promise<Here> {
  if (is_suspect || owner_id === null) return { score, place: null };
  const own = placesOf(parts).find((place) => place.cohort === cohort.cohort);
  // Nobody has the empty name.
  const member = own ? memberOf(owner_id, own) : "";
  const [standing] = requireRanks(await ranks.standingsOf([{ ...cohort, member, score }]));
  return { score, place: standing ?? null };
}
