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
 * Returns the runs of a submission that name a file, without those that are being deleted. A run that is not created
 * yet names the file that was sent for it.
 */
export async function usersOfFile(
  { ledger, runsRepository }: FileUsersDeps,
  { submissionId, fileId }: { submissionId: string; fileId: string },
): Promise<Run[]> {
  // The ledger is read before the runs: a run may be created between the two queries, but a created run never becomes a
  // run that is still to be created.
  const submission = await ledger.find(submissionId);
  const stored = await runsRepository.findOfSubmission(submissionId);
  const sent = submission && !submission.runs_created ? runsOf(submission) : [];
  const missing = sent.filter((run) => !stored.some(({ _id }) => _id === run._id));
  return [...stored, ...missing].filter(
    ({ status, file }) => status !== "deleting" && file?.file_id === fileId && file.is_removed !== true,
  );
}

/** Returns those files of runs that other runs use, too. All given runs are being deleted. */
export async function filesInUse(deps: FileUsersDeps, runs: readonly Run[]): Promise<Set<string>> {
  const inUse = new Set<string>();
  for (const { submission_id, file } of runs)
    if (file?.is_shared) {
      const users = await usersOfFile(deps, { submissionId: submission_id, fileId: file.file_id });
      if (users.length > 0) inUse.add(file.file_id);
    }
  return inUse;
}
