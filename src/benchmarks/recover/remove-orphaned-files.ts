import { finishEach } from "../../infra/sweep.ts";
import type { Submission } from "../model/submission.ts";
import type { FileStore } from "../records/file-store.ts";
import type { Ledger } from "../records/ledger.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

interface OrphanedFilesDeps {
  files: FileStore;
  runsRepository: RunsRepository;
  ledger: Ledger;
}

/**
 * Checks files that may be orphans and were last touched before a moment, and removes the files that no submission
 * uses. Returns the number of checked files.
 */
export async function removeOrphanedFiles(
  deps: OrphanedFilesDeps,
  before: Date,
  limit: number,
): Promise<number> {
  const { files, ledger } = deps;
  return finishEach(await files.findOrphaned(before, limit), async ({ fileId, submissionId }) => {
    const submission = await ledger.find(submissionId);
    if (submission && (await usesFile(deps, submission, fileId))) await files.keepOrphaned(fileId, before);
    else await files.removeOrphaned(fileId, before);
  });
}

/** Whether a run of a submission names a file. A run that is not created yet names the file that was sent for it. */
async function usesFile(
  { runsRepository }: OrphanedFilesDeps,
  submission: Submission,
  fileId: string,
): Promise<boolean> {
  const stored = await runsRepository.findOfSubmission(submission._id);
  if (stored.some(({ file }) => file?.file_id === fileId && file.is_removed !== true)) return true;
  const sent = submission.runs.find((run) => "file" in run && run.file.file_id === fileId);
  if (!sent || submission.deleted.includes(sent.run_id)) return false;
  return !stored.some(({ _id }) => _id === sent.run_id);
}
