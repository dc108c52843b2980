import type { Catalogue, Chips, ProductRecords } from "../products/index.ts";
import { requireRanks } from "./errors.ts";
import { histogramOf, type AskedHistogram, type HistogramDeps } from "./lists/product-histogram.ts";
import { measuredNamed } from "./lists/measured-named.ts";
import { resultsOf, type ComparedPart, type ProductResultsDeps } from "./lists/product-results.ts";
import { rankingOf, type AskedRanking, type RankingDeps } from "./lists/ranking.ts";
import {
  requireCohort,
  requireTypeIn,
  type AskedCategory,
  type AskedParts,
} from "./lists/require-category.ts";
import { withTitles } from "./lists/titles.ts";
import {
  countedVariants,
  measuredTypes,
  settingsOf,
  shownSettings,
  variantsOf,
  type AskedVariants,
  type MeasuredSettings,
  type ShownSettings,
  type VariantsDeps,
} from "./lists/variants.ts";
import { comparedCategoryWith } from "./medians/compared-category.ts";
import { categoryIdOf } from "./model/category.ts";
import type { CohortKind } from "./model/cohort.ts";
import type { Distribution } from "./ranks/distribution.ts";
import type { Ranks } from "./ranks/ranks.ts";

/** The service that reads rankings, the variants of benchmarks, and the results of builds with a product. */
export type Rankings = ReturnType<typeof createRankings>;

/** The services and settings that the service of rankings uses. */
type RankingsDeps = RankingDeps &
  VariantsDeps &
  ProductResultsDeps &
  HistogramDeps & {
    ranks: Pick<Ranks, "countVariants">;
    catalogue: Pick<Catalogue, "findCompared" | "findComparedOf">;
    chips: Pick<Chips, "notFound">;
    productRecords: Pick<ProductRecords, "notFound">;
  };

/**
 * The part whose results a request asks for: a chip, named by its slug, or the chip or model of a product, named by the
 * product's kind and slug.
 */
export type MeasuredPart = CohortKind | "chip";

/**
 * Creates the service of rankings. All methods throw RanksMissingError if Redis has no ranks, and the errors of Redis
 * if Redis is unavailable.
 */
export function createRankings(deps: RankingsDeps) {
  const { benchmarkTypes } = deps;

  const requireType = (benchmarkId: number) => requireTypeIn(benchmarkTypes, benchmarkId);

  return {
    ...createVariantReads(deps),

    /** Returns the benchmark with an id. @throws NotFoundError */
    requireType,

    /** Returns a page of the ranking of a benchmark, with that benchmark. @throws NotFoundError, InvalidInputError */
    rankingOf: async (benchmarkId: number, asked: AskedRanking) => {
      const type = requireType(benchmarkId);
      return { type, ...(await rankingOf(deps, type, asked)) };
    },

    /**
     * Returns the distribution of all scores of a ranking, of which `rankingOf` returns one page.
     * @throws NotFoundError, InvalidInputError
     */
    distributionOf: async (benchmarkId: number, asked: AskedCategory & AskedParts): Promise<Distribution> => {
      const cohort = await requireCohort(deps.catalogue, requireType(benchmarkId), asked);
      return requireRanks(await deps.ranks.distributionOf(cohort));
    },

    /**
     * Returns the resolution and preset whose results are shown for builds with the given parts, if results of the game
     * are compared within a resolution and preset: of the pairs with which any of these builds was measured, the most
     * measured pair of the game. Returns an empty object if results with any settings are shown.
     * @throws NotFoundError, InvalidInputError
     */
    usualSettings: async (
      benchmarkId: number,
      asked: AskedParts & { variant: string },
    ): Promise<ShownSettings> => {
      const type = requireType(benchmarkId);
      const { category, cohort } = await requireCohort(deps.catalogue, type, asked);
      const { is_of_games } = type;
      const found = await comparedCategoryWith(deps.ranks, category, { is_of_games, cohort });
      const compared = requireRanks(found);
      return shownSettings(deps.categories, compared);
    },

    /**
     * Returns a page of the results of builds with a chip, or with the chip or model of a product.
     * @throws NotFoundError
     */
    resultsOf: async (of: MeasuredPart, slug: string, paging: { page: number; limit: number }) =>
      resultsOf(deps, await requireCompared(deps, of, slug), paging),

    /**
     * Returns a histogram, as SVG, of the scores of builds with a chip, or with the chip or model of a product.
     * @throws NotFoundError, InvalidInputError
     */
    histogramOf: async (of: MeasuredPart, slug: string, asked: AskedHistogram): Promise<string> =>
      histogramOf(deps, await requireCompared(deps, of, slug), asked),
  };
}

/** Creates the methods that read which benchmarks and variants were measured. */
function createVariantReads(deps: RankingsDeps) {
  const { benchmarkTypes } = deps;
  const listVariants = async (benchmarkId: number, asked: AskedVariants) => {
    const type = requireTypeIn(benchmarkTypes, benchmarkId);
    const { categories, total } = await countedVariants(deps, type, asked);
    const measured = categories.map(({ category: { benchmark_id, variant }, builds }) => {
      return { benchmark_id, variant, builds };
    });
    return { listed: await withTitles(deps, measured), total };
  };
  return {
    /** Returns the benchmarks that have at least one ranked result. */
    measuredTypes: () => measuredTypes(deps, benchmarkTypes),

    /**
     * Returns a page of the variants of a benchmark with the settings of games, and that benchmark.
     * @throws NotFoundError
     */
    variantsOf: async (benchmarkId: number, asked: AskedVariants) => {
      const type = requireTypeIn(benchmarkTypes, benchmarkId);
      return { type, ...(await variantsOf(deps, type, asked)) };
    },

    /**
     * Returns a page of the variants of a benchmark with their names for people, without the settings of games, and the
     * total number of variants.
     * @throws NotFoundError
     */
    listVariants,

    /**
     * Returns the variants of a benchmark with the most measured builds, at most `limit`, with their names for
     * people.
     * @throws NotFoundError
     */
    mostMeasured: async (benchmarkId: number, limit: number) =>
      (await listVariants(benchmarkId, { page: 1, limit })).listed,

    /** Returns the resolutions and the presets with which a game was measured. */
    settingsOf: (benchmark_id: number, variant: string): Promise<MeasuredSettings> =>
      settingsOf(deps, categoryIdOf({ benchmark_id, variant, resolution: null, preset: null })),

    /**
     * Returns the benchmarks, games and tests with ranked results whose names have the words of a text, as
     * `measuredNamed` describes. The result contains the names of variants for people.
     */
    findNamed: async (text: string, limit: number) =>
      withTitles(deps, await measuredNamed(deps, benchmarkTypes, { text, limit })),

    /** Adds to benchmarks and variants the names by which people know the variants, such as the title of a game. */
    withTitles: <Named extends { benchmark_id: number; variant: string | null }>(named: readonly Named[]) =>
      withTitles(deps, named),
  };
}

/** Returns the chip or model whose results a request names. @throws NotFoundError */
async function requireCompared(
  { catalogue, chips, productRecords }: RankingsDeps,
  of: MeasuredPart,
  slug: string,
): Promise<ComparedPart> {
  const kind = of === "chip" ? "gpu" : of;
  const found = await (of === "chip"
    ? catalogue.findCompared(kind, slug)
    : catalogue.findComparedOf(kind, slug));
  if (!found) throw await (of === "chip" ? chips.notFound(slug) : productRecords.notFound(kind, slug));
  return { kind, ...found };
}
