import type { Config } from "../../config.ts";
import { AccountGoneError, DomainError, TryAgainError, type ErrorCode } from "../../errors.ts";
import type { Idempotency, KeptAnswer } from "../../idempotency/idempotency.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/logger.ts";
import { isDuplicateKey, isMongoUnavailable, isWriteRefused } from "../../infra/mongo.ts";
import type { SecurityEvents } from "../../infra/security-events.ts";
import { cleanUpAfter } from "../../infra/store-errors.ts";
import { finishEach } from "../../infra/sweep.ts";
import type { JobQueue } from "../../queues/job-queue.ts";
import type { UploadedForm } from "../../validation/uploaded-form.ts";
import type { Budgets } from "../budgets/budgets.ts";
import type { Upload } from "../budgets/upload.ts";
import { OutcomeUnknownError } from "../errors.ts";
import type { Submission } from "../model/submission.ts";
import type { BuildsPort, ReservedUnits, Submitter, UsagePort } from "../ports.ts";
import { priorityOf } from "../runs/file-priority.ts";
import { createSubmission, runsOfForm } from "./create-submission.ts";
import { finishSubmission, type FinishDeps } from "./finish-submission.ts";
import { receiveSubmissionForm } from "./receive-form.ts";
import { fileIdsOf, fingerprintOf, parseSubmissionForm, type SubmissionForm } from "./submission-form.ts";
import type { NewId } from "../../infra/new-id.ts";

interface SubmissionsDeps extends FinishDeps {
  usage: UsagePort;
  queue: Pick<JobQueue, "parseRun">;
  budgets: Pick<Budgets, "uploadOf">;
  builds: BuildsPort;
  idempotency: Idempotency;
  clock: Clock;
  newId: NewId;
  securityEvents: SecurityEvents;
  config: Pick<Config, "MAX_FILES" | "MAX_RUNS" | "PUBLIC_URL">;
  logger: Logger;
}

/** Receives submissions, and finishes submissions that were interrupted. */
export type Submissions = ReturnType<typeof createSubmissions>;

/** Creates the service for submissions. */
export function createSubmissions(deps: SubmissionsDeps) {
  const { ledger, budgets, securityEvents } = deps;
  return {
    /**
     * Receives a form and submits all of its runs, or none. A repeated request, known by its idempotency key, gets the first
     * response again and is not counted. The files of a refused form are removed.
     * A refusal because something is used up is recorded.
     * @throws InvalidInputError with every fault, RunLimitReachedError, the errors of a used-up budget, NotFoundError or
     * NotAllowedError for the build, AccountGoneError, OutcomeUnknownError where the connection to MongoDB broke during the commit,
     * and the errors of Idempotency.once
     */
    receive: async (submitter: Submitter, sent: SentSubmission): Promise<KeptAnswer> => {
      const upload = budgets.uploadOf(submitter.account_id);
      try {
        const answer = await receive(deps, { submitter, ...sent, upload });
        await upload.end();
        return answer;
      } catch (error) {
        await cleanUpAfter(error, () => upload.end());
        if (error instanceof DomainError && limitCodes.has(error.code)) {
          const facts = { account_id: submitter.account_id, address: sent.address, limit: error.code };
          securityEvents.record("limit_reached", facts);
        }
        throw error;
      }
    },

    /** Finishes pending submissions that were stored before a moment: their process died. Returns how many. */
    finishPending: async (before: Date, limit: number): Promise<number> =>
      finishEach(await ledger.findPending(before, limit), (submission) =>
        finishSubmission(deps, submission, { priority: null }).catch(ignoreGoneAccount),
      ),
  };
}

/** The codes of refusals because an account has used up what it may use. */
const limitCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "run_limit_reached",
  "failed_run_limit_reached",
  "waiting_limit_reached",
  "upload_limit_reached",
  "storage_full",
]);

/**
 * A submission as it was sent: a form that is still to be received, its idempotency key, the client's address, and the id of the request,
 * by which the log tells what became of it.
 */
interface SentSubmission {
  form: UploadedForm;
  key: string | null;
  address: string;
  requestId: string;
}

/** The submission of a deleted account is finished: it is removed. */
function ignoreGoneAccount(error: unknown): void {
  if (!(error instanceof AccountGoneError)) throw error;
}

/**
 * A form with so many bytes at most is judged once, when all of it is there: it takes less time to receive and to store than to be
 * judged before that as well. A larger one is judged before its first file and again at its end, because it may have taken long.
 */
const SMALL_FORM_BYTES = 64 * 1024;

const isSmall = ({ bytes }: UploadedForm) => bytes !== null && bytes <= SMALL_FORM_BYTES;

interface ReceivedRequest extends SentSubmission {
  submitter: Submitter;
  upload: Upload;
}

/** Receives a form and carries the request out once: see `Submissions.receive`. */
async function receive(
  deps: SubmissionsDeps,
  { submitter, form, key, requestId, upload }: ReceivedRequest,
): Promise<KeptAnswer> {
  const { ledger, files, usage, idempotency, newId, config } = deps;
  // An account at its limit may repeat a request, which is not counted again. A new request is refused before the upload.
  const repeatedId = await idempotency.resourceOf(key);
  if (repeatedId === null) await usage.requireUnitsLeft(submitter);
  const repeatedBytes = repeatedId === null ? null : bytesOf(await ledger.find(repeatedId));
  const isJudgedEarly = repeatedId !== null || !isSmall(form);
  const request = { submitter, form, upload, repeatedBytes, isJudgedEarly };
  const received = await receiveSubmissionForm(deps, request);
  let areFilesNeeded = false;
  let failure: unknown;
  try {
    const parsed = parseSubmissionForm(received, { maxScores: config.MAX_RUNS });
    const fingerprint = fingerprintOf(parsed);
    return await idempotency.once({
      key,
      fingerprint,
      newResourceId: newId,
      findAnswer: async (id) => {
        const submission = await ledger.find(id);
        return submission && keptAnswerOf(submission);
      },
      act: async (id) => {
        const isRepeatable = key !== null;
        const whole = {
          submitter,
          form: parsed,
          fingerprint,
          submissionId: id,
          requestId,
          upload,
          isRepeatable,
        };
        const submission = await submit(deps, whole);
        areFilesNeeded = true;
        return keptAnswerOf(submission);
      },
    });
  } catch (error) {
    // After an unknown outcome the submission may be stored and need its files. While MongoDB is unavailable, files cannot be
    // removed. In both cases the sweep of orphaned files removes what no submission uses.
    areFilesNeeded ||= isOutcomeUnknown(error);
    failure = error;
    throw error;
  } finally {
    const removeFiles = () => files.remove(received.files.map(({ file_id }) => file_id));
    if (!areFilesNeeded) await cleanUpAfter(failure, removeFiles);
  }
}

/** Returns how many bytes the files of a submission have; 0 where it is not stored. */
function bytesOf(submission: Submission | null): number {
  const runs = submission?.runs ?? [];
  return runs.reduce((sum, run) => sum + ("file" in run ? run.file.bytes : 0), 0);
}

const isOutcomeUnknown = (error: unknown) =>
  error instanceof OutcomeUnknownError || (isMongoUnavailable(error) && !isWriteRefused(error));

/** Returns the response to a submission. Of a single run it has the Location: the run's `url`, which a repeated response keeps. */
function keptAnswerOf({ answer }: Submission): KeptAnswer {
  const { runs } = JSON.parse(answer) as { runs: readonly { url: string }[] };
  const [only, ...others] = runs;
  return { json: answer, location: only && others.length === 0 ? only.url : null };
}

interface SubmissionRequest {
  submitter: Submitter;
  form: SubmissionForm;
  fingerprint: string;
  submissionId: string;
  requestId: string;
  upload: Upload;
  /** Whether the request has an idempotency key, with which another one may be storing the same submission. */
  isRepeatable: boolean;
}

/**
 * The steps of a submission. The insert into the ledger is the commit point. A crash before it leaves only a reservation, which
 * expires, and uploads, which a sweep removes; after a later crash a sweep does the remaining steps.
 * @returns the stored submission; where another request has stored a submission under the same id meanwhile, the other's
 */
async function submit(deps: SubmissionsDeps, request: SubmissionRequest): Promise<Submission> {
  const { files, usage, builds, accounts, newId } = deps;
  const { submitter, form, submissionId, upload } = request;
  // The form may have taken long to arrive.
  await accounts.requireActive(submitter.account_id);
  const runs = runsOfForm(form, newId);
  const [priority] = await Promise.all([
    form.kind === "file" ? priorityOf(deps, submitter.account_id) : null,
    builds.requireAttachable(form.buildId, submitter, runs.length),
  ]);
  if (form.kind === "file") await upload.hold(form.files);
  const units = await usage.reserve(submitter, { submissionId, units: runs.length });
  await prepareFiles(deps, request, units);
  const submission = createSubmission(deps, { ...request, runs, units });
  const other = await commit(deps, submission, () => giveBack(deps, request, units));
  if (other) {
    // This reservation may be one too many.
    await usage.reconcile(units.accountId, units.period);
    await files.remove(fileIdsOf(form));
    return other;
  }
  try {
    await finishSubmission(deps, submission, { priority });
  } catch (error) {
    if (error instanceof AccountGoneError) throw error;
    // A stored submission is accepted: a sweep finishes what failed after the commit.
    const facts = { err: error, submission_id: submissionId };
    deps.logger.error(facts, "a step after the commit is left for later");
  }
  return submission;
}

/**
 * The last step before the commit: attaches the files. Releases the units where it fails.
 * @throws TryAgainError
 */
async function prepareFiles(
  deps: SubmissionsDeps,
  request: SubmissionRequest,
  units: ReservedUnits,
): Promise<void> {
  const { files, clock } = deps;
  const { form, submissionId } = request;
  try {
    await files.attach(form.kind === "file" ? form.files : [], submissionId);
    if (clock() > units.validUntil) {
      const cause = new Error("the submission took longer than its reservation lasts");
      throw new TryAgainError("This request took too long to store.", { cause });
    }
  } catch (error) {
    await cleanUpAfter(error, () => giveBack(deps, request, units));
    throw error;
  }
}

/** Gives units back whose submission is certainly not stored. With a key, a repeat may share them: then they expire by themselves. */
async function giveBack(
  { usage }: SubmissionsDeps,
  { isRepeatable }: SubmissionRequest,
  units: ReservedUnits,
): Promise<void> {
  if (!isRepeatable) await usage.release(units);
}

/**
 * Inserts a submission. Returns null, or the submission that another request has stored under the same id.
 * @param onRefused gives the units back, where MongoDB has certainly not stored it
 */
async function commit(
  { ledger }: SubmissionsDeps,
  submission: Submission,
  onRefused: () => Promise<void>,
): Promise<Submission | null> {
  try {
    await ledger.insert(submission);
    return null;
  } catch (error) {
    if (isWriteRefused(error)) {
      await cleanUpAfter(error, onRefused);
      throw error;
    }
    if (!isDuplicateKey(error)) throw new OutcomeUnknownError(error);
    const other = await ledger.find(submission._id);
    if (!other) throw new OutcomeUnknownError(error);
    return other;
  }
}
