import { z } from "zod";
import { countOf } from "../answers/figures.ts";
import { queryInteger } from "../validation/paging.ts";
import { chartViews, DEFAULT_LOOK, DEFAULT_VIEW, LOOK_LIMITS } from "./chart/chart-look.ts";
import { DEFAULT_POINTS } from "./model/frame-overview.ts";

const MAX_POINTS = 5000;

/** The query of GET /benchmarks/runs/<run_id>/frames: the maximum number of points in the response. */
export const framesQuery = z.object({
  points: queryInteger(z.int().min(2).max(MAX_POINTS)).default(DEFAULT_POINTS),
});

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
});

/** The query of GET /benchmarks/runs/<run_id>/chart.svg: the view, the size in pixels, and the colours. */
export const chartQuery = z.object({
  view: z.enum(chartViews).default(DEFAULT_VIEW).meta({
    description:
      "What the chart shows: the frame times or the frame rate over time, the histogram of the frame times, the frame times by percentile, or the channels, which are what else the file recorded over time",
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
