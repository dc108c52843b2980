import type { RunsRepository } from "../benchmarks/index.ts";
import type { Config } from "../config.ts";
import type { Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/logger.ts";
import { createSharedCalls } from "../infra/shared-calls.ts";
import { createTextCache } from "../infra/text-cache.ts";
import type { ChannelFigures, ChannelName, ChannelSeries, FrameMetrics } from "../readers/index.ts";
import { DEFAULT_POINTS, type FrameOverview } from "./model/frame-overview.ts";
import type { ChannelReference, SeriesReference } from "./model/frame-series.ts";
import type { FrameSeriesRepository } from "./records/frame-series-repository.ts";
import { confirmSeries } from "./records/confirm-series.ts";
import { DEFAULT_VIEW, isDefaultLook, nameOfLook, type ChartLook } from "./chart/chart-look.ts";
import { overviewMetrics } from "./overview-metrics.ts";
import { RENDERER_VERSION, type ChartRequest } from "./overview.ts";
import type { Renderer } from "./renderer.ts";

/** The reference of a run to its frame series, and the metrics that the same write has stored in the run. */
export interface FramesOfRun {
  runId: string;
  /**
   * The reference to the frame series of the run; null for a run without frames, of which only the channels (such as
   * temperatures) can be shown.
   */
  reference: SeriesReference | null;
  readerVersion: number | null;
  metrics: FrameMetrics;
  /**
   * The statistics of the run's channels (such as temperatures). Empty if its file recorded no channels; null if the
   * file was read by an older version of the file reader that did not support channels.
   */
  channels: readonly ChannelFigures[] | null;
  /** The reference to the series of the run's channels (such as temperatures); null if the run has no channels. */
  channelReference: ChannelReference | null;
  /** The title of the game; null if there is none. The submitter may have typed the title after the file was read. */
  title: string | null;
}

/**
 * The description of a view: a chart or text that is made of the frames of a run. The views are a chart of the frame
 * times (kind, size, theme), the chart of the recorded channels, a number of points with or without channels, and the
 * profile that comparisons need.
 */
export type FrameView =
  | ({ kind: "chart" } & ChartRequest)
  | { kind: "channels"; look: ChartLook }
  | { kind: "points"; count: number; channels?: readonly ChannelName[] }
  | { kind: "profile" };

/** The dependencies of `createFrameViews`. */
export interface FrameViewsDeps {
  runsRepository: Pick<RunsRepository, "find">;
  series: FrameSeriesRepository;
  renderer: Renderer;
  clock: Clock;
  config: Pick<Config, "FRAME_CACHE_BYTES">;
  logger: Logger;
}

/**
 * Returns the unique name of a view. The name consists of the run's id, the fencing token under which its file was
 * read, the versions of the file reader and of the renderer, the form of the view, and for a chart the title of the
 * game. The name is computed without loading frames, and a view with a given name never changes.
 */
export function nameOfView(frames: FramesOfRun, view: FrameView): string {
  const { runId, reference, channelReference, readerVersion } = frames;
  const shown = view.kind === "channels" ? channelReference : reference;
  return [runId, shown?.fencing_token, readerVersion, RENDERER_VERSION, formOf(view, frames)].join("/");
}

function formOf(view: FrameView, { title }: FramesOfRun): string {
  switch (view.kind) {
    case "chart":
      return `chart ${view.view} ${nameOfLook(view.look)} ${title}`;
    case "channels":
      return `channels ${nameOfLook(view.look)} ${title}`;
    case "points":
      return [`${view.count} points`, ...(view.channels ?? [])].join(" ");
    case "profile":
      return "profile";
  }
}

/**
 * Creates the service that returns views: the texts that are made of the frames of runs, such as charts. The service
 * takes a view from the memory of the process, or else from MongoDB, or else from the renderer. Simultaneous requests
 * for the same view share one result.
 */
export function createFrameViews(deps: FrameViewsDeps) {
  const { series, renderer, config } = deps;
  const known = createTextCache(config.FRAME_CACHE_BYTES);
  const shareView = createSharedCalls<string | null>();
  const shareOverview = createSharedCalls<FrameOverview | null>();

  async function load(frames: FramesOfRun, view: FrameView): Promise<string | null> {
    const { metrics, title } = frames;
    if (view.kind === "channels")
      return renderer.channels(() => channelsOf(series, frames), { ...metrics, title }, view.look);
    if (!hasFrames(frames)) return null;
    const { runId, reference } = frames;
    const isGameTyped = title !== overviewMetrics(metrics).title;
    if (view.kind === "chart" && (isGameTyped || view.view !== DEFAULT_VIEW || !isDefaultLook(view.look)))
      return renderer.chart(() => series.find(runId, reference), { ...metrics, title }, view);
    if (view.kind === "profile") return renderer.profile(() => series.find(runId, reference), runId);
    if (view.kind === "points" && view.channels && view.channels.length > 0)
      return loadWithChannels(frames, view.count, view.channels);
    if (view.kind === "points" && !isInOverview(reference, view.count))
      return renderer.points(() => series.find(runId, reference), view.count);
    const part = view.kind;
    const stored = await series.findOverview(keyOf(frames), RENDERER_VERSION, part);
    if (stored !== null) return stored;
    const made = await shareOverview(`${runId}/${reference.fencing_token}`, () => makeOverview(deps, frames));
    return made && made[part];
  }

  /** Returns the points of a run with its channels (such as temperatures); null if either no longer exists. */
  async function loadWithChannels(
    frames: FramesOfRun,
    count: number,
    names: readonly ChannelName[],
  ): Promise<string | null> {
    const { runId, channelReference } = frames;
    const points = await find(frames, { kind: "points", count });
    if (points === null || channelReference === null) return null;
    return renderer.channelPoints(() => series.findChannels(runId, channelReference, names), points, names);
  }

  async function find(frames: FramesOfRun, view: FrameView): Promise<string | null> {
    const name = nameOfView(frames, view);
    const make = async () => {
      const text = await load(frames, view);
      if (text !== null) known.set(name, text);
      return text;
    };
    return known.get(name) ?? (await shareView(name, make));
  }

  return {
    /**
     * Returns the text of a view (a chart, points or a profile), or null if the frame series of the run no longer
     * exists.
     * @throws OverloadedError
     */
    find,
  };
}

/** Returns all channels of a run (recorded values such as temperatures); null if the channels no longer exist. */
async function channelsOf(
  series: FrameSeriesRepository,
  { runId, channels, channelReference }: FramesOfRun,
): Promise<ChannelSeries[] | null> {
  const names = (channels ?? []).map(({ name }) => name);
  return channelReference && series.findChannels(runId, channelReference, names);
}

/**
 * Returns whether the stored overview (default chart and points) of a series contains exactly the points that LTTB (the
 * downsampling algorithm) would choose for `count` points. This is so if `count` is DEFAULT_POINTS, or if the series
 * has no more frames than both `count` and DEFAULT_POINTS, because LTTB then chooses all frames.
 */
function isInOverview({ frames }: SeriesReference, count: number): boolean {
  return Math.min(count, frames) === Math.min(DEFAULT_POINTS, frames);
}

type StoredFrames = FramesOfRun & { reference: SeriesReference };

const hasFrames = (frames: FramesOfRun): frames is StoredFrames => frames.reference !== null;

const keyOf = ({ runId, reference }: StoredFrames) => ({ runId, fencingToken: reference.fencing_token });

/**
 * Makes and stores the overview (default chart and points) of a frame series that was stored without an overview, or
 * with the overview of another version of the renderer.
 */
async function makeOverview(deps: FrameViewsDeps, frames: StoredFrames): Promise<FrameOverview | null> {
  const { series, renderer, logger } = deps;
  const { runId, reference, metrics } = frames;
  const overview = await renderer.overview(() => series.find(runId, reference), overviewMetrics(metrics));
  if (overview) {
    // The client gets the default chart or points even if they cannot be stored; the next request then makes them
    // again.
    await keep(deps, frames, overview).catch((error: unknown) =>
      logger.warn(
        { err: error, run_id: runId },
        "the default chart and points of a frame series could not be stored",
      ),
    );
  }
  return overview;
}

/**
 * Stores the overview (default chart and points) of a frame series as unconfirmed. If the run still references the
 * series, confirms the overview, else removes it: while the overview was made, the run may have been deleted, or its
 * file read again.
 */
async function keep(
  { runsRepository, series, clock }: FrameViewsDeps,
  frames: StoredFrames,
  overview: FrameOverview,
): Promise<void> {
  const key = keyOf(frames);
  await series.storeOverview(key, { version: RENDERER_VERSION, overview, at: clock() });
  await confirmSeries({ runsRepository, series }, key);
}
