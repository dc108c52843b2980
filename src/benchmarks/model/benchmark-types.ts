import type { FileFormat } from "../../readers/index.ts";

interface BenchmarkTypeBase {
  id: number;
  name: string;
  /** The unit of the benchmark's score, such as "points". */
  unit: string;
  higher_is_better: boolean;
  /**
   * The kinds of part that determine the score: the outlier check compares builds that have the same parts of these
   * kinds.
   */
  measures: readonly ("cpu" | "gpu")[];
  /**
   * The kind of work for which the score stands, for people who read a comparison, such as "work that uses all cores".
   * Absent where the name of the benchmark says enough.
   */
  work?: string;
  /**
   * Whether the variants of the benchmark are games. The settings of a game, such as the resolution, change its score.
   */
  is_of_games: boolean;
}

/** A benchmark whose scores are typed in. */
export interface ScoreBenchmarkType extends BenchmarkTypeBase {
  kind: "score";
  /** Which of the several scores of the benchmark program counts. Pages add it to the name of the benchmark. */
  which_score: "multi-core";
  /**
   * The range of accepted scores, both ends included: a score outside the range is a typing error, not a result of this
   * benchmark.
   */
  plausible: { min: number; max: number };
}

/** A benchmark whose score the service takes from an uploaded file. */
export interface FileBenchmarkType extends BenchmarkTypeBase {
  kind: "file";
  file_format: FileFormat;
  /** Which graphics test of a 3DMark export holds the score. */
  graphics_test?: 1 | 2 | 3;
}

/** A benchmark for which results can be submitted. */
export type BenchmarkType = ScoreBenchmarkType | FileBenchmarkType;

const points = {
  kind: "score",
  which_score: "multi-core",
  unit: "points",
  higher_is_better: true,
  measures: ["cpu"],
  work: "work that uses all cores",
  is_of_games: false,
} as const;
const graphicsTest = {
  kind: "file",
  unit: "fps",
  higher_is_better: true,
  measures: ["gpu"],
  is_of_games: false,
  file_format: "3dmark-xml",
} as const;

/** The active benchmarks. The ids never change, because they are stored with runs. To add a benchmark, add a row. */
export const benchmarkTypes: readonly BenchmarkType[] = [
  // The highest accepted score of a Cinebench release is about three times the score of machines with several server
  // processors; the lowest possible score is 1.
  { id: 15, name: "Cinebench R23", ...points, plausible: { min: 1, max: 500_000 } },
  { id: 3, name: "Cinebench R20", ...points, plausible: { min: 1, max: 200_000 } },
  { id: 7, name: "3DMark graphics test 1", ...graphicsTest, graphics_test: 1 },
  { id: 17, name: "3DMark graphics test 2", ...graphicsTest, graphics_test: 2 },
  { id: 18, name: "3DMark graphics test 3", ...graphicsTest, graphics_test: 3 },
  {
    id: 16,
    name: "Game benchmark",
    kind: "file",
    unit: "fps",
    higher_is_better: true,
    measures: ["cpu", "gpu"],
    is_of_games: true,
    file_format: "frame-csv",
  },
];

/** Returns the benchmark with an id from a request; undefined if no active benchmark has the id. */
export function findBenchmarkType(id: number): BenchmarkType | undefined {
  return benchmarkTypes.find((type) => type.id === id);
}

/** Returns the message to a client that has sent an id that belongs to no active benchmark. */
export function unknownType(id: number): string {
  const known = benchmarkTypes.map((type) => `${type.id} (${type.name})`).join(", ");
  return `Expected the id of an active benchmark, found ${id}. GET /benchmarks/types lists the active benchmarks: ${known}.`;
}

/**
 * Returns the benchmark with an id that the database has stored.
 * @throws Error when no active benchmark has the id any more
 */
export function benchmarkTypeOf(id: number): BenchmarkType {
  const type = findBenchmarkType(id);
  if (!type) throw new Error(`benchmark type ${id} is stored but no longer in the table`);
  return type;
}
