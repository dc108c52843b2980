import type { ComponentChildren } from "preact";
import type { StandingAnswer } from "../../answers/standing-answer.ts";
import { formatFigure } from "../layout/figures.tsx";
import { hasSpread } from "../lists/has-spread.ts";

/** The standing of a score among one group of comparable builds (a cohort): its rank, and the cohort's percentiles. */
type Cohort = NonNullable<StandingAnswer["all"]>;

interface StandingPictureProps {
  score: number;
  unit: string;
  cohort: Cohort;
}

/** Width and height of the picture in SVG units; one unit is one pixel if the page has room for the picture. */
const WIDTH = 240;
const HEIGHT = 28;
/** The margin at both ends of the picture in SVG units, so that a mark at an end is not clipped. */
const MARGIN = 8;
const MIDDLE = HEIGHT / 2;

/**
 * Small picture that compares a score with the scores of comparable builds: a band from the 10th to the 90th
 * percentile, a line at the median, and a mark at the score. The text alternative of the picture says the same in
 * words. Renders nothing for too few builds.
 */
export function StandingPicture({ score, unit, cohort }: StandingPictureProps) {
  if (!hasSpread(cohort)) return null;
  const { p10, median, p90 } = cohort;
  const place = placesBetween(Math.min(score, p10), Math.max(score, p90));
  return (
    <svg
      class="standing-picture"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      width={WIDTH}
      height={HEIGHT}
      role="img"
      aria-label={describeStanding({ score, unit, cohort })}
    >
      <line class="standing-axis" x1={0} x2={WIDTH} y1={MIDDLE} y2={MIDDLE} />
      <rect
        class="standing-band"
        x={place(p10)}
        y={MIDDLE - 6}
        width={Math.max(1, place(p90) - place(p10))}
        height={12}
        rx={2}
      />
      <line class="standing-median" x1={place(median)} x2={place(median)} y1={MIDDLE - 12} y2={MIDDLE + 12} />
      <path class="standing-mark" d={diamondAt(place(score))} />
    </svg>
  );
}

/**
 * The numbers that a `StandingPicture` shows; for too few builds, which have no picture, only the median. Screen
 * readers skip numbers beside a picture, because its text alternative says the same.
 */
export function StandingNumbers({ unit, cohort }: Omit<StandingPictureProps, "score">) {
  const [p10, median, p90] = [cohort.p10, cohort.median, cohort.p90].map((figure) =>
    formatFigure(figure, unit),
  );
  const hasPicture = hasSpread(cohort);
  return (
    <p class="note" aria-hidden={hasPicture || undefined}>
      {hasPicture && `80\u00a0% of these builds: ${p10}\u2013${p90} ${unit}. `}Median: {median} {unit}.
    </p>
  );
}

/** The legend of all pictures of a page: what the band, the line and the diamond of a build or a run stand for. */
export function StandingLegend({ what }: { what: "build" | "run" }) {
  return (
    <p class="note standing-legend" aria-hidden="true">
      <span>
        <Swatch>
          <rect class="standing-band" x={1} y={3} width={14} height={10} rx={2} />
        </Swatch>{" "}
        80&nbsp;% of builds
      </span>
      <span>
        <Swatch>
          <line class="standing-median" x1={8} x2={8} y1={1} y2={15} />
        </Swatch>{" "}
        their median
      </span>
      <span>
        <Swatch>
          <path class="standing-mark" d="M8 1l6 7-6 7-6-7z" />
        </Swatch>{" "}
        this {what}
      </span>
    </p>
  );
}

function Swatch({ children }: { children: ComponentChildren }) {
  return (
    <svg viewBox="0 0 16 16" width={12} height={12}>
      {children}
    </svg>
  );
}

/** Returns the text alternative of the picture. */
function describeStanding({ score, unit, cohort }: StandingPictureProps): string {
  const { builds, rank, p10, median, p90 } = cohort;
  return (
    `${formatFigure(score, unit)} ${unit}: rank ${formatFigure(rank)} of ${formatFigure(builds)} builds. ` +
    `Their median is ${formatFigure(median, unit)}, and four of five have ${formatFigure(p10, unit)} to ${formatFigure(p90, unit)}.`
  );
}

/**
 * Returns a function that maps a value to an x coordinate. Coordinates are rounded to a tenth, so that the page stays
 * small. If `low` and `high` are equal, each value lies in the middle.
 */
function placesBetween(low: number, high: number): (value: number) => number {
  const width = WIDTH - 2 * MARGIN;
  return (value) => {
    const share = high > low ? (value - low) / (high - low) : 0.5;
    return Math.round((MARGIN + share * width) * 10) / 10;
  };
}

const diamondAt = (x: number) => `M${x} ${MIDDLE - 7}l6 7-6 7-6-7z`;
