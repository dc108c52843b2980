import type { Plot } from "../../charts/chart-area.ts";
import type { ChartLook } from "./chart-look.ts";

/** The positions of the parts of a chart, in pixels. */
export interface ChartLayout {
  /**
   * Whether the names of the lines stand below the title of the chart, each in its own row, because there is no room
   * beside the plot.
   */
  isNarrow: boolean;
  plot: Plot;
  /** The maximum number of characters of the game's name in the title of a chart. */
  maxNameLength: number;
  maxTicks: { time: number; frameTime: number };
  /**
   * The maximum width of a letter, in pixels. Where a wide chart is displayed at a smaller size, its letters are
   * larger; the maximum allows for these larger letters.
   */
  letterWidth: number;
}

/** The width in pixels below which a chart is narrow: with names beside the plot, the plot would become too small. */
const NARROW = 720;

/** The baseline of the first row below a chart's title, and the distance from one row to the next, in pixels. */
export const FIRST_ROW = { y: 74, height: 20 } as const;

/** The height of the space below the plot, for the numbers and the caption of the horizontal axis, in pixels. */
export const BOTTOM = 50;
const MAX_NAME_LENGTH = 48;
/** The approximate width of a letter in the title of a chart, in pixels. */
const TITLE_LETTER_WIDTH = 12;
const LETTER_WIDTH = { narrow: 7, wide: 11 } as const;
/** The space that each number at an axis needs, in pixels, so that neighbouring numbers do not touch. */
const TICK_SPACE = { time: 64, frameTime: 32 } as const;

/**
 * Returns the layout of a chart.
 * @param rows how many rows a narrow chart has below its title, for the names of its lines and for the explanations of
 * its marks
 */
export function layoutOf({ width, height }: Pick<ChartLook, "width" | "height">, rows: number): ChartLayout {
  const isNarrow = width < NARROW;
  const left = isNarrow ? 48 : 56;
  const right = isNarrow ? 22 : 136;
  const top = isNarrow ? FIRST_ROW.y + rows * FIRST_ROW.height + 14 : 90;
  const plot = { left, top, width: width - left - right, height: height - top - BOTTOM };
  return {
    isNarrow,
    plot,
    maxNameLength: Math.min(MAX_NAME_LENGTH, Math.floor((width - 32) / TITLE_LETTER_WIDTH)),
    maxTicks: {
      time: Math.max(2, Math.min(10, Math.floor(plot.width / TICK_SPACE.time))),
      frameTime: Math.max(2, Math.min(6, Math.floor(plot.height / TICK_SPACE.frameTime))),
    },
    letterWidth: isNarrow ? LETTER_WIDTH.narrow : LETTER_WIDTH.wide,
  };
}
