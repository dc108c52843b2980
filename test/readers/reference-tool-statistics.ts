// A slow and simple second implementation of the statistics of frame times that capture tools show. This file imports
// nothing from src/.

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function slowestFirst(times: readonly number[]): number[] {
  return times.toSorted((a, b) => b - a);
}

/**
 * Returns statistics of frame times as FrameView defines them: "x% FPS" and "x% Low FPS" use the floor(x n) slowest
 * frames; rows of time 0 count as frames.
 */
export function frameViewReference(times: readonly number[]): Record<string, number> {
  const sorted = slowestFirst(times);
  const at = (x: number) => 1000 / (sorted[Math.floor(x * sorted.length)] ?? Number.NaN);
  const low = (x: number) => 1000 / mean(sorted.slice(0, Math.floor(x * sorted.length) + 1));
  return {
    tool_average_fps: 1000 / mean(times),
    tool_min_fps: at(0),
    tool_p10_fps: at(0.1),
    tool_p5_fps: at(0.05),
    tool_p1_fps: at(0.01),
    tool_p0_1_fps: at(0.001),
    tool_low_1_fps: low(0.01),
    tool_low_0_1_fps: low(0.001),
  };
}

// Returns the quantile of type 8 of Hyndman and Fan, from the definition of its plotting positions: p(k) = (k - 1/3) /
// (n + 1/3).
function type8(values: readonly number[], p: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const position = (k: number) => (k - 1 / 3) / (sorted.length + 1 / 3);
  const value = (k: number) => sorted[k - 1] ?? Number.NaN;
  if (p <= position(1)) return value(1);
  for (let k = 1; k < sorted.length; k += 1) {
    if (p > position(k + 1)) continue;
    const share = (p - position(k)) / (position(k + 1) - position(k));
    // If both neighbours are equal, this form of the interpolation returns their value without a rounding error. The
    // caller compares frame times with the result.
    return value(k) + share * (value(k + 1) - value(k));
  }
  return value(sorted.length);
}

/** Returns the statistics that CapFrameX shows for frame times in ms, by CapFrameX's definitions. */
export function capFrameXReference(times: readonly number[]): Record<string, number> {
  const rates = times.map((time) => 1000 / time);
  const low = (p: number) => {
    const atLeast = type8(times, p);
    return 1000 / mean(times.filter((time) => time >= atLeast));
  };
  const integral = (x: number) => {
    const limit = times.reduce((sum, time) => sum + time, 0) * x;
    let spent = 0;
    for (const time of slowestFirst(times)) {
      spent += time;
      if (spent >= limit) return 1000 / time;
    }
    return Number.NaN;
  };
  return {
    tool_average_fps: 1000 / mean(times),
    tool_p5_fps: type8(rates, 0.05),
    tool_p1_fps: type8(rates, 0.01),
    tool_p0_1_fps: type8(rates, 0.001),
    tool_low_1_fps: low(0.99),
    tool_low_0_1_fps: low(0.999),
    tool_low_1_integral_fps: integral(0.01),
    tool_low_0_1_integral_fps: integral(0.001),
  };
}

/** Returns statistics of frame times as MangoHud computes them: in single precision, without interpolation. */
export function mangoHudReference(times: readonly number[]): Record<string, number> {
  const sorted = slowestFirst(times);
  const single = new Float32Array(1);
  const at = (x: number) => {
    single[0] = x;
    single[0] *= sorted.length;
    single[0] -= 1;
    return 1000 / (sorted[Math.max(0, Math.trunc(single[0]))] ?? Number.NaN);
  };
  return {
    tool_average_fps: 1000 / mean(times),
    tool_p0_1_fps: at(0.001),
    tool_p1_fps: at(0.01),
    tool_p97_fps: at(0.97),
  };
}

/** Returns statistics of frame times as OCAT defines them: percentiles at rank p (n - 1) + 1, counted from 1. */
export function ocatReference(times: readonly number[], lastTimeS: number): Record<string, number> {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (p: number) => {
    const rank = p * (sorted.length - 1) + 1;
    const below = sorted[Math.floor(rank) - 1] ?? Number.NaN;
    const above = sorted[Math.min(Math.floor(rank), sorted.length - 1)] ?? Number.NaN;
    return below * (1 - (rank % 1)) + above * (rank % 1);
  };
  return {
    tool_average_fps: times.length / lastTimeS,
    tool_p95_frame_time_ms: at(0.95),
    tool_p99_frame_time_ms: at(0.99),
    tool_p99_9_frame_time_ms: at(0.999),
  };
}
