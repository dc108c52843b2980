import { findChannelColumns, usableValue, type ChannelColumn } from "../../channels/channel-columns.ts";
import {
  createChannelSamples,
  type ChannelSamples,
  type SampleBudget,
} from "../../channels/channel-samples.ts";
import {
  finishChannels,
  LIMITED_SHARE,
  type RecordedChannels,
  type TimedSamples,
} from "../../channels/channel-series.ts";
import { channelNames, channelOf, type ChannelName } from "../../channels/channel-table.ts";
import type { JsonScalar, ScalarSink } from "../../json/walk-json.ts";
import { limits } from "../../limits.ts";
import { createGrowingFloats, type GrowingFloats } from "../../statistics/growing-floats.ts";

/**
 * Collects the channels of one run of a CapFrameX record. The arrays `CaptureData` have a value for each frame. The
 * sensors in `SensorData2` (in older records, `SensorData`) have values at the times of `MeasureTime`, in seconds since
 * the beginning of the capture. If several sensors belong to one channel, the function takes the first, as CapFrameX
 * does.
 */
export function createRecordChannels(budget: SampleBudget) {
  const ofFrames = createFrameArrays(budget);
  const sensors2 = createSensorArrays(budget);
  const sensors = createSensorArrays(budget);
  const sensor = { name: "", type: "" };

  return {
    openFrameArray: ofFrames.open,

    /**
     * Returns the sink for an object or array that a run of a CapFrameX record has next to `CaptureData`; null for an
     * object or array without channels.
     * @param path the names that lead from the run to the object or array
     */
    open([group, name, values]: readonly string[]): ScalarSink | null {
      if (name === undefined) return null;
      if (group === "SensorData") return sensors.open(name, findChannelColumns("sensorData", [name])[0]);
      if (group !== "SensorData2") return null;
      if (values === "Values") return sensors2.open(name, columnOfSensor(sensor));
      if (values !== undefined) return null;
      sensor.name = "";
      sensor.type = "";
      return (value, member) => {
        if (member === "Name") sensor.name = String(value);
        if (member === "Type") sensor.type = String(value);
      };
    },

    /**
     * Returns the channels of the run of the CapFrameX record.
     * @param presentsS the times of all values of `CaptureData`, in seconds
     */
    finish: async (presentsS: Float64Array): Promise<RecordedChannels> => {
      const channels = await finishChannels([
        ...ofFrames.timed(presentsS),
        ...sensors2.timed(),
        ...sensors.timed(),
      ]);
      const isBusyKnown = channels.some(({ name }) => name === "gpu_busy_ms");
      return { channels, gpuLimitedPercent: isBusyKnown ? ofFrames.gpuLimitedPercent() : null };
    },
  };
}

/** The channels (values recorded over time, such as power) of one run of a CapFrameX record. */
export type RecordChannels = ReturnType<typeof createRecordChannels>;

/** Collects the channels in the arrays `CaptureData` of a CapFrameX record. */
function createFrameArrays(budget: SampleBudget) {
  const arrays = createArrays(budget);
  const frames = { withBusy: 0, limited: 0 };

  function noteBusy(busyMs: number, frameTimeMs: number): void {
    if (Number.isNaN(busyMs) || !(frameTimeMs > 0)) return;
    frames.withBusy += 1;
    if (busyMs >= LIMITED_SHARE * frameTimeMs) frames.limited += 1;
  }

  return {
    /**
     * Returns the sink for the values of an array of `CaptureData` in a CapFrameX record; null if the array belongs to
     * no channel.
     * @param frameTimesMs the frame times that were read so far: none if this array precedes that of the frame times
     */
    open(name: string, frameTimesMs: GrowingFloats): ScalarSink | null {
      const [column] = findChannelColumns("presentMon", [name]);
      const add = column && arrays.start(column.channel);
      if (!add) return null;
      const times = frameTimesMs.values();
      let place = -1;
      return (scalar) => {
        place += 1;
        const value = usableValue(numberOf(scalar), column);
        add(value);
        if (column.channel === "gpu_busy_ms") noteBusy(value, times[place] ?? 0);
      };
    },
    timed: arrays.timed,
    gpuLimitedPercent: () => (frames.withBusy === 0 ? null : (100 * frames.limited) / frames.withBusy),
  };
}

/** Collects the channels of the sensors in a CapFrameX record, and the times at which the sensors were read. */
function createSensorArrays(budget: SampleBudget) {
  const arrays = createArrays(budget);
  const measuredS = createGrowingFloats();
  return {
    open(name: string, column: Omit<ChannelColumn, "index"> | undefined): ScalarSink | null {
      if (name === "MeasureTime") return (value) => addTime(measuredS, value);
      const add = column && arrays.start(column.channel);
      return add ? (value) => add(usableValue(numberOf(value), column)) : null;
    },
    timed: () => arrays.timed(measuredS.values()),
  };
}

/** Collects the values of channels from the arrays of a CapFrameX record: of each channel, only the first array. */
function createArrays(budget: SampleBudget) {
  const arrays = new Map<ChannelName, ChannelSamples>();
  return {
    /**
     * Returns the function that adds the next value of an array of a CapFrameX record to its channel; null if an
     * earlier array has the same channel.
     */
    start(channel: ChannelName): ((value: number) => void) | null {
      if (arrays.has(channel)) return null;
      const samples = createChannelSamples(budget);
      arrays.set(channel, samples);
      let place = -1;
      return (value) => {
        place += 1;
        if (!Number.isNaN(value)) samples.add(place, value, 1);
      };
    },
    timed: (timesS: ArrayLike<number>): TimedSamples[] =>
      [...arrays].map(([channel, samples]) => ({ channel, samples, timesS, isWeighted: false })),
  };
}

function addTime(times: GrowingFloats, value: JsonScalar): void {
  if (times.length() < limits.maxSensorTimes) times.push(numberOf(value));
}

function columnOfSensor({ name, type }: { name: string; type: string }) {
  for (const channel of channelNames) {
    const { sensors = [], min, max } = channelOf(channel);
    const found = sensors.find((pattern) => pattern.type === type && pattern.name.test(name));
    if (found) return { channel, factor: found.factor ?? 1, min, max };
  }
  return undefined;
}

function numberOf(value: JsonScalar): number {
  return typeof value === "number" ? value : Number.NaN;
}
