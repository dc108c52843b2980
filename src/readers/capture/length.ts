import { counted, message, ownWords } from "../message.ts";
import { reasonsOf, type UnrankedReason } from "../unranked.ts";

/** A shorter capture shows a moment of a game and not how fast the machine is, and its lows are chance. */
const MIN_CAPTURE_S = 10;
/** Fewer frames in MIN_CAPTURE_S are those of a slide show or of a menu. */
const MIN_CAPTURE_FRAMES = 300;

/**
 * Returns why a capture is too short to be ranked.
 * @param durationS by the clock of the file; of a file without a clock the sum of the frame times
 */
export function reasonsOfLength({ durationS, frames }: CaptureLength): UnrankedReason[] {
  if (isLongEnough(durationS) && frames >= MIN_CAPTURE_FRAMES) return [];
  const reason = message`The capture has ${counted(frames, "frame")} in ${shown(durationS)} s; captures are ranked from ${MIN_CAPTURE_FRAMES} frames and ${MIN_CAPTURE_S} s on. Capture a longer scene.`;
  return reasonsOf("too_short", [reason]);
}

/**
 * Returns why a log that holds samples is too short to be ranked. Of a log without times the frame times of its samples
 * are added up.
 * @param durationS null where the log has no times
 */
export function reasonsOfSampledLength({ durationS, samples, averageFps }: SampledLength): UnrankedReason[] {
  const lengthS = durationS ?? samples / averageFps;
  if (isLongEnough(lengthS)) return [];
  const found =
    durationS === null
      ? message`The log has no times, and the frame times of its ${counted(samples, "sample")} add up to ${shown(lengthS)} s`
      : message`The log has ${counted(samples, "sample")} in ${shown(lengthS)} s`;
  const reason = message`${found}; logs are ranked from ${MIN_CAPTURE_S} s on. Log a longer scene.`;
  return reasonsOf("too_short", [reason]);
}

interface SampledLength {
  durationS: number | null;
  samples: number;
  averageFps: number;
}

interface CaptureLength {
  durationS: number;
  frames: number;
}

// Compared in whole milliseconds, because sums and differences of times have rounding errors.
function isLongEnough(seconds: number): boolean {
  return Math.round(seconds * 1000) >= MIN_CAPTURE_S * 1000;
}

// Rounded down to tenths, so that a capture that is hardly too short is not said to be long enough.
function shown(seconds: number) {
  return ownWords((Math.floor(seconds * 10) / 10).toFixed(1));
}
