import type { FrameMetrics } from "../../readers/index.ts";
import type { FrameProfile } from "../../frames/index.ts";
import { isolated } from "../../charts/isolated.ts";
import { cleanText } from "../../charts/svg-text.ts";

/** A capture in a chart of several captures. */
export interface ComparedCapture {
  /**
   * The name that distinguishes the capture from the others of the chart: the name of its build, with further words if
   * another capture has the same name. People have typed the name, so it must be cleaned before it is drawn.
   */
  name: string;
  /** The title of the game of the capture; null if the game is unknown. */
  game: string | null;
  isUnranked: boolean;
  metrics: CaptureMetrics;
  /** The number of frames in the capture. */
  frames: number;
  profile: Pick<FrameProfile, "trend" | "histogram">;
  /**
   * The frames that the chart shows one by one, each as `[end of the frame in seconds, frame time in milliseconds]`;
   * empty if the chart shows no single frames.
   */
  points: readonly [number, number][];
}

type CaptureMetrics = Pick<FrameMetrics, "average_fps" | "low_1_fps" | "p0_1_fps">;

/**
 * The maximum length of a capture's name in the legend, in characters. A longer name would overlap the figures beside
 * it.
 */
const MAX_NAME_LENGTH = 44;
const MAX_GAME_LENGTH = 20;
const MAX_TITLE_LENGTH = 60;

/** Returns the title of the game of a capture, cleaned for a chart. */
function gameOf({ game }: ComparedCapture, maxLength: number): string {
  return cleanText(game ?? "", maxLength) || "unnamed application";
}

/**
 * Returns the names that captures have in the legend of a chart. The names are cleaned, and contain the game if the
 * captures are of several games.
 */
export function namesOfCaptures(captures: readonly ComparedCapture[]): string[] {
  const hasGames = new Set(captures.map(({ game }) => game)).size > 1;
  return captures.map((capture) => {
    const name = cleanText(capture.name, MAX_NAME_LENGTH) || "unnamed build";
    const game = hasGames ? ` · ${isolated(gameOf(capture, MAX_GAME_LENGTH))}` : "";
    return `${isolated(name)}${game}${capture.isUnranked ? " (unranked)" : ""}`;
  });
}

/**
 * Returns the heading of a chart of captures: the title of the game if all captures are of one game, else the number of
 * captures.
 */
export function titleOf(captures: readonly ComparedCapture[]): string {
  const titles = new Set(captures.map((capture) => gameOf(capture, MAX_TITLE_LENGTH)));
  return titles.size === 1 ? ([...titles][0] ?? "") : `${captures.length} captures`;
}
