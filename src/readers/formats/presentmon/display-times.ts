/**
 * The maximum time for which a frame is displayed, in milliseconds. A longer time is an artefact of the measurement.
 */
const MAX_DISPLAY_MS = 60_000;

/** Sums up how long the frames of a swap chain were displayed. The display times of single frames are not stored. */
export function createDisplayTimes() {
  let count = 0;
  let fromRowMs = 0;
  let fromPresentMs = 0;
  let latestMs = 0;
  let latestPresent = "";
  return {
    /**
     * Adds the display time of a row in milliseconds: how long its frame was displayed, or the time since the previous
     * change of the display. A row without a usable time shows that its frame was not displayed. `present` identifies
     * the rows that belong to one present, a frame that the game hands to the display; it is empty where the file does
     * not identify presents. `isFrame` is false for a frame that is displayed again.
     */
    add(timeMs: number, { present, isFrame }: { present: string; isFrame: boolean }): void {
      if (!(timeMs > 0 && timeMs <= MAX_DISPLAY_MS)) return;
      if (isFrame) count += 1;
      fromRowMs += timeMs;
      fromPresentMs += present === latestPresent ? timeMs - latestMs : timeMs;
      latestMs = timeMs;
      latestPresent = present;
    },
    /**
     * Returns the displayed frames per second; null if no frame was displayed. Several rows may belong to one present
     * (a frame that the game hands to the display). PresentMon 2.3.1 to 2.4.1 then measures the times of all these rows
     * from the last display of the previous present, so that the times overlap. Other versions measure each time from
     * the previous row. Together, the display times of a capture have to be as long as the frame times of its rendered
     * frames (`framesMs`, in milliseconds), so the way of measuring whose sum is closer to `framesMs` is assumed.
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
