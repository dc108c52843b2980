import { extname } from "node:path";
import { createThrottledQueue } from "../infra/throttled-queue.ts";
import { createTaskThread } from "../infra/task-thread.ts";
import { createSerialQueue } from "../infra/serial-queue.ts";
import type { ChannelName, ChannelSeries } from "../readers/index.ts";
import type { FrameOverview } from "./model/frame-overview.ts";
import type { PackedSeries } from "./model/packed-series.ts";
import type { ChannelsChart } from "./chart/channels/render-channels-chart.ts";
import type { ChartLook } from "./chart/chart-look.ts";
import type { ChartMetrics } from "./chart/render-frame-chart.ts";
import type { ChartRequest } from "./overview.ts";

/** A task that the renderer sends to its thread. */
export type RenderTask =
  | SeriesTask
  | { kind: "channels"; chart: ChannelsChart; look: ChartLook }
  | {
      kind: "channel points";
      points: string;
      names: readonly ChannelName[];
      channels: readonly ChannelSeries[];
    };

type SeriesTask = { series: PackedSeries } & (
  | { kind: "overview"; metrics: ChartMetrics }
  | { kind: "chart"; metrics: ChartMetrics; request: ChartRequest }
  | { kind: "points"; count: number }
  | { kind: "profile"; seed: string }
);

/** The service that makes charts, points and profiles in a thread, so that the work does not block the event loop. */
export type Renderer = ReturnType<typeof createRenderer>;

/**
 * The time limit of a task of the renderer, in ms. On an idle machine, the longest series takes a thousandth of this
 * time.
 */
const TASK_TIMEOUT_MS = 60_000;

/**
 * The maximum pause of the renderer after its work on a frame series, in ms: many times the time that loading and
 * drawing the longest series takes.
 */
const THROTTLE_HOLD_MS = 1000;

/**
 * Loads a frame series; returns null if the series no longer exists. The renderer calls this function when it is free,
 * so that only one series is in memory at a time.
 */
type Load = () => Promise<PackedSeries | null>;

/**
 * Loads the channels of a run (recorded values such as temperatures); returns null if the channels no longer exist. The
 * renderer calls this function when it is free, so that only one run's data is in memory at a time.
 */
type LoadChannels = () => Promise<readonly ChannelSeries[] | null>;

/** The tasks of the renderer's thread and their results. */
interface RenderWork {
  task: RenderTask;
  result: string | FrameOverview;
}

/**
 * Creates the renderer of a process, which makes charts, points and profiles of frames. The renderer works on one
 * series at a time, and pauses after each series for as long as the work took.
 * @param options.maxWaiting the maximum number of waiting calls
 */
export function createRenderer({ maxWaiting }: { maxWaiting: number }) {
  const file = new URL(`./render-thread${extname(import.meta.url)}`, import.meta.url);
  const thread = createTaskThread<RenderWork>(file, TASK_TIMEOUT_MS);
  const inTurn = createTurns(maxWaiting);
  const render = <T>(load: () => Promise<T | null>, taskOf: (loaded: T) => RenderTask): Promise<unknown> =>
    inTurn(async () => {
      const loaded = await load();
      if (loaded === null) return null;
      const task = taskOf(loaded);
      return thread.run(task, "series" in task ? buffersOf(task.series) : []);
    });
  const text = async <T>(load: () => Promise<T | null>, taskOf: (loaded: T) => RenderTask) =>
    (await render(load, taskOf)) as string | null;
  return {
    /**
     * Makes the overview (default chart and points) of a series; null if the series no longer exists.
     * @throws OverloadedError; the errors of `load`
     */
    overview: async (load: Load, metrics: ChartMetrics): Promise<FrameOverview | null> =>
      (await render(load, (series) => ({ series, kind: "overview", metrics }))) as FrameOverview | null,

    /**
     * Draws the requested chart of a frame series, as SVG; null if the series no longer exists.
     * @throws OverloadedError; the errors of `load`
     */
    chart: (load: Load, metrics: ChartMetrics, request: ChartRequest) =>
      text(load, (series) => ({ series, kind: "chart", metrics, request })),

    /**
     * Draws the channels of a run (recorded values such as temperatures), which `load` returns, as SVG; null if the
     * channels no longer exist.
     * @throws OverloadedError; the errors of `load`
     */
    channels: (load: LoadChannels, metrics: ChannelsChart["metrics"], look: ChartLook) =>
      text(load, (channels) => ({ kind: "channels", chart: { channels, metrics }, look })),

    /**
     * Adds the named channels of a run (recorded values such as temperatures), which `load` returns, to points in JSON;
     * null if the channels no longer exist.
     * @throws OverloadedError; the errors of `load`
     */
    channelPoints: (load: LoadChannels, points: string, names: readonly ChannelName[]) =>
      text(load, (channels) => ({ kind: "channel points", points, names, channels })),

    /**
     * Makes points of a series, as JSON; null if the series no longer exists.
     * @throws OverloadedError; the errors of `load`
     */
    points: (load: Load, count: number) => text(load, (series) => ({ series, kind: "points", count })),

    /**
     * Makes the profile of a frame series (data for comparisons), as text; null if the series no longer exists.
     * @throws OverloadedError; the errors of `load`
     */
    profile: (load: Load, seed: string) => text(load, (series) => ({ series, kind: "profile", seed })),

    /** Ends the thread of the renderer. */
    close: (): Promise<void> => thread.close(),
  };
}

/** Creates the function that runs the tasks of the renderer one at a time, with a pause after each task. */
function createTurns(maxWaiting: number) {
  const turns = createSerialQueue({ maxWaiting, what: "frame times to be drawn" });
  // Measure the renderer's work in wall-clock time, because its thread competes with all other requests for the
  // processors, and works while the event loop waits for the result.
  const throttle = createThrottledQueue(THROTTLE_HOLD_MS, { busyMs: () => performance.now() });
  return <T>(work: () => Promise<T>): Promise<T> => turns.take(() => throttle.take(work));
}

/**
 * Returns the buffers of a frame series. The caller moves their memory to the renderer's thread instead of copying it.
 */
function buffersOf({ pieces }: PackedSeries): ArrayBuffer[] {
  const values = pieces.flatMap(({ frameTimes, dropped }) => [frameTimes, dropped]);
  return values.flatMap((bytes) => (bytes ? [bytes.buffer as ArrayBuffer] : []));
}
