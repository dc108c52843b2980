import type { Db, ObjectId } from "mongodb";
import { StoreUnavailableError } from "../../errors.ts";
import { bounded, LateError } from "../../infra/bounded.ts";
import type { Mongo } from "../../infra/mongo.ts";
import type { ContentWriter } from "./file-contents.ts";

// Writes files as the GridFS specification lays them out. The driver's own stream waits for each chunk before it takes further bytes; this
// one takes them meanwhile.

/** The usual size of a chunk: with its other fields it is a little less than 256 KiB. */
const CHUNK_BYTES = 255 * 1024;
/** How many full chunks may wait while others are being stored. */
const MAX_WAITING_CHUNKS = 3;

interface StoredChunk {
  files_id: ObjectId;
  n: number;
  data: Buffer;
}

interface StoredFile {
  _id: ObjectId;
  length: number;
  chunkSize: number;
  uploadDate: Date;
  filename: string;
}

const chunksOf = (db: Db, bucket: string) => db.collection<StoredChunk>(`${bucket}.chunks`);

/** Creates the indexes of a bucket, which readers of GridFS expect. May run any number of times. */
export async function setUpGridfs(db: Db, bucket: string): Promise<void> {
  await Promise.all([
    chunksOf(db, bucket).createIndex({ files_id: 1, n: 1 }, { unique: true }),
    db.collection(`${bucket}.files`).createIndex({ filename: 1, uploadDate: 1 }),
  ]);
}

/**
 * Creates the writer of a file. It stores the full chunks that have come together, one write after the other, and takes further bytes
 * meanwhile, of which it holds a few chunks at most. The document of the file comes last, so that nobody sees a part of it.
 * Only a write that timed out may still arrive after `abandon`: the sweep removes such chunks together with the upload.
 */
export function createGridfsWriter(
  { db, timeoutMs }: Pick<Mongo, "db" | "timeoutMs">,
  bucket: string,
  fileId: ObjectId,
): ContentWriter {
  const chunks = chunksOf(db, bucket);
  const files = db.collection<StoredFile>(`${bucket}.files`);
  const filling = createChunker();
  let waiting: Buffer[] = [];
  let stored = 0;
  let storing: Promise<void> | undefined;
  let failure: { error: unknown } | undefined;

  async function storeWaiting(): Promise<void> {
    try {
      while (waiting.length > 0) {
        const batch = waiting.map((data, index) => ({ files_id: fileId, n: stored + index, data }));
        waiting = [];
        stored += batch.length;
        await confirmed(chunks.insertMany(batch), timeoutMs);
      }
    } catch (error) {
      failure = { error };
    } finally {
      storing = undefined;
    }
  }

  function store(full: readonly Buffer[]): void {
    waiting.push(...full);
    if (waiting.length > 0) storing ??= storeWaiting();
  }

  function throwFailure(): void {
    if (failure) throw failure.error;
  }

  return {
    write: async (bytes) => {
      store(filling.add(bytes));
      if (waiting.length >= MAX_WAITING_CHUNKS) await storing;
      throwFailure();
    },
    end: async () => {
      store(filling.rest());
      await storing;
      throwFailure();
      const facts = { length: filling.length(), chunkSize: CHUNK_BYTES, filename: fileId.toHexString() };
      const inserting = files.insertOne({ _id: fileId, ...facts, uploadDate: fileId.getTimestamp() });
      await confirmed(inserting, timeoutMs);
    },
    abandon: async () => storing,
  };
}

/** Collects bytes into chunks. */
function createChunker() {
  let parts: Uint8Array[] = [];
  let partBytes = 0;
  let length = 0;
  const take = (): Buffer => {
    const chunk = Buffer.concat(parts, partBytes);
    parts = [];
    partBytes = 0;
    return chunk;
  };
  return {
    /** Takes bytes, and returns the chunks that they fill. */
    add: (bytes: Uint8Array): Buffer[] => {
      const full: Buffer[] = [];
      length += bytes.length;
      for (let at = 0; at < bytes.length;) {
        const part = bytes.subarray(at, at + CHUNK_BYTES - partBytes);
        parts.push(part);
        partBytes += part.length;
        at += part.length;
        if (partBytes === CHUNK_BYTES) full.push(take());
      }
      return full;
    },
    /** Returns the bytes that fill no chunk: the last one, or none. */
    rest: (): Buffer[] => (partBytes > 0 ? [take()] : []),
    length: (): number => length,
  };
}

/**
 * Waits until MongoDB confirms a write. The driver does not enforce its time limit while the server accepts no bytes.
 * @throws StoreUnavailableError after the timeout, or the error of the write
 */
async function confirmed(writing: Promise<unknown>, timeoutMs: number): Promise<void> {
  try {
    await bounded(writing, timeoutMs, "writing a file");
  } catch (error) {
    throw error instanceof LateError ? new StoreUnavailableError("MongoDB", error) : error;
  }
}
