/**
 * Returns the figures of a build's complete runs for each benchmark and variant, sorted by benchmark id and variant.
 * @param runs in any order; the latest is the last by time, and within one submission the last by its place there
 */
export function summariseRuns(runs: readonly CompleteRun[]): RunSummary[] {
  const groups = new Map<string, CompleteRun[]>();
  for (const run of withoutRepeatedFiles(runs)) {
    const key = JSON.stringify([run.benchmark_id, run.variant]);
    const group = groups.get(key);
    if (group) group.push(run);
    else groups.set(key, [run]);
  }
  return [...groups.values()]
    .map((group) => summariseGroup(group))
    .sort(
      (a, b) => a.benchmark_id - b.benchmark_id || (a.variant ?? "").localeCompare(b.variant ?? "", "en"),
    );
}

/** What a benchmark is called and how its scores compare. */
interface BenchmarkDescription {
  name: string;
  unit: string;
  higher_is_better: boolean;
}

/** A complete run, as far as its build's figures need it. */
export interface CompleteRun {
  run_id: string;
  benchmark_id: number;
  benchmark: BenchmarkDescription;
  /** The 3DMark test or the game: only runs of one variant are comparable. Null for typed-in scores. */
  variant: string | null;
  score: number;
  /** SHA-256 of the result file: a file that was sent twice to one benchmark counts once. Null for typed-in scores. */
  file_sha256: string | null;
  created_at: Date;
  submission_id: string;
  /** The run's place in its submission, from 1. */
  sequence: number;
}

/** The figures of one benchmark and variant on one build. */
export interface RunSummary extends BenchmarkDescription {
  benchmark_id: number;
  variant: string | null;
  runs: number;
  best: number;
  mean: number;
  /** Standard deviation of the sample (n − 1); null below two runs. */
  stdev: number | null;
  latest: { run_id: string; score: number; created_at: Date };
}

/** Leaves out each run whose file an earlier run of the same benchmark has. Returns the other runs, the oldest first. */
function withoutRepeatedFiles(runs: readonly CompleteRun[]): CompleteRun[] {
  const seen = new Set<string>();
  const oldestFirst = [...runs].sort(
    (a, b) =>
      a.created_at.getTime() - b.created_at.getTime() ||
      compareTexts(a.submission_id, b.submission_id) ||
      a.sequence - b.sequence,
  );
  return oldestFirst.filter(({ benchmark_id, file_sha256 }) => {
    if (file_sha256 === null) return true;
    const key = `${benchmark_id} ${file_sha256}`;
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** Compares as MongoDB does, so that the last of these runs is the first of the list of a build's runs. */
function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function summariseGroup(oldestFirst: CompleteRun[]): RunSummary {
  const latest = oldestFirst.at(-1);
  if (!latest) throw new Error("expected at least one run in a group, found none");
  const { benchmark_id, benchmark, variant } = latest;
  const scores = oldestFirst.map(({ score }) => score);
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length;
  return {
    benchmark_id,
    name: benchmark.name,
    variant,
    unit: benchmark.unit,
    higher_is_better: benchmark.higher_is_better,
    runs: scores.length,
    best: scores.reduce((a, b) => (benchmark.higher_is_better ? Math.max(a, b) : Math.min(a, b))),
    mean,
    stdev: sampleStandardDeviation(scores, mean),
    latest: { run_id: latest.run_id, score: latest.score, created_at: latest.created_at },
  };
}

function sampleStandardDeviation(values: readonly number[], mean: number): number | null {
  if (values.length < 2) return null;
  const sumOfSquares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return Math.sqrt(sumOfSquares / (values.length - 1));
}
