import type { Usage } from "../../accounts/index.ts";
import type { Builds } from "../../builds/index.ts";
import type { Config } from "../../config.ts";
import { InvalidInputError } from "../../errors.ts";
import type { ReceivedForm, UploadedForm } from "../../http/bodies/multipart.ts";
import {
  answerOnce,
  requireSameRequest,
  type Claim,
  type Idempotency,
  type StoredAnswer,
} from "../../idempotency/idempotency.ts";
import { isMongoSilent } from "../../infra/mongo.ts";
import type { NewId } from "../../infra/new-id.ts";
import { cleanUpAfter } from "../../infra/store-errors.ts";
import type { Budgets, Room } from "../budgets/budgets.ts";
import { StorageFullError } from "../budgets/errors.ts";
import { OutcomeUnknownError } from "../errors.ts";
import type { Submission } from "../model/submission.ts";
import type { FileStore } from "../records/file-store.ts";
import type { StoredFile } from "../records/stored-file.ts";
import { SMALL_FILE_BYTES } from "../records/ledger-contents.ts";
import type { Ledger } from "../records/ledger.ts";
import type { AcceptSubmission, Submitter } from "./accept-submission.ts";
import { createFormMemory } from "./form-memory.ts";
import { requireUnnamedGame } from "./require-unnamed-game.ts";
import { fingerprintOf, checkBeforeFile, parseSubmissionForm } from "./submission-form.ts";

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 64 * 1024;

/** The dependencies of `createReceiveUpload`. */
export interface ReceiveDeps {
  acceptance: Pick<AcceptSubmission, "accept">;
  ledger: Pick<Ledger, "find">;
  files: Pick<FileStore, "beginLarge" | "beginSmall" | "remove">;
  usage: Pick<Usage, "requireUnitsLeft">;
  builds: Pick<Builds, "requireAttachable">;
  budgets: Pick<Budgets, "beginUpload" | "requireRoom" | "roomToRepeat">;
  idempotency: Pick<Idempotency, "claim" | "renew">;
  newId: NewId;
  config: Pick<Config, "MAX_FILES" | "MAX_RUNS">;
}

/**
 * A submission as it was sent: a form that is still to be received, its idempotency key, the client's address, and the
 * id of the request, with which the log mentions the submission later.
 */
export interface SentSubmission {
  form: UploadedForm;
  key: string | null;
  address: string;
  requestId: string;
}

/** A form that is still arriving, and what the service knows about its request. */
interface ArrivingForm {
  submitter: Submitter;
  form: UploadedForm;
  /**
   * The request's idempotency key, the id that the submission of the form will have, and whether an earlier request has
   * used the same key and may store the submission.
   */
  claim: Claim;
  /** The accepted submission that this request may repeat; null if the request repeats no accepted submission. */
  earlier: Submission | null;
  /**
   * Counts the form among the account's uploads with files that are in progress.
   * @throws UploadLimitError where the account has too many other uploads in progress
   */
  beginUpload: () => void;
}

/** A submission's form that has arrived completely. */
interface ArrivedForm {
  received: ReceivedForm<StoredFile>;
  /**
   * Checks that the sweep of orphaned files cannot remove the files of the form before their submission is stored.
   * @throws TryAgainError where the sweep may remove the files earlier
   */
  requireFresh: () => Promise<void>;
  /** Removes the files of the form that were stored while they arrived. */
  removeFiles: () => Promise<void>;
}

/**
 * Creates the function that receives a form and stores its submission, only once for all requests with the same
 * idempotency key: see `Submissions.receive`. A small form is received into memory, and its build and account are
 * checked once. A large form stores its files while they arrive, so its build and account are checked before the first
 * file, and again at the end of the form, because they may have changed meanwhile.
 */
export function createReceiveUpload(deps: ReceiveDeps) {
  const { idempotency, ledger, budgets, newId } = deps;
  const memory = createFormMemory();

  return async (submitter: Submitter, sent: SentSubmission): Promise<StoredAnswer> => {
    const { form, key } = sent;
    const claim = await idempotency.claim(key, newId());
    const earlier = claim.isFirst ? null : await ledger.find(claim.resourceId);
    if (!earlier) await idempotency.renew(claim);
    let endUpload: (() => void) | undefined;
    const beginUpload = () => void (endUpload ??= budgets.beginUpload(submitter.account_id));
    const arriving = { submitter, form, claim, earlier, beginUpload };
    const release = isSmall(form) ? memory.take(form.bytes) : null;
    try {
      const arrived = await (release ? receiveSmall(deps, arriving) : receiveLarge(deps, arriving));
      return await carryOut(deps, { ...sent, ...arriving, ...arrived });
    } finally {
      endUpload?.();
      release?.();
    }
  };
}

const isSmall = (form: UploadedForm): form is UploadedForm & { bytes: number } =>
  form.bytes !== null && form.bytes <= SMALL_FILE_BYTES;

type ArrivedRequest = SentSubmission & ArrivingForm & ArrivedForm;

/**
 * Stores the submission of a form, or returns the response to the submission that an earlier request with the same key
 * has stored. Removes files that no stored submission names.
 */
async function carryOut(deps: ReceiveDeps, request: ArrivedRequest): Promise<StoredAnswer> {
  const { received, claim, earlier, removeFiles } = request;
  let areFilesNeeded = false;
  let failure: unknown;
  try {
    const form = parseSubmissionForm(received, { maxScores: deps.config.MAX_RUNS });
    const fingerprint = fingerprintOf(form);
    if (earlier) return answerTo(earlier, fingerprint);
    await requireUnnamedGame(form);
    const findAnswer = async () => {
      const stored = await deps.ledger.find(claim.resourceId);
      return stored && answerTo(stored, fingerprint);
    };
    return await answerOnce(claim, findAnswer, async () => {
      const { submission, isOwn } = await deps.acceptance.accept({
        ...request,
        submissionId: claim.resourceId,
        form,
        fingerprint,
        isRepeatable: claim.key !== null,
      });
      areFilesNeeded = isOwn;
      return answerTo(submission, fingerprint);
    });
  } catch (error) {
    // Leave the files to the sweep of orphaned files, which removes files that no submission names. If it is unknown
    // whether MongoDB has stored the submission, the submission may need its files. If MongoDB is unavailable, files
    // cannot be removed.
    areFilesNeeded ||= isOutcomeUnknown(error);
    failure = error;
    throw error;
  } finally {
    if (!areFilesNeeded) await cleanUpAfter(failure, removeFiles);
  }
}

const isOutcomeUnknown = (error: unknown) => error instanceof OutcomeUnknownError || isMongoSilent(error);

/**
 * Returns the response to a stored submission. The response about a single run has a Location: the run's `url`, which
 * is the same in the response to a repeated request.
 * @throws InvalidInputError where the submission was stored by a request with other contents
 */
function answerTo({ answer, fingerprint }: Submission, sent: string): StoredAnswer {
  requireSameRequest({ stored: fingerprint, sent });
  const { runs } = JSON.parse(answer) as { runs: readonly { url: string }[] };
  const [only, ...others] = runs;
  return { json: answer, location: only && others.length === 0 ? only.url : null };
}

/** Receives a form whose files stay in memory until their submission stores them. */
async function receiveSmall(
  { files, config }: ReceiveDeps,
  { form, claim }: ArrivingForm,
): Promise<ArrivedForm> {
  const received = await form.receive({
    ...rulesOf(config),
    target: { put: files.beginSmall(claim.resourceId).put, remove: async () => undefined },
    beforeFile: async (soFar) => void requireNoFaults(soFar, config),
  });
  return { received, requireFresh: async () => undefined, removeFiles: async () => undefined };
}

/**
 * Receives a form and stores its files while they arrive. Whether a file is accepted is decided by the fields that
 * arrive before it.
 * @throws RunLimitReachedError; NotFoundError or NotAllowedError for the build; FailedRunLimitError, WaitingLimitError,
 * StorageFullError or UploadLimitError for a used-up limit of the account; the errors of UploadedForm.receive. After an
 * error, nothing of the form remains stored.
 */
async function receiveLarge(
  { files, usage, builds, budgets, config }: ReceiveDeps,
  { submitter, form, claim, earlier, beginUpload }: ArrivingForm,
): Promise<ArrivedForm> {
  const { account_id } = submitter;
  // Check the build and the limits of the account before the upload only for a new request. A repeated request may have
  // been accepted already, or may be accepted while it arrives again, and then no limit refuses it.
  const isNew = claim.isFirst;
  if (isNew) await usage.requireUnitsLeft(submitter);
  const upload = files.beginLarge(claim.resourceId);
  let room: Room | undefined;
  const limited = createByteLimit(() => room);
  const received = await form.receive({
    ...rulesOf(config),
    target: { put: (content, name) => upload.put(limited(content), name), remove: files.remove },
    beforeFile: async (soFar) => {
      const buildId = requireNoFaults(soFar, config);
      if (buildId !== undefined && isNew) await builds.requireAttachable(buildId, submitter, 1);
      beginUpload();
      room ??= await (isNew
        ? budgets.requireRoom(account_id, oneFile)
        : budgets.roomToRepeat(account_id, earlier ? bytesOf(earlier) : 0));
    },
  });
  const removeFiles = () => files.remove(received.files.map(({ file_id }) => file_id));
  return { received, requireFresh: upload.requireFresh, removeFiles };
}

/**
 * The minimum numbers of files and bytes that a submission with files adds to an account. The service knows the real
 * numbers only at the end of the form.
 */
const oneFile = { files: 1, bytes: 1 };

const rulesOf = ({ MAX_FILES }: ReceiveDeps["config"]) => ({
  fileField: "files",
  maxFiles: MAX_FILES,
  maxFields: MAX_FIELDS,
  maxFieldBytes: MAX_FIELD_BYTES,
});

/**
 * Checks the fields of a form that have arrived so far. Returns the number of the build, if the field with the number
 * has arrived.
 * @throws InvalidInputError with every fault of the fields so far
 */
function requireNoFaults(
  soFar: Pick<ReceivedForm<StoredFile>, "fields" | "faults">,
  { MAX_RUNS }: ReceiveDeps["config"],
): number | undefined {
  const { faults, buildId } = checkBeforeFile(soFar, { maxScores: MAX_RUNS });
  if (faults.length > 0) throw new InvalidInputError(faults);
  return buildId;
}

/**
 * Returns a function that passes on the bytes of a form's files, and throws StorageFullError when the bytes exceed the
 * storage limit of the account.
 */
function createByteLimit(roomOf: () => Room | undefined) {
  let requested = 0;
  return async function* (content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of content) {
      requested += chunk.length;
      const room = roomOf();
      if (room && room.usedBytes + requested > room.limitBytes)
        throw new StorageFullError({ used: room.usedBytes, limit: room.limitBytes, requested });
      yield chunk;
    }
  };
}

/** Returns the total number of bytes of the files of a submission. */
function bytesOf({ runs }: Submission): number {
  return runs.reduce((sum, run) => sum + ("file" in run ? run.file.bytes : 0), 0);
}
