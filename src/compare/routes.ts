import { z } from "zod";
import { cachedHeaders, etagOf, REVALIDATED } from "../http/cacheable-reply.ts";
import { pngReply, svgReply } from "../http/picture-reply.ts";
import { defineRoute, type Reply, type Route } from "../http/route.ts";
import { svgHeaders } from "../http/svg-headers.ts";
import { chartAnswer } from "../answers/chart-answer.ts";
import type { Previews } from "../benchmarks/index.ts";
import { compareAnswer, compareProductsAnswer } from "./answers.ts";
import { toCsv } from "./as-csv.ts";
import { toMarkdown } from "./as-markdown.ts";
import type { AnyComparison, Comparisons } from "./comparisons.ts";
import { productsToCsv, productsToMarkdown } from "./products-as-text.ts";
import { renderPreview } from "./render-preview.ts";
import { compareChartQuery, comparePreviewQuery, compareQuery } from "./schemas.ts";

interface CompareRoutesDeps {
  comparisons: Comparisons;
  previews: Pick<Previews, "png">;
}

/** Creates the routes that compare builds, runs and products, as JSON, Markdown, CSV, a chart or a picture. */
export function createCompareRoutes(deps: CompareRoutesDeps): Route[] {
  return [compare(deps), compareChart(deps), previewSvg(deps), previewPng(deps)];
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
    summary:
      "Builds, runs or products side by side; as JSON, or by the parameter format or the header Accept as CSV or Markdown",
    action: "read what is public",
    auth: "none",
    query: compareQuery,
    responses: {
      200: {
        json: z.union([compareAnswer, compareProductsAnswer]),
        other: { "text/csv": z.string(), "text/markdown": z.string() },
        headers: cachedHeaders,
      },
    },
    problems: ["notFound", "overloaded"],
    handler: async ({ query: { format, ...asked }, context }) => {
      const accepted = context.accepts(formNames.map((name) => forms[name].type));
      const form = format ?? formNames.find((name) => forms[name].type === accepted) ?? "json";
      return reply(await comparisons.compare(asked), form);
    },
  });

function reply(comparison: AnyComparison, form: Form): Reply {
  const text = textOf(comparison, form);
  const headers = {
    "Content-Type": forms[form].header,
    "Cache-Control": REVALIDATED,
    ETag: etagOf(text),
    Vary: "Accept",
  };
  return form === "json" ? { status: 200, json: text, headers } : { status: 200, body: text, headers };
}

function textOf(comparison: AnyComparison, form: Form): string {
  switch (form) {
    case "json":
      return JSON.stringify(comparison);
    case "csv":
      return "facts" in comparison ? productsToCsv(comparison) : toCsv(comparison);
    case "markdown":
      return "facts" in comparison ? productsToMarkdown(comparison) : toMarkdown(comparison);
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
    responses: svgResponses,
    problems: ["notFound", "overloaded"],
    handler: async ({ query: { runs, ...look } }) => {
      const charts = await comparisons.findChart(runs, look);
      const headers = { ...svgHeaders, "Cache-Control": REVALIDATED, ETag: etagOf(charts.name) };
      const load = async () => ({ status: 200, headers, body: await comparisons.drawChart(charts) });
      return { status: 200, headers, load };
    },
  });

const previewSvg = (deps: CompareRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/compare/preview.svg",
    summary: "A comparison as a picture of 1200 × 630 pixels: the first benchmark in common as bars",
    action: "read what is public",
    auth: "none",
    isEmbeddable: true,
    query: comparePreviewQuery,
    responses: svgResponses,
    problems: ["notFound", "overloaded"],
    handler: async ({ query }) => svgReply(await drawPreview(deps, query)),
  });

const previewPng = (deps: CompareRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/compare/preview.png",
    summary: "The same as a PNG, for chats that show no SVG",
    action: "read what is public",
    auth: "none",
    isEmbeddable: true,
    query: comparePreviewQuery,
    responses: { 200: { other: { "image/png": null }, headers: cachedHeaders } },
    problems: ["notFound", "overloaded"],
    handler: async ({ query }) => pngReply(deps.previews.png(await drawPreview(deps, query))),
  });

const svgResponses = {
  200: { other: { "image/svg+xml": chartAnswer }, headers: cachedHeaders },
} as const;

/**
 * Compares the builds, runs or products of a query, and draws the comparison as a picture for chats. Builds are
 * compared in one benchmark only.
 */
async function drawPreview(
  { comparisons }: CompareRoutesDeps,
  asked: z.output<typeof comparePreviewQuery>,
): Promise<string> {
  return renderPreview(await comparisons.compare({ ...asked, page: 1, limit: 1 }));
}
