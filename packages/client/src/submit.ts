import { createHash } from "node:crypto";
import type { Api } from "./api.ts";
import type { operations } from "./api-types.ts";
import type { Ask } from "./ask.ts";
import { addFiles, sha256Of } from "./files.ts";

/** The benchmarks that the service reads from the files: the field `benchmarks` of `POST /benchmarks/add`. */
export type Benchmarks =
  operations["postBenchmarksAdd"]["requestBody"]["content"]["multipart/form-data"]["benchmarks"];

/** The answer to a submission. The service reads submitted files later: `waitFor` returns the results of their runs. */
export type Submitted = operations["postBenchmarksAdd"]["responses"][200]["content"]["application/json"];

/** A submission of scores or files to one build. */
export interface Submission {
  buildId: number;
  benchmarks: Benchmarks;
  /** The paths of 1 to 10 result files, each of which becomes at least one run; none if scores are submitted. */
  files?: readonly string[];
  /**
   * The idempotency key of the submission: of several submissions with the same key, only the first takes effect. By
   * default, the key is derived from the build, from `benchmarks` and from the bytes of the files. So whoever repeats a
   * submission within 24 hours gets the runs of the first submission.
   */
  idempotencyKey?: string;
  /**
   * The function that is called during the upload, with the number of bytes sent and the total size of the files in
   * bytes. A retry of the upload starts again at zero.
   */
  onProgress?: (sentBytes: number, totalBytes: number) => void;
  signal?: AbortSignal;
}

/**
 * Sends a submission, reading its files from the disk during the upload.
 * @throws ProblemError, ConnectionError, FileError, or the error of the system where a file cannot be read
 */
export async function submit(api: Api, ask: Ask, submission: Submission): Promise<Submitted> {
  const { buildId, benchmarks, signal } = submission;
  const key = submission.idempotencyKey ?? (await keyOf(submission));
  return ask(async () => {
    const { body, contentType } = await openForm(submission);
    return api.POST("/benchmarks/add", {
      params: { header: { "Idempotency-Key": key } },
      headers: { "Content-Type": contentType },
      // `body` only satisfies the types of the call: the request sends the bytes of the stream, not this object.
      body: { build_id: buildId, benchmarks },
      bodySerializer: () => body,
      duplex: "half",
      ...(signal && { signal }),
    });
  }, signal);
}

async function keyOf({ buildId, benchmarks, files = [], signal }: Submission): Promise<string> {
  const hashes: string[] = [];
  for (const file of files) hashes.push(await sha256Of(file, signal));
  return createHash("sha256")
    .update(JSON.stringify([buildId, benchmarks, hashes]))
    .digest("hex");
}

/**
 * Opens the form of a submission as a stream that reports the progress of the upload: fetch itself reports no progress.
 */
async function openForm({ buildId, benchmarks, files = [], onProgress }: Submission) {
  const form = new FormData();
  form.set("build_id", String(buildId));
  form.set("benchmarks", JSON.stringify(benchmarks));
  const totalBytes = await addFiles(form, files);
  const { body, headers } = new Response(form);
  let sentBytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      controller.enqueue(chunk);
      sentBytes += chunk.byteLength;
      // Report no more sent bytes than the total size of the files: the form has more bytes than its files.
      onProgress?.(Math.min(sentBytes, totalBytes), totalBytes);
    },
  });
  return { body: body?.pipeThrough(counter), contentType: headers.get("Content-Type") };
}
