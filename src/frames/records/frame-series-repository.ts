import { Binary, type Collection, type Db, type FindCursor } from "mongodb";
import type { FrameOverview } from "../model/frame-overview.ts";
import type { FrameSeries, SeriesKey, SeriesReference } from "../model/frame-series.ts";
import { framesOf, type PackedPiece, type PackedSeries } from "../model/packed-series.ts";
import { channelSeriesOf, createChannelSeriesRecords, setUpChannelSeries } from "./channel-series-records.ts";
import {
  createFrameOverviewRecords,
  overviewsOf,
  setUpFrameOverviews,
  type MadeOverview,
} from "./frame-overview-records.ts";
import { inTime } from "./in-time.ts";

/**
 * The frame series of captures, their overviews (default chart and points), and the channels of captures and logs. A
 * worker stores a series and its overview and channels, then writes the reference to the series into the run, then
 * confirms the series. `findUnconfirmed` returns a series until all its pieces, its overview and its channels are
 * confirmed, so that a sweep finds the remains of a crash.
 */
export type FrameSeriesRepository = ReturnType<typeof createFrameSeriesRepository>;

/**
 * The maximum number of frames in one stored piece of a series. One million frames are 4 MB of frame times and 0.1 MB
 * of flags.
 */
const FRAMES_A_PIECE = 1_000_000;

/**
 * The time limit for storing a piece of a frame series. The limit is needed because version 7.8 of MongoDB's driver
 * waits forever for a server that accepts no bytes.
 */
const PIECE_TIMEOUT_MS = 30_000;

const piecesOf = (db: Db): Collection<Piece> => db.collection("frame_series");

/** The fields of every document that belongs to a frame series, in any collection. */
type SeriesPart = Pick<Piece, "_id" | "run_id" | "fencing_token" | "unconfirmed_since">;

/** Returns the collections whose documents belong to frame series. */
const partsOf = (db: Db) =>
  [piecesOf(db), overviewsOf(db), channelSeriesOf(db)] as unknown as Collection<SeriesPart>[];

/**
 * Returns the functions that store, find and remove the frame series in a database.
 * @param options.framesAPiece the maximum number of frames in one document
 * @param options.pieceTimeoutMs the time limit for storing one document, in milliseconds
 */
export function createFrameSeriesRepository(
  db: Db,
  { framesAPiece = FRAMES_A_PIECE, pieceTimeoutMs = PIECE_TIMEOUT_MS } = {},
) {
  const pieces = piecesOf(db);
  const overviews = createFrameOverviewRecords(db);
  return {
    /**
     * Stores a frame series, marked as unconfirmed until `confirm` is called. Returns the reference that its run is to
     * store.
     * @throws StoreUnavailableError if MongoDB does not store a piece in time
     */
    store: async (key: SeriesKey, series: FrameSeries, at: Date): Promise<SeriesReference> => {
      const frames = series.frameTimesMs.length;
      // Pieces of a series are stored one after the other, so that at most one packed piece is in memory.
      for (let from = 0; from < frames; from += framesAPiece) {
        const piece = makePiece(key, series, { from, to: from + framesAPiece, at });
        await inTime(pieces.insertOne(piece), pieceTimeoutMs);
      }
      return { fencing_token: key.fencingToken, frames };
    },

    /**
     * Stores the overview (default chart and points) of a frame series, marked as unconfirmed until `confirm` is
     * called. A stored overview of the same version of the renderer stays as it is.
     */
    storeOverview: (key: SeriesKey, made: MadeOverview): Promise<void> => overviews.store(key, made),

    /**
     * Returns the default chart or the default points that a version of the renderer has made of a frame series; null
     * if they are not stored.
     */
    findOverview: (key: SeriesKey, version: number, part: keyof FrameOverview): Promise<string | null> =>
      overviews.find(key, version, part),

    /** Returns the series that a run references, in its packed form, or null if any piece of the series is missing. */
    find: (runId: string, { fencing_token, frames }: SeriesReference): Promise<PackedSeries | null> => {
      // Each answer of MongoDB contains one piece of a series, because parsing an answer blocks the event loop.
      const found = pieces.find({ run_id: runId, fencing_token }).sort({ piece: 1 }).batchSize(1);
      return collect(found, frames);
    },

    ...createChannelSeriesRecords(db, pieceTimeoutMs),
    ...createLifeCycle(db),
  };
}

/**
 * Creates the methods that confirm, remove and find a frame series together with its overview (default chart and
 * points) and channels.
 */
function createLifeCycle(db: Db) {
  const collections = partsOf(db);
  return {
    /**
     * Records that the run references a given frame series, and removes the run's earlier series. The method is
     * idempotent.
     */
    confirm: async ({ runId, fencingToken }: SeriesKey): Promise<void> => {
      for (const collection of collections) {
        // The mark `unconfirmed_since` is removed last: as long as the mark exists, a sweep confirms the frame series
        // again.
        await collection.deleteMany({ run_id: runId, fencing_token: { $lt: fencingToken } });
        await collection.updateMany(
          { run_id: runId, fencing_token: fencingToken },
          { $unset: { unconfirmed_since: true } },
        );
      }
    },

    /**
     * Removes the frame series of a run with a given fencing token, with its default chart and points and its channels
     * (such as temperatures). Does nothing if no such series exists.
     */
    remove: async ({ runId, fencingToken }: SeriesKey): Promise<void> => {
      const which = { run_id: runId, fencing_token: fencingToken };
      for (const collection of collections) await collection.deleteMany(which);
    },

    /**
     * Removes all frame series of runs, with their default charts and points and their channels (such as temperatures).
     */
    removeOfRuns: async (runIds: readonly string[]): Promise<void> => {
      for (const collection of collections) await collection.deleteMany({ run_id: { $in: [...runIds] } });
    },

    /**
     * Returns the keys of frame series with an unconfirmed part that was stored before the given moment; at most
     * `limit` keys from each collection.
     */
    findUnconfirmed: async (before: Date, limit: number): Promise<SeriesKey[]> => {
      const keys = new Map<string, SeriesKey>();
      for (const collection of collections) {
        const found = await collection
          .find({ unconfirmed_since: { $lt: before } }, { projection: { run_id: 1, fencing_token: 1 } })
          .limit(limit)
          .toArray();
        for (const { run_id, fencing_token } of found)
          keys.set(`${run_id}-${fencing_token}`, { runId: run_id, fencingToken: fencing_token });
      }
      return [...keys.values()];
    },
  };
}

/** Creates the indexes of the collections of series and overviews. The function is idempotent. */
export async function setUpFrameSeries(db: Db): Promise<void> {
  await setUpFrameOverviews(db);
  await setUpChannelSeries(db);
  await piecesOf(db).createIndexes([
    { key: { run_id: 1, fencing_token: 1, piece: 1 } },
    { key: { unconfirmed_since: 1 }, sparse: true },
  ]);
}

/**
 * One stored piece of a frame series. A series of 2 000 000 frames in a single document would come near MongoDB's limit
 * of 16 MB. The arrays are BSON binary vectors with one entry for each frame: packed float32 (little-endian) and packed
 * bits.
 */
interface Piece {
  _id: string;
  run_id: string;
  fencing_token: number;
  piece: number;
  frame_times_ms: Binary;
  /** One bit for each frame, 1 = dropped; null if the file does not say which frames were dropped. */
  dropped: Binary | null;
  /**
   * The time at which the piece was stored; absent once the series is confirmed (known to be referenced by its run).
   */
  unconfirmed_since?: Date;
}

interface PieceRange {
  from: number;
  to: number;
  at: Date;
}

function makePiece(
  { runId, fencingToken }: SeriesKey,
  { frameTimesMs, droppedFrames }: FrameSeries,
  { from, to, at }: PieceRange,
): Piece {
  const times = frameTimesMs.slice(from, to);
  const piece = from / (to - from);
  return {
    _id: `${runId}-${fencingToken}-${piece}`,
    run_id: runId,
    fencing_token: fencingToken,
    piece,
    frame_times_ms: Binary.fromFloat32Array(times),
    dropped: droppedFrames && Binary.fromBits(flagsOf(droppedFrames, from, times.length)),
    unconfirmed_since: at,
  };
}

function flagsOf(droppedFrames: Uint32Array, from: number, length: number): Uint8Array {
  const flags = new Uint8Array(length);
  for (const index of droppedFrames) if (index >= from && index < from + length) flags[index - from] = 1;
  return flags;
}

async function collect(found: FindCursor<Piece>, frames: number): Promise<PackedSeries | null> {
  const pieces: PackedPiece[] = [];
  let length = 0;
  for await (const { frame_times_ms, dropped } of found) {
    const piece = { frameTimes: bytesOf(frame_times_ms), dropped: dropped && bytesOf(dropped) };
    pieces.push(piece);
    length += framesOf(piece);
  }
  return length === frames ? { frames, pieces } : null;
}

/**
 * The bytes in front of the entries of a BSON binary vector: one byte with the type of the entries, and one with the
 * number of unused bits at the end.
 */
const VECTOR_HEADER_BYTES = 2;

/** Returns the entries of a BSON binary vector in a new buffer, which can be transferred to another thread. */
function bytesOf(vector: Binary): Uint8Array {
  return new Uint8Array(vector.buffer.subarray(VECTOR_HEADER_BYTES, vector.length()));
}
