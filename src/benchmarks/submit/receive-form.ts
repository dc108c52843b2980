import type { Config } from "../../config.ts";
import { InvalidInputError } from "../../errors.ts";
import type { ReceivedForm, UploadedForm } from "../../validation/uploaded-form.ts";
import type { Upload } from "../budgets/upload.ts";
import type { BuildsPort, Submitter } from "../ports.ts";
import type { FileStore, StoredFile } from "../records/file-store.ts";
import { judgeBeforeFile } from "./submission-form.ts";

const MAX_FIELDS = 20;
const MAX_FIELD_BYTES = 64 * 1024;

interface ReceiveDeps {
  files: FileStore;
  builds: BuildsPort;
  config: Pick<Config, "MAX_FILES" | "MAX_RUNS">;
}

interface FormRequest {
  submitter: Submitter;
  form: UploadedForm;
  upload: Upload;
  /**
   * How many bytes the files of the accepted request have that this one may repeat: then neither the build nor the budgets of runs
   * matter any more. Null where it repeats none.
   */
  repeatedBytes: number | null;
  /** False where build and budgets are judged only when the whole form is there. */
  isJudgedEarly: boolean;
}

/**
 * Receives the form of a submission and stores its files. The fields that arrive before a file decide whether the file is taken at
 * all: a form that cannot be accepted any more is refused before it, a small one by its fields alone.
 * @throws InvalidInputError with every fault so far, NotFoundError or NotAllowedError for the build, the errors of a used-up
 * budget, and the errors of UploadedForm.receive. Nothing remains stored.
 */
export function receiveSubmissionForm(
  { files, builds, config }: ReceiveDeps,
  { submitter, form, upload, repeatedBytes, isJudgedEarly }: FormRequest,
): Promise<ReceivedForm<StoredFile>> {
  const put = files.putTogether();
  return form.receive({
    fileField: "files",
    maxFiles: config.MAX_FILES,
    maxFields: MAX_FIELDS,
    maxFieldBytes: MAX_FIELD_BYTES,
    target: {
      put: (content, name) => put(upload.limit(content), name),
      remove: (fileIds) => files.remove(fileIds),
    },
    beforeFile: async (soFar) => {
      const { faults, buildId } = judgeBeforeFile(soFar, { maxScores: config.MAX_RUNS });
      if (faults.length > 0) throw new InvalidInputError(faults);
      if (!isJudgedEarly) return;
      if (buildId !== undefined && repeatedBytes === null)
        await builds.requireAttachable(buildId, submitter, 1);
      await upload.begin(repeatedBytes);
    },
  });
}
