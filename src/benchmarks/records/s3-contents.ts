import { inBatches } from "../../infra/batches.ts";
import type { ObjectStore, PartsUpload } from "../../infra/s3.ts";
import { StoredFileMissingError } from "../errors.ts";
import type { ContentWriter, FileContents } from "./file-contents.ts";

/**
 * The size, in bytes, of each part of a multipart upload except the last. It is the minimum that S3 allows ("Amazon S3
 * multipart upload limits"), because an upload holds one part in memory.
 */
export const PART_BYTES = 5 * 1024 * 1024;

/**
 * The number of bytes of a file that one request reads. While a consumer is slow, the bytes of only one request are in
 * memory, and no connection to the object store is open.
 */
const RANGE_BYTES = 2 * 1024 * 1024;

/** The number of files that are removed from the object store at the same time. */
const REMOVALS_AT_ONCE = 16;

/**
 * Creates the store of the bytes of files in an object store. Each file is an object whose key is the id of the file.
 */
export function createS3Contents(objects: ObjectStore): FileContents {
  return {
    begin: (fileId) => createWriter(objects, fileId),
    read: (fileId, expectedBytes) => readInRanges(objects, fileId, expectedBytes),
    has: objects.has,
    remove: async (fileIds) => {
      for await (const some of inBatches(fileIds, REMOVALS_AT_ONCE))
        await Promise.all(some.map((fileId) => objects.remove(fileId)));
    },
    isSilence: objects.isSilence,
  };
}

/**
 * Creates a writer that sends a small file in one request, and a larger file part by part. The object becomes visible
 * when all its bytes have arrived.
 */
function createWriter(objects: ObjectStore, key: string): ContentWriter {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  let upload: PartsUpload | undefined;

  function takeHeld(): Uint8Array {
    const bytes = Buffer.concat(held, heldBytes);
    held = [];
    heldBytes = 0;
    return bytes;
  }

  async function sendPart(): Promise<void> {
    upload ??= await objects.beginParts(key);
    await upload.add(takeHeld());
  }

  return {
    write: async (bytes) => {
      held.push(bytes);
      heldBytes += bytes.length;
      if (heldBytes >= PART_BYTES) await sendPart();
    },
    end: async () => {
      if (!upload) return objects.put(key, takeHeld());
      if (heldBytes > 0) await sendPart();
      return upload.complete();
    },
    // Drop only those bytes of the file that are in memory. `remove` later removes the parts that were sent to the
    // object store: it finds the parts by the key of the object.
    abandon: () => void takeHeld(),
  };
}

async function* readInRanges(
  objects: ObjectStore,
  fileId: string,
  expectedBytes: number,
): AsyncGenerator<Uint8Array> {
  let length = Number.POSITIVE_INFINITY;
  for (let start = 0; start < length;) {
    const end = Math.min(start + RANGE_BYTES, expectedBytes + 1);
    const range = await objects.readRange(fileId, { start, end });
    if (range === null) throw new StoredFileMissingError(fileId);
    if (range.bytes.length === 0) return;
    yield range.bytes;
    start += range.bytes.length;
    length = Math.min(range.totalBytes, expectedBytes + 1);
  }
}
