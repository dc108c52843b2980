import { cachedHeaders, etagOf, REVALIDATED } from "../../http/cacheable-reply.ts";
import { defineRoute, type Route } from "../../http/route.ts";
import { svgHeaders } from "../../http/svg-headers.ts";
import { chartAnswer } from "../../answers/chart-answer.ts";
import { runParams } from "../../validation/run-id.ts";
import type { Previews } from "./previews.ts";

interface PreviewRoutesDeps {
  previews: Previews;
}

/** A part of the ETag of each PNG: raise the version whenever the same SVG gives another PNG. */
const DRAWING_VERSION = 1;

/** Creates the routes of the pictures that chats show beside a link to a run. */
export function createPreviewRoutes(deps: PreviewRoutesDeps): Route[] {
  return [svgPreview(deps), pngPreview(deps)];
}

const svgPreview = ({ previews }: PreviewRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/benchmarks/runs/:run_id/preview.svg",
    summary: "A run as a picture of 1200 × 630 pixels: its score, hardware and standing",
    action: "read what is public",
    auth: "none",
    isEmbeddable: true,
    params: runParams,
    responses: { 200: { other: { "image/svg+xml": chartAnswer }, headers: cachedHeaders } },
    handler: async ({ params: { run_id } }) => {
      const svg = await previews.svgOf(run_id);
      const headers = { ...svgHeaders, "Cache-Control": REVALIDATED, ETag: etagOf(svg) };
      return { status: 200, headers, body: svg };
    },
  });

const pngPreview = ({ previews }: PreviewRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/benchmarks/runs/:run_id/preview.png",
    summary: "The same as a PNG, for chats that show no SVG",
    action: "read what is public",
    auth: "none",
    isEmbeddable: true,
    params: runParams,
    responses: { 200: { other: { "image/png": null }, headers: cachedHeaders } },
    problems: ["overloaded"],
    handler: async ({ params: { run_id } }) => {
      const svg = await previews.svgOf(run_id);
      const headers = {
        "Content-Type": "image/png",
        "Content-Security-Policy": "default-src 'none'; sandbox",
        "Cache-Control": REVALIDATED,
        ETag: etagOf(`${DRAWING_VERSION} ${svg}`),
      };
      return {
        status: 200,
        headers,
        load: async () => ({ status: 200, headers, body: await previews.png(svg) }),
      };
    },
  });
