import { channelOf, type ChannelName, type ChannelSeries } from "../readers/index.ts";
import type { FramePoints } from "./model/frame-overview.ts";

/**
 * Adds channels (recorded values such as temperatures) to the points of a capture. A channel has one value for each
 * point: the latest value at the time of the point, or null before the channel's first value.
 * @param text the points as the JSON of `FramePoints`
 * @param names the requested channels; a channel that is not among `series` has no values
 */
export function addChannels(
  text: string,
  names: readonly ChannelName[],
  series: readonly ChannelSeries[],
): string {
  const points = JSON.parse(text) as FramePoints;
  const channels = names.map((name) => {
    const found = series.find((one) => one.name === name);
    const values = found ? valuesAt(found, points.points) : points.points.map(() => null);
    return { name, unit: channelOf(name).unit, values };
  });
  return JSON.stringify({ ...points, channels } satisfies FramePoints);
}

/**
 * The number of significant digits of the values of channels (such as temperatures) in answers. The values are stored
 * as float32, whose precision is about seven digits.
 */
const DIGITS = 6;

function valuesAt({ timesS, values }: ChannelSeries, points: FramePoints["points"]): (number | null)[] {
  let next = 0;
  return points.map(([timeS]) => {
    while (next < timesS.length && (timesS[next] ?? 0) <= latestEqual(timeS)) next += 1;
    return next === 0 ? null : Number((values[next - 1] ?? 0).toPrecision(DIGITS));
  });
}

/**
 * Returns the greatest stored time at which a channel's value may belong to a point at `timeS`. The two times may
 * differ slightly: times of points are rounded to microseconds, and stored times are rounded to float32.
 */
function latestEqual(timeS: number): number {
  return timeS + 1e-6 + timeS * 2 ** -22;
}
