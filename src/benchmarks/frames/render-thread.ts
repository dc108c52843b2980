import { parentPort } from "node:worker_threads";
import { unpackSeries } from "../model/packed-series.ts";
import { makeOverview, makePoints } from "./overview.ts";
import type { RenderTask } from "./renderer.ts";

// The thread of the renderer: it answers each task with what it made.

parentPort?.on("message", (task: RenderTask) => {
  const series = unpackSeries(task.series);
  const made = task.kind === "overview" ? makeOverview(series, task.metrics) : makePoints(series, task.count);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that argument is for windows; this is a thread
  parentPort?.postMessage(made);
});
