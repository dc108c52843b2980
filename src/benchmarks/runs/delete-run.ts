import { NotAllowedError } from "../../errors.ts";
import type { FileStore } from "../records/file-store.ts";
import { runOf } from "../submit/finish-submission.ts";
import type { RefundRun } from "./refund-run.ts";
import type { Run, RunsRepository } from "../records/runs-repository.ts";
import type { SubmissionsRepository } from "../records/ledger.ts";

/** Deleting runs. Their units stay spent: a deleted run was counted, and goes on being counted. */
export interface DeleteRuns {
  /** Deletes a run of the caller. @throws NotAllowedError when it is somebody else's */
  byOwner(run: Run, accountId: string): Promise<void>;
  /** Deletes all runs of a build, those that are not stored yet included. */
  ofBuild(buildId: number): Promise<void>;
  /** Deletes a run, or what is left of it. May run any number of times. */
  finish(run: Run): Promise<void>;
}

interface DeleteRunsParts {
  runs: RunsRepository;
  files: Pick<FileStore, "remove">;
  submissions: Pick<SubmissionsRepository, "markRunDeleted" | "findUnmaterialisedOfBuild">;
  refundRun: RefundRun;
  /** Removes what else is kept of a run. */
  removeSeries: (runId: string) => Promise<void>;
}

/**
 * The order makes each step repeatable: hidden first, so that nobody sees half a run; noted in the ledger, so that no
 * sweep makes it again; the document last, since it is what leads to the rest.
 */
export function createDeleteRuns(parts: DeleteRunsParts): DeleteRuns {
  const { runs, files, submissions, refundRun, removeSeries } = parts;

  async function finish(run: Run): Promise<void> {
    const found = await runs.markDeleting(run._id);
    await submissions.markRunDeleted(run.submission_id, run._id);
    // A run that was not stored yet may have been stored before the ledger knew.
    const hidden = found ?? (await runs.markDeleting(run._id));
    // The unit of a failed run is owed whether or not the run is still there, also if it failed a moment ago.
    if (hidden?.refund_due) await refundRun(hidden);
    const { file } = hidden ?? run;
    if (file) await files.remove([file.file_id]);
    await removeSeries(run._id);
    await runs.removeDeleted(run._id);
  }

  return {
    byOwner: async (run, accountId) => {
      if (run.account_id !== accountId)
        throw new NotAllowedError("Only the account that submitted a run may delete it.");
      await finish(run);
    },
    ofBuild: async (buildId) => {
      for (const run of await runs.findAllOf(buildId)) await finish(run);
      for (const submission of await submissions.findUnmaterialisedOfBuild(buildId)) {
        for (const submitted of submission.runs) await finish(runOf(submission, submitted));
      }
    },
    finish,
  };
}
