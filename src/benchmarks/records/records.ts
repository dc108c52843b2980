import type { Clock } from "../../infra/clock.ts";
import type { Mongo } from "../../infra/mongo.ts";
import { createFileStore, type FileStore } from "./file-store.ts";
import { createFrameSeriesRepository, type FrameSeriesRepository } from "./frame-series-repository.ts";
import { createRunsRepository, type RunsRepository } from "./runs-repository.ts";
import { createSubmissionsRepository, type SubmissionsRepository } from "./ledger.ts";

/** What is stored of results. */
export interface BenchmarkRecords {
  runs: RunsRepository;
  submissions: SubmissionsRepository;
  files: FileStore;
  series: FrameSeriesRepository;
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
  const { db, fileDb, fileStallTimeoutMs } = mongo;
  return {
    runs: createRunsRepository(db),
    submissions: createSubmissionsRepository(db),
    files: createFileStore({
      db,
      fileDb,
      stallTimeoutMs: fileStallTimeoutMs,
      clock,
      maxBytes: maxFileBytes,
    }),
    series: createFrameSeriesRepository(db),
  };
}
