import { InvalidInputError, NotFoundError, type Fault } from "../../errors.ts";
import type { createThrottledQueue } from "../../infra/throttled-queue.ts";
import {
  nameOfView,
  parseProfile,
  DEFAULT_POINTS,
  type FramesOfRun,
  type FramePoints,
} from "../../frames/index.ts";
import type { CompareRunsDeps, FoundRun } from "../compare-runs.ts";
import { headlineOfRun } from "../labels.ts";
import { nameOfThing } from "../thing-names.ts";
import type { ComparisonFrame } from "./comparison-frame.ts";
import { renderDistribution } from "./render-distribution.ts";
import { renderFrameTimes } from "./render-frame-times.ts";

/** The kinds of charts that compare captures: frame times over time, or the distribution of frame times. */
export const chartKinds = ["frame-times", "distribution"] as const;
type ChartKind = (typeof chartKinds)[number];

/** The requested kind, width and colours of a chart that compares captures. */
export interface ComparisonLook extends ComparisonFrame {
  kind: ChartKind;
}

/**
 * The version of the code that draws charts of several captures. Raise the version whenever the same captures give
 * another chart.
 */
const CHARTS_VERSION = 4;

/** The captures of a chart, its kind, width and colours, and a name that changes whenever the chart changes. */
export interface ComparedCharts extends ComparisonLook {
  name: string;
  captures: readonly NamedCapture[];
}

interface NamedCapture {
  frames: FramesOfRun;
  /**
   * The name of the capture in the legend: the name of its build, with further words if another capture has the same
   * name. People and files provide the names, so they must be cleaned and escaped before they are drawn.
   */
  label: string;
  isUnranked: boolean;
}

/**
 * Finds the captures of a chart in the documents of their runs, without loading frames.
 * @throws InvalidInputError that names each run without frame times
 */
export async function findChart(
  { frames }: Pick<CompareRunsDeps, "frames">,
  found: readonly FoundRun[],
  look: ComparisonLook,
): Promise<ComparedCharts> {
  const faults: Fault[] = [];
  const captures: NamedCapture[] = [];
  const compared = found.map(({ shown }) => shown);
  for (const [index, { run, shown }] of found.entries())
    try {
      const ofRun = await frames.of(run._id);
      captures.push({
        frames: ofRun,
        // The legend adds the game itself where the captures are of several games.
        label: nameOfThing(shown, {
          compared: compared.filter((one) => headlineOfRun(one) === headlineOfRun(shown)),
        }),
        isUnranked: shown.unranked !== null,
      });
    } catch (error) {
      if (!(error instanceof NotFoundError)) throw error;
      faults.push({ pointer: `/runs/${index}`, detail: error.message });
    }
  if (faults.length > 0) throw new InvalidInputError(faults);
  const names = captures.map(({ frames, label, isUnranked }) => [
    nameOfView(frames, { kind: "profile" }),
    frames.title,
    label,
    isUnranked,
  ]);
  const { kind, width, theme } = look;
  return { ...look, name: JSON.stringify([CHARTS_VERSION, kind, width, theme, names]), captures };
}

/**
 * Draws a chart of captures as SVG.
 * @param throttle limits the share of the process's time that drawing takes
 * @throws OverloadedError; NotFoundError if a run was deleted after it was found
 */
export async function drawComparison(
  { frames }: Pick<CompareRunsDeps, "frames">,
  { kind, captures, ...frame }: ComparedCharts,
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
    const drawn = loaded.map(({ capture: { label, isUnranked }, frames, profile, points }) => ({
      name: label,
      isUnranked,
      metrics: frames.metrics,
      game: frames.title,
      frames: frames.reference?.frames ?? 0,
      profile: parseProfile(profile),
      points: points === null ? [] : (JSON.parse(points) as FramePoints).points,
    }));
    return kind === "frame-times" ? renderFrameTimes(drawn, frame) : renderDistribution(drawn, frame);
  });
}
