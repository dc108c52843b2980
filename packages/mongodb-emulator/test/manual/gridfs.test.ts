import { randomBytes } from "node:crypto";
import { buffer } from "node:stream/consumers";
import test from "ava";
import { GridFSBucket, type ObjectId } from "mongodb";
import { openDatabase } from "../helpers/server-under-test.ts";

async function upload(bucket: GridFSBucket, name: string, bytes: Buffer): Promise<ObjectId> {
  const stream = bucket.openUploadStream(name, { metadata: { kind: "test" } });
  await new Promise<void>((resolve, reject) =>
    stream.once("finish", resolve).once("error", reject).end(bytes),
  );
  return stream.id;
}

// The test follows the page "GridFS for Self-Managed Deployments" of MongoDB's manual.
test("a GridFS file can be uploaded, downloaded whole and in part, and deleted", async (t) => {
  const db = await openDatabase(t);
  const bucket = new GridFSBucket(db);
  const bytes = randomBytes(1_500_000);
  const id = await upload(bucket, "capture.csv", bytes);
  t.true((await buffer(bucket.openDownloadStream(id))).equals(bytes));
  const part = await buffer(bucket.openDownloadStream(id, { start: 200_000, end: 900_001 }));
  t.true(part.equals(bytes.subarray(200_000, 900_001)));
  t.like(await bucket.find({ _id: id }).next(), {
    length: bytes.length,
    filename: "capture.csv",
    metadata: { kind: "test" },
  });
  const empty = await upload(bucket, "empty", Buffer.alloc(0));
  t.is((await buffer(bucket.openDownloadStream(empty))).length, 0);
  await bucket.rename(id, "renamed.csv");
  t.is((await bucket.find({ filename: "renamed.csv" }).toArray()).length, 1);
  await bucket.delete(id);
  t.is(await db.collection("fs.chunks").countDocuments(), 0);
  await t.throwsAsync(buffer(bucket.openDownloadStream(id)), { message: /FileNotFound|not found/ });
  t.deepEqual(
    (await db.collection("fs.chunks").indexes()).map(({ key }) => key),
    [{ _id: 1 }, { files_id: 1, n: 1 }],
  );
});

test("GridFS stores and returns many files that are uploaded and downloaded at the same time", async (t) => {
  const bucket = new GridFSBucket(await openDatabase(t), { chunkSizeBytes: 50_000 });
  const files = Array.from({ length: 12 }, () => randomBytes(300_000));
  const ids = await Promise.all(files.map((bytes, index) => upload(bucket, `f${index}`, bytes)));
  const back = await Promise.all(ids.map((id) => buffer(bucket.openDownloadStream(id))));
  for (const [index, bytes] of files.entries()) t.true(back[index]?.equals(bytes));
});
