import { openAsBlob } from "node:fs";
import { basename } from "node:path";
import { dataOf, type Api } from "./client.ts";

/** What to submit. */
interface Upload {
  buildId: number;
  benchmarkId: number;
  /** The paths of result files, each of which becomes a run. */
  files: readonly string[];
  /** Names the request: sent again with the same key, it takes effect once. */
  idempotencyKey: string;
  /** Called while the bytes go out, with how many of the files' bytes are sent. */
  onProgress: (sentBytes: number, totalBytes: number) => void;
}

/**
 * Submits result files and returns what the service answers: the runs, which a worker then reads. The files are read while they
 * are sent, so none is ever in memory as a whole.
 * @throws Error with what the problem says
 */
export async function upload(api: Api, { buildId, benchmarkId, files, ...rest }: Upload) {
  const blobs = await Promise.all(files.map((file) => openAsBlob(file)));
  const form = new FormData();
  form.set("build_id", String(buildId));
  form.set("benchmarks", JSON.stringify({ id: benchmarkId }));
  for (const [index, blob] of blobs.entries()) form.append("files", blob, basename(files[index] ?? ""));
  const totalBytes = blobs.reduce((sum, { size }) => sum + size, 0);
  const { body, headers } = new Response(form);
  // fetch tells no progress: a stream counts what the connection takes. A page in a browser uses XMLHttpRequest instead.
  const counted = body?.pipeThrough(
    counting((sent) => rest.onProgress(Math.min(sent, totalBytes), totalBytes)),
  );
  const answer = await api.POST("/benchmarks/add", {
    params: { header: { "Idempotency-Key": rest.idempotencyKey } },
    headers: { "Content-Type": headers.get("Content-Type") },
    // The types know the fields of the form; its bytes are those of the stream.
    body: { build_id: buildId, benchmarks: { id: benchmarkId } },
    bodySerializer: () => counted,
    duplex: "half",
  });
  return dataOf(answer);
}

/** Returns a stream that lets bytes through and tells how many it has let through. */
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
