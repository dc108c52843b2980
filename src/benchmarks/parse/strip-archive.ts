import { Readable } from "node:stream";
import { extractResultXml, ReaderError, RESULT_XML_NAME } from "../../readers/index.ts";
import type { Run } from "../model/run.ts";
import type { FileStore } from "../records/file-store.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

interface StripDeps {
  files: FileStore;
  runs: RunsRepository;
}

/**
 * Replaces the .3dmark-result archive of a final run by the Result.xml in it. May run any number of times.
 *
 * The rest of an archive holds serial numbers, licence keys and user names: it is kept only until the run is final. Neither
 * file is referenced while one takes the other's place, so whatever a crash leaves, the sweep of orphaned files keeps the one
 * that the run names and removes the other.
 */
export async function stripArchive(
  { files, runs }: StripDeps,
  { _id, submission_id, file }: Pick<Run, "_id" | "submission_id" | "file">,
): Promise<void> {
  if (!file?.is_archive) return;
  const { is_archive: _archive, ...rest } = file;
  const kept = await keepResultXml(files, file.file_id);
  if (kept) await files.attach([kept.file_id], submission_id);
  await files.unreference(file.file_id, submission_id);
  const replacement = kept
    ? { ...rest, file_id: kept.file_id, kept_as: { name: RESULT_XML_NAME, bytes: kept.bytes } }
    : { ...rest, is_removed: true as const };
  const isReplaced = await runs.replaceFile(_id, file.file_id, replacement);
  if (isReplaced) await files.remove([file.file_id]);
  if (kept && isReplaced) await files.markReferenced([kept.file_id]);
  if (kept && !isReplaced) await files.remove([kept.file_id]);
}

/** Stores the Result.xml of an archive. Returns null where it has none that can be read: then nothing of it is kept. */
async function keepResultXml(files: FileStore, archiveId: string) {
  const archive = files.open(archiveId);
  try {
    const xml = await extractResultXml(archive);
    return await files.put(Readable.from([xml]), RESULT_XML_NAME);
  } catch (error) {
    if (error instanceof ReaderError) return null;
    throw error;
  } finally {
    archive.destroy();
  }
}
