import type { BenchmarkType } from "../benchmarks/index.ts";
import { NotFoundError } from "../errors.ts";
import type { Catalogue, Chips, ProductRecords } from "../products/index.ts";
import { requireRanks } from "./errors.ts";
import { histogramOf, type AskedHistogram, type HistogramDeps } from "./lists/product-histogram.ts";
import { resultsOf, type ComparedPart, type ProductResultsDeps } from "./lists/product-results.ts";
import { rankingOf, type AskedRanking, type RankingDeps } from "./lists/ranking.ts";
import { requireCohort, type AskedParts } from "./lists/require-category.ts";
import { withTitles } from "./lists/titles.ts";
import {
  measuredTypes,
  shownSettings,
  variantsOf,
  type ShownSettings,
  type VariantsDeps,
} from "./lists/variants.ts";
import { comparedCategoryWith } from "./medians/compared-category.ts";
import type { CohortKind } from "./model/cohort.ts";

/** The service that reads rankings, the variants of benchmarks, and the results of builds with a product. */
export type Rankings = ReturnType<typeof createRankings>;

/** The dependencies of createRankings. */
type RankingsDeps = RankingDeps &
  VariantsDeps &
  ProductResultsDeps &
  HistogramDeps & {
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
    /** Returns the benchmarks that have ranked results. */
    measuredTypes: () => measuredTypes(deps, benchmarkTypes),

    /** Returns a page of the ranking of a benchmark, with that benchmark. @throws NotFoundError, InvalidInputError */
    rankingOf: async (benchmarkId: number, asked: AskedRanking) => {
      const type = requireType(benchmarkId);
      return { type, ...(await rankingOf(deps, type, asked)) };
    },

    /** Adds the names of variants for people to benchmarks and variants, as `withTitles` describes. */
    withTitles: <Named extends { benchmark_id: number; variant: string | null }>(named: readonly Named[]) =>
      withTitles(deps, named),

    /**
     * Returns the most measured resolution and preset of a game, among the builds with the given parts, if results of
     * the game are compared within them; an empty object if results with any settings are compared.
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

    /** Returns a page of the variants of a benchmark, with that benchmark. @throws NotFoundError */
    variantsOf: async (
      benchmarkId: number,
      asked: { query?: string | undefined; page: number; limit: number },
    ) => {
      const type = requireType(benchmarkId);
      return { type, ...(await variantsOf(deps, type, asked)) };
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

/** Returns the benchmark with an id. @throws NotFoundError */
function requireTypeIn(benchmarkTypes: readonly BenchmarkType[], benchmarkId: number): BenchmarkType {
  const type = benchmarkTypes.find(({ id }) => id === benchmarkId);
  if (!type)
    throw new NotFoundError(
      `No active benchmark has the id ${benchmarkId}. GET /benchmarks/types lists them.`,
    );
  return type;
}

/** Returns the chip or model that a request names. @throws NotFoundError */
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
