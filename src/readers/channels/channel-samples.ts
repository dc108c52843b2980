import { limits } from "../limits.ts";

const INITIAL_CAPACITY = 64;

/**
 * Collects the values of a channel. At most `limits.maxChannelSamples` values are stored for the series of the channel.
 * At this limit, every second stored value is removed, and from then on only every second, fourth, … new value is
 * stored. The smallest value, the greatest value and the means are computed from all values.
 */
export function createChannelSamples(budget: SampleBudget) {
  const samples = createKeptSamples(budget);
  const all = { count: 0, sum: 0, weightedSum: 0, weights: 0, min: Infinity, max: -Infinity };
  return {
    /**
     * Adds a value of the channel, in its unit.
     * @param place the index of the value's time in the list of times, which is complete only after the last value
     * @param weight the weight of the value in the weighted mean: how long the value lasted
     */
    add(place: number, value: number, weight: number): void {
      samples.offer(all.count, place, value);
      all.count += 1;
      all.sum += value;
      all.weightedSum += value * weight;
      all.weights += weight;
      if (value < all.min) all.min = value;
      if (value > all.max) all.max = value;
    },
    /** The metrics over all values of the channel (such as power), including values that its series leaves out. */
    all: all as Readonly<typeof all>,
    kept: samples.kept,
  };
}

/** The values of a channel (such as power) that are collected while a file is read. */
export type ChannelSamples = ReturnType<typeof createChannelSamples>;

/** Creates the list of the values that are stored for the series of a channel. */
function createKeptSamples(budget: SampleBudget) {
  let places = new Uint32Array(INITIAL_CAPACITY);
  let values = new Float64Array(INITIAL_CAPACITY);
  let length = 0;
  // The stride: of the channel's values, numbered from 0, only those whose number is divisible by the stride are
  // stored.
  let stride = 1;

  function resize(capacity: number): void {
    const [oldPlaces, oldValues] = [places, values];
    places = new Uint32Array(capacity);
    values = new Float64Array(capacity);
    places.set(oldPlaces.subarray(0, capacity));
    values.set(oldValues.subarray(0, capacity));
  }

  /** Removes every second stored value of a channel. Returns how many values were removed. */
  function thin(): number {
    const before = length;
    length = Math.ceil(before / 2);
    for (let at = 1; at < length; at += 1) {
      places[at] = places[2 * at] ?? 0;
      values[at] = values[2 * at] ?? 0;
    }
    stride *= 2;
    resize(Math.max(length, INITIAL_CAPACITY));
    return before - length;
  }

  budget.join(thin);
  return {
    /**
     * Stores a value of the channel if its position among all values of the channel (from 0) is divisible by the
     * stride; ignores any other value.
     */
    offer(number: number, place: number, value: number): void {
      if (number % stride !== 0) return;
      if (length === limits.maxChannelSamples) budget.giveBack(thin());
      if (length === places.length) resize(Math.min(2 * length, limits.maxChannelSamples));
      places[length] = place;
      values[length] = value;
      length += 1;
      budget.take();
    },
    /** Returns the stored values of the channel, and the index of each value's time in the list of times. */
    kept: () => ({ places: places.subarray(0, length), values: values.subarray(0, length) }),
  };
}

/**
 * Creates the limit of the number of values that all channels of a file may store together. A file may have many swap
 * chains and recordings with channels, although the result has the channels of only one of these. When the limit is
 * exceeded, every channel removes half of its stored values.
 */
export function createSampleBudget() {
  const members: (() => number)[] = [];
  let kept = 0;
  return {
    /**
     * Adds a channel, whose stored values count towards the limit.
     * @param thin removes every second value of the channel, and returns how many were removed
     */
    join: (thin: () => number): void => void members.push(thin),
    take(): void {
      kept += 1;
      if (kept <= limits.maxKeptSamples) return;
      for (const thin of members) kept -= thin();
    },
    giveBack(count: number): void {
      kept -= count;
    },
  };
}

/** The limit of the number of values that all channels of a file (such as power and temperature) may store together. */
export type SampleBudget = ReturnType<typeof createSampleBudget>;
