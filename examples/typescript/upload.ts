import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { dataOf, type Api } from "./client.ts";

/** What to submit. */
interface Upload {
  buildId: number;
  benchmarkId: number;
  /** The paths of result files, each of which becomes a run. */
  files: readonly string[];
  /** Identifies the request: a repeated request with the same key takes effect once. */
  idempotencyKey: string;
  /** Called during the upload with the number of sent bytes and the total size of the files, in bytes. */
  onProgress: (sentBytes: number, totalBytes: number) => void;
}

/**
 * Submits result files and returns the answer of the service with the new runs, whose files a worker then reads. Each
 * file is read from disk during the upload, so no file is in memory as a whole.
 * @throws Error with the title and detail of the problem
 */
export async function upload(api: Api, { buildId, benchmarkId, files, ...rest }: Upload) {
  const blobs = await Promise.all(files.map((file) => openAsBlob(file)));
  const form = new FormData();
  form.set("build_id", String(buildId));
  form.set("benchmarks", JSON.stringify({ id: benchmarkId }));
  for (const [index, blob] of blobs.entries()) form.append("files", blob, basename(files[index] ?? ""));
  const totalBytes = blobs.reduce((sum, { size }) => sum + size, 0);
  const { body, headers } = new Response(form);
  // fetch reports no progress, so a stream counts the bytes. A page in a browser uses XMLHttpRequest instead.
  const counted = body?.pipeThrough(
    counting((sent) => rest.onProgress(Math.min(sent, totalBytes), totalBytes)),
  );
  const answer = await api.POST("/benchmarks/add", {
    params: { header: { "Idempotency-Key": rest.idempotencyKey } },
    headers: { "Content-Type": headers.get("Content-Type") },
    // These fields only satisfy the types; the bytes of the form come from the stream.
    body: { build_id: buildId, benchmarks: { id: benchmarkId } },
    bodySerializer: () => counted,
    duplex: "half",
  });
  return dataOf(answer);
}

/** Returns a stream that passes bytes on and calls `onBytes` with the number of bytes passed so far. */
function counting(onBytes: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      controller.enqueue(chunk);
      bytes += chunk.byteLength;
      onBytes(bytes);
    },
  });
}
