import { z } from "zod";
import { chartAnswer } from "../answers/chart-answer.ts";
import { cachedHeaders, etagOf, REVALIDATED } from "../http/cacheable-reply.ts";
import { defineRoute, type Reply, type Route } from "../http/route.ts";
import { svgHeaders } from "../http/svg-headers.ts";
import { runParams } from "../validation/run-id.ts";
import { nameOfView, type FramesOfRun, type FrameView } from "./frame-views.ts";
import type { Frames, ShownFrames } from "./frames.ts";
import { presentFrames, presentFramesAsCsv } from "./presenter.ts";
import { requireChannels } from "./require-channels.ts";
import { chartQuery, framesAnswer, framesQuery } from "./schemas.ts";

interface FrameRoutesDeps {
  frames: Frames;
}

/** Creates the routes that return a capture's frame times: as numbers, and as charts. */
export function createFrameRoutes(deps: FrameRoutesDeps): Route[] {
  return [getFrames(deps), getChart(deps)];
}

const getFrames = ({ frames }: FrameRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/benchmarks/runs/:run_id/frames",
    summary:
      "The frame times of a capture, downsampled, and its channels; as JSON, or as CSV to those that prefer text/csv",
    action: "read what is public",
    auth: "none",
    params: runParams,
    query: framesQuery,
    responses: { 200: { json: framesAnswer, other: { "text/csv": z.string() }, headers: cachedHeaders } },
    problems: ["overloaded"],
    handler: async ({ params: { run_id }, query: { points, channels }, context }) => {
      const found = await frames.of(run_id);
      const view: FrameView = { kind: "points", count: points, channels: requireChannels(found, channels) };
      const isCsv = context.accepts("application/json", "text/csv") === "text/csv";
      const type = isCsv ? "text/csv; charset=utf-8; header=present" : "application/json; charset=utf-8";
      const headers = { "Content-Type": type, Vary: "Accept" };
      return reply(frames, found, { view, headers }, ({ frames: { reference }, text }) =>
        isCsv
          ? { body: presentFramesAsCsv(text) }
          : { json: presentFrames(run_id, reference?.frames ?? 0, text) },
      );
    },
  });

const getChart = ({ frames }: FrameRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/benchmarks/runs/:run_id/chart.svg",
    summary: "A capture as a picture: frame times, frame rate, histogram, percentiles, or recorded channels",
    action: "read what is public",
    auth: "none",
    isEmbeddable: true,
    params: runParams,
    query: chartQuery,
    responses: { 200: { other: { "image/svg+xml": chartAnswer }, headers: cachedHeaders } },
    problems: ["overloaded"],
    handler: async ({ params: { run_id }, query: { view: name, ...look } }) => {
      const view: FrameView =
        name === "channels" ? { kind: "channels", look } : { kind: "chart", view: name, look };
      return reply(frames, await frames.of(run_id, view), { view, headers: svgHeaders }, ({ text }) => ({
        body: text,
      }));
    },
  });

interface Shown {
  view: FrameView;
  headers: Readonly<Record<string, string>>;
}

/**
 * Returns the reply with a view of a run's frames: a chart or points. The ETag is computed without loading frames.
 * `present` makes the body only if the request needs a body. If the file of the run was read again during the request,
 * the headers belong to the frames of the later reading.
 */
function reply(
  frames: Frames,
  found: FramesOfRun,
  { view, headers }: Shown,
  present: (shown: ShownFrames) => Pick<Reply, "body" | "json">,
): Reply {
  const replyFor = (shown: FramesOfRun) => ({
    status: 200,
    headers: {
      ...headers,
      // Clients must revalidate the answer, because it changes if the service reads the run's file again with a newer
      // version of the file readers.
      "Cache-Control": REVALIDATED,
      ETag: etagOf(`${nameOfView(shown, view)} ${headers["Content-Type"]}`),
    },
  });
  const load = async () => {
    const shown = await frames.show(found, view);
    return { ...replyFor(shown.frames), ...present(shown) };
  };
  return { ...replyFor(found), load };
}
