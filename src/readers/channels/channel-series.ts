import { sortInSteps } from "../statistics/sort-in-steps.ts";
import { quantile } from "../statistics/sums.ts";
import type { ChannelSamples } from "./channel-samples.ts";
import { channelNames, channelOf, type ChannelName } from "./channel-table.ts";

/**
 * The series of one channel: a value that a file recorded over time besides frame times, such as the power of the
 * graphics card.
 */
export interface ChannelSeries {
  name: ChannelName;
  unit: string;
  /**
   * The times of the values in seconds, ascending. A value that was recorded with a frame has the time at which the
   * frame ended, which is the sum of the frame times so far. In a log of samples, the times are measured from the first
   * sample.
   */
  timesS: Float32Array;
  /** The value of the channel at each of the times; at most 8,192 values. */
  values: Float32Array;
}

/** The metrics of a channel (a value such as power that a file recorded over time), in the unit of the channel. */
export interface ChannelFigures {
  name: ChannelName;
  unit: string;
  /** The number of the channel's values in the file. All of them count for `min`, `mean` and `max`. */
  samples: number;
  min: number;
  /**
   * The mean of the values. If the file has the value of a polled sensor in the row of each frame, the values are
   * weighted by the frame times, because fast parts of a game have more rows.
   */
  mean: number;
  /** Quantiles (type 7 of Hyndman and Fan) of the values in the series of the channel. */
  p5: number;
  p95: number;
  max: number;
}

/** A channel of a file (a value such as power that was recorded over time): its metrics, and its series. */
export interface Channel extends ChannelFigures, ChannelSeries {}

/** A frame counts as limited by the GPU if the GPU was busy for at least this share of the frame time. */
export const LIMITED_SHARE = 0.95;

/** The channels that a file recorded over time, such as power and temperatures. */
export interface RecordedChannels {
  channels: readonly Channel[];
  /** The share of the frames in percent that were limited by the GPU; null if unknown. */
  gpuLimitedPercent: number | null;
}

/** The values of a channel (such as power), and the list of times to which the values refer. */
export interface TimedSamples {
  channel: ChannelName;
  samples: ChannelSamples;
  timesS: ArrayLike<number>;
  /** Whether the mean of a polled sensor is weighted by the frame times. */
  isWeighted: boolean;
}

/**
 * Returns the channels of a file in the order of the table of channels. If several columns of a file belong to one
 * channel, the first column with values counts.
 */
export async function finishChannels(found: readonly TimedSamples[]): Promise<Channel[]> {
  const channels: Channel[] = [];
  for (const name of channelNames) {
    for (const timed of found) {
      if (timed.channel !== name || channels.at(-1)?.name === name) continue;
      const channel = await finishChannel(timed);
      if (channel) channels.push(channel);
    }
  }
  return channels;
}

/**
 * Returns the metrics and the series of a sensor channel (such as a temperature) of a file; null if the channel has no
 * values with a time, or only zeros, which tools write as placeholders.
 */
async function finishChannel({
  channel,
  samples,
  timesS,
  isWeighted,
}: TimedSamples): Promise<Channel | null> {
  const { unit, isOfFrame } = channelOf(channel);
  const { count, sum, weightedSum, weights, min, max } = samples.all;
  const series = seriesOf(samples, timesS);
  if (max <= 0 || series.times.length === 0) return null;
  const ascending = await sortInSteps(series.values);
  return {
    name: channel,
    unit,
    samples: count,
    min,
    mean: isWeighted && isOfFrame !== true ? weightedSum / weights : sum / count,
    p5: quantile(ascending, 0.05),
    p95: quantile(ascending, 0.95),
    max,
    timesS: new Float32Array(series.times),
    values: new Float32Array(series.values),
  };
}

/**
 * Returns the stored values of a channel that form its series, with their times. Leaves out values without a time, and
 * values whose time is earlier than that of the value before.
 */
function seriesOf(samples: ChannelSamples, timesS: ArrayLike<number>) {
  const { places, values } = samples.kept();
  const times = new Float64Array(places.length);
  const timed = new Float64Array(places.length);
  let length = 0;
  let latest = 0;
  for (let at = 0; at < places.length; at += 1) {
    const time = timesS[places[at] ?? 0] ?? Number.NaN;
    if (!(time >= latest)) continue;
    latest = time;
    times[length] = time;
    timed[length] = values[at] ?? 0;
    length += 1;
  }
  return { times: times.subarray(0, length), values: timed.subarray(0, length) };
}
