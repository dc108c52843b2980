/** The frames of a capture, in the order in which they were rendered. */
export interface FrameSeries {
  frameTimesMs: Float32Array;
  /**
   * Ascending indexes into `frameTimesMs` of the frames that were never displayed; null if the file does not say which
   * frames were displayed.
   */
  droppedFrames: Uint32Array | null;
}

/**
 * The identity of a stored series: its run, and the fencing token of the claim under which a worker read the file. Each
 * reading of a file has a higher token.
 */
export interface SeriesKey {
  runId: string;
  fencingToken: number;
}

/** The references to everything that the service stored when it read a file. */
export interface StoredSeries {
  /** The reference to the frames of the file; null for a file without frames. */
  frame_series: SeriesReference | null;
  /** The reference to the channels of the file (such as temperatures); null for a file without channels. */
  channel_series: ChannelReference | null;
}

/**
 * The reference of a run to its stored channels (such as temperatures). Only channels that a run references are public.
 */
export interface ChannelReference {
  fencing_token: number;
}

/** The reference of a run to its stored frame series. Only a series that a run references is public. */
export interface SeriesReference {
  fencing_token: number;
  frames: number;
}
