import { allRunsOf, type Submission } from "../model/submission.ts";
import type { StoredBuilds } from "../ports.ts";
import { deleteRuns, type DeleteDeps } from "../runs/delete-runs.ts";

/** What deleting the runs of late submissions needs. */
export interface LateDeps extends DeleteDeps {
  storedBuilds: StoredBuilds;
}

/**
 * Deletes the runs of a stored submission whose build was deleted since the submission was checked, however long ago. A deletion
 * that begins after this look finds the stored submission itself, so in any order no run stays at a deleted build. The submission
 * was accepted: its units stay charged, as with any run that is deleted.
 * @returns the submission with all of its runs deleted; as it is where its build is there
 */
export async function withoutRunsOfGoneBuild(deps: LateDeps, submission: Submission): Promise<Submission> {
  if (await deps.storedBuilds.has(submission.build_id)) return submission;
  await deleteRuns(deps, allRunsOf(submission));
  return { ...submission, deleted: submission.runs.map(({ run_id }) => run_id) };
}
