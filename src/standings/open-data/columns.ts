import type { Cell } from "../../answers/csv.ts";
import type { BenchmarkType, PublishedRun } from "../../benchmarks/index.ts";
import { channelNames, type FrameMetrics, type ThreeDMarkMetrics } from "../../readers/index.ts";
import { shownResolution } from "../model/category.ts";
import type { CohortParts } from "../model/cohort.ts";

/**
 * A result in the form in which the open data publish it: a run with the hardware of its build, and with pseudonyms in
 * place of the ids.
 */
export interface PublishedResult {
  cursor: string;
  /** The pseudonyms of the run, its build and the account that owns the build. */
  ids: Record<"result" | "build" | "submitter", string>;
  parts: CohortParts;
  run: PublishedRun;
}

/** A column of the open data: its name, and its content for a result. */
export interface Column {
  name: string;
  cellOf: (result: PublishedResult) => Cell;
}

const column = (name: string, cellOf: Column["cellOf"]): Column => ({ name, cellOf });

/** The columns that the open data of every benchmark have. */
const commonColumns: readonly Column[] = [
  column("cursor", ({ cursor }) => cursor),
  column("result", ({ ids }) => ids.result),
  column("build", ({ ids }) => ids.build),
  column("submitter", ({ ids }) => ids.submitter),
  column("benchmark_id", ({ run }) => run.benchmark_id),
  column("variant", ({ run }) => run.variant),
  column("score", ({ run }) => run.score),
  column("cpu", ({ parts }) => parts.cpu),
  column("gpu", ({ parts }) => parts.gpu),
  column("day", ({ run }) => run.created_at.toISOString().slice(0, "2026-11-20".length)),
  column(
    "resolution",
    ({ run: { settings } }) => settings?.resolution && shownResolution(settings.resolution),
  ),
  ...(["preset", "api", "driver", "os"] as const).map((name) =>
    column(name, ({ run: { settings } }) => settings?.[name]),
  ),
];

/** The names of those members of the type M that are numbers. */
type NumberIn<M> = { [Name in keyof M]-?: NonNullable<M[Name]> extends number ? Name : never }[keyof M];

/**
 * The metrics of frame-time captures, in the order of their columns in the open data. Add a new metric at the end, so
 * that no column moves.
 */
const captureFigures = {
  average_fps: true,
  median_fps: true,
  p5_fps: true,
  p1_fps: true,
  p0_1_fps: true,
  low_1_fps: true,
  low_0_1_fps: true,
  min_fps: true,
  max_fps: true,
  stdev_ms: true,
  stutter_percent: true,
  time_below_30_fps_percent: true,
  time_below_60_fps_percent: true,
  gpu_limited_percent: true,
  fps_per_watt: true,
  frames: true,
  samples: true,
  dropped_frames: true,
  generated_frames: true,
  displayed_average_fps: true,
  duration_s: true,
  tool_average_fps: true,
  tool_min_fps: true,
  tool_max_fps: true,
  tool_p97_fps: true,
  tool_p10_fps: true,
  tool_p5_fps: true,
  tool_p1_fps: true,
  tool_p0_1_fps: true,
  tool_low_1_fps: true,
  tool_low_0_1_fps: true,
  tool_low_1_integral_fps: true,
  tool_low_0_1_integral_fps: true,
  tool_p95_frame_time_ms: true,
  tool_p99_frame_time_ms: true,
  tool_p99_9_frame_time_ms: true,
} satisfies Record<NumberIn<FrameMetrics>, true>;

/** The metrics of 3DMark exports, in the order of their columns in the open data. */
const threeDMarkFigures = {
  graphics_score: true,
  overall_score: true,
  cpu_score: true,
  passes: true,
} satisfies Record<NumberIn<ThreeDMarkMetrics>, true>;

/** The numbers of those graphics tests of 3DMark that have columns in the open data. */
const GRAPHICS_TESTS = [1, 2, 3, 4] as const;

const figureColumn = (name: string) => column(name, ({ run }) => numberIn(run.metrics, name));

const captureColumns: readonly Column[] = [
  ...Object.keys(captureFigures).map(figureColumn),
  column("tool", ({ run }) => {
    const tool = memberOf(run.metrics, "tool" satisfies keyof FrameMetrics);
    return typeof tool === "string" ? tool : null;
  }),
  ...channelNames.map((name) =>
    column(`${name}_mean`, ({ run }) => run.channels.find((channel) => channel.name === name)?.mean),
  ),
];

const threeDMarkColumns: readonly Column[] = [
  ...Object.keys(threeDMarkFigures).map(figureColumn),
  ...GRAPHICS_TESTS.map((number) =>
    column(`graphics_test_${number}_fps`, ({ run }) => {
      const tests = memberOf(run.metrics, "graphics_tests" satisfies keyof ThreeDMarkMetrics);
      return typeof tests === "object" ? numberIn(tests, String(number)) : null;
    }),
  ),
];

/**
 * Returns the columns of a benchmark's open data: the columns of every benchmark, then the columns of the metrics
 * that the files of the benchmark have. The mean of a measured channel has the name of the channel, with its unit,
 * and `_mean`.
 */
export function columnsOf(type: BenchmarkType): readonly Column[] {
  if (type.kind === "score") return commonColumns;
  return [...commonColumns, ...(type.is_of_games ? captureColumns : threeDMarkColumns)];
}

function numberIn(figures: object | null, name: string): number | null {
  const value = memberOf(figures, name);
  return typeof value === "number" ? value : null;
}

function memberOf(figures: object | null, name: string): unknown {
  return (figures as Record<string, unknown> | null)?.[name];
}
