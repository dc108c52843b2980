import { NotFoundError } from "../../errors.ts";
import { runOf } from "../submit/finish-submission.ts";
import type { Run, RunsRepository } from "../records/runs-repository.ts";
import type { SubmissionsRepository } from "../records/ledger.ts";

/** A run that somebody asks for. @throws NotFoundError where there is none */
export type FindRun = (runId: string) => Promise<Run>;

interface FindRunParts {
  runs: Pick<RunsRepository, "find" | "findOfSubmission">;
  submissions: Pick<SubmissionsRepository, "findUnmaterialisedOf">;
}

/**
 * Finds runs. From the answer to a submission on its runs are there: where making them was interrupted, as the ledger has
 * them, until a sweep makes them.
 */
export function createFindRun({ runs, submissions }: FindRunParts): FindRun {
  async function findInLedger(runId: string): Promise<Run | null> {
    const submission = await submissions.findUnmaterialisedOf(runId);
    if (!submission || submission.deleted.includes(runId)) return null;
    // A run that is stored and was not found is being deleted.
    const stored = await runs.findOfSubmission(submission._id);
    const submitted = submission.runs.find(({ run_id }) => run_id === runId);
    return submitted && !stored.some(({ _id }) => _id === runId) ? runOf(submission, submitted) : null;
  }

  return async (runId) => {
    // The last look is for a run that was made between the first two.
    const run = (await runs.find(runId)) ?? (await findInLedger(runId)) ?? (await runs.find(runId));
    if (!run) throw new NotFoundError(`There is no run ${runId}.`);
    return run;
  };
}
