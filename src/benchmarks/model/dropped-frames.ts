import { formatNumber } from "../../charts/scales.ts";
import { ownWords, type FrameMetrics, type Message } from "../../readers/index.ts";

/** Above this share of dropped frames (0 to 1), the average frame rate misleads about what the screen showed. */
const MAX_DROPPED_SHARE = 0.05;

/**
 * Returns the warning that many frames of a capture were dropped, so that the screen showed a lower frame rate than the
 * average of all frames. Returns an empty list for other runs, and where the file does not say which frames were
 * displayed.
 */
export function droppedFrameWarnings({ metrics }: { metrics: object | null }): Message[] {
  const { frames, dropped_frames: dropped, duration_s } = (metrics ?? {}) as Partial<FrameMetrics>;
  if (!frames || !dropped || !duration_s || dropped / frames <= MAX_DROPPED_SHARE) return [];
  const share = formatNumber((100 * dropped) / frames, 1);
  const shown = formatNumber((frames - dropped) / duration_s, 1);
  return [
    ownWords(
      `${formatNumber(dropped, 0)} of ${formatNumber(frames, 0)} frames (${share} %) were dropped: they were rendered, but never displayed. The screen showed ${shown} fps on average.`,
    ),
  ];
}
