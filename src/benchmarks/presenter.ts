import type { Actor } from "../authorization.ts";
import { benchmarkTypeOf, type BenchmarkType } from "./model/benchmark-types.ts";
import type { Run } from "./model/run.ts";
import type { SubmittedRun } from "./model/submission.ts";
import { runPolicy } from "./policies.ts";
import type { ReservedUnits } from "./ports.ts";

/** Public representation of a benchmark type. */
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

interface AcceptedSubmission {
  buildId: number;
  benchmarkId: number;
  runs: readonly SubmittedRun[];
  usage: ReservedUnits["usage"];
}

/** The answer of POST /benchmarks/add to an accepted submission. */
export function presentSubmission(
  { buildId, benchmarkId, runs, usage: { period, used, limit, resetsAt } }: AcceptedSubmission,
  publicUrl: string,
) {
  return {
    message: "Benchmark added successfully",
    build_id: buildId,
    benchmark_id: benchmarkId,
    runs: runs.map((run) => ({
      run_id: run.run_id,
      status: "score" in run ? "complete" : "queued",
      score: "score" in run ? run.score : null,
      url: `${publicUrl}/benchmarks/runs/${run.run_id}`,
    })),
    usage: { period, used, limit, resets_at: resetsAt.toISOString() },
  };
}

/**
 * Public representation of a run. The owner's form has the file's name and digest as well.
 * @param viewer the caller who reads the run; null for an anonymous reader
 */
export function presentRun(run: Run, viewer: Actor | null) {
  const type = benchmarkTypeOf(run.benchmark_id);
  return {
    run_id: run._id,
    sequence: run.sequence,
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
      ...(run.file.is_removed && { is_removed: true }),
      ...(runPolicy.allows(viewer, "see the owner's form of a run", run) && {
        name: run.file.name,
        sha256: run.file.sha256,
      }),
    },
    error: run.error,
    reader_version: run.reader_version,
    created_at: run.created_at.toISOString(),
    completed_at: run.completed_at?.toISOString() ?? null,
  };
}
