/**
 * When each frame ended, in seconds from the beginning of the capture: the running sum of the frame times. The last one
 * is the capture's `duration_s`.
 */
export function elapsedTimesS(frameTimesMs: Float32Array): Float64Array {
  const elapsed = new Float64Array(frameTimesMs.length);
  let totalMs = 0;
  for (const [index, frameTimeMs] of frameTimesMs.entries()) {
    totalMs += frameTimeMs;
    elapsed[index] = totalMs / 1000;
  }
  return elapsed;
}
