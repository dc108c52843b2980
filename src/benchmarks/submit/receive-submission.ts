import type { Context } from "koa";
import { isMongoUnavailable } from "../../infra/mongo.ts";
import type { Idempotency, KeptAnswer } from "../../idempotency/idempotency.ts";
import { receiveForm } from "../../http/bodies/multipart.ts";
import type { FileFormat } from "../../readers/index.ts";
import { OutcomeUnknownError } from "../errors.ts";
import type { FileStore, StoredFile } from "../records/file-store.ts";
import { parseSubmissionForm } from "./submission-form.ts";
import { fingerprintOf, type Submit, type Submitter } from "./submit.ts";
import type { Submission, SubmissionsRepository } from "../records/ledger.ts";

/** Receives a submission's form and submits it; a request that was answered before gets the same answer. */
export type ReceiveSubmission = (context: Context, submitter: Submitter) => Promise<KeptAnswer>;

/** What receiving a submission needs. */
export interface ReceiveSubmissionParts {
  files: FileStore;
  submissions: Pick<SubmissionsRepository, "find">;
  submit: Submit;
  idempotency: Idempotency;
  newId: () => string;
  /** @throws when the account has no unit left: it hears so before it uploads anything */
  requireUnitsLeft: (submitter: Submitter) => Promise<void>;
  sniff: (head: Uint8Array, format: FileFormat) => string | null;
  maxFiles: number;
  maxScores: number;
}

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 64 * 1024;

/** From the first byte of the form to the stored submission. Files of a form that is refused are removed again. */
export function createReceiveSubmission(parts: ReceiveSubmissionParts): ReceiveSubmission {
  const { files, idempotency, maxFiles } = parts;
  const removeFiles = (stored: readonly StoredFile[]) => files.remove(stored.map(({ file_id }) => file_id));
  return async (context, submitter) => {
    const key = idempotency.keyOf(context, submitter.account_id);
    // A request that is repeated costs nothing, so an account at its limit may repeat it.
    if (!(await idempotency.isKnown(key))) await parts.requireUnitsLeft(submitter);
    const received = await receiveForm(context, {
      fileField: "files",
      maxFiles,
      maxFields: MAX_FIELDS,
      maxFieldBytes: MAX_FIELD_BYTES,
      storeFile: (content, name) => files.put(content, name),
      removeFiles,
    });
    let mayStay = false;
    try {
      const form = parseSubmissionForm(received, parts);
      return await idempotency.once({
        key,
        fingerprint: fingerprintOf(form),
        newResourceId: parts.newId,
        findAnswer: (id) => findAnswer(parts, id),
        act: async (id) => {
          const submission = await parts.submit(submitter, form, id);
          mayStay = true;
          return keptAnswerOf(submission);
        },
      });
    } catch (error) {
      // A submission that may be stored may need its files: the ledger decides later. While the store is away they cannot
      // be removed: they are found when they are old.
      mayStay ||= error instanceof OutcomeUnknownError || isMongoUnavailable(error);
      throw error;
    } finally {
      if (!mayStay) await removeFiles(received.files);
    }
  };
}

async function findAnswer(
  { submissions }: ReceiveSubmissionParts,
  submissionId: string,
): Promise<KeptAnswer | null> {
  const submission = await submissions.find(submissionId);
  return submission && keptAnswerOf(submission);
}

/** A single run has a place of its own. */
function keptAnswerOf({ answer, runs }: Submission): KeptAnswer {
  const [only, ...others] = runs;
  return { json: answer, location: only && others.length === 0 ? `/benchmarks/runs/${only.run_id}` : null };
}
