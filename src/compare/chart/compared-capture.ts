import type { FrameMetrics } from "../../readers/index.ts";
import type { FrameProfile } from "../../frames/index.ts";
import { cleanText } from "../../charts/svg-text.ts";

/** A capture in a chart of several captures. */
export interface ComparedCapture {
  /** The name of the capture's build, as the owner of the build has typed it. */
  build: string;
  /** The title of the game; null if the game is unknown. */
  game: string | null;
  isUnranked: boolean;
  metrics: CaptureMetrics;
  /** The number of frames in the capture. */
  frames: number;
  profile: Pick<FrameProfile, "trend" | "histogram">;
  /**
   * Single frames: `[end of the frame in seconds, frame time in milliseconds]`; empty if the chart shows no single
   * frames.
   */
  points: readonly [number, number][];
}

type CaptureMetrics = Pick<FrameMetrics, "average_fps" | "low_1_fps" | "p0_1_fps">;

// The maximum length of a build's name in the legend, in characters. On a narrow screen, where texts are larger, longer
// names would reach into the figures.
const MAX_BUILD_LENGTH = 28;
const MAX_GAME_LENGTH = 20;
const MAX_TITLE_LENGTH = 60;

/** Returns the title of a capture's game, cleaned. */
function gameOf({ game }: ComparedCapture, maxLength: number): string {
  return cleanText(game ?? "", maxLength) || "unnamed application";
}

/** Returns the name of a capture in the legend, cleaned: its build and its game. */
export function nameOfCapture(capture: ComparedCapture): string {
  const build = cleanText(capture.build, MAX_BUILD_LENGTH) || "unnamed build";
  return `${build} · ${gameOf(capture, MAX_GAME_LENGTH)}${capture.isUnranked ? " (unranked)" : ""}`;
}

/**
 * Returns the heading of a chart: the title of the game if all captures are of one game, else the number of captures.
 */
export function titleOf(captures: readonly ComparedCapture[]): string {
  const titles = new Set(captures.map((capture) => gameOf(capture, MAX_TITLE_LENGTH)));
  return titles.size === 1 ? ([...titles][0] ?? "") : `${captures.length} captures`;
}
