/**
 * What a submitter says about the runs of a submission beside their scores and files. All of it is optional, and each part
 * applies to all runs of the submission.
 */
export interface RunDetails {
  /** The executable of the game whose frames are to be read, or the game of a capture that names none. Without its folder. */
  application?: string;
  /**
   * Which recording of a file that holds several is to be read, from 1; of a complete run the one that was read. A complete run
   * without it is of the first.
   */
  recording?: number;
  /** Under which settings the benchmark ran. Public, like everything that an answer shows of a run. */
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
