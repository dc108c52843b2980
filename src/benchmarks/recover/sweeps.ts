import type { Clock } from "../../infra/clock.ts";
import type { DeleteRuns } from "../runs/delete-run.ts";
import type { FileStore } from "../records/file-store.ts";
import type { Materialise } from "../submit/finish-submission.ts";
import type { Recount, RefundRun } from "../runs/refund-run.ts";
import type { RemoveStraySeries } from "./orphaned-series.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import type { StripArchive } from "../parse/strip-archive.ts";
import type { Submission, SubmissionsRepository } from "../records/ledger.ts";

/** Finishes one kind of thing that a dead process, or a loss of Redis, has left. May run any number of times. */
export interface Sweep {
  name: string;
  /** Answers how many things it finished. */
  run: () => Promise<number>;
}

interface SweepsParts {
  runs: RunsRepository;
  submissions: SubmissionsRepository;
  files: FileStore;
  materialise: Materialise;
  refundRun: RefundRun;
  deleteRuns: DeleteRuns;
  removeStraySeries: RemoveStraySeries;
  stripArchive: StripArchive;
  clock: Clock;
  /** How old something unfinished must be. */
  ageMs: number;
  /** How old a file must be that no submission has. */
  uploadAgeMs: number;
  enqueueParse: (runId: string, attempt: number) => Promise<void>;
  recount: Recount;
}

/** Things that one round takes up: the next round takes the rest. */
const BATCH = 200;

/** The sweeps of this feature. */
export function createSweeps(parts: SweepsParts): Sweep[] {
  const { runs, deleteRuns, refundRun } = parts;
  return [
    { name: "unfinished submissions", run: () => finishSubmissions(parts) },
    { name: "runs without a job", run: () => redeliverRuns(parts) },
    {
      name: "refunds due",
      run: async () => each(await runs.findRefundsDue(BATCH), (run) => refundRun(run)),
    },
    {
      name: "runs being deleted",
      run: async () => each(await runs.findDeleting(BATCH), (run) => deleteRuns.finish(run)),
    },
    {
      name: "archives of final runs",
      run: async () => each(await runs.findArchives(BATCH), (run) => parts.stripArchive(run)),
    },
    { name: "files of nobody", run: () => removeOrphanedFiles(parts) },
    {
      name: "frame series of nobody",
      run: () => parts.removeStraySeries(earlier(parts.clock, parts.uploadAgeMs), BATCH),
    },
  ];
}

/** One thing that cannot be finished does not keep the others waiting. @throws AggregateError after all were tried */
async function each<T>(things: readonly T[], finish: (thing: T) => Promise<void>): Promise<number> {
  const errors: unknown[] = [];
  for (const thing of things) await finish(thing).catch((error: unknown) => errors.push(error));
  if (errors.length > 0)
    throw new AggregateError(errors, `${errors.length} of ${things.length} could not be finished`);
  return things.length;
}

async function finishSubmissions(parts: SweepsParts): Promise<number> {
  const { submissions, materialise, recount, clock, ageMs } = parts;
  return each(await submissions.findUnmaterialised(earlier(clock, ageMs), BATCH), async (submission) => {
    const { _id, account_id, period } = submission;
    await materialise(submission, () => recount(account_id, period, _id));
  });
}

/** A run whose job is still in the queue keeps it: a job's id is made of the run and its attempt. */
async function redeliverRuns({ runs, enqueueParse, clock, ageMs }: SweepsParts): Promise<number> {
  return each(await runs.findOverdue(earlier(clock, ageMs), BATCH), async ({ _id, attempt }) => {
    await enqueueParse(_id, attempt);
    await runs.touch(_id, clock());
  });
}

async function removeOrphanedFiles({
  files,
  runs,
  submissions,
  clock,
  uploadAgeMs,
}: SweepsParts): Promise<number> {
  const before = earlier(clock, uploadAgeMs);
  return each(await files.findDoubtful(before, BATCH), async ({ fileId, submissionId }) => {
    const submission = submissionId === null ? null : await submissions.find(submissionId);
    if (submission && (await usesFile(runs, submission, fileId))) await files.settle([fileId]);
    else await files.removeDoubtful({ fileId, submissionId }, before);
  });
}

/** Whether a run of a submission names a file; a run that is not stored yet has the file that was sent. */
async function usesFile(runs: RunsRepository, submission: Submission, fileId: string): Promise<boolean> {
  const stored = await runs.findOfSubmission(submission._id);
  if (stored.some(({ file }) => file?.file_id === fileId)) return true;
  const sent = submission.runs.find((run) => "file" in run && run.file.file_id === fileId);
  if (!sent || submission.deleted.includes(sent.run_id)) return false;
  return !stored.some(({ _id }) => _id === sent.run_id);
}

function earlier(clock: Clock, ms: number): Date {
  return new Date(clock().getTime() - ms);
}
