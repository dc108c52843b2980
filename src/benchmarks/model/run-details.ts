/**
 * What a submitter states about the runs of a submission besides their scores and files. Each detail is optional, and
 * applies to all runs of the submission.
 */
export interface RunDetails {
  /**
   * The name of an executable, without its folder: the program whose frames are read from a capture of several
   * programs, or the program of the game if the capture names none.
   */
  application?: string;
  /**
   * Number of the recording to read from a file with several recordings, from 1; in a complete run, the recording that
   * was read. A complete run without a number was read from the first recording.
   */
  recording?: number;
  /**
   * The title of the game. Allowed only for a capture that names no game, or that names an executable which many games
   * share.
   */
  game?: string;
  /** The name of the test to read from a 3DMark export that contains several tests. */
  test?: string;
  /** The submitter's own name for the run, which distinguishes the run from the submitter's other runs. */
  label?: string;
  /**
   * The settings under which the benchmark ran. Settings are public, like every other field of a run that answers show.
   */
  settings?: RunSettings;
}

/** The settings under which a benchmark ran, as the submitter or the file writes them. */
export interface RunSettings {
  resolution?: string;
  preset?: string;
  api?: string;
  driver?: string;
  os?: string;
  notes?: string;
}

/** Picks the details (game, label, settings and others) out of the fields of a run, of a submission or of a form. */
export function detailsOf(details: {
  [Name in keyof RunDetails]?: RunDetails[Name] | undefined;
}): RunDetails {
  const named = detailNames.map((name) => [name, details[name]] as const);
  return Object.fromEntries(named.filter(([, value]) => value !== undefined)) as RunDetails;
}

const detailNames = ["application", "recording", "game", "test", "label", "settings"] as const;
