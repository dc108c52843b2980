import { limits } from "../../limits.ts";

/** Adds up for how long the frames of a swap chain were displayed. Keeps sums only. */
export function createDisplayTimes() {
  let count = 0;
  let fromRowMs = 0;
  let fromPresentMs = 0;
  let latestMs = 0;
  let latestPresent = "";
  return {
    /**
     * Adds the time of a row (milliseconds): for how long its frame was displayed, or how long before it the display had
     * changed. A row without a usable time has no displayed frame. `present` tells the rows of one present from those of others;
     * where the file does not tell presents apart, it is empty. `isFrame` is false for a frame that is displayed once more.
     */
    add(timeMs: number, { present, isFrame }: { present: string; isFrame: boolean }): void {
      if (!(timeMs > 0 && timeMs <= limits.maxFrameTimeMs)) return;
      if (isFrame) count += 1;
      fromRowMs += timeMs;
      fromPresentMs += present === latestPresent ? timeMs - latestMs : timeMs;
      latestMs = timeMs;
      latestPresent = present;
    },
    /**
     * The displayed frames in a second; null without any. PresentMon 2.3.1 to 2.4.1 counts the times of all rows of a present
     * from the last display of the present before, so that they overlap; other versions count from the row before. The displays
     * of a capture take as long as its rendered frames (`framesMs`): the sum that is nearer to them tells which of the two it is.
     */
    averageFps(framesMs: number): number | null {
      if (count === 0) return null;
      const isFromRow = Math.abs(fromRowMs - framesMs) <= Math.abs(fromPresentMs - framesMs);
      return (1000 * count) / (isFromRow ? fromRowMs : fromPresentMs);
    },
  };
}

/** The sums of display times of a swap chain. */
export type DisplayTimes = ReturnType<typeof createDisplayTimes>;
