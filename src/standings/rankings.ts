import type { BenchmarkType } from "../benchmarks/index.ts";
import { NotFoundError } from "../errors.ts";
import type { Part } from "../products/index.ts";
import { histogramOf, type AskedHistogram, type HistogramDeps } from "./lists/product-histogram.ts";
import { resultsOf, type ProductResultsDeps } from "./lists/product-results.ts";
import { rankingOf, type AskedRanking, type RankingDeps } from "./lists/ranking.ts";
import { variantsOf, type VariantsDeps } from "./lists/variants.ts";
import type { CohortKind } from "./model/cohort.ts";

/** The public reads of the ranks: rankings, variants, and the results of products. */
export type Rankings = ReturnType<typeof createRankings>;

/** The dependencies of the rankings. */
type RankingsDeps = RankingDeps & VariantsDeps & ProductResultsDeps & HistogramDeps;

/**
 * Creates the rankings. All methods throw RanksMissingError where Redis has no ranks, and the errors of Redis where
 * Redis is unavailable.
 */
export function createRankings(deps: RankingsDeps) {
  const { benchmarkTypes, catalogue } = deps;

  /** @throws NotFoundError */
  function requireType(benchmarkId: number): BenchmarkType {
    const type = benchmarkTypes.find(({ id }) => id === benchmarkId);
    if (!type)
      throw new NotFoundError(
        `No active benchmark has the id ${benchmarkId}. GET /benchmarks/types lists them.`,
      );
    return type;
  }

  /** @throws NotFoundError */
  async function requirePart(kind: CohortKind, urlSlug: string): Promise<Part> {
    const part = await catalogue.findPartBySlug(kind, urlSlug);
    if (!part) throw new NotFoundError(`The catalogue has no ${kind} with the url_slug ${urlSlug}.`);
    return part;
  }

  return {
    /** Returns a page of the ranking of a benchmark, with that benchmark. @throws NotFoundError, InvalidInputError */
    rankingOf: async (benchmarkId: number, asked: AskedRanking) => {
      const type = requireType(benchmarkId);
      return { type, ...(await rankingOf(deps, type, asked)) };
    },

    /** Returns a page of the variants of a benchmark, with that benchmark. @throws NotFoundError */
    variantsOf: async (
      benchmarkId: number,
      asked: { query?: string | undefined; page: number; limit: number },
    ) => {
      const type = requireType(benchmarkId);
      return { type, ...(await variantsOf(deps, type, asked)) };
    },

    /** Returns a page of the results of builds with a product. @throws NotFoundError */
    resultsOf: async (kind: CohortKind, urlSlug: string, paging: { page: number; limit: number }) => {
      const { id } = await requirePart(kind, urlSlug);
      return resultsOf(deps, { kind, id }, paging);
    },

    /** Returns the histogram of a product as SVG. @throws NotFoundError, InvalidInputError */
    histogramOf: async (kind: CohortKind, urlSlug: string, asked: AskedHistogram): Promise<string> =>
      histogramOf(deps, { kind, part: await requirePart(kind, urlSlug) }, asked),
  };
}
