import type { ChartTheme } from "../../charts/chart-style.ts";
import type { BenchmarkType, headlineOf, Runs } from "../../benchmarks/index.ts";
import type { Build } from "../../builds/index.ts";
import { InvalidInputError, type Fault } from "../../errors.ts";
import { judgingBenchmarks, judgingFault } from "../../kinds/judging-benchmarks.ts";
import { findKind } from "../../kinds/kinds.ts";
import type { Catalogue } from "../../products/index.ts";
import { requireRanks } from "../errors.ts";
import { comparedCategoryWith, type ComparedCategory } from "../medians/compared-category.ts";
import { pairCategoryOf } from "../model/category.ts";
import { cohortOf, memberOf, placesOf } from "../model/cohort.ts";
import { renderHistogram, type Here } from "../chart/render-histogram.ts";
import type { Ranks } from "../ranks/ranks.ts";
import type { CategoriesRepository } from "../records/categories-repository.ts";
import type { ScoredCohort } from "../ranks/rank-reads.ts";
import type { ComparedPart } from "./product-results.ts";
import { withTitles } from "./titles.ts";
import { shownSettings, type ShownSettings } from "./variants.ts";
import { askedCategoryId, categoryFaults } from "./require-category.ts";

/** The services from which histogramOf reads the data of a histogram. */
export interface HistogramDeps {
  ranks: Pick<Ranks, "distributionOf" | "standingsOf" | "pairsOf" | "sizesOf">;
  categories: Pick<CategoriesRepository, "find">;
  benchmarkTypes: readonly BenchmarkType[];
  runs: Pick<Runs, "findRanked">;
  catalogue: Pick<Catalogue, "comparedAs">;
  headlineOf: typeof headlineOf;
}

/** The parameters of a request for a histogram. */
export interface AskedHistogram {
  benchmark: number;
  variant?: string | undefined;
  /** The id of a run of the same benchmark and variant, which the histogram marks. */
  run?: string | undefined;
  /** The width of the histogram, in pixels. */
  width: number;
  theme: ChartTheme;
}

/**
 * Returns a histogram, as SVG, of the scores of builds with a chip or model in one benchmark and variant.
 * @throws InvalidInputError that names every fault of the request; RanksMissingError
 */
export async function histogramOf(
  deps: HistogramDeps,
  { kind, slug, title }: ComparedPart,
  asked: AskedHistogram,
): Promise<string> {
  const { type, run } = await requireAsked(deps, kind, asked);
  const ofVariant = askedCategoryId(type, { variant: asked.variant });
  const { is_of_games, higher_is_better: isHigherBetter } = type;
  const ofPart = cohortOf({ [kind]: slug });
  const usual = requireRanks(
    await comparedCategoryWith(deps.ranks, ofVariant, { is_of_games, cohort: ofPart }),
  );
  // If results of the game are compared within a resolution and preset, show the results with the resolution and preset
  // of the run that the histogram marks.
  const ownPair = usual.pairs.find((pair) => pair === run?.pair);
  const compared = ownPair === undefined ? usual : { ...usual, category: ownPair, isMixed: false };
  const cohort = { category: compared.category, cohort: ofPart, isHigherBetter };
  const [distribution, settings, here, [named]] = await Promise.all([
    deps.ranks.distributionOf(cohort),
    shownSettings(deps.categories, compared),
    run && placeOf(deps, cohort, run),
    withTitles(deps, [{ benchmark_id: type.id, variant: asked.variant ?? null }]),
  ]);
  return renderHistogram({
    product: title,
    headline: deps.headlineOf({ benchmark_id: type.id, name: type.name, title: named?.title ?? null }),
    settings: settingsText(settings, compared),
    unit: type.unit,
    distribution: requireRanks(distribution),
    here,
    width: asked.width,
    theme: asked.theme,
  });
}

/** Returns the settings of the compared results in words; null for a benchmark that is no game. */
function settingsText({ resolution, preset }: ShownSettings, { isMixed }: ComparedCategory): string | null {
  if (isMixed) return "settings are mixed";
  return resolution === undefined || preset === undefined ? null : `${resolution}, ${preset}`;
}

/** A complete run, with the owner and the parts of its build. */
interface ScoredRun extends Pick<Build, "owner_id" | "parts"> {
  score: number;
  isUnranked: boolean;
  /**
   * The id of the category (the comparable results) with the run's resolution and preset; undefined where the run does
   * not name both.
   */
  pair: string | undefined;
}

async function requireAsked(
  { benchmarkTypes, runs }: HistogramDeps,
  kind: ComparedPart["kind"],
  asked: AskedHistogram,
): Promise<{ type: BenchmarkType; run: ScoredRun | null }> {
  const judging = judgingBenchmarks(benchmarkTypes, kind);
  const type = judging.find(({ id }) => id === asked.benchmark);
  const run = asked.run === undefined ? null : await findScored(runs, asked.run, asked);
  const faults: Fault[] = [];
  if (type) faults.push(...categoryFaults(type, { variant: asked.variant }));
  else
    faults.push({
      pointer: "/benchmark",
      detail: judgingFault(judging, { found: asked.benchmark, plural: findKind(kind)?.plural ?? kind }),
    });
  if (asked.run !== undefined && !run)
    faults.push({
      pointer: "/run",
      detail: "Expected a complete run of this benchmark and variant, found none with this id.",
    });
  if (!type || faults.length > 0) throw new InvalidInputError(faults);
  return { type, run };
}

/**
 * Returns the run that a histogram is to mark, with its build; null if the run is not complete, has no score, or
 * belongs to a benchmark or variant other than that of the histogram.
 */
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
  return {
    score: run.score,
    pair: pairCategoryOf(run),
    isUnranked: run.unranked !== null,
    owner_id: build.owner_id,
    parts: build.parts,
  };
}

/**
 * Returns the rank of a run's score among the builds with a chip or model. If the run's build has that chip or model,
 * the score is not compared with the value of the run's own account.
 */
async function placeOf(
  { ranks, catalogue }: HistogramDeps,
  cohort: ScoredCohort,
  { score, isUnranked, owner_id, parts }: ScoredRun,
): Promise<Here> {
  if (isUnranked || owner_id === null) return { score, place: null };
  const [compared = {}] = await catalogue.comparedAs([parts]);
  const own = placesOf(compared).find((place) => place.cohort === cohort.cohort);
  // If the run's build is not in the cohort, pass an empty name, which no member of the ranks has, so that the score is
  // compared with all members.
  const member = own ? memberOf(owner_id, own) : "";
  const [standing] = requireRanks(await ranks.standingsOf([{ ...cohort, member, score }]));
  return { score, place: standing ?? null };
}
