import type { Row } from "../csv/row.ts";
import { createGrowingFloats } from "../statistics/growing-floats.ts";
import { usableValue, type ChannelColumn } from "./channel-columns.ts";
import { createChannelSamples, type SampleBudget } from "./channel-samples.ts";
import { finishChannels, LIMITED_SHARE, type RecordedChannels } from "./channel-series.ts";

/**
 * Collects the channels of consecutive rows of a file.
 * @param columns the columns of channels, the preferred columns of a channel first
 */
export function createRowChannels(columns: readonly ChannelColumn[], budget: SampleBudget) {
  const collected = columns.map((column) => ({
    column,
    samples: createChannelSamples(budget),
    // Whether the latest cell of the channel's column had no usable value.
    isMissing: false,
    // The number of rows whose value is at least LIMITED_SHARE of the frame time. Only the number for the GPU's busy
    // times is used.
    limited: 0,
  }));

  return {
    /**
     * Adds the values of a row to the channels.
     * @param place the index of the row's time in the list of times that is passed to `finish`
     * @param frameTimeMs the frame time of the row; 1 in a log of samples
     */
    add(row: Row, place: number, frameTimeMs: number): void {
      // Leave out the last cell of a row without line end, because its number may be cut off.
      const cutCell = row.isTerminated ? -1 : row.cellCount - 1;
      for (const one of collected) {
        const { column, samples } = one;
        // Recognise a repeated "NA" in a cell by its bytes, because parsing the cell takes long.
        if (one.isMissing && row.is(column.index, "NA")) continue;
        const value = column.index === cutCell ? Number.NaN : usableValue(row.number(column.index), column);
        one.isMissing = Number.isNaN(value);
        if (one.isMissing) continue;
        samples.add(place, value, frameTimeMs);
        if (value >= LIMITED_SHARE * frameTimeMs) one.limited += 1;
      }
    },
    /**
     * Returns the channels (values such as power) of all rows.
     * @param timesS the times of the rows, in seconds
     * @param isOfFrames whether each row is a frame, and not a sample of a log
     */
    async finish(
      timesS: ArrayLike<number>,
      { isOfFrames }: { isOfFrames: boolean },
    ): Promise<RecordedChannels> {
      const channels = await finishChannels(
        collected.map(({ column: { channel }, samples }) => ({
          channel,
          samples,
          timesS,
          isWeighted: isOfFrames,
        })),
      );
      const busy = collected.find(
        ({ column, samples }) => column.channel === "gpu_busy_ms" && samples.all.max > 0,
      );
      return {
        channels,
        gpuLimitedPercent: isOfFrames && busy ? (100 * busy.limited) / busy.samples.all.count : null,
      };
    },
  };
}

/** The channels (values such as power and temperatures) that are collected from the rows of a file. */
export type RowChannels = ReturnType<typeof createRowChannels>;

/** Collects the channels of a log of samples, whose rows have times of their own. */
export function createSampledChannels(columns: readonly ChannelColumn[], budget: SampleBudget) {
  const channels = createRowChannels(columns, budget);
  const timesS = createGrowingFloats();
  return {
    /**
     * Adds the values of a row to the channels. @param timeS the time since the first row, in seconds; NaN if unknown
     */
    add(row: Row, timeS: number): void {
      channels.add(row, timesS.length(), 1);
      timesS.push(timeS);
    },
    finish: (): Promise<RecordedChannels> => channels.finish(timesS.values(), { isOfFrames: false }),
  };
}
