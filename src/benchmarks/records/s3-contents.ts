import { inBatches } from "../../infra/batches.ts";
import type { ObjectStore, PartsUpload } from "../../infra/s3.ts";
import { StoredFileMissingError } from "../errors.ts";
import type { ContentWriter, FileContents } from "./file-contents.ts";

/**
 * Minimum size of every part except the last ("Amazon S3 multipart upload limits"), and the most that an upload holds
 * in memory.
 */
export const PART_BYTES = 5 * 1024 * 1024;

/**
 * The number of bytes that one request reads. A slow consumer holds this many bytes in memory, and no connection to the
 * store.
 */
const RANGE_BYTES = 2 * 1024 * 1024;

/** How many files are removed at the same time. */
const REMOVALS_AT_ONCE = 16;

/**
 * Creates the store of the bytes of files in an object store: an object for each file, whose key is the id of the file.
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

/** Sends a small file as a whole, and any other part by part: an object appears when all its bytes have arrived. */
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
    // The store can find sent parts by the key, which is enough to remove them.
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
