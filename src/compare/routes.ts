import { z } from "zod";
import { cachedHeaders, etagOf, REVALIDATED } from "../http/cacheable-reply.ts";
import { defineRoute, type Reply, type Route } from "../http/route.ts";
import { svgHeaders } from "../http/svg-headers.ts";
import { chartAnswer } from "../answers/chart-answer.ts";
import { toCsv } from "./as-csv.ts";
import { toMarkdown } from "./as-markdown.ts";
import type { Comparison } from "./comparison.ts";
import type { Comparisons } from "./comparisons.ts";
import { compareAnswer, compareChartQuery, compareQuery } from "./schemas.ts";

interface CompareRoutesDeps {
  comparisons: Comparisons;
}

/** Creates the routes that compare builds and runs, as JSON, Markdown, CSV or a chart. */
export function createCompareRoutes(deps: CompareRoutesDeps): Route[] {
  return [compare(deps), compareChart(deps)];
}

const forms = {
  json: { type: "application/json", header: "application/json; charset=utf-8" },
  csv: { type: "text/csv", header: "text/csv; charset=utf-8; header=present" },
  markdown: { type: "text/markdown", header: "text/markdown; charset=utf-8; variant=GFM" },
} as const;

type Form = keyof typeof forms;

const formNames = Object.keys(forms) as Form[];

const compare = ({ comparisons }: CompareRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/compare",
    summary: "Builds or runs side by side; as JSON, or by `format` or `Accept` as CSV or Markdown",
    action: "read what is public",
    auth: "none",
    query: compareQuery,
    responses: {
      200: {
        json: compareAnswer,
        other: { "text/csv": z.string(), "text/markdown": z.string() },
        headers: cachedHeaders,
      },
    },
    problems: ["notFound", "overloaded"],
    handler: async ({ query: { builds, runs, format, ...page }, context }) => {
      const accepted = context.accepts(formNames.map((name) => forms[name].type));
      const form = format ?? formNames.find((name) => forms[name].type === accepted) ?? "json";
      const comparison = runs
        ? await comparisons.ofRuns(runs)
        : await comparisons.ofBuilds(builds ?? [], page);
      return reply(comparison, form);
    },
  });

function reply(comparison: Comparison, form: Form): Reply {
  const text = textOf(comparison, form);
  const headers = {
    "Content-Type": forms[form].header,
    "Cache-Control": REVALIDATED,
    ETag: etagOf(text),
    Vary: "Accept",
  };
  return form === "json" ? { status: 200, json: text, headers } : { status: 200, body: text, headers };
}

function textOf(comparison: Comparison, form: Form): string {
  switch (form) {
    case "json":
      return JSON.stringify(comparison);
    case "csv":
      return toCsv(comparison);
    case "markdown":
      return toMarkdown(comparison);
  }
}

const compareChart = ({ comparisons }: CompareRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/compare/chart.svg",
    summary:
      "The frame times of captures over each other, or how many of their frames took how long, as a picture",
    action: "read what is public",
    auth: "none",
    isEmbeddable: true,
    query: compareChartQuery,
    responses: { 200: { other: { "image/svg+xml": chartAnswer }, headers: cachedHeaders } },
    problems: ["notFound", "overloaded"],
    handler: async ({ query: { runs, ...look } }) => {
      const charts = await comparisons.findChart(runs, look);
      const headers = { ...svgHeaders, "Cache-Control": REVALIDATED, ETag: etagOf(charts.name) };
      const load = async () => ({ status: 200, headers, body: await comparisons.drawChart(charts) });
      return { status: 200, headers, load };
    },
  });
