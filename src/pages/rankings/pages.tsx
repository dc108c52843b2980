import { isolated } from "../../charts/isolated.ts";
import { z } from "zod";
import { summariseBenchmark } from "../../answers/benchmark-summary.ts";
import type { BenchmarkType } from "../../benchmarks/index.ts";
import type { Config } from "../../config.ts";
import type { Catalogue } from "../../products/index.ts";
import {
  benchmarkParams,
  cohortKinds,
  presentRanking,
  rankingQuery,
  variantsQuery,
  type Rankings,
} from "../../standings/index.ts";
import { definePage } from "../layout/define-page.tsx";
import type { Page } from "../layout/site.ts";
import { headlineOf } from "../lists/headline.ts";
import { openingOf } from "../lists/opening.ts";
import { shareReading } from "../lists/shared-reading.ts";
import { unlessUnavailable, type IsUnavailable } from "../lists/unless-unavailable.ts";
import { BenchmarksView, type ListedBenchmark } from "./benchmarks-view.tsx";
import { namesQuery, resolveParts, type PartNamesDeps } from "./part-names.ts";
import type { OpenedVariant, TitledVariant } from "./asked-ranking.ts";
import { readTabs } from "./tabs.ts";
import { RankingView, type NamedPart, type RankingViewProps } from "./ranking-view.tsx";

/** Dependencies of the ranking pages. */
export interface RankingPagesDeps extends PartNamesDeps {
  rankings: Pick<
    Rankings,
    | "rankingOf"
    | "distributionOf"
    | "requireType"
    | "listVariants"
    | "settingsOf"
    | "mostMeasured"
    | "usualSettings"
    | "withTitles"
    | "measuredTypes"
  >;
  catalogue: Pick<Catalogue, "findComparedNamed">;
  benchmarkTypes: readonly BenchmarkType[];
  isUnavailable: IsUnavailable;
  config: Pick<Config, "TOP_LISTS_MAX_AGE_MS" | "DATA_TERMS">;
}

/**
 * Maximum number of variants in the list of a ranking's page, which shows the variants with the most results. A search
 * by words finds the other variants.
 */
const VARIANTS_LISTED = 100;
/** Maximum number of variants of each benchmark in the overview of all rankings. */
const VARIANTS_IN_OVERVIEW = 8;
/** The number of first places of each ranking that the overview shows. */
const FIRST_PLACES = 3;
/** The number of variants whose first places the overview shows: for the benchmark of games, and for each other one. */
const LED = { games: 3, others: 1 };
/** Creates the overview of all rankings, and the page of each ranking. */
export function createRankingPages(deps: RankingPagesDeps): Page[] {
  return [benchmarksPage(deps), rankingPage(deps)];
}

function benchmarksPage(deps: RankingPagesDeps): Page {
  const listAll = () => Promise.all(deps.benchmarkTypes.map((type) => listBenchmark(deps, type)));
  const isWhole = (listed: readonly ListedBenchmark[]) => listed.every(({ variants }) => variants !== null);
  const shared = shareReading(listAll, isWhole, deps.config.TOP_LISTS_MAX_AGE_MS);
  return definePage({
    path: "/rankings",
    summary: "The benchmarks that have a ranking, with the first places of what was measured most by each",
    action: "read what is public",
    handler: async () => {
      return {
        title: "Rankings",
        description: "Builds by their best results, in every benchmark that is measured here.",
        body: <BenchmarksView listed={await shared()} />,
      };
    },
  });
}

async function listBenchmark(
  { rankings, isUnavailable }: RankingPagesDeps,
  type: BenchmarkType,
): Promise<ListedBenchmark> {
  const benchmark = summariseBenchmark(type);
  const variants = await unlessUnavailable(openedVariants(rankings, type), isUnavailable);
  const led = (variants ?? []).slice(0, type.is_of_games ? LED.games : LED.others);
  const leaders = await unlessUnavailable(
    Promise.all(led.map((variant) => leadersOf(rankings, type, variant))),
    isUnavailable,
  );
  return { benchmark, variants, leaders: leaders ?? [] };
}

/**
 * Returns the most measured variants of a benchmark, and the settings with which their rankings open. The ranking that
 * opens with the most builds comes first.
 */
async function openedVariants(
  rankings: RankingPagesDeps["rankings"],
  { id }: BenchmarkType,
): Promise<OpenedVariant[]> {
  const variants = await rankings.mostMeasured(id, VARIANTS_IN_OVERVIEW);
  const opened = await Promise.all(
    variants.map(async (one) => Object.assign(one, { opening: await openingOf(rankings, one) })),
  );
  const shownBuilds = ({ opening, builds }: OpenedVariant) => opening?.builds ?? builds;
  return opened.toSorted((a, b) => shownBuilds(b) - shownBuilds(a));
}

/** Returns the first places in the ranking of a variant; for a game, with the settings with which the ranking opens. */
async function leadersOf(
  rankings: RankingPagesDeps["rankings"],
  type: BenchmarkType,
  variant: OpenedVariant,
) {
  const name = variant.variant ?? undefined;
  const asked = { ...variant.opening?.settings, variant: name, page: 1, limit: FIRST_PLACES };
  return { variant, results: presentRanking(await rankings.rankingOf(type.id, asked), asked).results };
}

const settingNames = ["resolution", "preset"] as const;
const NO_SETTINGS = { resolution: undefined, preset: undefined };
const anySetting = z.literal("");

/**
 * The query of a ranking, the names of parts that somebody has typed, the words of the search for variants, and the
 * game to which the sent settings belong. An empty resolution or preset requests results with any value. Other empty
 * parameters are ignored, because forms send empty fields, too.
 */
const rankingPageQuery = z.preprocess(
  (query) =>
    Object.fromEntries(
      Object.entries(query as object).filter(
        ([name, value]) => value !== "" || settingNames.some((setting) => setting === name),
      ),
    ),
  rankingQuery.extend({
    ...namesQuery,
    query: variantsQuery.shape.query,
    resolution: anySetting.or(rankingQuery.shape.resolution),
    preset: anySetting.or(rankingQuery.shape.preset),
    settings_of: rankingQuery.shape.variant,
  }),
);

const rankingPage = (deps: RankingPagesDeps) =>
  definePage({
    path: "/rankings/:benchmark_id",
    summary: "Builds by their best result in a benchmark, the best first",
    action: "read what is public",
    params: benchmarkParams,
    query: rankingPageQuery,
    handler: async ({ params: { benchmark_id }, query }) => {
      const shown = await readRanking(deps, benchmark_id, query);
      const parts = shown.parts.map(({ title }) => isolated(title)).join(" and ");
      return {
        title: `${isolated(shown.headline)} ranking${parts === "" ? "" : ` with ${parts}`}`,
        description: `Builds by their best result in ${isolated(shown.headline)}, the best first.`,
        body: <RankingView {...shown} />,
        scripts: ["apply-filters.js"],
        showsTray: true,
      };
    },
  });

/** Reads the data of the page of a ranking. */
async function readRanking(
  deps: RankingPagesDeps,
  benchmark_id: number,
  { query, cpu_name, gpu_name, settings_of, ...sent }: z.output<typeof rankingPageQuery>,
): Promise<RankingViewProps> {
  const { rankings, catalogue, config } = deps;
  const words = { page: 1, limit: VARIANTS_LISTED, ...(query !== undefined && { query }) };
  const type = rankings.requireType(benchmark_id);
  const hasVariants = type.kind === "file";
  const [{ listed, total }, { parts: found, typed }] = await Promise.all([
    hasVariants ? rankings.listVariants(benchmark_id, words) : { listed: [], total: 0 },
    resolveParts(deps, sent, { cpu: cpu_name, gpu: gpu_name }),
  ]);
  // If a visitor chooses another game, the form still sends the settings of the game that was shown. Ignore these
  // settings.
  const isOfOther = settings_of !== undefined && settings_of !== sent.variant;
  const { resolution, preset, ...rest } = { ...sent, ...found, ...(isOfOther && NO_SETTINGS) };
  const chosen = hasVariants ? await choose(rankings, { benchmark_id, listed }, rest.variant) : undefined;
  const variant = chosen?.variant ?? rest.variant;
  const isNothing = hasVariants && variant === undefined;
  // A ranking of a game opens with the settings by which results of the game and the parts are compared.
  const isOpening = type.is_of_games && resolution === undefined && preset === undefined;
  const settings =
    isOpening && variant !== undefined
      ? await rankings.usualSettings(benchmark_id, { variant, cpu: rest.cpu, gpu: rest.gpu })
      : { resolution: chosenSetting(resolution), preset: chosenSetting(preset) };
  const asked = { ...rest, ...settings, variant };
  const [{ tabs, otherTests }, ranking, distribution, parts, choices] = await Promise.all([
    readTabs(deps, type, { chosen, listed }),
    isNothing ? null : rankings.rankingOf(benchmark_id, asked),
    isNothing ? null : rankings.distributionOf(benchmark_id, asked),
    namedParts(catalogue, asked),
    type.is_of_games && variant !== undefined ? rankings.settingsOf(benchmark_id, variant) : null,
  ]);
  const benchmark = summariseBenchmark(type);
  return {
    headline: headlineOf({ benchmark_id, name: benchmark.name, title: chosen?.title ?? null }),
    benchmark,
    tabs,
    otherTests,
    ranking: ranking && presentRanking(ranking, asked),
    distribution,
    asked,
    isOfGames: type.is_of_games,
    isOpening,
    parts,
    typed,
    variants: hasVariants ? { query, listed, total, chosen } : null,
    choices,
    dataTerms: config.DATA_TERMS,
  };
}

const chosenSetting = (value: string | undefined) => (value === "" ? undefined : value);

/** Returns the requested variant, which may not be in the list, or by default the variant with the most results. */
async function choose(
  rankings: Pick<Rankings, "withTitles">,
  { benchmark_id, listed }: { benchmark_id: number; listed: readonly TitledVariant[] },
  asked: string | undefined,
): Promise<TitledVariant | undefined> {
  const found = listed.find(({ variant }) => asked === undefined || variant === asked);
  if (found || asked === undefined) return found;
  const [unlisted] = await rankings.withTitles([{ benchmark_id, variant: asked, builds: 0 }]);
  return unlisted;
}

/** Returns the chips and models that a request names, in the order of their kinds. */
async function namedParts(
  catalogue: RankingPagesDeps["catalogue"],
  asked: Readonly<Partial<Record<(typeof cohortKinds)[number], string | undefined>>>,
): Promise<NamedPart[]> {
  const found = await Promise.all(
    cohortKinds.map(async (kind) => {
      const name = asked[kind];
      const part = name === undefined ? null : await catalogue.findComparedNamed(kind, name);
      return part ? [{ kind, title: part.title }] : [];
    }),
  );
  return found.flat();
}
