/**
 * One line of docs/performance.md: something that the service does, measured beside a yardstick that shows what the parts below it
 * allow on the same machine.
 */
export interface BenchRow {
  /** Names the row in `--only` and in files of results: `search`. */
  name: string;
  /** What is measured, as a person reads it: `search, 16 in flight`. */
  path: string;
  /** What it is compared with: `raw node:http that forwards the same queries`. */
  yardstick: string;
  /** The figures of each measurement, by name with the unit at its end: `p50_ms`, `requests_per_second`. */
  figures: Readonly<Record<string, Figure>>;
  /** How many pairs of measurements warm up both sides first and are not counted; one where nothing is given. */
  warmUpPairs?: number;
  /** Prepares the measurement: starts what it needs and stores its data. What it starts is stopped by `atEnd` of the setup. */
  open(setup: BenchSetup): Promise<Duel>;
}

/** What a figure has to reach. */
export interface Figure {
  /** What is judged: ours by that of the yardstick, or ours alone, which the yardstick then need not have. */
  judged: "ratio" | "value";
  goal: { atLeast: number } | { atMost: number };
}

/** What a row is measured with. */
export interface BenchSetup {
  /** `small` only shows that the row works: the least data and the fewest requests that take all its ways. */
  size: "full" | "small";
  /** A new, empty folder, which is removed when all is measured. */
  folder: string;
  /** The settings of this measurement: the stores that the caller's environment names, in a database and under prefixes of its own. */
  given: NodeJS.ProcessEnv;
  /** Tells whoever waits what is being prepared. */
  say(line: string): void;
  /** Has something done when all is measured, or as soon as something fails: the last first. */
  atEnd(act: () => unknown): void;
}

/** The two sides of a row, which are measured in turn. */
export interface Duel {
  /** Measures the service once. */
  ours(): Promise<Sample>;
  /** Measures the yardstick once; undefined where the row has none. */
  yardstick?(): Promise<Sample>;
}

/** What one measurement found, by the names of the figures. */
export type Sample = Readonly<Record<string, number>>;
