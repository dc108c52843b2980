import { cachedHeaders, cacheableReply, etagOf, REVALIDATED } from "../http/cacheable-reply.ts";
import { defineRoute, type Route } from "../http/route.ts";
import { svgHeaders } from "../http/svg-headers.ts";
import { cohortKinds } from "./model/cohort.ts";
import { presentBenchmark, presentProductResult, presentRanking } from "./presenter.ts";
import type { MeasuredPart, Rankings } from "./rankings.ts";
import {
  benchmarkParams,
  histogramAnswer,
  histogramQuery,
  rankingAnswer,
  rankingQuery,
  resultsAnswer,
  resultsQuery,
  slugParams,
  variantsAnswer,
  variantsQuery,
} from "./schemas.ts";
import { getOpenData } from "./open-data/routes.ts";
import type { OpenData } from "./open-data/open-data.ts";
import { createUpgradeRoutes, type UpgradeRoutesDeps } from "./upgrades/routes.ts";

interface StandingRoutesDeps extends UpgradeRoutesDeps {
  rankings: Rankings;
  openData: OpenData;
}

/**
 * Creates the routes of rankings, variants, open data and upgrades, and the routes of the results of products and
 * chips.
 */
export function createStandingRoutes({ rankings, openData, ...deps }: StandingRoutesDeps): Route[] {
  return [
    ...createUpgradeRoutes(deps),
    getRanking(rankings),
    getVariants(rankings),
    getOpenData(openData),
    ...[...cohortKinds, "chip" as const].flatMap((of) => [
      getResults(of, rankings),
      getHistogram(of, rankings),
    ]),
  ];
}

const getRanking = (rankings: Rankings) =>
  defineRoute({
    method: "GET",
    path: "/benchmarks/:benchmark_id/ranking",
    summary: "Builds by their best result in a benchmark and variant, the best first",
    action: "read what is public",
    auth: "none",
    params: benchmarkParams,
    query: rankingQuery,
    responses: { 200: { json: rankingAnswer, headers: cachedHeaders } },
    handler: async ({ params: { benchmark_id }, query }) =>
      cacheableReply(presentRanking(await rankings.rankingOf(benchmark_id, query), query)),
  });

const getVariants = (rankings: Rankings) =>
  defineRoute({
    method: "GET",
    path: "/benchmarks/:benchmark_id/variants",
    summary: "The 3DMark tests or games that were measured by a benchmark, the most measured first",
    action: "read what is public",
    auth: "none",
    params: benchmarkParams,
    query: variantsQuery,
    responses: { 200: { json: variantsAnswer, headers: cachedHeaders } },
    handler: async ({ params: { benchmark_id }, query }) => {
      const { type, results, total } = await rankings.variantsOf(benchmark_id, query);
      return cacheableReply({ ...presentBenchmark(type), results, total });
    },
  });

const getResults = (of: MeasuredPart, rankings: Rankings) =>
  defineRoute({
    method: "GET",
    path: `/products/${of}/:url_slug/results`,
    summary: `What was measured with a ${of}, the most measured benchmark first`,
    action: "read what is public",
    auth: "none",
    params: slugParams,
    query: resultsQuery,
    responses: { 200: { json: resultsAnswer, headers: cachedHeaders } },
    handler: async ({ params: { url_slug }, query }) => {
      const { part, results, total } = await rankings.resultsOf(of, url_slug, query);
      return cacheableReply({ part, results: results.map(presentProductResult), total });
    },
  });

const getHistogram = (of: MeasuredPart, rankings: Rankings) =>
  defineRoute({
    method: "GET",
    path: `/products/${of}/:url_slug/histogram.svg`,
    summary: `The results of a benchmark and variant with a ${of}, as a picture`,
    action: "read what is public",
    auth: "none",
    isEmbeddable: true,
    params: slugParams,
    query: histogramQuery,
    responses: { 200: { other: { "image/svg+xml": histogramAnswer }, headers: cachedHeaders } },
    handler: async ({ params: { url_slug }, query }) => {
      const body = await rankings.histogramOf(of, url_slug, query);
      return {
        status: 200,
        body,
        headers: {
          ...svgHeaders,
          // Clients have to revalidate a cached histogram, because the next result changes it.
          "Cache-Control": REVALIDATED,
          ETag: etagOf(body),
        },
      };
    },
  });
