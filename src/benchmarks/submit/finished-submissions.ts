import type { Logger } from "../../infra/logger.ts";
import type { FileStore } from "../records/file-store.ts";
import type { Ledger } from "../records/ledger.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

/** How long finished submissions are collected before one write marks all of them. */
const FLUSH_MS = 1000;

interface FinishedDeps {
  ledger: Pick<Ledger, "markAllRunsCreated">;
  files: Pick<FileStore, "unmark">;
  runsRepository: Pick<RunsRepository, "markDeleting">;
  logger: Logger;
}

/** A submission whose runs are stored, and its large files. */
interface Finished {
  submissionId: string;
  fileIds: readonly string[];
}

/**
 * Creates what marks submissions as finished whose runs are stored, once a second those of all requests. Nothing waits for it: until
 * then a sweep may repeat what was done, without effect.
 */
export function createFinishedSubmissions({ ledger, files, runsRepository, logger }: FinishedDeps) {
  let collected: Finished[] = [];
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const finished = collected;
    collected = [];
    if (finished.length === 0) return;
    try {
      // The files first: of a submission that is marked as finished nobody looks for them before UPLOAD_AGE_MS.
      await files.unmark(finished.flatMap(({ fileIds }) => fileIds));
      const deleted = await ledger.markAllRunsCreated(finished.map(({ submissionId }) => submissionId));
      // They may have been created after their deletion.
      if (deleted.length > 0) await runsRepository.markDeleting(deleted);
    } catch (error) {
      logger.warn(
        { err: error, count: finished.length },
        "submissions are not marked as finished; a sweep does it",
      );
    }
  }

  return {
    add: (finished: Finished): void => {
      collected.push(finished);
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },

    /** Marks what is collected now. Never throws. */
    flush,
  };
}
