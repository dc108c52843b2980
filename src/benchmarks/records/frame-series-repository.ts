import { Binary, type Collection, type Db } from "mongodb";
import type { FrameSeries, SeriesKey, SeriesReference } from "../model/frame-series.ts";

/**
 * The frame series of captures. A worker stores a series, then writes the reference to it into the run, then confirms the
 * series. `findUnconfirmed` returns a series until it is confirmed, so a sweep finds what a crash left in between.
 */
export type FrameSeriesRepository = ReturnType<typeof createFrameSeriesRepository>;

/** One million frames are 4 MB of frame times and 0.1 MB of flags. */
const FRAMES_A_PIECE = 1_000_000;

/** Without this limit the driver would wait for ever for a server that accepts no bytes. */
const PIECE_TIMEOUT_MS = 30_000;

const piecesOf = (db: Db): Collection<Piece> => db.collection("frame_series");

/** Creates the repository of the frame series in a database. */
export function createFrameSeriesRepository(db: Db, framesAPiece = FRAMES_A_PIECE) {
  const pieces = piecesOf(db);
  return {
    /** Stores a series, unconfirmed. Returns the reference that its run is to store. */
    store: async (key: SeriesKey, series: FrameSeries, at: Date): Promise<SeriesReference> => {
      const frames = series.frameTimesMs.length;
      // One after the other, so that at most one piece is in memory in its packed format.
      for (let from = 0; from < frames; from += framesAPiece) {
        const piece = makePiece(key, series, { from, to: from + framesAPiece, at });
        await pieces.insertOne(piece, { timeoutMS: PIECE_TIMEOUT_MS });
      }
      return { fencing_token: key.fencingToken, frames };
    },

    /** Confirms that the run references this series, and removes the run's earlier series. May run any number of times. */
    confirm: async ({ runId, fencingToken }: SeriesKey): Promise<void> => {
      await pieces.updateMany(
        { run_id: runId, fencing_token: fencingToken },
        { $unset: { unconfirmed_since: true } },
      );
      await pieces.deleteMany({ run_id: runId, fencing_token: { $lt: fencingToken } });
    },

    /** Returns the series that a run references, or null where any piece of it is missing. */
    find: async (runId: string, { fencing_token, frames }: SeriesReference): Promise<FrameSeries | null> => {
      const found = await pieces.find({ run_id: runId, fencing_token }).sort({ piece: 1 }).toArray();
      return join(found, frames);
    },

    /** Removes all series of a run, or only the series with this fencing token. A series that does not exist is no error. */
    remove: async (runId: string, fencingToken?: number): Promise<void> => {
      await pieces.deleteMany({
        run_id: runId,
        ...(fencingToken !== undefined && { fencing_token: fencingToken }),
      });
    },

    /** Returns the keys of series that were stored before a moment and are not confirmed. */
    findUnconfirmed: async (before: Date, limit: number): Promise<SeriesKey[]> => {
      const found = await pieces
        .find({ unconfirmed_since: { $lt: before } }, { projection: { run_id: 1, fencing_token: 1 } })
        .limit(limit)
        .toArray();
      const keys = found.map(({ run_id, fencing_token }): [string, SeriesKey] => [
        `${run_id}-${fencing_token}`,
        { runId: run_id, fencingToken: fencing_token },
      ]);
      return [...new Map(keys).values()];
    },
  };
}

/** Creates the collection's indexes. May run any number of times. */
export async function setUpFrameSeries(db: Db): Promise<void> {
  await piecesOf(db).createIndexes([
    { key: { run_id: 1, fencing_token: 1, piece: 1 } },
    { key: { unconfirmed_since: 1 }, sparse: true },
  ]);
}

/**
 * One document of a series. A series of 2 000 000 frames in a single document would come near MongoDB's limit of 16 MB.
 * The arrays are BSON binary vectors with one entry for each frame: packed float32 (little-endian) and packed bits.
 */
interface Piece {
  _id: string;
  run_id: string;
  fencing_token: number;
  piece: number;
  frame_times_ms: Binary;
  /** 1 = dropped; null where the file does not say. */
  dropped: Binary | null;
  /** When the piece was stored; absent once the series is confirmed. */
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

function* setBits(bits: Int8Array): Generator<number> {
  for (let index = bits.indexOf(1); index !== -1; index = bits.indexOf(1, index + 1)) yield index;
}

function join(pieces: readonly Piece[], frames: number): FrameSeries | null {
  const frameTimesMs = new Float32Array(frames);
  const droppedFrames: number[] = [];
  let length = 0;
  for (const { frame_times_ms, dropped } of pieces) {
    const times = frame_times_ms.toFloat32Array();
    if (length + times.length > frames) return null;
    frameTimesMs.set(times, length);
    if (dropped) for (const index of setBits(dropped.toBits())) droppedFrames.push(length + index);
    length += times.length;
  }
  if (length !== frames) return null;
  const isDropKnown = pieces.every(({ dropped }) => dropped !== null);
  return { frameTimesMs, droppedFrames: isDropKnown ? Uint32Array.from(droppedFrames) : null };
}
