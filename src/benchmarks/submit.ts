import { createHash } from "node:crypto";
import type { Clock } from "../infra/clock.ts";
import type { Logger } from "../infra/logger.ts";
import type { FileStore } from "./file-store.ts";
import type { Materialise } from "./materialise.ts";
import { presentAnswer } from "./presenter.ts";
import type { SubmissionForm } from "./submission-form.ts";
import type { Submission, SubmissionsRepository, SubmittedRun } from "./submissions-repository.ts";

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

/** Accepts a submission: all of its runs, or none. Answers with the stored submission. */
export type Submit = (submitter: Submitter, form: SubmissionForm) => Promise<Submission>;

/** What a submission needs. */
export interface SubmitParts {
  submissions: SubmissionsRepository;
  files: FileStore;
  materialise: Materialise;
  clock: Clock;
  newId: () => string;
  runUrl: (runId: string) => string;
  logger: Logger;
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
  const { submissions, files, materialise, logger, newId } = parts;
  return async (submitter, form) => {
    await parts.requireAttachable(form.buildId, submitter.account_id);
    const submissionId = newId();
    const runs = runsOf(form, newId);
    const units = await parts.takeUnits(submitter, { submissionId, units: runs.length });
    const submission = createSubmission(parts, { submissionId, submitter, form, runs, units });
    try {
      if (form.kind === "file") await files.attach(form.files.map(({ file_id }) => file_id));
      if (parts.clock() > units.validUntil)
        throw new Error("the submission took longer than its reservation lasts");
    } catch (error) {
      await units.release();
      throw error;
    }
    // An insert that fails may still have happened. The reservation stays, and the ledger decides when it is counted anew.
    await submissions.insert(submission);
    await Promise.all([
      settled(materialise(submission), logger, { submission_id: submissionId, step: "materialise" }),
      settled(units.settle(), logger, { submission_id: submissionId, step: "settle" }),
    ]);
    return submission;
  };
}

/** A submission that is stored is accepted: what fails after that is finished later, and no reason to refuse it. */
async function settled(step: Promise<void>, logger: Logger, context: object): Promise<void> {
  try {
    await step;
  } catch (error) {
    logger.error({ err: error, ...context }, "a step after the commit is left for later");
  }
}

function runsOf(form: SubmissionForm, newId: () => string): SubmittedRun[] {
  if (form.kind === "score") return form.scores.map((score) => ({ run_id: newId(), score }));
  return form.files.map(({ head: _head, ...file }) => ({ run_id: newId(), file }));
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
    runs,
    fingerprint: fingerprintOf(form, runs),
    answer: JSON.stringify(answer),
    materialised: false,
    created_at: parts.clock(),
  };
}

/** What makes two requests the same: build, benchmark, scores, and the bytes of the files. Names do not count. */
function fingerprintOf({ buildId, type }: SubmissionForm, runs: readonly SubmittedRun[]): string {
  const values = runs.map((run) => ("score" in run ? run.score : run.file.sha256));
  return createHash("sha256")
    .update(JSON.stringify([buildId, type.id, values]))
    .digest("hex");
}
