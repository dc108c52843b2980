import { Binary, type Collection, type Db } from "mongodb";

/** The frames of a capture in their order. */
export interface FrameSeries {
  frameTimesMs: Float32Array;
  /** Ascending indexes into `frameTimesMs` of the frames that were never displayed; null where nothing tells. */
  droppedFrames: Uint32Array | null;
}

/** Whose series it is, and which attempt at reading the file it comes from: no two attempts share an (id, attempt). */
export interface SeriesKey {
  runId: string;
  attempt: number;
}

/** A series as its run names it. What no run names is shown nowhere. */
export interface SeriesReference {
  attempt: number;
  frames: number;
}

/**
 * The frame series of captures. A series is stored first, then its run names it, then it is settled. Until it is
 * settled it stands in `findUnsettled`, so that whatever a crash leaves in between is found.
 */
export interface FrameSeriesRepository {
  store(key: SeriesKey, series: FrameSeries, at: Date): Promise<SeriesReference>;
  /** Notes that the run names this series, and removes those of earlier attempts. May run any number of times. */
  settle(key: SeriesKey): Promise<void>;
  /** The series that a run names, or null where it is not there, or not whole (any more). */
  find(runId: string, reference: SeriesReference): Promise<FrameSeries | null>;
  /** Removes all series of a run, or that of one attempt. Those that are gone already are no error. */
  remove(runId: string, attempt?: number): Promise<void>;
  /** Series stored before a moment that were never settled. */
  findUnsettled(before: Date, limit: number): Promise<SeriesKey[]>;
}

/**
 * A part of a series: one document for a whole series of 2 000 000 frames would come near MongoDB's limit of 16 MB.
 * The arrays are BSON binary vectors: packed float32 (little-endian) and packed bits, one a frame.
 */
interface Piece {
  _id: string;
  run_id: string;
  attempt: number;
  piece: number;
  frame_times_ms: Binary;
  /** 1 = dropped; null where nothing tells. */
  dropped: Binary | null;
  /** When it was stored; gone once the series is settled. */
  unsettled_since?: Date;
}

/** 4 MB of frame times and 0.1 MB of flags. */
const FRAMES_A_PIECE = 1_000_000;

/** Without a limit of its own the driver would wait for ever for a server that takes no bytes. */
const PIECE_TIMEOUT_MS = 30_000;

const piecesOf = (db: Db): Collection<Piece> => db.collection("frame_series");

/** Creates the collection's indexes. May run any number of times. */
export async function setUpFrameSeries(db: Db): Promise<void> {
  await piecesOf(db).createIndexes([
    { key: { run_id: 1, attempt: 1, piece: 1 } },
    { key: { unsettled_since: 1 }, sparse: true },
  ]);
}

/** The frame series of a database. */
export function createFrameSeriesRepository(db: Db, framesAPiece = FRAMES_A_PIECE): FrameSeriesRepository {
  const pieces = piecesOf(db);
  return {
    store: async (key, series, at) => {
      const frames = series.frameTimesMs.length;
      // One after the other, so that no more than one piece waits to be sent.
      for (let from = 0; from < frames; from += framesAPiece) {
        const piece = makePiece(key, series, { from, to: from + framesAPiece, at });
        await pieces.insertOne(piece, { timeoutMS: PIECE_TIMEOUT_MS });
      }
      return { attempt: key.attempt, frames };
    },
    settle: async ({ runId, attempt }) => {
      await pieces.updateMany({ run_id: runId, attempt }, { $unset: { unsettled_since: true } });
      await pieces.deleteMany({ run_id: runId, attempt: { $lt: attempt } });
    },
    find: async (runId, { attempt, frames }) => {
      const found = await pieces.find({ run_id: runId, attempt }).sort({ piece: 1 }).toArray();
      return join(found, frames);
    },
    remove: async (runId, attempt) => {
      await pieces.deleteMany({ run_id: runId, ...(attempt !== undefined && { attempt }) });
    },
    findUnsettled: async (before, limit) => {
      const found = await pieces
        .find({ unsettled_since: { $lt: before } }, { projection: { run_id: 1, attempt: 1 } })
        .limit(limit)
        .toArray();
      const keys = new Map(found.map(({ run_id, attempt }) => [`${run_id}-${attempt}`, { run_id, attempt }]));
      return [...keys.values()].map(({ run_id, attempt }) => ({ runId: run_id, attempt }));
    },
  };
}

interface Part {
  from: number;
  to: number;
  at: Date;
}

function makePiece(
  { runId, attempt }: SeriesKey,
  { frameTimesMs, droppedFrames }: FrameSeries,
  { from, to, at }: Part,
): Piece {
  const times = frameTimesMs.slice(from, to);
  const piece = from / (to - from);
  return {
    _id: `${runId}-${attempt}-${piece}`,
    run_id: runId,
    attempt,
    piece,
    frame_times_ms: Binary.fromFloat32Array(times),
    dropped: droppedFrames && Binary.fromBits(flagsOf(droppedFrames, from, times.length)),
    unsettled_since: at,
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
