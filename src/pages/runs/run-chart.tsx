import { formatFigure } from "../layout/figures.tsx";
import { FrameChart } from "./frame-chart.tsx";
import { apiHrefOf, type ShownRun } from "./shown-run.ts";

/** The figures of a capture that its chart needs. */
interface Capture {
  average_fps: number;
  low_1_fps: number | null;
  p0_1_fps: number | null;
  frames: number | null;
  duration_s: number | null;
}

/** The upper end of the frame-time axis, as a multiple of the frame time that one frame in a thousand exceeds. */
const HEADROOM = 1.6;

/** Shows the frame times of a run with stored frame times: a picture, and a zoomable chart. */
export function RunChart({ run }: { run: ShownRun }) {
  // The cast is safe: only captures have frame times, so the metrics are the metrics of a capture.
  const { average_fps, low_1_fps, p0_1_fps, frames, duration_s } = run.metrics as Capture;
  const chart = apiHrefOf(run.run_id, "/chart.svg");
  const low = low_1_fps === null ? "" : `, 1 % low ${formatFigure(low_1_fps, "fps")} fps`;
  const alt = `Frame times of ${formatFigure(frames ?? 0)} frames over ${formatFigure(duration_s ?? 0, "s", 1)} seconds: average ${formatFigure(average_fps, "fps")} fps${low}.`;
  return (
    <section class="stack" aria-labelledby="chart">
      <h2 id="chart">Frame times</h2>
      <FrameChart
        captures={[{ name: "frame time", href: apiHrefOf(run.run_id, "/frames?points=5000") }]}
        references={[
          { name: "average", fps: average_fps },
          ...(low_1_fps === null ? [] : [{ name: "1 % low", fps: low_1_fps }]),
        ]}
        limitMs={p0_1_fps === null ? null : (1000 / p0_1_fps) * HEADROOM}
      >
        <picture>
          <source
            media="(max-width: 40rem)"
            srcset={`${chart}?width=375&height=320`}
            width="375"
            height="320"
          />
          <img src={chart} width="900" height="360" alt={alt} />
        </picture>
      </FrameChart>
      <p class="note">
        Lower and flatter is better: each spike is a frame that took long, which is felt as stutter.
      </p>
    </section>
  );
}
