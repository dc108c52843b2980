import type { Run } from "./records/runs-repository.ts";
import type { SubmittedRun } from "./records/ledger.ts";
import { benchmarkTypeOf, type BenchmarkType } from "./model/benchmark-types.ts";

/** What may leave of a benchmark type. */
export function presentType(type: BenchmarkType) {
  return {
    id: type.id,
    name: type.name,
    kind: type.kind,
    file_required: type.kind === "file",
    file_format: type.kind === "file" ? type.file_format : null,
    unit: type.unit,
    higher_is_better: type.higher_is_better,
  };
}

interface Accepted {
  buildId: number;
  benchmarkId: number;
  runs: readonly SubmittedRun[];
  usage: { period: string; used: number; limit: number | null; resets_at: string };
}

/** The answer to an accepted submission. */
export function presentAnswer(
  { buildId, benchmarkId, runs, usage }: Accepted,
  runUrl: (runId: string) => string,
) {
  return {
    message: "Benchmark added successfully",
    build_id: buildId,
    benchmark_id: benchmarkId,
    runs: runs.map((run) => ({
      run_id: run.run_id,
      status: "score" in run ? "complete" : "queued",
      score: "score" in run ? run.score : null,
      url: runUrl(run.run_id),
    })),
    usage,
  };
}

/** What may leave of a run. Only its submitter sees the file's name and digest. */
export function presentRun(run: Run, viewerId: string | null) {
  const type = benchmarkTypeOf(run.benchmark_id);
  return {
    run_id: run._id,
    build_id: run.build_id,
    benchmark_id: run.benchmark_id,
    variant: run.variant,
    status: run.status,
    score: run.score,
    unit: type.unit,
    metrics: run.metrics,
    warnings: run.warnings,
    file: run.file && {
      format: type.kind === "file" ? type.file_format : null,
      bytes: run.file.bytes,
      ...(viewerId === run.account_id && { name: run.file.name, sha256: run.file.sha256 }),
    },
    error: run.error,
    reader_version: run.reader_version,
    created_at: run.created_at.toISOString(),
    completed_at: run.completed_at?.toISOString() ?? null,
  };
}
