import { InvalidInputError, NotFoundError, type Fault } from "../../errors.ts";
import type { createThrottledQueue } from "../../infra/throttled-queue.ts";
import type { ChartTheme } from "../../charts/chart-style.ts";
import {
  nameOfView,
  parseProfile,
  DEFAULT_POINTS,
  type FramesOfRun,
  type FramePoints,
} from "../../frames/index.ts";
import type { CompareRunsDeps, FoundRun } from "../compare-runs.ts";
import { renderDistribution } from "./render-distribution.ts";
import { renderFrameTimes } from "./render-frame-times.ts";

/** The kinds of charts that compare captures: frame times over time, or the distribution of frame times. */
export const chartKinds = ["frame-times", "distribution"] as const;
type ChartKind = (typeof chartKinds)[number];

/** The requested kind and colours of a chart that compares captures. */
export interface ComparisonLook {
  kind: ChartKind;
  theme: ChartTheme;
}

/** The version of the code that draws these charts. Raise the version whenever the same captures give another chart. */
const CHARTS_VERSION = 2;

/** The captures of a chart, its look, and a name that changes whenever the chart changes. */
export interface ComparedCharts extends ComparisonLook {
  name: string;
  captures: readonly NamedCapture[];
}

interface NamedCapture {
  frames: FramesOfRun;
  /**
   * The name of the capture's build. Names are uncleaned input from people and files, and must be cleaned and escaped.
   */
  build: string;
  isUnranked: boolean;
}

/**
 * Finds the captures of a chart in the documents of their runs, without loading frames.
 * @throws InvalidInputError that names each run without frame times
 */
export async function findChart(
  { frames }: Pick<CompareRunsDeps, "frames">,
  found: readonly FoundRun[],
  { kind, theme }: ComparisonLook,
): Promise<ComparedCharts> {
  const faults: Fault[] = [];
  const captures: NamedCapture[] = [];
  for (const [index, { run, shown }] of found.entries())
    try {
      const ofRun = await frames.of(run._id);
      captures.push({ frames: ofRun, build: shown.build.name, isUnranked: shown.unranked !== null });
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      faults.push({ pointer: `/runs/${index}`, detail: error.message });
    }
  if (faults.length > 0) throw new InvalidInputError(faults);
  const names = captures.map(({ frames, build, isUnranked }) => [
    nameOfView(frames, { kind: "profile" }),
    frames.title,
    build,
    isUnranked,
  ]);
  return { name: JSON.stringify([CHARTS_VERSION, kind, theme, names]), kind, theme, captures };
}

/**
 * Draws a chart as SVG.
 * @param throttle limits the share of the process's time that drawing takes
 * @throws OverloadedError; NotFoundError if a run was deleted after it was found
 */
export async function drawComparison(
  { frames }: Pick<CompareRunsDeps, "frames">,
  { kind, theme, captures }: ComparedCharts,
  throttle: ReturnType<typeof createThrottledQueue>,
): Promise<string> {
  const loaded: { capture: NamedCapture; frames: FramesOfRun; profile: string; points: string | null }[] = [];
  // Captures are loaded one after the other, so that the frames of only one capture are in memory.
  for (const capture of captures) {
    const shown = await frames.show(capture.frames, { kind: "profile" });
    const points =
      kind === "frame-times"
        ? await frames.show(shown.frames, { kind: "points", count: DEFAULT_POINTS })
        : null;
    loaded.push({ capture, frames: shown.frames, profile: shown.text, points: points && points.text });
  }
  return throttle.take(async () => {
    const drawn = loaded.map(({ capture: { build, isUnranked }, frames, profile, points }) => ({
      build,
      isUnranked,
      metrics: frames.metrics,
      game: frames.title,
      frames: frames.reference?.frames ?? 0,
      profile: parseProfile(profile),
      points: points === null ? [] : (JSON.parse(points) as FramePoints).points,
    }));
    return kind === "frame-times" ? renderFrameTimes(drawn, theme) : renderDistribution(drawn, theme);
  });
}
