import { InvalidInputError, NotFoundError, type Fault } from "../../errors.ts";
import type { createLane } from "../../infra/lane.ts";
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

/** What a chart of captures shows: their frame times over time, or which share of their frames took how long. */
export const chartKinds = ["frame-times", "distribution"] as const;
type ChartKind = (typeof chartKinds)[number];

/** How a client wants a chart of captures. */
export interface ComparisonLook {
  kind: ChartKind;
  theme: ChartTheme;
}

/** Raise it whenever the same captures give another chart. */
const CHARTS_VERSION = 1;

/** The captures of a chart, and a name that changes whenever the chart does. */
export interface ComparedCharts extends ComparisonLook {
  name: string;
  captures: readonly NamedCapture[];
}

interface NamedCapture {
  frames: FramesOfRun;
  /** The name of its build. Names are as people and files give them: to be cleaned and escaped. */
  build: string;
  isSuspect: boolean;
}

/**
 * Finds what a chart of captures shows, by what their runs say; loads no frames.
 * @throws InvalidInputError naming each run without frame times
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
      captures.push({ frames: ofRun, build: shown.build.name, isSuspect: shown.suspect !== null });
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      faults.push({ pointer: `/runs/${index}`, detail: error.message });
    }
  if (faults.length > 0) throw new InvalidInputError(faults);
  const names = captures.map(({ frames, build, isSuspect }) => [
    nameOfView(frames, { kind: "profile" }),
    build,
    isSuspect,
  ]);
  return { name: JSON.stringify([CHARTS_VERSION, kind, theme, names]), kind, theme, captures };
}

/**
 * Draws a chart as SVG.
 * @param lane of the drawing, which keeps the process busy
 * @throws OverloadedError; NotFoundError where a run was deleted meanwhile
 */
export async function drawComparison(
  { frames }: Pick<CompareRunsDeps, "frames">,
  { kind, theme, captures }: ComparedCharts,
  lane: ReturnType<typeof createLane>,
): Promise<string> {
  const loaded: { capture: NamedCapture; frames: FramesOfRun; profile: string; points: string | null }[] = [];
  // One after the other: the frames of one capture at a time are in memory.
  for (const capture of captures) {
    const shown = await frames.show(capture.frames, { kind: "profile" });
    const points =
      kind === "frame-times"
        ? await frames.show(shown.frames, { kind: "points", count: DEFAULT_POINTS })
        : null;
    loaded.push({ capture, frames: shown.frames, profile: shown.text, points: points && points.text });
  }
  return lane.take(async () => {
    const drawn = loaded.map(({ capture: { build, isSuspect }, frames, profile, points }) => ({
      build,
      isSuspect,
      metrics: frames.metrics,
      frames: frames.reference.frames,
      profile: parseProfile(profile),
      points: points === null ? [] : (JSON.parse(points) as FramePoints).points,
    }));
    return kind === "frame-times" ? renderFrameTimes(drawn, theme) : renderDistribution(drawn, theme);
  });
}
