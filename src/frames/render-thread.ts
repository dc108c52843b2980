import { parentPort } from "node:worker_threads";
import { addChannels } from "./channel-points.ts";
import { renderChannelsChart } from "./chart/channels/render-channels-chart.ts";
import type { FrameOverview } from "./model/frame-overview.ts";
import { unpackSeries } from "./model/packed-series.ts";
import { makeChart, makeOverview, makePoints } from "./overview.ts";
import { makeProfile } from "./profile/profile.ts";
import type { RenderTask } from "./renderer.ts";

// The renderer starts this module in a thread. Each message to the thread is a task, and the thread answers it with the
// result of the task.

parentPort?.on("message", (task: RenderTask) => {
  const made = make(task);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a message to a thread has no origin
  parentPort?.postMessage(made);
});

function make(task: RenderTask): string | FrameOverview {
  if (task.kind === "channels") return renderChannelsChart(task.chart, task.look);
  if (task.kind === "channel points") return addChannels(task.points, task.names, task.channels);
  const series = unpackSeries(task.series);
  switch (task.kind) {
    case "overview":
      return makeOverview(series, task.metrics);
    case "chart":
      return makeChart(series, task.metrics, task.request);
    case "points":
      return makePoints(series, task.count);
    case "profile":
      return makeProfile(series.frameTimesMs, task.seed);
  }
}
