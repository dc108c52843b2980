import type { FrameSeries } from "./frame-series.ts";

/**
 * A frame series in its stored form. The service hands a series to the thread of the renderer in this form, because
 * unpacking a long series takes time.
 */
export interface PackedSeries {
  /** The number of frames in all pieces of the series together. */
  frames: number;
  pieces: readonly PackedPiece[];
}

/** A part of a frame series: at most a million consecutive frames. */
export interface PackedPiece {
  /** The frame times of the piece of the series, in milliseconds: float32, little-endian. */
  frameTimes: Uint8Array;
  /**
   * One bit for each frame, 1 = dropped; the first frame has the highest bit of the first byte. The value is null if
   * the file does not say which frames were dropped.
   */
  dropped: Uint8Array | null;
}

const BYTES_A_FRAME = Float32Array.BYTES_PER_ELEMENT;

/** Returns the number of frames in a piece of a frame series. */
export function framesOf({ frameTimes }: PackedPiece): number {
  return frameTimes.length / BYTES_A_FRAME;
}

/** Returns the frame times and the dropped frames of a stored series. */
export function unpackSeries({ frames, pieces }: PackedSeries): FrameSeries {
  const frameTimesMs = new Float32Array(frames);
  const isDropped = new Uint8Array(frames);
  let first = 0;
  for (const piece of pieces) {
    unpackTimes(piece, frameTimesMs.subarray(first));
    unpackFlags(piece, isDropped.subarray(first, first + framesOf(piece)));
    first += framesOf(piece);
  }
  const isDropKnown = pieces.every(({ dropped }) => dropped !== null);
  return { frameTimesMs, droppedFrames: isDropKnown ? indexesOf(isDropped) : null };
}

// The loops of this function run over indexes, because an iterator takes ten times as long for two million frames.

function unpackTimes({ frameTimes }: PackedPiece, target: Float32Array): void {
  const view = new DataView(frameTimes.buffer, frameTimes.byteOffset, frameTimes.byteLength);
  const length = frameTimes.length / BYTES_A_FRAME;
  for (let index = 0; index < length; index += 1)
    target[index] = view.getFloat32(index * BYTES_A_FRAME, true);
}

function unpackFlags({ dropped }: PackedPiece, target: Uint8Array): void {
  if (!dropped) return;
  for (let index = 0; index < target.length; index += 1)
    target[index] = ((dropped[index >> 3] ?? 0) >> (7 - (index & 7))) & 1;
}

/** Returns the indexes of the dropped frames, whose flags are 1. */
function indexesOf(flags: Uint8Array): Uint32Array {
  let count = 0;
  for (let index = 0; index < flags.length; index += 1) count += flags[index] ?? 0;
  const indexes = new Uint32Array(count);
  let next = 0;
  for (let index = 0; index < flags.length; index += 1) {
    if (flags[index] !== 1) continue;
    indexes[next] = index;
    next += 1;
  }
  return indexes;
}
