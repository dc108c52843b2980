import type { ChartFrame } from "../../charts/chart-document.ts";
import type { ChartStyle } from "../../charts/chart-style.ts";
import { formatFigure } from "../../charts/format-figure.ts";
import { isolated } from "../../charts/isolated.ts";
import { cleanText } from "../../charts/svg-text.ts";
import type { FrameMetrics } from "../../readers/index.ts";
import type { ChartLayout } from "./chart-layout.ts";
import type { ChartLook } from "./chart-look.ts";
import { frameChartStyle } from "./frame-chart-style.ts";
import { timeUnitOf } from "./frame-scales.ts";
import { countText, frameCount } from "./legend.ts";

/** The names of the application, tool and game of a capture, which its chart shows in every view. */
export interface CaptureNames extends Pick<FrameMetrics, "application" | "tool"> {
  /** The title of the game, which the chart shows in place of the application; absent or null if there is no title. */
  title?: string | null;
}

/** A capture that a chart shows, and the texts and styles of the chart's view. */
interface ShownCapture {
  metrics: CaptureNames;
  /** The number of frames in the capture. */
  frames: number;
  /** The number of samples in a log, which has no single frames; absent or null for a capture of frames. */
  samples?: number | null;
  durationS: number;
  /** The words at the beginning of the chart's title, before the name of the game, such as "Frame times of". */
  shows: string;
  /** Words about the content of the chart for screen readers, in addition to the length of the capture. */
  described: readonly string[];
  verticalCaption: string;
  /** CSS styles of the chart's view, in addition to the styles of every chart of a capture. */
  style?: ChartStyle;
}

const MAX_TOOL_LENGTH = 20;

/**
 * Returns everything around the plot of one capture's chart, such as its title. Names from the file are cleaned, and
 * `chartDocument` escapes the texts, so that a name cannot become markup.
 */
export function captureFrame(capture: ShownCapture, look: ChartLook, layout: ChartLayout): ChartFrame {
  const { metrics, frames, samples, durationS, shows, described, verticalCaption, style } = capture;
  const name = metrics.title ?? metrics.application ?? "";
  const title = cleanText(name, layout.maxNameLength) || "Unnamed application";
  const { unit, seconds } = timeUnitOf(durationS);
  const tool = isolated(cleanText(metrics.tool, MAX_TOOL_LENGTH));
  const count = samples ? countText(samples, "sample") : frameCount(frames);
  const subtitle = `${tool} · ${count} in ${formatFigure(durationS / seconds, unit)} ${unit}`;
  return {
    size: look,
    plot: layout.plot,
    style: frameChartStyle(look, style),
    theme: look.theme,
    name: `${shows} ${title}`,
    description: [subtitle, ...described].join("; "),
    title,
    subtitle,
    verticalCaption,
  };
}
