import { labelOfChannel } from "../../compare/index.ts";
import { heightOfChannels, type ChartView } from "../../frames/index.ts";
import { formatFigure } from "../layout/figures.tsx";
import { apiHrefOf, hrefOfRun, type ShownRun } from "./shown-run.ts";

/** The metrics of a capture that its charts show. */
export interface Capture {
  average_fps: number;
  low_1_fps: number | null;
  median_fps: number | null;
  p1_fps: number | null;
  p0_1_fps: number | null;
  min_fps: number | null;
  max_fps: number | null;
  frames: number | null;
  duration_s: number | null;
}

type ChannelName = ShownRun["channels"][number]["name"];

/** The name on the page for the channels of a run: what its file recorded over time besides frame times. */
export const SENSORS = "Sensors and latencies";

/** The texts for one of the charts of a capture, such as the chart of frame times. */
interface ViewTexts {
  /** The name of the view in the list of views. */
  name: string;
  heading: string;
  /** A sentence that helps people to read the chart. */
  note: string;
  /** Describes the picture, for visitors who do not see it. */
  alt: (capture: Capture, channels: readonly ChannelName[]) => string;
}

/** The texts for each chart (view) of a capture. */
export const viewTexts: Readonly<Record<ChartView, ViewTexts>> = {
  frame_times: {
    name: "Frame times",
    heading: "Frame times over the capture",
    note: "Lower and flatter is better: each spike is a frame that took longer than those around it.",
    alt: (capture) => `Frame times of ${lengthOf(capture)}: ${averagesOf(capture)}.`,
  },
  fps: {
    name: "Frame rate",
    heading: "Frame rate over the capture",
    note: "Higher and flatter is better. The line is a running mean, so that it shows how the frame rate changes over the capture, and no single frame.",
    alt: (capture) => `Frame rate of ${lengthOf(capture)}, as a running mean: ${averagesOf(capture)}.`,
  },
  histogram: {
    name: "Histogram",
    heading: "Histogram of the frame times",
    note: "The further left and the narrower, the faster and the steadier. Two hills mean that two scenes, or two states of the game, took different times.",
    alt: (capture) =>
      `Histogram of the frame times of ${lengthOf(capture)}: ${averagesOf(capture)}${ratesOf([
        ["the fastest frame at", capture.max_fps],
        ["the slowest at", capture.min_fps],
      ])}.`,
  },
  percentiles: {
    name: "Percentiles",
    heading: "Percentiles of the frame times",
    note: "Lower and flatter is better. The further right, the rarer and slower the frames: at 99, one frame in a hundred took longer.",
    alt: (capture) =>
      `Frame times by percentile of ${lengthOf(capture)}: ${averagesOf(capture)}${ratesOf([
        ["half of the frames faster than", capture.median_fps],
        ["99 % faster than", capture.p1_fps],
        ["99.9 % faster than", capture.p0_1_fps],
      ])}.`,
  },
  channels: {
    name: SENSORS,
    heading: SENSORS,
    note: "Each panel shows the values with one unit; each point is the mean over 1/200 of the capture.",
    alt: ({ duration_s }, channels) =>
      `${channels.map(labelOfChannel).join(", ")}${duration_s === null ? "" : ` over ${formatFigure(duration_s, "s")} seconds`}. The table "${SENSORS}" on this page has their figures.`,
  },
};

function lengthOf({ frames, duration_s }: Capture): string {
  return `${formatFigure(frames ?? 0)} frames over ${formatFigure(duration_s ?? 0, "s")} seconds`;
}

function averagesOf({ average_fps, low_1_fps }: Capture): string {
  return `average ${formatFigure(average_fps, "fps")} fps${ratesOf([["1 % low", low_1_fps]])}`;
}

/** Returns the known frame rates of a capture as the end of a sentence, such as ", <words> 93.4 fps" for each. */
function ratesOf(rates: readonly (readonly [words: string, fps: number | null])[]): string {
  return rates
    .map(([words, fps]) => (fps === null ? "" : `, ${words} ${formatFigure(fps, "fps")} fps`))
    .join("");
}

/** Links to the charts (views) of a run, such as frame times and sensors. */
export function ViewLinks({ run, views, view }: ViewLinksProps) {
  return (
    <nav aria-label="Views of the capture">
      <ul class="tabs">
        {views.map((each) => (
          <li key={each}>
            <a
              href={`${hrefOfRun(run.run_id)}?view=${each}#chart`}
              aria-current={each === view ? "page" : undefined}
            >
              {viewTexts[each].name}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

interface ViewLinksProps {
  run: ShownRun;
  /** The charts that the run has. */
  views: readonly ChartView[];
  /** The chart that the page shows. */
  view: ChartView;
}

const WIDE = { width: 900, height: 360 };
const NARROW = { width: 375, height: 320 };

/** The picture of a chart, with a narrower version for phones. */
export function ViewPicture({ run, view, channels, capture }: ViewPictureProps) {
  const chart = `${apiHrefOf(run.run_id, "/chart.svg")}?view=${view}`;
  const heightOf = (size: typeof WIDE) =>
    view === "channels" ? heightOfChannels(channels, size) : size.height;
  return (
    <picture>
      <source
        media="(max-width: 40rem)"
        srcset={`${chart}&width=${NARROW.width}&height=${NARROW.height}`}
        width={NARROW.width}
        height={heightOf(NARROW)}
      />
      <img
        src={chart}
        width={WIDE.width}
        height={heightOf(WIDE)}
        alt={viewTexts[view].alt(capture, channels)}
      />
    </picture>
  );
}

interface ViewPictureProps {
  run: ShownRun;
  view: ChartView;
  /** The names of the recorded channels (time series besides frame times), such as temperatures. */
  channels: readonly ChannelName[];
  capture: Capture;
}
