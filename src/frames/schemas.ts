import { z } from "zod";
import { countOf } from "../answers/figures.ts";
import { channelNames } from "../readers/index.ts";
import { queryInteger } from "../validation/paging.ts";
import { textsOf } from "../validation/query-values.ts";
import { chartViews, DEFAULT_LOOK, DEFAULT_VIEW, LOOK_LIMITS } from "./chart/chart-look.ts";
import { DEFAULT_POINTS } from "./model/frame-overview.ts";

const MAX_POINTS = 5000;

const channelName = z.enum(channelNames);

/**
 * The query of GET /benchmarks/runs/<run_id>/frames: the maximum number of points in the response, and the names of
 * channels (such as temperatures). The schema accepts any name, because the valid names depend on the run.
 */
export const framesQuery = z
  .object({
    points: queryInteger(z.int().min(2).max(MAX_POINTS)).default(DEFAULT_POINTS),
    channels: z
      .unknown()
      .meta({
        type: "string",
        pattern: "^[a-z0-9_]+(,[a-z0-9_]+)*$",
        description: "The names of channels of the run, with commas between them",
        examples: ["gpu_power_w,cpu_busy_ms"],
      })
      .optional(),
  })
  .transform(({ points, channels }) => ({
    points,
    channels: channels === undefined ? [] : textsOf(channels).map((name) => name.trim()),
  }));

/** The answer of GET /benchmarks/runs/<run_id>/frames. */
export const framesAnswer = z.strictObject({
  run_id: z.string(),
  unit: z.literal("ms"),
  frames: z.int().min(1),
  points: z
    .array(
      z.tuple([
        z.number().min(0).meta({ description: "The time since the first frame, in seconds" }),
        z.number().positive().meta({ description: "The frame time, in milliseconds" }),
      ]),
    )
    .min(1),
  dropped: z
    .strictObject({
      frames: countOf("frames were never displayed"),
      times_s: z.array(
        z.number().min(0).meta({
          description: "When a frame that was never displayed ended, in seconds since the first frame",
        }),
      ),
    })
    .nullable(),
  channels: z
    .array(
      z.strictObject({
        name: channelName,
        unit: z.string().meta({ description: "The unit of the channel" }),
        values: z.array(
          z.number().nullable().meta({
            description: "The latest value at the time of the point with the same position; null = none yet",
          }),
        ),
      }),
    )
    .optional()
    .meta({ description: "The requested channels; absent if none is requested" }),
});

/** The query of GET /benchmarks/runs/<run_id>/chart.svg: the view, the size in pixels, and the colours. */
export const chartQuery = z.object({
  view: z.enum(chartViews).default(DEFAULT_VIEW).meta({
    description:
      "What the chart shows: the frame times or the frame rate over time, the histogram of the frame times, the frame times by percentile, or the channels: other values, such as temperatures, that the file recorded over time",
  }),
  width: queryInteger(z.int().min(LOOK_LIMITS.minWidth).max(LOOK_LIMITS.maxWidth))
    .default(DEFAULT_LOOK.width)
    .meta({ description: "The width of the chart in pixels of CSS" }),
  height: queryInteger(z.int().min(LOOK_LIMITS.minHeight).max(LOOK_LIMITS.maxHeight))
    .default(DEFAULT_LOOK.height)
    .meta({
      description:
        "The height of the chart in pixels of CSS; a chart of channels is higher, if its panels need more height",
    }),
  theme: z.enum(["auto", "light", "dark"]).default(DEFAULT_LOOK.theme),
});
