import { createHash } from "node:crypto";
import { StoreUnavailableError } from "../../errors.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/logger.ts";
import { isDuplicateKey } from "../../infra/mongo.ts";
import { isZip } from "../../readers/index.ts";
import { OutcomeUnknownError } from "../errors.ts";
import type { FileStore } from "../records/file-store.ts";
import type { Materialise } from "./finish-submission.ts";
import { presentAnswer } from "../presenter.ts";
import type { SubmissionForm } from "./submission-form.ts";
import type { Submission, SubmissionsRepository, SubmittedRun } from "../records/ledger.ts";

/** Units that are taken for a submission before it is stored, and the usage with them. */
export interface TakenUnits {
  period: string;
  usage: { period: string; used: number; limit: number | null; resets_at: string };
  validUntil: Date;
  /** The submission is stored. */
  settle(): Promise<void>;
  /** The submission is certainly not stored. */
  release(): Promise<void>;
}

/** Who submits. */
export interface Submitter {
  account_id: string;
  tier: string;
}

/**
 * Accepts a submission under an id: all of its runs, or none. Answers with the stored submission; if another request has
 * stored one under the same id meanwhile, with that one.
 * @throws OutcomeUnknownError when the store broke off at the commit; before that, whatever refuses the submission
 */
export type Submit = (
  submitter: Submitter,
  form: SubmissionForm,
  submissionId: string,
) => Promise<Submission>;

/** The steps of a submission that a test may stop at. */
type SubmissionStep = "received" | "reserved" | "attached" | "inserted" | "finished";

/** What a submission needs. */
export interface SubmitParts {
  submissions: SubmissionsRepository;
  files: FileStore;
  materialise: Materialise;
  clock: Clock;
  newId: () => string;
  runUrl: (runId: string) => string;
  logger: Logger;
  /** Told of every step. Does nothing but in tests. */
  reached: (step: SubmissionStep) => Promise<void>;
  /** @throws when there is no such build, or when it is somebody else's */
  requireAttachable: (buildId: number, accountId: string) => Promise<void>;
  /** @throws when the tier has fewer units left */
  takeUnits: (submitter: Submitter, request: { submissionId: string; units: number }) => Promise<TakenUnits>;
}

/**
 * The steps of a submission. The insert of the submission is its commit point: before it nothing has happened but a
 * reservation that ends by itself and an upload that is removed by itself; after it everything else follows from it.
 */
export function createSubmit(parts: SubmitParts): Submit {
  return async (submitter, form, submissionId) => {
    await parts.reached("received");
    await parts.requireAttachable(form.buildId, submitter.account_id);
    const runs = runsOf(form, parts.newId);
    const units = await parts.takeUnits(submitter, { submissionId, units: runs.length });
    const submission = createSubmission(parts, { submissionId, submitter, form, runs, units });
    await prepare(parts, { form, submissionId, units });
    const other = await commit(parts, submission);
    if (other) {
      // Whether the other request lived to settle is unknown. A settlement without a reservation counts from the ledger.
      await units.release();
      await units.settle();
      await parts.files.remove(fileIdsOf(form));
      return other;
    }
    await parts.reached("inserted");
    await follow(parts, submission, units);
    await parts.reached("finished");
    return submission;
  };
}

/** The last steps before the commit. If one fails, the units are free again. */
async function prepare(
  { files, clock, reached }: SubmitParts,
  { form, submissionId, units }: Pick<SubmissionFacts, "form" | "submissionId" | "units">,
): Promise<void> {
  try {
    await reached("reserved");
    await files.attach(fileIdsOf(form), submissionId);
    await reached("attached");
    if (clock() > units.validUntil) {
      const cause = new Error("the submission took longer than its reservation lasts");
      throw new StoreUnavailableError("MongoDB", cause);
    }
  } catch (error) {
    await units.release();
    throw error;
  }
}

/** Answers null, or with the submission that another request has stored under the same id. */
async function commit({ submissions }: SubmitParts, submission: Submission): Promise<Submission | null> {
  try {
    await submissions.insert(submission);
    return null;
  } catch (error) {
    if (!isDuplicateKey(error)) throw new OutcomeUnknownError(error);
    const other = await submissions.find(submission._id);
    if (!other) throw new OutcomeUnknownError(error);
    return other;
  }
}

/**
 * What follows from the commit, at once if possible. A submission that is stored is accepted: what fails after that is
 * finished later, and no reason to refuse it.
 */
async function follow(
  { materialise, logger }: SubmitParts,
  submission: Submission,
  units: TakenUnits,
): Promise<void> {
  try {
    await materialise(submission, units.settle);
  } catch (error) {
    logger.error({ err: error, submission_id: submission._id }, "a step after the commit is left for later");
  }
}

function runsOf(form: SubmissionForm, newId: () => string): SubmittedRun[] {
  if (form.kind === "score") return form.scores.map((score) => ({ run_id: newId(), score }));
  return form.files.map(({ head, ...file }) => {
    const archive = isZip(head) ? { is_archive: true as const } : {};
    return { run_id: newId(), file: { ...file, ...archive } };
  });
}

function fileIdsOf(form: SubmissionForm): string[] {
  return form.kind === "file" ? form.files.map(({ file_id }) => file_id) : [];
}

interface SubmissionFacts {
  submissionId: string;
  submitter: Submitter;
  form: SubmissionForm;
  runs: SubmittedRun[];
  units: TakenUnits;
}

function createSubmission(parts: SubmitParts, facts: SubmissionFacts): Submission {
  const { submissionId, submitter, form, runs, units } = facts;
  const answer = presentAnswer(
    { buildId: form.buildId, benchmarkId: form.type.id, runs, usage: units.usage },
    parts.runUrl,
  );
  return {
    _id: submissionId,
    account_id: submitter.account_id,
    build_id: form.buildId,
    benchmark_id: form.type.id,
    period: units.period,
    charged: runs.length,
    refunded: [],
    deleted: [],
    runs,
    fingerprint: fingerprintOf(form),
    answer: JSON.stringify(answer),
    materialised: false,
    created_at: parts.clock(),
  };
}

/** What makes two requests the same: build, benchmark, scores, and the bytes of the files. Names do not count. */
export function fingerprintOf(form: SubmissionForm): string {
  const values = form.kind === "score" ? form.scores : form.files.map(({ sha256 }) => sha256);
  return createHash("sha256")
    .update(JSON.stringify([form.buildId, form.type.id, values]))
    .digest("hex");
}
