/**
 * Returns when each frame ended, in seconds from the beginning of the capture: the running sum of the frame times. The
 * last value is the capture's `duration_s`.
 */
export function elapsedTimesS(frameTimesMs: Float32Array): Float64Array {
  const elapsed = new Float64Array(frameTimesMs.length);
  let totalMs = 0;
  // The loop runs over indexes, because an iterator takes ten times as long for a capture of two million frames.
  for (let index = 0; index < frameTimesMs.length; index += 1) {
    totalMs += frameTimesMs[index] ?? 0;
    elapsed[index] = totalMs / 1000;
  }
  return elapsed;
}
