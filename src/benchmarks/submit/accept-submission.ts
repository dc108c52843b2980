import type { Reservation, Usage } from "../../accounts/index.ts";
import type { Actor, Caller } from "../../authorization.ts";
import type { Builds } from "../../builds/index.ts";
import type { Config } from "../../config.ts";
import { TryAgainError } from "../../errors.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/logger.ts";
import { isDuplicateKey, isWriteRefused } from "../../infra/mongo.ts";
import type { NewId } from "../../infra/new-id.ts";
import { cleanUpAfter } from "../../infra/store-errors.ts";
import type { JobQueue } from "../../queues/job-queue.ts";
import type { Standings } from "../../standings/index.ts";
import type { Budgets } from "../budgets/budgets.ts";
import { OutcomeUnknownError } from "../errors.ts";
import type { Run } from "../model/run.ts";
import { runsOf, type Submission, type SubmittedRun } from "../model/submission.ts";
import { isSmallFile } from "../records/ledger-contents.ts";
import type { Ledger } from "../records/ledger.ts";
import type { RunsRepository } from "../records/runs-repository.ts";
import { priorityOf } from "../runs/file-priority.ts";
import { createSubmission, runsOfForm } from "./create-submission.ts";
import type { createFinishedSubmissions } from "./finished-submissions.ts";
import type { SubmissionForm } from "./submission-form.ts";

/** The dependencies of `createAcceptSubmission`. */
export interface AcceptDeps {
  usage: Pick<Usage, "reserve" | "release" | "reconcile">;
  queue: Pick<JobQueue, "parseRun">;
  budgets: Pick<Budgets, "requireRoom" | "addBytes" | "subtractBytes">;
  builds: Pick<Builds, "requireAttachable">;
  standings: Pick<Standings, "markChanged">;
  ledger: Pick<Ledger, "insert" | "find">;
  runsRepository: Pick<RunsRepository, "insertMissing" | "countSentBy">;
  finished: Pick<ReturnType<typeof createFinishedSubmissions>, "add">;
  clock: Clock;
  newId: NewId;
  config: Pick<Config, "PUBLIC_URL">;
  logger: Logger;
}

/** The caller who sends a submission, with the tier of the account. */
export type Submitter = Actor & Pick<Caller, "tier" | "is_customer">;

/** A completely received form that is to be stored. */
interface SubmissionRequest {
  submitter: Submitter;
  form: SubmissionForm;
  fingerprint: string;
  submissionId: string;
  requestId: string;
  /**
   * Whether the request has an idempotency key, so that another request with the same key may be storing the same
   * submission.
   */
  isRepeatable: boolean;
  /**
   * Counts the form among the account's uploads with files that are in progress.
   * @throws UploadLimitError where the account has too many other uploads in progress
   */
  beginUpload: () => void;
  /**
   * Checks that the sweep of orphaned files cannot remove the files of the form before their submission is stored.
   * @throws TryAgainError where the sweep may remove the files earlier
   */
  requireFresh: () => Promise<void>;
}

/** The submission that was stored for a request. */
interface Accepted {
  submission: Submission;
  /**
   * True if this request has stored the submission, false if another request with the same idempotency key has stored
   * the submission.
   */
  isOwn: boolean;
}

/**
 * The function that stores submissions whose form has arrived completely, and the function that waits for the
 * background work of these submissions.
 */
export type AcceptSubmission = ReturnType<typeof createAcceptSubmission>;

/**
 * Creates the function that accepts a submission, and the function `settled`, which resolves when the background work
 * of all accepted submissions has ended.
 */
export function createAcceptSubmission(deps: AcceptDeps) {
  const underWay = new Set<Promise<void>>();
  return {
    /**
     * Checks a form against the limits of its build and its account, and stores it in the steps of
     * docs/decisions/0001-one-insert-commits.md. The insert of the submission is the commit point. A crash before the
     * insert can leave three things: reserved units (runs), which expire; too high a number of stored bytes of the
     * account, which the daily sweep corrects; and large files, which a sweep removes. After a crash that follows the
     * insert, a sweep performs the remaining steps.
     */
    accept: async (request: SubmissionRequest): Promise<Accepted> => {
      const { submission, isOwn, priority } = await store(deps, request);
      if (!isOwn) return { submission, isOwn };
      const runs = runsOf(submission);
      try {
        await deps.runsRepository.insertMissing(runs);
      } catch (error) {
        // If an error occurs after the insert of the submission, only write it to the log: the submission is stored and
        // therefore accepted. Until a sweep has created its runs, requests read the runs from the submission.
        const facts = { err: error, submission_id: submission._id };
        deps.logger.error(
          facts,
          "the submission is stored, but creating its runs failed; a sweep creates the runs",
        );
        return { submission, isOwn };
      }
      const fileIds = runs.flatMap(({ file }) => file?.file_id ?? []).filter((id) => !isSmallFile(id));
      deps.finished.add({ submissionId: submission._id, fileIds });
      const following = askWorkers(deps, submission, { runs, priority }).finally(() =>
        underWay.delete(following),
      );
      underWay.add(following);
      return { submission, isOwn };
    },

    settled: async (): Promise<void> => void (await Promise.all(underWay)),
  };
}

/**
 * Queues the jobs with which workers read the files of runs, or rank typed-in scores. Requests do not wait for the jobs
 * to be queued, and a sweep queues jobs that are missing.
 */
async function askWorkers(
  { queue, standings, logger }: AcceptDeps,
  { _id, build_id, benchmark_id }: Submission,
  { runs, priority }: { runs: readonly Run[]; priority: number },
): Promise<void> {
  const asked = runs
    .filter(({ status }) => status === "queued")
    .map((run, index) =>
      queue.parseRun({ runId: run._id, fencingToken: run.fencing_token, priority: priority + index }),
    );
  if (runs.some(({ status }) => status === "complete"))
    asked.push(standings.markChanged(build_id, benchmark_id));
  for (const outcome of await Promise.allSettled(asked))
    if (outcome.status === "rejected")
      logger.warn(
        { err: outcome.reason, submission_id: _id },
        "queuing the job that reads a file failed; a sweep queues the job",
      );
}

/**
 * Performs the steps up to the insert of a submission into the database. If a step refuses the request, subtracts
 * the bytes that were added to the account and, without an idempotency key, releases the reserved units (runs).
 */
async function store(deps: AcceptDeps, request: SubmissionRequest): Promise<Accepted & { priority: number }> {
  const { budgets, builds, usage, newId } = deps;
  const { submitter, form } = request;
  const accountId = submitter.account_id;
  const runs = runsOfForm(form, newId);
  // In the limits of an account, a file counts once for each run whose result is read from the file.
  const files = runs.flatMap((run) => ("file" in run ? run.file : []));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const wanted = { files: files.length, bytes };
  // All checks of the form start at the same time. If several checks fail, the first failure in the list is reported.
  const hasFiles = files.length > 0;
  const [, , room, priority] = await inOrder([
    builds.requireAttachable(form.buildId, submitter, runs.length),
    hasFiles ? Promise.resolve().then(request.beginUpload) : undefined,
    hasFiles ? budgets.requireRoom(accountId, wanted) : undefined,
    hasFiles ? priorityOf(deps, accountId) : 1,
  ]);
  // Use the present tier of the account, because it may have changed while a large form was received.
  const owner = { ...submitter, ...(room && { tier: room.tier }) };
  if (bytes > 0) await budgets.addBytes(accountId, bytes);
  const giveBytesBack = async () => void (bytes > 0 && (await budgets.subtractBytes(accountId, bytes)));
  const units = await undoingOnError(giveBytesBack, () =>
    usage.reserve(owner, { submissionId: request.submissionId, units: runs.length }),
  );
  const giveAllBack = async () => {
    await giveBytesBack();
    // Another request with the same idempotency key may share the reserved units (runs). In that case, do not release
    // the units, but let the reservation expire.
    if (!request.isRepeatable) await usage.release(units);
  };
  const submission = await undoingOnError(giveAllBack, () => prepare(deps, { ...request, runs, units }));
  const other = await commit(deps, submission, giveAllBack);
  if (!other) return { submission, isOwn: true, priority };
  await giveBytesBack();
  // Correct the run counter of the account, which may include a needless reservation of this request. If the correction
  // fails, the sweep of run counters corrects the counter later.
  await usage.reconcile(units.accountId, units.period).catch(() => undefined);
  return { submission: other, isOwn: false, priority };
}

/**
 * Waits for all promises.
 * @throws the error of the first promise in the list that rejects, even if another promise has rejected earlier
 */
async function inOrder<T extends readonly unknown[]>(
  asked: readonly [...T],
): Promise<{ -readonly [Index in keyof T]: Awaited<T[Index]> }> {
  await Promise.allSettled(asked);
  return Promise.all(asked);
}

/**
 * Performs a step of accepting a submission, and undoes the earlier steps if the step fails.
 * @throws the error of the step
 */
async function undoingOnError<T>(undo: () => Promise<void>, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    await cleanUpAfter(error, undo);
    throw error;
  }
}

/**
 * Returns the document of a submission for the database.
 * @throws TryAgainError where the document would be stored too late, after its files may be removed or its reserved
 * units (runs) may be dropped
 */
async function prepare(
  deps: AcceptDeps,
  request: SubmissionRequest & { runs: SubmittedRun[]; units: Reservation },
): Promise<Submission> {
  await request.requireFresh();
  if (deps.clock() > request.units.validUntil) {
    const cause = new Error("the submission took longer than its reservation lasts");
    throw new TryAgainError("The service took too long to store this submission. Send the request again.", {
      cause,
    });
  }
  return createSubmission(deps, request);
}

/**
 * Inserts a submission. Returns null or, if another request has stored a submission under the same id, that submission.
 * @param onRefused the function that undoes the earlier steps of the submission; it is called if MongoDB has certainly
 * not stored the submission
 */
async function commit(
  { ledger }: AcceptDeps,
  submission: Submission,
  onRefused: () => Promise<void>,
): Promise<Submission | null> {
  try {
    await ledger.insert(submission);
    return null;
  } catch (error) {
    if (isDuplicateKey(error)) {
      const other = await ledger.find(submission._id);
      if (!other) throw new OutcomeUnknownError(error);
      return other;
    }
    if (!isWriteRefused(error)) throw new OutcomeUnknownError(error);
    await cleanUpAfter(error, onRefused);
    throw error;
  }
}
