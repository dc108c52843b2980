// A slow and simple second implementation of the statistics of frame times. Tests compare the readers with it, so this
// file imports nothing from src/.

function rankValue(sorted: readonly number[], rank: number): number {
  return sorted[rank] ?? Number.NaN;
}

function fpsAtQuantile(times: readonly number[], p: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  const h = (sorted.length - 1) * p;
  const lower = Math.trunc(h);
  const fraction = h - lower;
  const value =
    fraction === 0
      ? rankValue(sorted, lower)
      : rankValue(sorted, lower) * (1 - fraction) + rankValue(sorted, lower + 1) * fraction;
  return 1000 / value;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function slowest(times: readonly number[], every: number): number[] {
  return times.toSorted((a, b) => b - a).slice(0, Math.ceil(times.length / every));
}

/**
 * Returns all statistics of frame times (such as averages, percentiles and lows), computed by their definitions.
 * Returns the lows for any number of frames.
 */
export function referenceStatistics(times: readonly number[]): Record<string, number> {
  const mean = meanOf(times);
  return {
    average_fps: 1000 / mean,
    median_fps: fpsAtQuantile(times, 0.5),
    p5_fps: fpsAtQuantile(times, 0.95),
    p1_fps: fpsAtQuantile(times, 0.99),
    p0_1_fps: fpsAtQuantile(times, 0.999),
    low_1_fps: 1000 / meanOf(slowest(times, 100)),
    low_0_1_fps: 1000 / meanOf(slowest(times, 1000)),
    min_fps: Math.min(...times.map((time) => 1000 / time)),
    max_fps: Math.max(...times.map((time) => 1000 / time)),
    stdev_ms: Math.sqrt(meanOf(times.map((time) => time ** 2 - mean ** 2))),
    frames: times.length,
    duration_s: (mean * times.length) / 1000,
  };
}
