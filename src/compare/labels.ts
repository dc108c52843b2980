import type { BuildSummary } from "../answers/build-answer.ts";
import { graphicsTestOf, headlineOf } from "../benchmarks/index.ts";
import { channelNames, channelOf, type ChannelName } from "../readers/index.ts";
import type { ShownSettings } from "../standings/index.ts";
import {
  isSameThing,
  type ComparedRun,
  type ComparedThing,
  type Comparison,
  type ThingId,
} from "./comparison.ts";
import { textOfSettings } from "./compared-settings.ts";

const nameOfFigure: Readonly<Record<string, string>> = {
  score: "score",
  average_fps: "average",
  median_fps: "median",
  p5_fps: "P5 (5th percentile)",
  p1_fps: "P1 (1st percentile)",
  p0_1_fps: "P0.1 (0.1th percentile)",
  low_1_fps: "1 % low",
  low_0_1_fps: "0.1 % low",
  min_fps: "minimum",
  max_fps: "maximum",
  stdev_ms: "standard deviation of frame times",
  stutter_percent: "stutter (time in frames over 2.5 × the mean before them)",
  time_below_30_fps_percent: "time below 30 fps",
  time_below_60_fps_percent: "time below 60 fps",
  gpu_limited_percent: "frames limited by the GPU",
  fps_per_watt: "efficiency",
  ...Object.fromEntries(channelNames.map((name) => [name, `${labelOfChannel(name)}, mean`])),
  graphics_score: "graphics score",
  overall_score: "overall score",
  cpu_score: "CPU score",
  displayed_average_fps: "average with generated frames",
  duration_s: "duration",
  frames: "frames",
  dropped_frames: "dropped frames",
  generated_frames: "generated frames",
  p97_fps: "97 % percentile",
  p10_fps: "10 % percentile",
  low_1_integral_fps: "1 % low by time",
  low_0_1_integral_fps: "0.1 % low by time",
  p95_frame_time_ms: "95 % frame time",
  p99_frame_time_ms: "99 % frame time",
  p99_9_frame_time_ms: "99.9 % frame time",
};

/**
 * Returns the name that pages show to people for a channel: a value that a file recorded over time, such as a
 * temperature.
 */
export function labelOfChannel(name: ChannelName): string {
  return channelOf(name).label;
}

/** Returns the name of a figure that pages and Markdown show to people. */
export function labelOfFigure(figure: string): string {
  return nameOfFigure[figure] ?? figure;
}

/**
 * Returns the name of a score. The score of a capture is an average frame rate, and that of a graphics test of 3DMark
 * has the name of the test.
 * @param benchmarkId the benchmark; where it is unknown, a graphics test counts as an average frame rate
 */
export function labelOfScore(unit: string, benchmarkId?: number): string {
  const graphicsTest = benchmarkId === undefined ? undefined : graphicsTestOf(benchmarkId);
  if (graphicsTest !== undefined) return `graphics test ${graphicsTest}`;
  return labelOfFigure(unit === "fps" ? "average_fps" : "score");
}

/**
 * Returns a unique label of a compared build or run. The label contains an id, because names of builds are not unique.
 * The label of a run also contains the submitter's label and the known settings.
 */
export function labelOfThing(thing: ComparedThing): string {
  if (!("run_id" in thing)) return `${thing.name} (build ${thing.build_id})`;
  const facts = [thing.label, textOfSettings(thing), `run ${thing.run_id}`, thing.unranked && "unranked"];
  return `${thing.build.name} (${facts.filter((fact) => fact !== null).join(", ")})`;
}

/** Returns a compared build itself, or the build of a compared run. */
export function buildOfThing(thing: ComparedThing): BuildSummary {
  return "run_id" in thing ? thing.build : thing;
}

/** Returns the build or run with the given id among those that a comparison compares. */
export function thingOf({ compared }: Comparison, id: ThingId): ComparedThing {
  const found = compared.find((thing) => isSameThing(id, thing));
  if (!found)
    throw new Error(`expected ${JSON.stringify(id)} among the compared builds and runs, found none`);
  return found;
}

interface LabelledBenchmark extends ShownSettings {
  benchmark_id: number;
  benchmark: { name: string };
  /** The name of the variant for people; null if the benchmark has no variant. */
  title: string | null;
}

/** Returns the name of the benchmark, game or 3DMark test of a compared run. */
export function headlineOfRun({ benchmark, ...run }: Pick<ComparedRun, keyof LabelledBenchmark>): string {
  return headlineOf({ ...run, name: benchmark.name });
}

/** Returns the name of a benchmark, game or 3DMark test, followed by the settings of results of a game. */
export function labelOfBenchmark({ benchmark_id, benchmark, title, ...settings }: LabelledBenchmark): string {
  const name = headlineOf({ benchmark_id, name: benchmark.name, title });
  return [name, textOfSettings(settings) ?? []].flat().join(", ");
}

/** The text that says why results of the same game are not compared with each other. */
export const SETTINGS_DIFFER =
  "Results of a game with different resolutions or presets are not compared, because the settings change the frame rate.";
