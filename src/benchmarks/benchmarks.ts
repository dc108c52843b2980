import type { Config } from "../config.ts";
import type { Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/logger.ts";
import { sniff } from "../readers/index.ts";
import { createDeleteRuns, type DeleteRuns } from "./runs/delete-run.ts";
import { createFindFrames, type FindFrames } from "./frames/frames.ts";
import { createFindRun, type FindRun } from "./runs/find-run.ts";
import { createMaterialise } from "./submit/finish-submission.ts";
import { createParseRun, type ParseRun } from "./parse/parse-run.ts";
import {
  createReceiveSubmission,
  type ReceiveSubmission,
  type ReceiveSubmissionParts,
} from "./submit/receive-submission.ts";
import type { BenchmarkRecords } from "./records/records.ts";
import { createRefundRun, type Recount } from "./runs/refund-run.ts";
import { createRemoveStraySeries } from "./recover/orphaned-series.ts";
import { createReprocessRun, type ReprocessRun } from "./parse/reprocess-run.ts";
import { createRunWaiter, type RunWaiter } from "./runs/run-waiter.ts";
import { createStripArchive } from "./parse/strip-archive.ts";
import { createSubmit, type SubmitParts } from "./submit/submit.ts";
import { createSweeps, type Sweep } from "./recover/sweeps.ts";

/** What happens with results: they are received, read, waited for and deleted. */
export interface Benchmarks {
  receiveSubmission: ReceiveSubmission;
  parseRun: ParseRun;
  reprocessRun: ReprocessRun;
  findRun: FindRun;
  findFrames: FindFrames;
  waiter: RunWaiter;
  deleteRuns: DeleteRuns;
  sweeps: Sweep[];
}

type Handed = Pick<SubmitParts, "newId" | "runUrl" | "reached" | "requireAttachable" | "takeUnits"> &
  Pick<ReceiveSubmissionParts, "idempotency" | "requireUnitsLeft">;

interface BenchmarksParts extends Handed {
  records: BenchmarkRecords;
  config: Pick<Config, "MAX_FILES" | "MAX_RUNS" | "PARSE_MAX_ATTEMPTS" | "SWEEP_AGE_MS" | "UPLOAD_AGE_MS">;
  clock: Clock;
  logger: Logger;
  recount: Recount;
  /** Asks a worker to read the file of a run that is at an attempt. */
  enqueueParse: (runId: string, attempt: number) => Promise<void>;
}

/** Builds the parts of this feature. */
export function createBenchmarks(parts: BenchmarksParts): Benchmarks {
  const { records, config, clock, logger, recount, enqueueParse } = parts;
  const { runs, submissions, files, series } = records;
  const materialise = createMaterialise({ submissions, runs, files, enqueueParse });
  const refundRun = createRefundRun({ submissions, runs, recount });
  const deleteRuns = createDeleteRuns({ runs, files, submissions, refundRun, removeSeries: series.remove });
  const findRun = createFindRun({ runs, submissions });
  const stripArchive = createStripArchive({ files, runs });
  return {
    receiveSubmission: createReceiveSubmission({
      ...parts,
      files,
      submissions,
      submit: createSubmit({ ...parts, submissions, files, materialise }),
      sniff,
      maxFiles: config.MAX_FILES,
      maxScores: config.MAX_RUNS,
    }),
    parseRun: createParseRun({
      runs,
      files,
      series,
      refundRun,
      stripArchive,
      clock,
      maxTries: config.PARSE_MAX_ATTEMPTS,
      heartbeatMs: config.SWEEP_AGE_MS / 3,
      logger,
    }),
    reprocessRun: createReprocessRun({ runs, files, series, clock }),
    findRun,
    findFrames: createFindFrames({ findRun, series }),
    waiter: createRunWaiter({ findFinal: (runIds) => runs.findFinal(runIds) }),
    deleteRuns,
    sweeps: createSweeps({
      ...records,
      materialise,
      refundRun,
      stripArchive,
      deleteRuns,
      removeStraySeries: createRemoveStraySeries({ series, runs }),
      clock,
      ageMs: config.SWEEP_AGE_MS,
      uploadAgeMs: config.UPLOAD_AGE_MS,
      enqueueParse,
      recount,
    }),
  };
}
