/**
 * What a submitter states about the runs of a submission besides their scores and files. Each field is optional and
 * applies to all runs of the submission.
 */
export interface RunDetails {
  /**
   * The executable of the game whose frames are to be read, without its folder. For a capture that names no game: the
   * game of the capture.
   */
  application?: string;
  /**
   * Number of the recording to read from a file with several recordings, from 1; in a complete run, the recording that
   * was read. A complete run without a number was read from the first recording.
   */
  recording?: number;
  /**
   * The settings under which the benchmark ran. Settings are public, like every field of a run that an answer shows.
   */
  settings?: RunSettings;
}

/** The settings under which a benchmark ran, in the submitter's words. */
export interface RunSettings {
  resolution?: string;
  preset?: string;
  api?: string;
  driver?: string;
  os?: string;
  notes?: string;
}

/** Returns the details among the fields of a run or of a submission. */
export function detailsOf({ application, recording, settings }: RunDetails): RunDetails {
  return {
    ...(application !== undefined && { application }),
    ...(recording !== undefined && { recording }),
    ...(settings !== undefined && { settings }),
  };
}
