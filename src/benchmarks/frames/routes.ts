import { etagOf } from "../../http/cacheable-reply.ts";
import { defineRoute, type Route } from "../../http/route.ts";
import type { Frames } from "./frames.ts";
import { renderFrameChart } from "./chart/render-frame-chart.ts";
import { presentFrames, presentFramesAsCsv } from "./presenter.ts";
import { chartAnswer, framesAnswer, framesQuery, runParams } from "../schemas.ts";

interface FrameRoutesDeps {
  frames: Frames;
}

/** Creates the routes of a capture's frame times: as numbers, and as a chart. */
export function createFrameRoutes(deps: FrameRoutesDeps): Route[] {
  return [getFrames(deps), getChart(deps)];
}

/** Caches may keep the response but must revalidate it: reading the file again with newer readers changes the figures. */
const REVALIDATED = "no-cache";

const getFrames = ({ frames }: FrameRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/benchmarks/runs/:run_id/frames",
    summary: "The frame times of a capture, downsampled; as JSON, or as CSV to those that prefer text/csv",
    action: "read what is public",
    auth: "none",
    params: runParams,
    query: framesQuery,
    responses: { 200: framesAnswer },
    handler: async ({ params: { run_id }, query: { points }, context }) => {
      const series = await frames.of(run_id);
      const headers = { "Cache-Control": REVALIDATED, Vary: "Accept" };
      if (context.accepts("application/json", "text/csv") !== "text/csv")
        return { status: 200, body: presentFrames(run_id, series, points), headers };
      return {
        status: 200,
        body: presentFramesAsCsv(series, points),
        headers: { ...headers, "Content-Type": "text/csv; charset=utf-8; header=present" },
      };
    },
  });

const getChart = ({ frames }: FrameRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/benchmarks/runs/:run_id/chart.svg",
    summary: "The frame times of a capture as a picture",
    action: "read what is public",
    auth: "none",
    isEmbeddable: true,
    params: runParams,
    responses: { 200: chartAnswer },
    handler: async ({ params: { run_id } }) => {
      const chart = renderFrameChart(await frames.of(run_id));
      return {
        status: 200,
        body: chart,
        headers: {
          "Content-Type": "image/svg+xml; charset=utf-8",
          // An SVG that is opened in a tab is a document of this origin: it may run no script and load nothing.
          "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
          "Cache-Control": REVALIDATED,
          ETag: etagOf(chart),
        },
      };
    },
  });
