import type { Logger } from "../../infra/logger.ts";
import type { FileStore } from "../records/file-store.ts";
import type { Ledger } from "../records/ledger.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

/** How long the service collects finished submissions before one write marks all of them as finished, in ms. */
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
 * Creates the collector that marks submissions as finished, which means that their runs are stored. One write a second
 * marks the submissions of all requests, and no request waits for the mark. A sweep may finish a submission once more
 * before it is marked, which changes nothing.
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
      // Remove the marks of the files as possible orphans before the submissions are marked as finished. Once a
      // submission is marked as finished, no sweep removes these marks before UPLOAD_AGE_MS.
      await files.unmark(finished.flatMap(({ fileIds }) => fileIds));
      const deleted = await ledger.markAllRunsCreated(finished.map(({ submissionId }) => submissionId));
      // Mark the runs that the submissions list as deleted: a run may have been stored after the request that deleted
      // it.
      if (deleted.length > 0) await runsRepository.markDeleting(deleted);
    } catch (error) {
      logger.warn(
        { err: error, count: finished.length },
        "marking submissions as finished failed; a sweep marks them",
      );
    }
  }

  return {
    add: (finished: Finished): void => {
      collected.push(finished);
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },

    /** Marks the collected submissions as finished now. The function never throws. */
    flush,
  };
}
