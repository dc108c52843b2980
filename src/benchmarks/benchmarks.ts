import type { Config } from "../config.ts";
import type { Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/logger.ts";
import type { Mongo } from "../infra/mongo.ts";
import { sniff } from "../readers/index.ts";
import { createFileStore, setUpFiles } from "./file-store.ts";
import type { FileStore } from "./file-store.ts";
import { createMaterialise } from "./materialise.ts";
import { createParseRun } from "./parse-run.ts";
import type { ParseRun } from "./parse-run.ts";
import { createReceiveSubmission } from "./receive-submission.ts";
import type { ReceiveSubmission } from "./receive-submission.ts";
import { createRefundRun } from "./refund-run.ts";
import { createRunWaiter } from "./run-waiter.ts";
import type { RunWaiter } from "./run-waiter.ts";
import { createRunsRepository, setUpRuns } from "./runs-repository.ts";
import type { RunsRepository } from "./runs-repository.ts";
import { createSubmissionsRepository, setUpSubmissions } from "./submissions-repository.ts";
import type { SubmissionsRepository } from "./submissions-repository.ts";
import { createSubmit } from "./submit.ts";
import type { SubmitParts, Submitter } from "./submit.ts";

/** The stores of this feature: what others are handed functions of. */
export interface BenchmarkRecords {
  runs: RunsRepository;
  submissions: SubmissionsRepository;
  files: FileStore;
  /** Creates the collections' indexes. May run any number of times. */
  setUp(): Promise<void>;
}

interface BenchmarkRecordsParts {
  mongo: Mongo;
  clock: Clock;
  maxFileBytes: number;
}

/** Opens the collections of this feature. */
export function createBenchmarkRecords({
  mongo,
  clock,
  maxFileBytes,
}: BenchmarkRecordsParts): BenchmarkRecords {
  const { db, fileDb } = mongo;
  return {
    runs: createRunsRepository(db),
    submissions: createSubmissionsRepository(db),
    files: createFileStore({ db, fileDb, clock, maxBytes: maxFileBytes }),
    setUp: async () => {
      await Promise.all([setUpRuns(db), setUpSubmissions(db), setUpFiles(db)]);
    },
  };
}

/** What happens with results: they are received, read and waited for. */
export interface Benchmarks {
  receiveSubmission: ReceiveSubmission;
  parseRun: ParseRun;
  waiter: RunWaiter;
}

interface BenchmarksParts extends Pick<SubmitParts, "newId" | "runUrl" | "requireAttachable" | "takeUnits"> {
  records: BenchmarkRecords;
  config: Pick<Config, "MAX_FILES" | "MAX_RUNS" | "PARSE_MAX_ATTEMPTS">;
  clock: Clock;
  logger: Logger;
  requireUnitsLeft: (submitter: Submitter) => Promise<void>;
  /** Sets an account's counter to what the ledger says. */
  recount: (accountId: string, period: string) => Promise<void>;
  enqueueParse: (runId: string, attempt: number) => Promise<void>;
}

/** Builds the parts of this feature. */
export function createBenchmarks({
  records,
  config,
  recount,
  enqueueParse,
  ...parts
}: BenchmarksParts): Benchmarks {
  const { runs, submissions, files } = records;
  const { clock, logger } = parts;
  const materialise = createMaterialise({ submissions, runs, enqueueParse });
  return {
    receiveSubmission: createReceiveSubmission({
      files,
      submit: createSubmit({ ...parts, submissions, files, materialise }),
      requireUnitsLeft: parts.requireUnitsLeft,
      sniff,
      maxFiles: config.MAX_FILES,
      maxScores: config.MAX_RUNS,
    }),
    parseRun: createParseRun({
      runs,
      files,
      refundRun: createRefundRun({ submissions, runs, recount }),
      clock,
      maxTries: config.PARSE_MAX_ATTEMPTS,
      logger,
    }),
    waiter: createRunWaiter({ findFinal: (runIds) => runs.findFinal(runIds) }),
  };
}
