import type { ChannelName } from "../../../readers/index.ts";
import type { Plot } from "../../../charts/chart-area.ts";
import { BOTTOM, layoutOf, type ChartLayout } from "../chart-layout.ts";
import type { ChartLook } from "../chart-look.ts";
import { groupChannels, wordsOf, type ChannelGroup } from "./channel-words.ts";

/**
 * The name of a channel (such as a temperature) in the legend of its panel, with its place in the picture, in pixels.
 */
interface PlacedName {
  name: ChannelName;
  x: number;
  y: number;
}

/**
 * A panel of the chart of channels (recorded values such as temperatures): the plot of the channels with one unit, and
 * above the plot its caption and legend.
 */
export interface ChannelPanel extends ChannelGroup {
  plot: Plot;
  /** The vertical place of the caption of the chart's panel, in pixels. The caption begins at MARGIN from the left. */
  captionY: number;
  legend: readonly PlacedName[];
}

type ChartSize = Pick<ChartLook, "width" | "height">;

/** The left margin of the texts in a chart of channels (such as temperatures), in pixels. */
export const MARGIN = 16;
/**
 * The width, in pixels, of the piece of line that stands in the legend before the name of a channel (such as a
 * temperature), with the space after the piece.
 */
export const SAMPLE_WIDTH = 36;
/**
 * The vertical place of the first caption, the height of a row of the legend, and the minimum height of a plot, in
 * pixels.
 */
const TOP = 78;
const ROW = 24;
const MIN_PLOT = 100;
/** The space between a legend and its plot, and between a plot and the next caption, in pixels. */
const GAPS = { legend: 18, panel: 30 } as const;
const NAME_GAP = 18;
/**
 * The space to the left and to the right of the plots, in pixels. The space on the left holds numbers such as 24,000.
 */
const SIDES = { narrow: { left: 56, right: 22 }, wide: { left: 84, right: 36 } } as const;

/**
 * Returns the height of a chart of channels (such as temperatures): the requested height, or the height that its panels
 * need if that is greater.
 */
export function heightOfChannels(names: readonly ChannelName[], size: ChartSize): number {
  return channelLayout(names, size).height;
}

/** Returns the panels of a chart of channels (recorded values such as temperatures), and the height of the chart. */
export function channelLayout(
  names: readonly ChannelName[],
  size: ChartSize,
): { layout: ChartLayout; panels: ChannelPanel[]; height: number } {
  const layout = layoutOf(size, 0);
  const { left, right } = layout.isNarrow ? SIDES.narrow : SIDES.wide;
  const groups = groupChannels(names).map((group) => {
    const { legend, rows } = legendOf(group, size, layout);
    return { group, legend, rows };
  });
  const rows = groups.reduce((sum, group) => sum + group.rows, 0);
  const beside =
    TOP +
    (rows - groups.length) * ROW +
    groups.length * GAPS.legend +
    (groups.length - 1) * GAPS.panel +
    BOTTOM;
  const plotHeight = Math.max(MIN_PLOT, Math.floor((size.height - beside) / groups.length));
  let captionY = TOP;
  const panels = groups.map(({ group, legend, rows }) => {
    const at = captionY;
    const top = at + (rows - 1) * ROW + GAPS.legend;
    captionY = top + plotHeight + GAPS.panel;
    return {
      ...group,
      captionY: at,
      plot: { left, top, width: size.width - left - right, height: plotHeight },
      legend: legend.map(({ name, x, row }) => ({ name, x, y: at + row * ROW })),
    };
  });
  return { layout, panels, height: beside + plotHeight * groups.length };
}

/**
 * Places the names of channels (such as temperatures) after the caption of their panel, in as many rows as they need.
 */
function legendOf({ caption, names }: ChannelGroup, { width }: ChartSize, { letterWidth }: ChartLayout) {
  const widthOf = (text: string) => text.length * letterWidth;
  let x = MARGIN + widthOf(caption) + NAME_GAP;
  let row = 0;
  const legend = names.map((name) => {
    const wanted = SAMPLE_WIDTH + widthOf(wordsOf(name).label);
    if (x + wanted > width - MARGIN) {
      x = MARGIN;
      row += 1;
    }
    const placed = { name, x, row };
    x += wanted + NAME_GAP;
    return placed;
  });
  return { legend, rows: row + 1 };
}
