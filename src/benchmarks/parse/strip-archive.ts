import { Readable } from "node:stream";
import type { Logger } from "../../infra/logger.ts";
import { ReaderError, RESULT_XML_NAME } from "../../readers/index.ts";
import { FileDamagedError, StoredFileMissingError } from "../errors.ts";
import type { Run, StoredContent } from "../model/run.ts";
import type { Budgets } from "../budgets/budgets.ts";
import type { FileStore } from "../records/file-store.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import { faultOfFile } from "./attempts.ts";
import type { FileReaders } from "./file-readers.ts";

interface StripDeps {
  files: FileStore;
  fileReaders: Pick<FileReaders, "extractResultXml">;
  runs: RunsRepository;
  budgets: Pick<Budgets, "recountKeptBytes">;
  logger: Logger;
}

/**
 * Replaces the .3dmark-result archive of a final run by the Result.xml in it. May run any number of times.
 *
 * Other files in an archive hold serial numbers, licence keys and user names, so the archive is kept only until the run is
 * final. While Result.xml replaces the archive, neither file is marked as referenced: after a crash, the sweep of orphaned files
 * keeps the file that the run names and removes the other. Of a damaged archive nothing is kept.
 */
export async function stripArchive(
  deps: StripDeps,
  { _id, submission_id, account_id, file }: Pick<Run, "_id" | "submission_id" | "account_id" | "file">,
): Promise<void> {
  if (!file?.is_archive) return;
  const { files, runs, budgets } = deps;
  const { is_archive: _archive, ...rest } = file;
  const kept = await keepResultXml(deps, file);
  const keptIds = kept ? [kept.file_id] : [];
  await files.attach(kept ? [kept] : [], { submissionId: submission_id, accountId: account_id });
  await files.unreference(file.file_id, submission_id);
  const replacement = kept
    ? {
        ...rest,
        file_id: kept.file_id,
        kept_as: { name: RESULT_XML_NAME, bytes: kept.bytes, sha256: kept.sha256 },
      }
    : { ...rest, is_removed: true as const };
  const isReplaced = await runs.replaceFile(_id, file.file_id, replacement);
  await files.remove(isReplaced ? [file.file_id] : keptIds);
  if (isReplaced) await files.markReferenced(keptIds);
  await budgets.recountKeptBytes(account_id);
}

/** Stores the Result.xml of an archive as a file of its own. Returns null where the archive has none that can be read. */
async function keepResultXml(
  { files, fileReaders, logger }: StripDeps,
  { file_id, bytes, sha256 }: StoredContent,
) {
  const archive = files.open({ file_id, bytes, sha256 });
  try {
    const xml = await fileReaders.extractResultXml(archive[Symbol.asyncIterator]());
    return await files.put(Readable.from([xml]), RESULT_XML_NAME);
  } catch (error) {
    if (error instanceof ReaderError || faultOfFile(error)) return null;
    if (!(error instanceof FileDamagedError || error instanceof StoredFileMissingError)) throw error;
    // Another process may have replaced the archive meanwhile. Then the run names another file, and what is done here has no effect.
    logger.warn({ err: error }, "nothing of an archive can be kept");
    return null;
  } finally {
    archive.destroy();
  }
}
