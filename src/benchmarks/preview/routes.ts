import { cachedHeaders } from "../../http/cacheable-reply.ts";
import { pngReply, svgReply } from "../../http/picture-reply.ts";
import { defineRoute, type Route } from "../../http/route.ts";
import { chartAnswer } from "../../answers/chart-answer.ts";
import { buildIdParams } from "../../validation/build-id.ts";
import { runParams } from "../../validation/run-id.ts";
import type { Previews } from "./previews.ts";

interface PreviewRoutesDeps {
  previews: Previews;
}

/** Creates the routes of the pictures that chats show beside a link to a run or a build. */
export function createPreviewRoutes({ previews }: PreviewRoutesDeps): Route[] {
  return [runSvg(previews), runPng(previews), buildSvg(previews), buildPng(previews)];
}

const runSvg = (previews: Previews) =>
  defineRoute({
    method: "GET",
    path: "/benchmarks/runs/:run_id/preview.svg",
    summary: "A run as a picture of 1200 × 630 pixels: its score, hardware and rank",
    action: "read what is public",
    auth: "none",
    isEmbeddable: true,
    params: runParams,
    responses: svgResponses,
    handler: async ({ params: { run_id } }) => svgReply(await previews.svgOf(run_id)),
  });

const runPng = (previews: Previews) =>
  defineRoute({
    method: "GET",
    path: "/benchmarks/runs/:run_id/preview.png",
    summary: "The same as a PNG, for chats that show no SVG",
    action: "read what is public",
    auth: "none",
    isEmbeddable: true,
    params: runParams,
    responses: pngResponses,
    problems: ["overloaded"],
    handler: async ({ params: { run_id } }) => pngReply(previews.png(await previews.svgOf(run_id))),
  });

const buildSvg = (previews: Previews) =>
  defineRoute({
    method: "GET",
    path: "/builds/:build_id/preview.svg",
    summary: "A build as a picture of 1200 × 630 pixels: its hardware and its best results",
    action: "read what is public",
    auth: "none",
    isEmbeddable: true,
    params: buildIdParams,
    responses: svgResponses,
    handler: async ({ params: { build_id } }) => svgReply(await previews.svgOfBuild(build_id)),
  });

const buildPng = (previews: Previews) =>
  defineRoute({
    method: "GET",
    path: "/builds/:build_id/preview.png",
    summary: "The same as a PNG, for chats that show no SVG",
    action: "read what is public",
    auth: "none",
    isEmbeddable: true,
    params: buildIdParams,
    responses: pngResponses,
    problems: ["overloaded"],
    handler: async ({ params: { build_id } }) => pngReply(previews.png(await previews.svgOfBuild(build_id))),
  });

const svgResponses = {
  200: { other: { "image/svg+xml": chartAnswer }, headers: cachedHeaders },
} as const;
const pngResponses = { 200: { other: { "image/png": null }, headers: cachedHeaders } } as const;
