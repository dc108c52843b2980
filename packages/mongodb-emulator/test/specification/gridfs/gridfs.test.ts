import { buffer } from "node:stream/consumers";
import test from "ava";
import { Binary, Double, MinKey, MongoRuntimeError, ObjectId, type Collection, type Document } from "mongodb";
import {
  bytesOf,
  chunksOf,
  download,
  fileOf,
  holds,
  idOf,
  openFiles,
  openStoredFiles,
  storedChunks,
  storedFiles,
  TEN_BYTES,
  upload,
} from "./gridfs-files.ts";
import { errorOf } from "../../helpers/server-under-test.ts";

// Cases of MongoDB's driver specifications, GridFS. The titles of the tests contain the names of the specification's
// files. The driver implements most of GridFS; the cases check the documents and indexes that the driver stores and
// searches in the server.

test("a GridFS upload stores one document for the file and one for each chunk of four bytes (upload)", async (t) => {
  const { bucket, files, chunks } = await openFiles(t);
  for (const size of [0, 1, 3, 4, 5, 8]) {
    const hex = TEN_BYTES.slice(0, size * 2);
    const id = await upload(bucket, hex);
    const file = await files.findOne({ _id: id });
    t.true(file?.["uploadDate"] instanceof Date, `${size}`);
    t.deepEqual(file, {
      _id: id,
      length: size,
      chunkSize: 4,
      uploadDate: file?.["uploadDate"] as Date,
      filename: "filename",
    });
    const found = await chunks.find({ files_id: id }).sort({ n: 1 }).toArray();
    t.true(found.every(({ _id }) => _id instanceof ObjectId));
    t.deepEqual(
      found.map(({ _id, ...rest }) => rest),
      chunksOf(1, hex).map(({ n, data }) => ({ files_id: id, n: n as number, data: data as Binary })),
      `${size}`,
    );
    t.is(await download(bucket, id), hex);
  }
});

test("a GridFS upload stores the metadata with the file (upload)", async (t) => {
  const { bucket, files } = await openFiles(t);
  const metadata = { contentType: "image/jpeg", x: 1 };
  const id = await upload(bucket, "11", { metadata });
  t.deepEqual((await files.findOne({ _id: id }))?.["metadata"], metadata);
});

test("an aborted GridFS upload leaves no chunks", async (t) => {
  const { bucket, files, chunks } = await openFiles(t);
  const kept = await upload(bucket, "11");
  const stream = bucket.openUploadStream("filename", { chunkSizeBytes: 4 });
  await new Promise<void>((resolve, reject) => {
    stream.write(bytesOf(TEN_BYTES), (error) => (error ? reject(error) : resolve()));
  });
  t.is(await chunks.countDocuments({ files_id: stream.id }), 2);
  await stream.abort();
  t.is(await chunks.countDocuments({ files_id: stream.id }), 0);
  t.is(await chunks.countDocuments({ files_id: kept }), 1);
  t.is(await files.countDocuments(), 1);
});

// The section "Before write operations" of the GridFS specification requires an index on each of the two collections.
test("the first upload to GridFS creates its two indexes unless they exist", async (t) => {
  const own = await openFiles(t);
  await upload(own.bucket, "11");
  const keysOf = async (collection: Collection): Promise<Document[]> =>
    (await collection.indexes()).map(({ key, unique = false }) => ({ key, unique }));
  const expected = {
    files: [
      { key: { _id: 1 }, unique: false },
      { key: { filename: 1, uploadDate: 1 }, unique: false },
    ],
    chunks: [
      { key: { _id: 1 }, unique: false },
      { key: { files_id: 1, n: 1 }, unique: true },
    ],
  };
  t.deepEqual(await keysOf(own.files), expected.files);
  t.deepEqual(await keysOf(own.chunks), expected.chunks);
  const [chunk] = await own.chunks.find().toArray();
  t.like(await errorOf(t, () => own.chunks.insertOne({ ...chunk, _id: new ObjectId() })), { code: 11000 });

  const there = await openFiles(t);
  const one = new Double(1) as unknown as 1;
  await there.files.createIndex({ filename: one, uploadDate: one }, { name: "by another program" });
  await there.chunks.createIndex({ files_id: one, n: one }, { unique: true, name: "by another program" });
  await upload(there.bucket, "11");
  t.deepEqual(await keysOf(there.files), expected.files);
  t.deepEqual(await keysOf(there.chunks), expected.chunks);
});

test("a GridFS download returns the chunks of its file in order, and no chunk of another file (download)", async (t) => {
  const stored = await openStoredFiles(t);
  const contents = ["", "", "1122", TEN_BYTES.slice(0, 16), TEN_BYTES, "1122"];
  for (const [index, content] of contents.entries())
    t.is(await download(stored.bucket, idOf(index + 1)), content, `file ${index + 1}`);
  await t.throwsAsync(download(stored.bucket, idOf(0)), { code: "ENOENT" });
});

test("a GridFS download can be limited to a range of bytes", async (t) => {
  const { bucket, chunks } = await openStoredFiles(t);
  // Store the chunks in another order than that of their numbers.
  await chunks.deleteMany({ files_id: idOf(5) });
  await chunks.insertMany(chunksOf(5, TEN_BYTES).toReversed());
  for (let start = 0; start < 10; start++)
    for (let end = start + 1; end <= 10; end++)
      t.is(
        await download(bucket, idOf(5), { start, end }),
        TEN_BYTES.slice(start * 2, end * 2),
        `${start}-${end}`,
      );
});

test("a GridFS download fails if a chunk is missing, unexpected or of the wrong size (download)", async (t) => {
  const { bucket, chunks } = await openStoredFiles(t);
  const chunkOf = (n: number): Document => ({ files_id: idOf(5), n });
  const spoil: Readonly<Record<string, readonly [message: RegExp, spoil: () => Promise<unknown>]>> = {
    "in the middle missing": [/ChunkIsMissing/, () => chunks.deleteOne(chunkOf(1))],
    "at the start missing": [/ChunkIsMissing/, () => chunks.deleteOne(chunkOf(0))],
    "in the middle too short": [
      /ChunkIsWrongSize/,
      async () => {
        const { modifiedCount } = await chunks.bulkWrite([
          { updateOne: { filter: chunkOf(1), update: { $set: { data: new Binary(bytesOf("556677")) } } } },
          { updateOne: { filter: chunkOf(2), update: { $set: { data: new Binary(bytesOf("8899aa")) } } } },
        ]);
        t.is(modifiedCount, 2);
      },
    ],
    "at the end too short": [
      /ChunkIsWrongSize/,
      () => chunks.updateOne(chunkOf(2), { $set: { data: new Binary(bytesOf("99")) } }),
    ],
    "one too many": [
      /ExtraChunk/,
      () => chunks.insertOne({ ...chunkOf(3), data: new Binary(bytesOf("bb")) }),
    ],
    "one counted twice": [
      /ExtraChunk/,
      () => chunks.insertOne({ ...chunkOf(1), data: new Binary(bytesOf("55667788")) }),
    ],
  };
  for (const [name, [message, run]] of Object.entries(spoil)) {
    await run();
    await t.throwsAsync(download(bucket, idOf(5)), { name: "MongoGridFSChunkError", message }, name);
    await chunks.deleteMany({ files_id: idOf(5) });
    await chunks.insertMany(chunksOf(5, TEN_BYTES));
    t.is(await download(bucket, idOf(5)), TEN_BYTES);
  }
});

test("a GridFS download by name returns the requested revision, or by default the latest (downloadByName)", async (t) => {
  const { bucket, files, chunks } = await openFiles(t);
  const numbers = [1, 2, 3, 4, 5];
  const dayMs = 86_400_000;
  const revisions = numbers.map((n) =>
    fileOf(n, 1, { filename: "abc", uploadDate: new Date((n - 1) * dayMs) }),
  );
  await files.insertMany([
    ...revisions.toReversed(),
    fileOf(6, 1, { filename: "abcd", uploadDate: new Date(9 * dayMs) }),
  ]);
  await chunks.insertMany(numbers.flatMap((n) => chunksOf(n, `${n}${n}`)));
  const byName = async (filename: string, revision?: number): Promise<string> => {
    const options = revision === undefined ? {} : { revision };
    return (await buffer(bucket.openDownloadStreamByName(filename, options))).toString("hex");
  };
  for (const indexed of [false, true]) {
    if (indexed) await files.createIndex({ filename: 1, uploadDate: 1 });
    t.is(await byName("abc"), "55");
    const expected = { "0": "11", "1": "22", "2": "33", "4": "55", "-1": "55", "-2": "44", "-5": "11" };
    for (const [revision, content] of Object.entries(expected))
      t.is(await byName("abc", Number(revision)), content, revision);
    for (const revision of [5, 999, -6]) await t.throwsAsync(byName("abc", revision), { code: "ENOENT" });
    await t.throwsAsync(byName("xyz"), { code: "ENOENT" });
  }
});

test("deleting a GridFS file deletes only its document and its chunks (delete)", async (t) => {
  for (const number of [1, 2, 4]) {
    const stored = await openStoredFiles(t);
    const id = idOf(number);
    await stored.bucket.delete(id);
    await holds(t, stored, {
      files: storedFiles.filter((file) => !id.equals(file["_id"] as ObjectId)),
      chunks: storedChunks.filter((chunk) => !id.equals(chunk["files_id"] as ObjectId)),
    });
  }
});

test("deleting a GridFS file whose document is missing deletes its orphaned chunks (delete)", async (t) => {
  const stored = await openStoredFiles(t);
  await t.throwsAsync(stored.bucket.delete(idOf(0)), { instanceOf: MongoRuntimeError });
  await holds(t, stored, { files: storedFiles, chunks: storedChunks });
  t.is((await stored.files.deleteOne({ _id: idOf(4) })).deletedCount, 1);
  await t.throwsAsync(stored.bucket.delete(idOf(4)), { instanceOf: MongoRuntimeError });
  await holds(t, stored, {
    files: storedFiles.filter((file) => !idOf(4).equals(file["_id"] as ObjectId)),
    chunks: storedChunks.filter((chunk) => !idOf(4).equals(chunk["files_id"] as ObjectId)),
  });
});

test("renaming changes the name of one GridFS file, and fails for a missing file (rename)", async (t) => {
  const stored = await openStoredFiles(t);
  await stored.bucket.rename(idOf(1), "newfilename");
  await stored.bucket.rename(idOf(6), "a name at last");
  await t.throwsAsync(stored.bucket.rename(idOf(0), "newfilename"), { instanceOf: MongoRuntimeError });
  const names = new Map([
    [1, "newfilename"],
    [6, "a name at last"],
  ]);
  await holds(t, stored, {
    files: storedFiles.map((file, index) => ({
      ...file,
      ...(names.has(index + 1) && { filename: names.get(index + 1) }),
    })),
    chunks: storedChunks,
  });
});

// The driver has no methods that rename or delete files by name, so the test sends the commands that the
// specification describes.
test("renaming and deleting GridFS files by name affect all revisions (renameByName, deleteByName)", async (t) => {
  const stored = await openStoredFiles(t);
  const { files, chunks } = stored;
  t.like(await files.updateMany({ filename: { $ne: "length-8" } }, { $set: { filename: "filename" } }), {
    matchedCount: 5,
    modifiedCount: 5,
  });
  t.like(await files.updateMany({ filename: "missing" }, { $set: { filename: "x" } }), { matchedCount: 0 });
  const found = await files.find({ filename: "filename" }, { projection: { _id: 1 } }).toArray();
  const ids = found.map(({ _id }) => _id);
  t.like(await files.deleteMany({ _id: { $in: ids } }), { deletedCount: 5 });
  t.like(await chunks.deleteMany({ files_id: { $in: ids } }), { deletedCount: 6 });
  await holds(t, stored, { files: [fileOf(4, 8)], chunks: chunksOf(4, TEN_BYTES.slice(0, 16)) });
});

test("a GridFS id that looks like an operator is treated as a value, which matches no file (queries-use-eq)", async (t) => {
  const stored = await openStoredFiles(t);
  const id = { $gt: new MinKey() } as unknown as ObjectId;
  await t.throwsAsync(stored.bucket.delete(id));
  await t.throwsAsync(download(stored.bucket, id), { code: "ENOENT" });
  await t.throwsAsync(stored.bucket.rename(id, "injected"));
  await holds(t, stored, { files: storedFiles, chunks: storedChunks });
});
