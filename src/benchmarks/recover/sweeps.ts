import type { AccountsRepository } from "../../accounts/index.ts";
import type { Config } from "../../config.ts";
import type { Clock } from "../../infra/clock.ts";
import { DAY_MS } from "../../infra/days.ts";
import type { Sweep } from "../../infra/sweep.ts";
import type { RunParser } from "../parse/run-parser.ts";
import type { FileStore } from "../records/file-store.ts";
import type { Ledger } from "../records/ledger.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import type { Runs } from "../runs/runs.ts";
import type { Submissions } from "../submit/submissions.ts";
import { correctStoredBytes } from "./correct-stored-bytes.ts";
import { removeExpiredFiles } from "./remove-expired-files.ts";
import { removeOrphanedFiles } from "./remove-orphaned-files.ts";

interface SweepsDeps {
  submissions: Submissions;
  runs: Runs;
  runParser: RunParser;
  ledger: Ledger;
  runsRepository: RunsRepository;
  files: FileStore;
  accountsRepository: AccountsRepository;
  clock: Clock;
  config: Pick<Config, "SWEEP_AGE_MS" | "UPLOAD_AGE_MS" | "FAILED_FILE_DAYS">;
}

/**
 * The maximum number of items, such as runs or files, that one round of a sweep finishes. The next round finishes
 * further items.
 */
const BATCH = 200;

/**
 * The maximum time, in ms, from adding the bytes of files to an account until the runs of the files are stored, even if
 * a sweep has to create the runs.
 */
const BYTES_UNDER_WAY_MS = 10 * 60_000;

/**
 * Creates the sweeps over submissions, runs and files. Each sweep finishes work that crashed processes left unfinished.
 */
export function createBenchmarkSweeps(deps: SweepsDeps): Sweep[] {
  const { submissions, runs, runParser, clock, config } = deps;
  const ago = (ms: number) => new Date(clock().getTime() - ms);
  return [
    { name: "pending submissions", run: () => submissions.finishPending(ago(config.SWEEP_AGE_MS), BATCH) },
    { name: "runs without a job", run: (signal) => runs.requeueOverdue(ago(config.SWEEP_AGE_MS), signal) },
    { name: "refunds due", run: () => runs.refundDue(BATCH) },
    { name: "runs being deleted", run: () => runs.finishDeleting(BATCH) },
    { name: "archives of final runs", run: () => runParser.stripArchives(BATCH) },
    {
      name: "files of failed runs",
      run: () => removeExpiredFiles(deps, ago(config.FAILED_FILE_DAYS * DAY_MS), BATCH),
    },
    { name: "orphaned files", run: () => removeOrphanedFiles(deps, ago(config.UPLOAD_AGE_MS), BATCH) },
    {
      name: "stored bytes of accounts",
      intervalMs: DAY_MS,
      run: (signal) => correctStoredBytes(deps, ago(BYTES_UNDER_WAY_MS), signal),
    },
  ];
}
