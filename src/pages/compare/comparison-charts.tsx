import { FrameChart, type DrawnCapture } from "../runs/frame-chart.tsx";

/** Two to eight captures whose frame times are overlaid in one chart. */
export interface ChartedCaptures {
  captures: readonly (DrawnCapture & { run_id: string; p0_1_fps: number | null })[];
}

const WIDTH = 900;
/** The height in pixels of a picture of `/compare/chart.svg` without its legend, and of each row of the legend. */
const HEIGHT = 418;
const ROW_HEIGHT = 26;
/** The upper end of the frame-time axis, as a multiple of the frame time that one frame in a thousand exceeds. */
const HEADROOM = 1.6;

/** Shows the overlaid frame times of captures, and the distributions of these frame times. */
export function ComparisonCharts({ captures, about }: ChartedCaptures & { about: string }) {
  const runs = captures.map(({ run_id }) => encodeURIComponent(run_id)).join(",");
  const href = (kind: string) => `/compare/chart.svg?runs=${runs}&kind=${kind}`;
  const size = { width: WIDTH, height: HEIGHT + ROW_HEIGHT * captures.length };
  const names = captures.map(({ name }) => name).join(", ");
  const rarest = captures.flatMap(({ p0_1_fps }) => (p0_1_fps === null ? [] : [1000 / p0_1_fps]));
  return (
    <div class="charts">
      <FrameChart
        captures={captures.map(({ name, href }) => ({ name, href }))}
        limitMs={rarest.length === captures.length ? Math.max(...rarest) * HEADROOM : null}
      >
        <img
          src={href("frame-times")}
          {...size}
          loading="lazy"
          alt={`Frame times over time in ${about}, over each other: ${names}.`}
        />
      </FrameChart>
      <figure>
        <img
          class="chart"
          src={href("distribution")}
          {...size}
          loading="lazy"
          alt={`Which share of the frames in ${about} took how long: ${names}.`}
        />
        <figcaption class="note">The further left and the narrower, the faster and the steadier.</figcaption>
      </figure>
    </div>
  );
}
