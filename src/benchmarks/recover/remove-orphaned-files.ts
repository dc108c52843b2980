import { finishEach } from "../../infra/sweep.ts";
import type { FileStore } from "../records/file-store.ts";
import { usersOfFile, type FileUsersDeps } from "../records/file-users.ts";

interface OrphanedFilesDeps extends FileUsersDeps {
  files: FileStore;
}

/**
 * Checks files that may be orphans and were last touched before a given moment, and removes those that no run uses.
 * Returns the number of checked files.
 */
export async function removeOrphanedFiles(
  deps: OrphanedFilesDeps,
  before: Date,
  limit: number,
): Promise<number> {
  const { files } = deps;
  return finishEach(await files.findOrphaned(before, limit), async (orphaned) => {
    const users = await usersOfFile(deps, orphaned);
    if (users.length > 0) await files.keepOrphaned(orphaned.fileId, before);
    else await files.removeOrphaned(orphaned.fileId, before);
  });
}
