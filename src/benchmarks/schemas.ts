import { z } from "zod";
import { benchmarkSummary } from "../answers/benchmark-summary.ts";
import { buildSummary, hiddenNote } from "../answers/build-answer.ts";
import { channelNames, unrankedCodes } from "../readers/index.ts";
import { queryInteger } from "../validation/paging.ts";
import { countOf } from "../answers/figures.ts";
import { listAnswer } from "../answers/list-answer.ts";
import { standingAnswer } from "../answers/standing-answer.ts";
import { benchmarksSchema } from "./submit/submission-form.ts";

const MAX_WAIT_S = 30;

const fileFormat = z.enum(["3dmark-xml", "frame-csv"]);
const status = z.enum(["queued", "processing", "complete", "failed"]);

const benchmarkType = benchmarkSummary.extend({
  kind: z.enum(["score", "file"]),
  file_required: z.boolean(),
  file_format: fileFormat.nullable(),
  higher_is_better: z.boolean(),
});

/** The answer of GET /benchmarks/types. */
export const typesAnswer = listAnswer(benchmarkType).extend({
  types: z.array(benchmarkType).meta({
    deprecated: true,
    description:
      "The same as `results`, for clients that were written before every list had results and total",
  }),
});

/**
 * The form of POST /benchmarks/add. A field whose value is an object is sent as JSON. `parseSubmissionForm` checks the
 * form.
 */
export const submissionForm = z.object({
  build_id: z.int().min(1),
  benchmarks: benchmarksSchema,
  files: z.array(z.file()).optional(),
});

/**
 * A run in the answer to a submission. It has only some of the fields that the answer of GET /benchmarks/runs/<run_id>
 * has.
 */
const submittedRun = z.strictObject({
  run_id: z.string(),
  benchmark_id: z.int(),
  benchmark: benchmarkSummary,
  sequence: z.int().min(1).meta({ description: "The place of the run in its submission, from 1" }),
  status,
  score: z
    .number()
    .nullable()
    .meta({ description: "The score in the unit of the benchmark; null = the run has no result" }),
  file: z
    .strictObject({
      format: fileFormat.nullable(),
      bytes: z.int(),
      is_removed: z.literal(true).optional(),
      name: z
        .string()
        .optional()
        .meta({ description: "The name of the file, which only the submitter sees" }),
      sha256: z
        .string()
        .optional()
        .meta({ description: "The SHA-256 of the file, which only the submitter sees" }),
    })
    .nullable()
    .meta({ description: "The file of the run; null = the score was typed in" }),
  url: z.url(),
});

/** The answer of POST /benchmarks/add. */
export const addAnswer = z.strictObject({
  message: z.literal("Benchmark added successfully"),
  build_id: z.int(),
  benchmark_id: z.int(),
  benchmark: benchmarkSummary,
  runs: z.array(submittedRun).min(1),
  usage: z.strictObject({
    period: z.string(),
    used: countOf("runs were submitted in the period"),
    limit: countOf("runs the tier allows in the period")
      .nullable()
      .meta({ description: "The maximum number of runs in the period; null = unlimited" }),
    resets_at: z.iso.datetime(),
  }),
});

/**
 * The query of GET /builds/<build_id>/runs besides its paging: the benchmark whose runs are listed; without it, the
 * runs of all benchmarks are listed.
 */
export const buildRunsQuery = z.object({ benchmark_id: queryInteger(z.int()).optional() });

/** The query of GET /benchmarks/runs/<run_id>: the number of seconds to wait until the run is complete or failed. */
export const runQuery = z.object({ wait: queryInteger(z.int().min(1).max(MAX_WAIT_S)).optional() });

const figure = z.number().nullable();

/**
 * The figures of a capture as the capture tool that wrote the file defines them. Each tool gives only some of these
 * figures.
 */
const toolMetrics = z.strictObject({
  tool_average_fps: z.number(),
  tool_min_fps: z.number(),
  tool_max_fps: z.number(),
  tool_p97_fps: z.number(),
  tool_p10_fps: z.number(),
  tool_p5_fps: z.number(),
  tool_p1_fps: z.number(),
  tool_p0_1_fps: z.number(),
  tool_low_1_fps: z.number(),
  tool_low_0_1_fps: z.number(),
  tool_low_1_integral_fps: z.number(),
  tool_low_0_1_integral_fps: z.number(),
  tool_p95_frame_time_ms: z.number(),
  tool_p99_frame_time_ms: z.number(),
  tool_p99_9_frame_time_ms: z.number(),
});

/**
 * The figures of a capture. If a capture contains samples of the frame rate instead of single frames, all figures but
 * the average may be null.
 */
const frameMetrics = z
  .strictObject({
    average_fps: z.number(),
    median_fps: figure,
    p5_fps: figure,
    p1_fps: figure,
    p0_1_fps: figure,
    low_1_fps: figure,
    low_0_1_fps: figure,
    min_fps: figure,
    max_fps: figure,
    stdev_ms: figure,
    // The fields from `stutter_percent` to `fps_per_watt` are optional, because runs that were read by file readers
    // before version 8 lack them.
    stutter_percent: figure.optional(),
    time_below_30_fps_percent: figure.optional(),
    time_below_60_fps_percent: figure.optional(),
    gpu_limited_percent: figure.optional(),
    fps_per_watt: figure.optional(),
    frames: countOf("frames the figures cover").nullable(),
    samples: countOf("samples a log has instead of frames").nullable(),
    dropped_frames: countOf("frames were never displayed").nullable(),
    // `generated_frames` is optional, because runs that were read by file readers before version 5 lack it.
    generated_frames: countOf("generated frames the capture has in total, between its rendered frames")
      .nullable()
      .optional(),
    displayed_average_fps: figure.optional(),
    duration_s: figure,
    tool: z.string(),
    application: z.string().nullable(),
    ...toolMetrics.partial().shape,
  })
  .meta({ id: "FrameMetrics" });

const points = z.number().nullable();

const threeDMarkMetrics = z
  .strictObject({
    test: z.string(),
    passes: z.int().min(0),
    graphics_tests: z.record(
      z.string().regex(/^\d+$/),
      z.number().meta({ description: "The frame rate of the graphics test, in frames per second" }),
    ),
    graphics_score: points,
    overall_score: points,
    cpu_score: points,
  })
  .meta({ id: "ThreeDMarkMetrics" });

const settings = z
  .strictObject({
    resolution: z.string(),
    preset: z.string(),
    api: z.string(),
    driver: z.string(),
    os: z.string(),
    notes: z.string(),
  })
  .partial();

const text = z.string().nullable();

/** The hardware and settings that a file names. */
const recordedOn = z.strictObject({
  processor: text,
  gpu: text,
  ram: text,
  motherboard: text,
  os: text,
  driver: text,
  resolution: text,
  api: text,
});

const unrankedCode = z.enum(Object.keys(unrankedCodes) as (keyof typeof unrankedCodes)[]).meta({
  description: Object.entries(unrankedCodes)
    .map(([code, meaning]) => `\`${code}\`: ${meaning}`)
    .join(" "),
});

const inUnitOfChannel = z.number().meta({ description: "In the `unit` of the channel" });

/**
 * The figures of one channel of a file: a value other than the frame time, such as a temperature, that the file
 * recorded over time.
 */
const channel = z.strictObject({
  name: z.enum(channelNames),
  unit: z.string().meta({ description: "The unit of the channel" }),
  samples: countOf("values of the channel the file has", 1),
  min: inUnitOfChannel,
  mean: inUnitOfChannel.meta({
    description:
      "The mean in the `unit` of the channel; of a sensor that was read once per frame, weighted by the frame times",
  }),
  p5: inUnitOfChannel,
  p95: inUnitOfChannel,
  max: inUnitOfChannel,
});

/** A run in the form in which lists of runs show it. */
const listedRun = submittedRun.extend({
  build_id: z.int(),
  build: buildSummary,
  benchmark: benchmarkSummary,
  variant: z.string().nullable(),
  title: z.string().nullable(),
  label: z.string().nullable(),
  game: z.string().nullable(),
  unit: z.string().meta({ description: "The unit of the score, as in `benchmark`" }),
  metrics: z.union([frameMetrics, threeDMarkMetrics]).nullable(),
  channels: z
    .array(channel)
    .max(channelNames.length)
    .meta({ description: "What the file recorded over time besides frame times" }),
  warnings: z.array(z.string()),
  hidden: hiddenNote.optional(),
  unranked: z.strictObject({ code: unrankedCode, reason: z.string() }).nullable(),
  settings: settings.optional(),
  recording: z.int().min(1).optional().meta({
    description: "The number of the recording that was read from the file, from 1; absent if it is the first",
  }),
  recorded_on: recordedOn.nullable(),
  error: z
    .strictObject({
      code: z.string(),
      detail: z.string(),
      line: z.int().optional().meta({ description: "The line of the file at which reading failed, from 1" }),
    })
    .nullable(),
  reader_version: z
    .int()
    .nullable()
    .meta({ description: "The version of the file readers that have read the file" }),
  created_at: z.iso.datetime(),
  completed_at: z.iso.datetime().nullable(),
});

/**
 * The answer of GET /benchmarks/runs/<run_id>. `standing` (the rank) is null where the run is not ranked, and absent if
 * the standing cannot be looked up at the moment.
 */
export const runAnswer = listedRun
  .extend({ standing: standingAnswer.nullable().optional() })
  .meta({ id: "Run" });

/** The answer of GET /builds/<build_id>/runs. */
export const runsAnswer = listAnswer(listedRun.meta({ id: "ListedRun" }));
