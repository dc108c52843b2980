import {
  fileOfObject,
  fileOfObjects,
  inPages,
  type AccountData,
  type ExportedFile,
} from "../../account-data.ts";
import { TryAgainError } from "../../errors.ts";
import type { Idempotency } from "../../idempotency/idempotency.ts";
import { FileDamagedError, StoredFileMissingError } from "../errors.ts";
import { storedContentOf, type Run } from "../model/run.ts";
import type { FileStore } from "../records/file-store.ts";
import type { Ledger } from "../records/ledger.ts";
import { removeHidden, type RemovalDeps } from "./delete-runs.ts";

const PAGE = 200;

interface RunsOfAccountsDeps extends RemovalDeps {
  files: Pick<FileStore, "remove" | "open">;
  ledger: Ledger;
  idempotency: Pick<Idempotency, "forget">;
}

/**
 * Creates the access to all submissions, runs, files and frame series of an account, whatever builds the runs belong
 * to.
 */
export function createRunsOfAccounts(deps: RunsOfAccountsDeps) {
  return {
    name: "runs",

    /**
     * Removes all submissions, runs, files and frame series of an account. The runs are not refunded: they still count
     * towards the monthly limit.
     */
    removeAllOf: async (accountId: string): Promise<void> => {
      // Remove the runs before the submissions: as long as a submission is stored, a sweep can find out which files
      // belong to it.
      await removeAllRuns(deps, accountId);
      while (await removeSubmissions(deps, accountId));
      // Remove runs a second time: the runs of a pending submission may have been created after the first removal had
      // searched for runs.
      await removeAllRuns(deps, accountId);
    },

    /**
     * Yields the submissions, the runs and the original files of an account for an export. Frame series are left out,
     * because they are derived from the files. A lost or damaged file does not end the export: the last exported file
     * lists the incomplete files.
     */
    exportAllOf: async function* (accountId: string): AsyncGenerator<ExportedFile> {
      const { runsRepository, ledger } = deps;
      const findRuns = (afterId?: string) =>
        runsRepository.findOfAccount(accountId, { limit: PAGE, afterId });
      const findSubmissions = (afterId?: string) => ledger.findOfAccount(accountId, { limit: PAGE, afterId });
      yield fileOfObjects("submissions.json", inPages(findSubmissions));
      yield fileOfObjects("runs.json", inPages(findRuns));
      const broken: BrokenFile[] = [];
      for await (const run of inPages(findRuns)) yield* exportFile(deps, run, broken);
      if (broken.length > 0) yield fileOfObject("files-not-whole.json", broken);
    },
  } satisfies AccountData;
}

/**
 * Removes an account's runs, with their files and frame series.
 * @throws TryAgainError where some runs could not be removed yet, because the standings (ranks) cannot be updated
 */
async function removeAllRuns(
  { runsRepository, ...deps }: RunsOfAccountsDeps,
  accountId: string,
): Promise<void> {
  const findSome = () => runsRepository.findOfAccount(accountId, { limit: PAGE });
  for (let found = await findSome(); found.length > 0;) {
    const ids = found.map(({ _id }) => _id);
    // First mark the runs as being deleted: no worker writes to such a run, so no file replaces the file of a run any
    // more.
    await runsRepository.markDeleting(ids);
    await removeHidden(
      { runsRepository, ...deps },
      { given: found, hidden: await runsRepository.findDeletingOf(ids) },
    );
    const left = await findSome();
    if (left[0]?._id === ids[0])
      throw new TryAgainError("Some runs of the account could not be removed from the standings.");
    found = left;
  }
}

/** A file of an export that is missing or incomplete. */
interface BrokenFile {
  path: string;
  run_id: string;
  reason: string;
}

/**
 * Yields the original file of a run, if it has one. Adds the file to `broken` where its stored bytes are lost or
 * damaged.
 */
async function* exportFile(
  { files }: RunsOfAccountsDeps,
  { _id, file }: Pick<Run, "_id" | "file">,
  broken: BrokenFile[],
): AsyncGenerator<ExportedFile> {
  if (!file || file.is_removed) return;
  const stored = storedContentOf(file);
  // The id of the run makes the path unique in the archive, even if several exported files have the same name.
  const path = `files/${_id}/${nameInArchive(stored.name)}`;
  yield {
    path,
    content: untilBroken(files.open(stored), (reason) => broken.push({ path, run_id: _id, reason })),
  };
}

/** Yields the bytes of a stored file, and ends early where the file is lost or damaged. */
async function* untilBroken(
  content: AsyncIterable<Uint8Array>,
  onBroken: (reason: string) => void,
): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    if (error instanceof FileDamagedError) onBroken(`The file was damaged in our store: ${error.reason}.`);
    else if (error instanceof StoredFileMissingError)
      onBroken(
        "The file is no longer stored. The service may have removed or replaced the file since this export began.",
      );
    else throw error;
  }
}

const MAX_NAME_CHARACTERS = 100;

/**
 * Returns a name under which any system can unpack a file: the name has no separators, no characters that some systems
 * forbid, no dots or spaces at its ends, and is no device name such as `NUL`.
 */
function nameInArchive(name: string): string {
  const plain = name
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, "_")
    .slice(-MAX_NAME_CHARACTERS)
    .toWellFormed()
    .replaceAll(/^[. ]+|[. ]$/g, "_");
  return /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(plain) || plain === "" ? `_${plain}` : plain;
}

/** Removes a page of an account's submissions. Returns whether there were submissions to remove. */
async function removeSubmissions(
  { ledger, files, idempotency }: RunsOfAccountsDeps,
  accountId: string,
): Promise<boolean> {
  const found = await ledger.findOfAccount(accountId, { limit: PAGE });
  if (found.length === 0) return false;
  const pending = found.filter(({ runs_created }) => !runs_created);
  await files.remove(
    pending.flatMap(({ runs }) => runs.flatMap((run) => ("file" in run ? [run.file.file_id] : []))),
  );
  const ids = found.map(({ _id }) => _id);
  await idempotency.forget(ids);
  await ledger.remove(ids);
  return true;
}
