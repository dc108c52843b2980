import type { ChartTheme } from "../../charts/chart-style.ts";

/** How a client wants the chart of a capture: its size in pixels, and its colours. */
export interface ChartLook {
  width: number;
  height: number;
  theme: ChartTheme;
}

/** The chart that a client gets that names nothing. It is made once and stored. */
export const DEFAULT_LOOK: ChartLook = { width: 900, height: 360, theme: "auto" };

/** The sizes that a chart may have. Below, its texts would leave no room for the frames. */
export const LOOK_LIMITS = { minWidth: 320, maxWidth: 2000, minHeight: 280, maxHeight: 1200 } as const;

/** Returns a name that two looks share only where they are equal. */
export const nameOfLook = ({ width, height, theme }: ChartLook): string => `${width} × ${height} ${theme}`;

/** Whether a look is the one whose chart is stored. */
export const isDefaultLook = (look: ChartLook): boolean => nameOfLook(look) === nameOfLook(DEFAULT_LOOK);
