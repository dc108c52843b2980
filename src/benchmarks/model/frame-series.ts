/** The frames of a capture in their order. */
export interface FrameSeries {
  frameTimesMs: Float32Array;
  /** Ascending indexes into `frameTimesMs` of the frames that were never displayed; null where the file does not tell. */
  droppedFrames: Uint32Array | null;
}

/** Identifies a series by its run and by the claim under which the file was read: no two readings share both. */
export interface SeriesKey {
  runId: string;
  fencingToken: number;
}

/** A series as its run names it. A series that no run names is shown nowhere. */
export interface SeriesReference {
  fencing_token: number;
  frames: number;
}
