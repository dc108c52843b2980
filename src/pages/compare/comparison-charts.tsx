import { isolated } from "../../charts/isolated.ts";
import { FrameChart, type DrawnCapture } from "../runs/frame-chart.tsx";

/** Two to eight captures whose frame times are overlaid in one chart. */
export interface ChartedCaptures {
  captures: readonly (DrawnCapture & { run_id: string; p0_1_fps: number | null })[];
}

/**
 * The width of a picture of a chart and the height that each capture adds to its legend, in pixels: on wide and on
 * narrow screens.
 */
const WIDE = { width: 900, row: 26 };
const NARROW = { width: 375, row: 42 };
/** The height in pixels of a picture of `/compare/chart.svg` without its legend. */
const HEIGHT = 418;
/** The upper end of the frame-time axis, as a multiple of the frame time that one frame in a thousand exceeds. */
const HEADROOM = 1.6;

/** Shows the overlaid frame times of captures, and the distributions of these frame times. */
export function ComparisonCharts({ captures, about }: ChartedCaptures & { about: string }) {
  const names = captures.map(({ name }) => isolated(name)).join(", ");
  const rarest = captures.flatMap(({ p0_1_fps }) => (p0_1_fps === null ? [] : [1000 / p0_1_fps]));
  return (
    <div class="charts">
      <FrameChart
        captures={captures.map(({ name, href }) => ({ name, href }))}
        limitMs={rarest.length === captures.length ? Math.max(...rarest) * HEADROOM : null}
      >
        <Picture
          captures={captures}
          kind="frame-times"
          alt={`Frame times over time in ${about}, over each other: ${names}.`}
        />
      </FrameChart>
      <figure>
        <Picture
          captures={captures}
          kind="distribution"
          alt={`Which share of the frames in ${about} took how long: ${names}.`}
        />
        <figcaption class="note">The further left and the narrower, the faster and the steadier.</figcaption>
      </figure>
    </div>
  );
}

/** A picture of captures, in a narrow form for phones. */
function Picture({ captures, kind, alt }: ChartedCaptures & { kind: string; alt: string }) {
  const runs = captures.map(({ run_id }) => encodeURIComponent(run_id)).join(",");
  const href = `/compare/chart.svg?runs=${runs}&kind=${kind}`;
  const heightOf = ({ row }: typeof WIDE) => HEIGHT + row * captures.length;
  return (
    <picture>
      <source
        media="(max-width: 40rem)"
        srcset={`${href}&width=${NARROW.width}`}
        width={NARROW.width}
        height={heightOf(NARROW)}
      />
      <img class="chart" src={href} width={WIDE.width} height={heightOf(WIDE)} loading="lazy" alt={alt} />
    </picture>
  );
}
