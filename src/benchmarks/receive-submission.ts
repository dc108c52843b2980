import type { Context } from "koa";
import { receiveForm } from "../http/multipart.ts";
import type { FileFormat } from "../readers/index.ts";
import type { FileStore, StoredFile } from "./file-store.ts";
import { parseSubmissionForm } from "./submission-form.ts";
import type { Submit, Submitter } from "./submit.ts";
import type { Submission } from "./submissions-repository.ts";

/** Receives a submission's form and submits it. */
export type ReceiveSubmission = (context: Context, submitter: Submitter) => Promise<Submission>;

interface ReceiveSubmissionParts {
  files: FileStore;
  submit: Submit;
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
  const { files, submit, requireUnitsLeft, sniff, maxFiles, maxScores } = parts;
  const removeFiles = (stored: readonly StoredFile[]) => files.remove(stored.map(({ file_id }) => file_id));
  return async (context, submitter) => {
    await requireUnitsLeft(submitter);
    const received = await receiveForm(context, {
      fileField: "files",
      maxFiles,
      maxFields: MAX_FIELDS,
      maxFieldBytes: MAX_FIELD_BYTES,
      storeFile: (content, name) => files.put(content, name),
      removeFiles,
    });
    try {
      return await submit(submitter, parseSubmissionForm(received, { maxScores, sniff }));
    } catch (error) {
      await removeFiles(received.files);
      throw error;
    }
  };
}
