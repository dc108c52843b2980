import { Binary, type Collection, type Db } from "mongodb";
import { channelOf, type ChannelName, type ChannelSeries } from "../../readers/index.ts";
import type { ChannelReference, SeriesKey } from "../model/frame-series.ts";
import { inTime } from "./in-time.ts";

/**
 * The collection of the channels of runs (recorded values such as temperatures). Each document has all channels that
 * were read from a file at one time.
 */
export const channelSeriesOf = (db: Db): Collection<ChannelDocument> => db.collection("channel_series");

/**
 * Creates the functions that store and find the channels of runs (recorded values such as temperatures) in a database.
 * `createFrameSeriesRepository` confirms and removes channels together with the series of frame times.
 * @param timeoutMs the time limit for storing a document, in milliseconds
 */
export function createChannelSeriesRecords(db: Db, timeoutMs: number) {
  const documents = channelSeriesOf(db);
  return {
    /**
     * Stores the channels (such as temperatures) that were read from a run's file, about 1 MiB at most, marked as
     * unconfirmed until they are confirmed. Returns the reference that the run is to store.
     * @throws StoreUnavailableError if MongoDB does not store the channels in time
     */
    storeChannels: async (
      { runId, fencingToken }: SeriesKey,
      channels: readonly ChannelSeries[],
      at: Date,
    ): Promise<ChannelReference> => {
      const packed = channels.map(({ name, timesS, values }): [ChannelName, PackedChannel] => [
        name,
        { times_s: Binary.fromFloat32Array(timesS), values: Binary.fromFloat32Array(values) },
      ]);
      const document: ChannelDocument = {
        _id: `${runId}-${fencingToken}`,
        run_id: runId,
        fencing_token: fencingToken,
        channels: Object.fromEntries(packed),
        unconfirmed_since: at,
      };
      await inTime(documents.insertOne(document), timeoutMs);
      return { fencing_token: fencingToken };
    },

    /**
     * Returns those of the named channels (such as temperatures) that a reading of a run's file has stored, in the
     * order of the names; null if these channels are no longer stored.
     */
    findChannels: async (
      runId: string,
      { fencing_token }: ChannelReference,
      names: readonly ChannelName[],
    ): Promise<ChannelSeries[] | null> => {
      const projection = Object.fromEntries(names.map((name) => [`channels.${name}`, 1]));
      const found = await documents.findOne({ _id: `${runId}-${fencing_token}` }, { projection });
      return (
        found &&
        names.flatMap((name) => {
          const packed = found.channels?.[name];
          return packed ? [unpack(name, packed)] : [];
        })
      );
    },
  };
}

/** Creates the indexes of the collection of channels (such as temperatures). The function is idempotent. */
export async function setUpChannelSeries(db: Db): Promise<void> {
  await channelSeriesOf(db).createIndexes([
    { key: { run_id: 1, fencing_token: 1 } },
    { key: { unconfirmed_since: 1 }, sparse: true },
  ]);
}

interface ChannelDocument {
  _id: string;
  run_id: string;
  fencing_token: number;
  /**
   * The channels of the document (such as temperatures) by their names. A query that asks for a channel which the
   * document lacks returns the document without this field.
   */
  channels?: Partial<Record<ChannelName, PackedChannel>>;
  /**
   * The time at which the channels (such as temperatures) were stored; absent once the channels are confirmed (known to
   * be referenced by their run).
   */
  unconfirmed_since?: Date;
}

/** A channel (recorded values such as temperatures) as BSON binary vectors of float32. */
interface PackedChannel {
  times_s: Binary;
  values: Binary;
}

function unpack(name: ChannelName, { times_s, values }: PackedChannel): ChannelSeries {
  const { unit } = channelOf(name);
  return { name, unit, timesS: times_s.toFloat32Array(), values: values.toFloat32Array() };
}
