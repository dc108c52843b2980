import { createHash } from "node:crypto";
import { once } from "node:events";
import process from "node:process";
import { GridFSBucket, MongoClient, ObjectId } from "mongodb";
import { readResult } from "../../../src/readers/index.ts";
import { doTasks, manyAtOnce } from "../child-process.ts";
import { durationMs } from "../measures.ts";
import { numberedContent, type SentFile } from "./files.ts";

// This program is the yardstick of file submissions. It uploads files into GridFS by the driver alone, hashes them
// during the upload, and uses the write concern of the service. If the task asks for it, the reader of the service then
// reads the files, one after the other.

/** The uploads of a file: their number, and how many run at the same time. */
export interface UploadsTask {
  count: number;
  atOnce: number;
  file: SentFile;
  /** Whether each uploaded file is read from memory afterwards, and removed at the end; the removal is not measured. */
  isRead: boolean;
}

/**
 * The size, in bytes, of the pieces in which a bare upload writes a file: the most bytes that a socket delivers to the
 * service at a time, so that npm run bench compares like with like.
 */
const PIECE_BYTES = 64 * 1024;

const { MONGODB_URL = "", MONGODB_DATABASE = "" } = process.env;
const client = new MongoClient(MONGODB_URL, { writeConcern: { w: "majority" }, retryWrites: false });
const bucket = new GridFSBucket(client.db(MONGODB_DATABASE), { bucketName: "bare" });

async function uploadAll({ count, atOnce, file, isRead }: UploadsTask): Promise<{ ms: number }> {
  const ids = Array.from({ length: count }, () => new ObjectId());
  const ms = await durationMs(async () => {
    await manyAtOnce(ids.entries(), atOnce, ([index, id]) => upload(id, numberedContent(file, index)));
    if (isRead)
      for (const index of ids.keys())
        await readResult(piecesOf(numberedContent(file, index)), { format: "frame-csv" });
  });
  if (isRead) for (const id of ids) await bucket.delete(id);
  return { ms };
}

async function upload(id: ObjectId, content: Buffer): Promise<string> {
  const target = bucket.openUploadStreamWithId(id, id.toHexString());
  const finished = once(target, "finish");
  const hash = createHash("sha256");
  for await (const piece of piecesOf(content)) {
    hash.update(piece);
    if (!target.write(piece)) await once(target, "drain");
  }
  target.end();
  await finished;
  return hash.digest("hex");
}

async function* piecesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

doTasks(uploadAll);
