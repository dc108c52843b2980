import { Readable } from "node:stream";
import { ReaderError, extractResultXml, RESULT_XML_NAME } from "../readers/index.ts";
import type { FileStore } from "./file-store.ts";
import type { Run, RunFile, RunsRepository } from "./runs-repository.ts";

/** Replaces a run's .3dmark-result archive by the Result.xml in it. May run any number of times. */
export type StripArchive = (run: Pick<Run, "_id" | "submission_id" | "file">) => Promise<void>;

interface StripArchiveParts {
  files: FileStore;
  runs: Pick<RunsRepository, "replaceFile">;
}

/**
 * The rest of an archive holds serial numbers, licence keys and user names: it is kept only until the run is final. Both
 * files are doubtful while one takes the other's place, so whatever a crash leaves, the sweep keeps the one that the run
 * names and removes the other.
 */
export function createStripArchive({ files, runs }: StripArchiveParts): StripArchive {
  return async ({ _id, submission_id, file }) => {
    if (!file?.is_archive) return;
    const { is_archive: _archive, ...rest } = file;
    const kept = await keepResultXml(files, file);
    if (kept) await files.attach([kept.file_id], submission_id);
    await files.doubt(file.file_id, submission_id);
    const replacement = kept
      ? { ...rest, file_id: kept.file_id, kept_as: { name: RESULT_XML_NAME, bytes: kept.bytes } }
      : { ...rest, is_removed: true as const };
    const isReplaced = await runs.replaceFile(_id, file.file_id, replacement);
    if (isReplaced) await files.remove([file.file_id]);
    if (kept && isReplaced) await files.settle([kept.file_id]);
    if (kept && !isReplaced) await files.remove([kept.file_id]);
  };
}

/** Null where the archive has no Result.xml that can be read: then nothing of it is kept. */
async function keepResultXml(files: FileStore, { file_id }: RunFile) {
  const archive = files.open(file_id);
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
