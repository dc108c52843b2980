import type { ChannelSeries } from "../../../readers/index.ts";

/** The means of a channel (such as a temperature) in equal spans of a capture. Spans without a value are left out. */
export interface ChannelMeans {
  /**
   * For each span of the capture that has values of the channel, the mean of the times of these values, in seconds;
   * ascending.
   */
  timesS: Float64Array;
  values: Float64Array;
}

/**
 * Returns the means of the values of a channel (such as a temperature) in equal spans of a capture. Each mean is
 * divided by `divisor`.
 */
export function channelMeans(
  { timesS, values }: Pick<ChannelSeries, "timesS" | "values">,
  { durationS, spans, divisor }: { durationS: number; spans: number; divisor: number },
): ChannelMeans {
  const counts = new Uint32Array(spans);
  const sums = { time: new Float64Array(spans), value: new Float64Array(spans) };
  for (let index = 0; index < values.length; index += 1) {
    const timeS = timesS[index] ?? 0;
    const span = Math.min(spans - 1, Math.max(0, Math.floor((timeS / durationS) * spans)));
    counts[span] = (counts[span] ?? 0) + 1;
    sums.time[span] = (sums.time[span] ?? 0) + timeS;
    sums.value[span] = (sums.value[span] ?? 0) + (values[index] ?? 0) / divisor;
  }
  const filled = Array.from({ length: spans }, (_, span) => span).filter((span) => (counts[span] ?? 0) > 0);
  const meansOf = (of: Float64Array) =>
    Float64Array.from(filled, (span) => (of[span] ?? 0) / (counts[span] ?? 1));
  return { timesS: meansOf(sums.time), values: meansOf(sums.value) };
}
