import { z } from "zod";
import { summariseBenchmark, type BenchmarkSummary } from "../../answers/benchmark-summary.ts";
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
import { unlessUnavailable, type IsUnavailable } from "../lists/unless-unavailable.ts";
import { BenchmarksView } from "./benchmarks-view.tsx";
import type { TitledVariant } from "./pickers.tsx";
import { RankingView, type NamedPart } from "./ranking-view.tsx";

/** Dependencies of the ranking pages. */
export interface RankingPagesDeps {
  rankings: Pick<Rankings, "rankingOf" | "variantsOf" | "usualSettings" | "withTitles" | "measuredTypes">;
  catalogue: Pick<Catalogue, "findComparedNamed">;
  benchmarkTypes: readonly BenchmarkSummary[];
  isUnavailable: IsUnavailable;
}

/**
 * Maximum number of variants in the list of a ranking's page, which shows the variants with the most results. A search
 * by words finds the other variants.
 */
const VARIANTS_LISTED = 100;
/** Maximum number of variants of each benchmark in the overview of all rankings. */
const VARIANTS_IN_OVERVIEW = 6;

/** Creates the overview of all rankings, and the page of each ranking. */
export function createRankingPages(deps: RankingPagesDeps): Page[] {
  return [benchmarksPage(deps), rankingPage(deps)];
}

const benchmarksPage = ({ rankings, benchmarkTypes, isUnavailable }: RankingPagesDeps) =>
  definePage({
    path: "/rankings",
    summary: "The benchmarks that have a ranking, and what was measured most by each",
    action: "read what is public",
    handler: async () => {
      const listed = await Promise.all(
        benchmarkTypes.map(async (benchmark) => {
          const asked = { page: 1, limit: VARIANTS_IN_OVERVIEW };
          const found = await unlessUnavailable(variantsOf(rankings, benchmark.id, asked), isUnavailable);
          return { benchmark: summariseBenchmark(benchmark), variants: found?.listed ?? null };
        }),
      );
      return {
        title: "Rankings",
        description: "Builds by their best results, in every benchmark that is measured here.",
        body: <BenchmarksView listed={listed} />,
      };
    },
  });

const settingNames = ["resolution", "preset"] as const;
const anySetting = z.literal("");

/**
 * The query of a ranking, and the words of the search for variants. An empty resolution or preset asks for results with
 * any. Other parameters with empty values are ignored, because forms send empty fields, too.
 */
const rankingPageQuery = z.preprocess(
  (query) =>
    Object.fromEntries(
      Object.entries(query as object).filter(
        ([name, value]) => value !== "" || settingNames.some((setting) => setting === name),
      ),
    ),
  rankingQuery.extend({
    query: variantsQuery.shape.query,
    resolution: anySetting.or(rankingQuery.shape.resolution),
    preset: anySetting.or(rankingQuery.shape.preset),
  }),
);

const rankingPage = ({ rankings, catalogue, benchmarkTypes }: RankingPagesDeps) =>
  definePage({
    path: "/rankings/:benchmark_id",
    summary: "Builds by their best result in a benchmark, the best first",
    action: "read what is public",
    params: benchmarkParams,
    query: rankingPageQuery,
    handler: async ({ params: { benchmark_id }, query: { query, resolution, preset, ...rest } }) => {
      const words = { page: 1, limit: VARIANTS_LISTED, ...(query !== undefined && { query }) };
      const { type, listed, total } = await variantsOf(rankings, benchmark_id, words);
      const hasVariants = type.kind === "file";
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
      const [measured, ranking, parts] = await Promise.all([
        rankings.measuredTypes(),
        isNothing ? null : rankings.rankingOf(benchmark_id, asked),
        namedParts(catalogue, asked),
      ]);
      const benchmark = summariseBenchmark(type);
      return {
        title: [`${benchmark.name} ranking`, ...(chosen ? [chosen.title] : [])].join(": "),
        description: `Builds by their best result in ${benchmark.name}, the best first.`,
        body: (
          <RankingView
            benchmark={benchmark}
            benchmarks={benchmarkTypes
              .filter(({ id }) => id === type.id || measured.some((one) => one.id === id))
              .map(summariseBenchmark)}
            ranking={ranking && presentRanking(ranking, asked)}
            asked={asked}
            isOfGames={type.is_of_games}
            isOpening={isOpening}
            parts={parts}
            variants={hasVariants ? { query, listed, total, chosen } : null}
          />
        ),
      };
    },
  });

const chosenSetting = (value: string | undefined) => (value === "" ? undefined : value);

/** Returns a page of the variants of a benchmark with their names for people, and the benchmark. */
async function variantsOf(
  rankings: Pick<Rankings, "variantsOf" | "withTitles">,
  benchmark_id: number,
  asked: Parameters<Rankings["variantsOf"]>[1],
) {
  const { type, results, total } = await rankings.variantsOf(benchmark_id, asked);
  const listed = await rankings.withTitles(Array.from(results, (one) => ({ ...one, benchmark_id })));
  return { type, listed, total };
}

/**
 * Returns the requested variant, or by default the variant with the most results. A requested variant that is not in
 * the list is shown without its settings.
 */
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
