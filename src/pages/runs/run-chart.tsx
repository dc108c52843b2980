import type { ComponentChildren } from "preact";
import type { ChartView } from "../../frames/index.ts";
import { ViewLinks, ViewPicture, viewTexts, type Capture } from "./chart-views.tsx";
import { FrameChart } from "./frame-chart.tsx";
import { apiHrefOf, type ShownRun } from "./shown-run.ts";

/** The upper end of the frame-time axis, as a multiple of the frame time that one frame in a thousand exceeds. */
const HEADROOM = 1.6;

/** The charts of a run with stored frame times or channels. */
export interface RunCharts {
  /** The charts that the run has, and the chart that the visitor has chosen. */
  views: readonly ChartView[];
  view: ChartView;
  /** The names of the recorded channels (time series besides frame times), such as temperatures. */
  channels: readonly ShownRun["channels"][number]["name"][];
}

/** Describes the chart that a page shows of a run, without names from people or files. */
export function altOf(run: ShownRun, { view, channels }: RunCharts): string {
  // The cast is safe: only captures and logs have charts, so the metrics are the metrics of a capture.
  return viewTexts[view].alt(run.metrics as Capture, channels);
}

/**
 * Shows the chosen chart of a run with stored frame times or channels: a picture and, for frame times, a zoomable
 * chart.
 */
export function RunChart({ run, charts: { views, view, channels } }: { run: ShownRun; charts: RunCharts }) {
  // The cast is safe: only captures and logs have charts, so the metrics are the metrics of a capture.
  const capture = run.metrics as Capture;
  const { heading, note } = viewTexts[view];
  const picture = <ViewPicture run={run} view={view} channels={channels} capture={capture} />;
  return (
    <section class="stack" aria-labelledby="chart">
      <h2 id="chart">{heading}</h2>
      <ViewLinks run={run} views={views} view={view} />
      {view === "frame_times" ? (
        <ZoomableChart run={run} capture={capture}>
          {picture}
        </ZoomableChart>
      ) : (
        <figure class="frames">
          <div class="frames-picture">{picture}</div>
        </figure>
      )}
      <p class="note">{note}</p>
    </section>
  );
}

interface ZoomableChartProps {
  run: ShownRun;
  capture: Capture;
  children: ComponentChildren;
}

function ZoomableChart({ run, capture, children }: ZoomableChartProps) {
  const { average_fps, low_1_fps, p0_1_fps } = capture;
  return (
    <FrameChart
      captures={[{ name: "frame time", href: apiHrefOf(run.run_id, "/frames?points=5000") }]}
      references={[
        { name: "average", fps: average_fps },
        ...(low_1_fps === null ? [] : [{ name: "1 % low", fps: low_1_fps }]),
      ]}
      limitMs={p0_1_fps === null ? null : (1000 / p0_1_fps) * HEADROOM}
    >
      {children}
    </FrameChart>
  );
}
