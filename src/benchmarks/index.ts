// Benchmark results of PCs: submitting, reading from files, showing and reviewing. This file does not export the
// routes, because workers and scripts load no HTTP code.

export { createBudgets, type Budgets, type BudgetUse } from "./budgets/budgets.ts";
export { createFigures, scoresOf, type Figures, type RunSummary } from "./figures/figures.ts";
export { buildLimits, type BuildLimits } from "./model/build-limits.ts";
export { benchmarkTypeOf, benchmarkTypes, type BenchmarkType } from "./model/benchmark-types.ts";
export { gameInFile, isOfUnknownGame } from "./model/game-of-run.ts";
export { unrankedOf } from "./model/unranked.ts";
export { MAX_COUNTED } from "./parse/find-reprocessable.ts";
export { createFileReaders, type FileReaders } from "./parse/file-readers.ts";
export type { RankedRun } from "./model/ranked-run.ts";
export type { Run, RunRanking } from "./model/run.ts";
export type { CountedRun } from "./model/run-groups.ts";
export { sampleOf, type Sample } from "./model/sample.ts";
export type { FigureChange, ReprocessOutcome } from "./parse/reprocess-run.ts";
export { createRunParser } from "./parse/run-parser.ts";
export { gamesMigration } from "./records/migrate-games.ts";
export { messagesMigration } from "./records/migrate-messages.ts";
export { storedBytesMigration } from "./records/migrate-stored-bytes.ts";
export { unrankedMigration } from "./records/migrate-unranked.ts";
export { createFailedRunsRepository, setUpFailedRuns } from "./records/failed-runs-repository.ts";
export { createFileContents } from "./records/choose-contents.ts";
export { createFileStore, setUpFiles, type FileStore } from "./records/file-store.ts";
export { createLedger, setUpLedger, type Ledger } from "./records/ledger.ts";
export { createRunsRepository, setUpRuns, type RunsRepository } from "./records/runs-repository.ts";
export { createPreviews } from "./preview/previews.ts";
export { createBenchmarkSweeps } from "./recover/sweeps.ts";
export { createRunsOfAccounts } from "./runs/account-data.ts";
export { createBuildCapacity, type BuildCapacity } from "./runs/build-capacity.ts";
export { createReviews, MAX_REASON_CHARACTERS } from "./runs/reviews.ts";
export { runPolicy } from "./policies.ts";
export { createRuns, type Runs } from "./runs/runs.ts";
export { createRunViews, type BuildRuns, type RunViews, type ShownRun } from "./runs/run-views.ts";
export { presentTypes, type BenchmarkTypes } from "./presenter.ts";
export type { MeasuredRun } from "./records/figure-queries.ts";
export { runAnswer } from "./schemas.ts";
export { changeRunBody } from "./submit/details-schema.ts";
export { createSubmissions, type Submissions } from "./submit/submissions.ts";
