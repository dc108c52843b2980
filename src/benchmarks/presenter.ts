import type { Reservation } from "../accounts/index.ts";
import { summariseBenchmark } from "../answers/benchmark-summary.ts";
import type { BuildSummary } from "../answers/build-answer.ts";
import type { Actor } from "../authorization.ts";
import { benchmarkTypeOf, type BenchmarkType } from "./model/benchmark-types.ts";
import { droppedFrameWarnings } from "./model/dropped-frames.ts";
import { gameWarnings, titleOfRun } from "./model/game-of-run.ts";
import type { Run, RunFile } from "./model/run.ts";
import { settingsOf } from "./model/run-settings.ts";
import { benchmarkIdOf, type SubmittedRun } from "./model/submission.ts";
import { hiddenReasonOf, unrankedOf } from "./model/unranked.ts";
import { runPolicy } from "./policies.ts";
import { settingWarnings } from "./runs/compare-settings.ts";

/** The active benchmark types, in their public representation. */
export type BenchmarkTypes = ReturnType<typeof presentTypes>;

/** Returns the public representation of the active benchmark types. */
export function presentTypes(types: readonly BenchmarkType[]) {
  const results = types.map(presentType);
  return { results, total: results.length, types: results };
}

function presentType(type: BenchmarkType) {
  return {
    ...summariseBenchmark(type),
    kind: type.kind,
    file_required: type.kind === "file",
    file_format: formatOf(type),
    higher_is_better: type.higher_is_better,
  };
}

const formatOf = (type: BenchmarkType) => (type.kind === "file" ? type.file_format : null);

interface AcceptedSubmission {
  buildId: number;
  type: BenchmarkType;
  runs: readonly SubmittedRun[];
  usage: Reservation["usage"];
}

/**
 * The answer of POST /benchmarks/add to an accepted submission, for its submitter, who may see the names of the files.
 */
export function presentSubmission(
  { buildId, type, runs, usage: { period, used, limit, resetsAt } }: AcceptedSubmission,
  publicUrl: string,
) {
  return {
    message: "Benchmark added successfully",
    build_id: buildId,
    benchmark_id: type.id,
    benchmark: summariseBenchmark(type),
    runs: runs.map((run, index) => ({
      run_id: run.run_id,
      sequence: index + 1,
      ...namedBenchmark(benchmarkIdOf(run, { benchmark_id: type.id })),
      status: "score" in run ? "complete" : "queued",
      score: "score" in run ? run.score : null,
      file: "score" in run ? null : presentFile(run.file, type, { isSubmitter: true }),
      url: urlOfRun(run.run_id, publicUrl),
    })),
    usage: { period, used, limit, resets_at: resetsAt.toISOString() },
  };
}

const namedBenchmark = (benchmark_id: number) => ({
  benchmark_id,
  benchmark: summariseBenchmark(benchmarkTypeOf(benchmark_id)),
});

/**
 * The representation of a run for a viewer. Warnings and errors have one form for the submitter and admins, and a
 * public form without private data of the file. Only a viewer who may download the file sees its name and digest.
 * Everybody sees what the submitter typed, and the settings that the file states. A hidden run, which only its
 * submitter and admins see, has the reason why it is hidden.
 * @param viewer the caller who reads the run; null for an anonymous reader
 * @param build the run's build
 */
export function presentRun(run: Run, { viewer, build, publicUrl }: ShownFor) {
  const type = benchmarkTypeOf(run.benchmark_id);
  const seesOwnersForm = runPolicy.allows(viewer, "see the owner's form of a run", run);
  const messages = seesOwnersForm ? messagesForOwner(run) : messagesForAll(run);
  const settings = settingsOf(run);
  const isSubmitter = runPolicy.allows(viewer, "download the file of a run", run);
  const reason = hiddenReasonOf(run);
  const hidden = reason === null ? build.hidden : { reason };
  return {
    run_id: run._id,
    ...(hidden && { hidden }),
    sequence: run.sequence,
    build_id: run.build_id,
    build,
    benchmark_id: run.benchmark_id,
    benchmark: summariseBenchmark(type),
    variant: run.variant,
    title: titleOfRun(run),
    label: run.label ?? null,
    game: run.game ?? null,
    status: run.status,
    score: run.score,
    unit: type.unit,
    metrics: run.metrics,
    channels: run.channels ?? [],
    warnings: messages.warnings,
    unranked: messages.unranked,
    ...(settings && { settings }),
    ...(run.recording !== undefined && { recording: run.recording }),
    recorded_on: run.recorded_on ?? null,
    file: run.file && presentFile(run.file, type, { isSubmitter }),
    error: messages.error,
    reader_version: run.reader_version,
    created_at: run.created_at.toISOString(),
    completed_at: run.completed_at?.toISOString() ?? null,
    url: urlOfRun(run._id, publicUrl),
  };
}

/** What the representation of a run depends on besides the run: its viewer, its build and the URL of the service. */
interface ShownFor {
  viewer: Actor | null;
  build: BuildSummary;
  publicUrl: string;
}

const urlOfRun = (runId: string, publicUrl: string) => `${publicUrl}/benchmarks/runs/${runId}`;

/**
 * Returns the public representation of the file of a run. @param isSubmitter whether the viewer may download the file;
 * only then are its name and digest included
 */
function presentFile(
  { bytes, is_removed, name, sha256 }: RunFile,
  type: BenchmarkType,
  { isSubmitter }: { isSubmitter: boolean },
) {
  return {
    format: formatOf(type),
    bytes,
    ...(is_removed && { is_removed }),
    ...(isSubmitter && { name, sha256 }),
  };
}

/**
 * Returns the warnings of a run: a warning if many of its frames were dropped, the stored warnings of the file reader,
 * and the warnings that follow from what its submitter has typed.
 */
const warningsOf = (run: Run) => [
  ...droppedFrameWarnings(run),
  ...run.warnings,
  ...settingWarnings(run),
  ...gameWarnings(run),
];

function messagesForOwner(run: Run) {
  const { error } = run;
  const unranked = unrankedOf(run);
  return {
    warnings: warningsOf(run).map(({ detail }) => detail),
    unranked: unranked && { code: unranked.code, reason: unranked.detail },
    error: error && presentError(error, error.detail),
  };
}

function messagesForAll(run: Run) {
  const { error } = run;
  const unranked = unrankedOf(run);
  return {
    unranked: unranked && { code: unranked.code, reason: unranked.public_detail },
    warnings: warningsOf(run).map(({ public_detail }) => public_detail),
    error: error && presentError(error, error.public_detail),
  };
}

function presentError({ code, line }: NonNullable<Run["error"]>, detail: string) {
  return { code, detail, ...(line !== undefined && { line }) };
}
