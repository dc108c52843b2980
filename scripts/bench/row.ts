/**
 * One row of docs/performance.md: an operation of the service, measured against a yardstick that shows the highest
 * speed that the underlying parts allow on the same machine.
 */
export interface BenchRow {
  /** The name of the measured operation in `--only` and in files of results: `search`. */
  name: string;
  /** The measured operation, described for people: `search, 16 in flight`. */
  path: string;
  /**
   * The yardstick (the bare program to compare with), described for people: `raw node:http that forwards the same
   * queries`.
   */
  yardstick: string;
  /** The figures of each measurement, by name with the unit at the end: `p50_ms`, `requests_per_second`. */
  figures: Readonly<Record<string, Figure>>;
  /**
   * The number of pairs of measurements that warm up the service and the yardstick first; their results are discarded.
   * Default: one.
   */
  warmUpPairs?: number;
  /**
   * Prepares the measurement: starts processes and stores data. Passes actions to `setup.atEnd` that stop these
   * processes.
   */
  open(setup: BenchSetup): Promise<Duel>;
}

/** The goal of a measured figure, such as "at least 0.5", and what is compared with the goal. */
export interface Figure {
  /**
   * What npm run bench compares with the goal of a figure: the ratio of the service's value to the yardstick's, or the
   * service's value alone, which needs no yardstick.
   */
  judged: "ratio" | "value";
  goal: { atLeast: number } | { atMost: number };
}

/** The environment in which one operation of the service is measured. */
export interface BenchSetup {
  /**
   * The size of the measurement. `small` only shows that the code of the measurement works: it uses the least data and
   * the fewest requests that run all of the code.
   */
  size: "full" | "small";
  /** A new, empty folder, which is removed after the measurement. */
  folder: string;
  /**
   * The settings of this measurement: the stores of the caller's environment, with a database and prefixes of the
   * measurement's own.
   */
  given: NodeJS.ProcessEnv;
  /** Prints a line about a step of the preparation of a measurement, such as the import of products. */
  say(line: string): void;
  /**
   * Adds an action that runs when the measurement has ended or as soon as something fails. The action that was added
   * last runs first.
   */
  atEnd(act: () => unknown): void;
}

/** The two sides of a measurement, which are measured alternately: the service, and its yardstick (a bare program). */
export interface Duel {
  /** Measures the service once. */
  ours(): Promise<Sample>;
  /** Measures the yardstick (a bare program to compare with) once; absent if there is no such program. */
  yardstick?(): Promise<Sample>;
}

/** The values of one measurement, by the names of the figures. */
export type Sample = Readonly<Record<string, number>>;
