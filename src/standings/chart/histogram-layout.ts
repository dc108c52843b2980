import type { Plot } from "../../charts/chart-area.ts";

/** The smallest and the largest width that a histogram may have, and its width if the request names none, in pixels. */
export const HISTOGRAM_WIDTH = { min: 320, max: 2000, usual: 900 } as const;
/**
 * The width in pixels below which a histogram is narrow: the table of its values then stands below the plot, not beside
 * it.
 */
const NARROW = 600;
/** The distance of texts from the sides of a histogram, in pixels. */
export const MARGIN = 16;
/** The minimum number of builds for a histogram of bars. With fewer builds, each build is drawn as a dot. */
const MIN_BUILDS_FOR_BARS = 30;
/** The height of a histogram's plot of bars and of a plot of dots, in pixels. */
const BARS_HEIGHT = 220;
const DOTS_HEIGHT = { narrow: 110, wide: 150 };

/** The positions and the sizes of the parts of a histogram, in pixels. */
export interface Layout {
  isNarrow: boolean;
  /** Whether the histogram draws each build as a dot, because there are too few builds for bars. */
  isOfDots: boolean;
  size: { width: number; height: number };
  /** The plot of the histogram; the space around the plot holds the title, the axes and the table of values. */
  plot: Plot;
  /** The vertical position, in pixels, of the legend of the run that the histogram marks. */
  legendY: number;
}

/** Returns the layout of a histogram with the given width in pixels and number of builds. */
export function layoutOf({ width, builds }: { width: number; builds: number }): Layout {
  const isOfDots = builds < MIN_BUILDS_FOR_BARS;
  if (width < NARROW) {
    const height = isOfDots ? DOTS_HEIGHT.narrow : BARS_HEIGHT;
    const plot = { left: 44, top: 126, width: width - 44 - MARGIN, height };
    return { isNarrow: true, isOfDots, size: { width, height: height + 266 }, plot, legendY: 86 };
  }
  const height = isOfDots ? DOTS_HEIGHT.wide : BARS_HEIGHT;
  const plot = { left: 56, top: 90, width: width - 56 - 136, height };
  return { isNarrow: false, isOfDots, size: { width, height: height + 140 }, plot, legendY: 50 };
}

/** Returns the size, in pixels, of a histogram with the given width and number of builds. */
export const sizeOfHistogram = (asked: Parameters<typeof layoutOf>[0]): Layout["size"] =>
  layoutOf(asked).size;
