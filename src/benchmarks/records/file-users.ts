import type { Run } from "../model/run.ts";
import { runsOf } from "../model/submission.ts";
import type { Ledger } from "./ledger.ts";
import type { RunsRepository } from "./runs-repository.ts";

/** The stores that say which runs use a file. */
export interface FileUsersDeps {
  ledger: Pick<Ledger, "find">;
  runsRepository: Pick<RunsRepository, "findOfSubmission">;
}

/**
 * Returns the runs of a submission that name a file, without runs that are being deleted. Runs that are not created yet
 * are included, with the file that was sent for each.
 */
export async function usersOfFile(
  { ledger, runsRepository }: FileUsersDeps,
  { submissionId, fileId }: { submissionId: string; fileId: string },
): Promise<Run[]> {
  // Read the submission before the runs. A run that is created between the two queries is then found by at least one of
  // them.
  const submission = await ledger.find(submissionId);
  const stored = await runsRepository.findOfSubmission(submissionId);
  const sent = submission && !submission.runs_created ? runsOf(submission) : [];
  const missing = sent.filter((run) => !stored.some(({ _id }) => _id === run._id));
  return [...stored, ...missing].filter(
    ({ status, file }) => status !== "deleting" && file?.file_id === fileId && file.is_removed !== true,
  );
}

/** Returns which files of the given runs are also used by other runs. All given runs are being deleted. */
export async function filesInUse(deps: FileUsersDeps, runs: readonly Run[]): Promise<Set<string>> {
  const inUse = new Set<string>();
  for (const { submission_id, file } of runs)
    if (file?.is_shared) {
      const users = await usersOfFile(deps, { submissionId: submission_id, fileId: file.file_id });
      if (users.length > 0) inUse.add(file.file_id);
    }
  return inUse;
}
