import { columnKey } from "../csv/dialect.ts";
import { channelNames, channelOf, type ChannelName, type ChannelSource } from "./channel-table.ts";

/** A column of a file, or an array of a record, with the values of a channel. */
export interface ChannelColumn {
  channel: ChannelName;
  /** The position, in the header, of the column with a channel (a value such as power, recorded over time). */
  index: number;
  /** The factor that converts a value of the column to the unit of the channel. */
  factor: number;
  /** The smallest and the greatest usable value of a channel (such as power), in the unit of the channel. */
  min: number;
  max: number;
}

/**
 * Finds the columns of channels in a header, by the keys of their names. The preferred columns of a channel come first.
 * If a spreadsheet has written a name twice, the first column with the name counts.
 */
export function findChannelColumns(source: ChannelSource, header: readonly string[]): ChannelColumn[] {
  const keys = header.map(columnKey);
  return channelNames.flatMap((channel) => {
    const { columns, min, max } = channelOf(channel);
    return (columns[source] ?? []).flatMap((column) => {
      const [name, factor] = typeof column === "string" ? [column, 1] : column;
      const index = keys.indexOf(columnKey(name));
      return index === -1 ? [] : [{ channel, index, factor, min, max }];
    });
  });
}

/** Returns the converted value of a column of a channel; NaN for a value that is missing or a placeholder. */
export function usableValue(value: number, { factor, min, max }: Omit<ChannelColumn, "index">): number {
  const converted = value * factor;
  return converted >= min && converted <= max ? converted : Number.NaN;
}
