import type { AccountsRepository } from "../../accounts/index.ts";
import type { Config } from "../../config.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/logger.ts";
import { nameOfContent, ReaderError, type FileFormat } from "../../readers/index.ts";
import { FileDamagedError, FileTooLargeError, StoredFileMissingError } from "../errors.ts";
import { benchmarkTypeOf } from "../model/benchmark-types.ts";
import { isFinal, type Run, type RunFile } from "../model/run.ts";
import type { FileStore } from "../records/file-store.ts";
import { usersOfFile, type FileUsersDeps } from "../records/file-users.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import { isNobodysFault } from "./attempts.ts";
import type { FileReaders } from "./file-readers.ts";

interface StripDeps extends FileUsersDeps {
  files: FileStore;
  fileReaders: Pick<FileReaders, "extractResult">;
  runsRepository: RunsRepository;
  accountsRepository: Pick<AccountsRepository, "addStoredBytes" | "subtractStoredBytes">;
  clock: Clock;
  config: Pick<Config, "PARSE_MAX_ATTEMPTS">;
  logger: Logger;
}

/**
 * Replaces the archive of a complete or failed run by the result that the archive contains: Result.xml of a
 * .3dmark-result file, the capture of a ZIP archive or a gzip file. The function may be called repeatedly.
 *
 * Other files in an archive may contain serial numbers, licence keys and user names, so the archive stays stored only
 * until the run is complete or failed. While the result replaces the archive, both files are marked as possible
 * orphans: after a crash, the sweep of orphaned files keeps the file that the run names and removes the other. An
 * archive that is damaged or refused, or that cannot be unpacked for another reason in PARSE_MAX_ATTEMPTS attempts, is
 * removed without a replacement. An archive of several runs is replaced in all of these runs, once all of them are
 * complete or failed.
 * @throws the error of any attempt but the last: the archive is to be unpacked again
 */
export async function stripArchive(
  deps: StripDeps,
  run: Pick<Run, "_id" | "submission_id" | "account_id" | "benchmark_id" | "file">,
): Promise<void> {
  const { _id, submission_id, account_id, benchmark_id, file } = run;
  if (!file?.is_archive) return;
  const { files, runsRepository, accountsRepository, clock } = deps;
  const { is_archive: _archive, unpack_attempts: _attempts, ...rest } = file;
  const findUsers = () => usersOfFile(deps, { submissionId: submission_id, fileId: file.file_id });
  const users = file.is_shared ? await findUsers() : null;
  const runIds = users?.map((user) => user._id) ?? [_id];
  if (runIds.length === 0 || users?.every(isFinal) === false) return;
  const kept = await keepResult(deps, { _id, submission_id, file }, formatOf(benchmark_id));
  const keptIds = kept ? [kept.file_id] : [];
  // Store the result file of the archive even if it exceeds the account's storage limit, because the service has
  // accepted the archive.
  const keptBytes = kept?.bytes ?? 0;
  const added = { bytes: keptBytes * runIds.length, maxBytes: Number.MAX_SAFE_INTEGER, at: clock() };
  if (kept) await accountsRepository.addStoredBytes(account_id, added);
  await files.markDeleting(file.file_id, submission_id);
  if (kept) await files.requireOpen(kept.file_id);
  const replacement = kept
    ? {
        ...rest,
        file_id: kept.file_id,
        kept_as: { name: kept.name, bytes: kept.bytes, sha256: kept.sha256 },
      }
    : { ...rest, is_removed: true as const };
  let replaced = 0;
  for (const runId of runIds)
    if (await runsRepository.replaceFile(runId, file.file_id, replacement)) replaced += 1;
  const freed = replaced * file.bytes + (runIds.length - replaced) * keptBytes;
  await accountsRepository.subtractStoredBytes(account_id, freed);
  // If another process has replaced the archive, or a run uses it again, leave the archive's mark as a possible orphan
  // to the sweep of orphaned files.
  if (replaced === 0) await files.remove(keptIds);
  else if (!file.is_shared || (await findUsers()).length === 0) await files.remove([file.file_id]);
  if (replaced > 0) await files.unmark(keptIds);
}

function formatOf(benchmarkId: number): FileFormat {
  const type = benchmarkTypeOf(benchmarkId);
  if (type.kind !== "file") throw new Error(`benchmark type ${benchmarkId} takes no file`);
  return type.file_format;
}

/**
 * Stores the result file of an archive as a separate file. Returns null if the archive contains no result file, or none
 * that can be stored.
 */
async function keepResult(
  deps: StripDeps,
  { _id: runId, submission_id, file }: { _id: string; submission_id: string; file: RunFile },
  format: FileFormat,
) {
  const { files, fileReaders } = deps;
  const { file_id, bytes, sha256 } = file;
  const archive = files.open({ file_id, bytes, sha256 });
  try {
    return await fileReaders.extractResult(archive[Symbol.asyncIterator](), format, ({ name, content }) =>
      files.put(content, nameOfContent(name, file.name), submission_id),
    );
  } catch (error) {
    if (error instanceof ReaderError || error instanceof FileTooLargeError) return null;
    if (isNobodysFault(error) || !(await isLastAttempt(deps, { runId, file_id }, error))) throw error;
    // A failure to store the result of the archive may be harmless. If another process has replaced the archive in the
    // meantime, the run names another file, and the result of this process has no effect.
    deps.logger.error(
      { err: error, run_id: runId },
      "the result in an archive cannot be stored, so the service stores nothing of the archive",
    );
    return null;
  } finally {
    archive.destroy();
  }
}

/**
 * Counts a failed attempt to unpack an archive, and returns whether it was the last one. If the stored archive is
 * damaged or missing, no further attempt follows.
 */
async function isLastAttempt(
  { runsRepository, config }: StripDeps,
  { runId, file_id }: { runId: string; file_id: string },
  error: unknown,
): Promise<boolean> {
  if (error instanceof FileDamagedError || error instanceof StoredFileMissingError) return true;
  const attempts = await runsRepository.countUnpacking(runId, file_id);
  return attempts >= config.PARSE_MAX_ATTEMPTS;
}
