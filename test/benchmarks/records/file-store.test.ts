import { createHash } from "node:crypto";
import { once } from "node:events";
import test, { type ExecutionContext } from "ava";
import { GridFSBucket, ObjectId } from "mongodb";
import {
  FileDamagedError,
  FileTooLargeError,
  StoredFileMissingError,
} from "../../../src/benchmarks/errors.ts";
import { createFileContents } from "../../../src/benchmarks/records/choose-contents.ts";
import { createFileStore, setUpFiles, type FileStore } from "../../../src/benchmarks/records/file-store.ts";
import { PART_BYTES } from "../../../src/benchmarks/records/s3-contents.ts";
import type { Upload } from "../../../src/benchmarks/records/uploads.ts";
import { parseConfig } from "../../../src/config.ts";
import { StoreUnavailableError } from "../../../src/errors.ts";
import { openS3 } from "../../../src/infra/s3.ts";
import { startNetwork } from "../../helpers/network.ts";
import { answerError, openS3Server } from "../../helpers/s3-server.ts";
import { testStores } from "../../helpers/stores.ts";
import { bytesOf, inPieces, PIECE_BYTES, readAll, thatBreaksOff } from "./file-sources.ts";

// Tests the contract of both file stores, GridFS and S3. The tests run one after another, because each checks
// everything that is stored.

const s3 = await openS3Server();
const { db, fileDb } = await testStores(test);
test.after.always(s3.close);
const mongo = { db, fileDb, timeoutMs: 60_000 };
const uploads = db.collection<Upload>("uploads");
const chunks = db.collection("files.chunks");
const MAX_FILE_BYTES = 3 * PART_BYTES;
let now = new Date("2026-11-20T12:00:00Z");

test.before(() => setUpFiles(db));

function openObjectStore(through?: string, timeoutMs = 60_000) {
  const { FILES_URL, FILES_ACCESS_KEY_ID, FILES_SECRET_ACCESS_KEY } = parseConfig(s3.env(through));
  if (!FILES_URL) throw new Error("expected a location");
  const accessKey = {
    accessKeyId: FILES_ACCESS_KEY_ID ?? "",
    secretAccessKey: FILES_SECRET_ACCESS_KEY ?? "",
  };
  return openS3({
    location: FILES_URL,
    accessKey,
    timeoutMs,
    stallTimeoutMs: 60_000,
    silenceTimeoutMs: 60_000,
  });
}

const createStore = (objectStore: ReturnType<typeof openS3> | null): FileStore =>
  createFileStore({
    mongo,
    contents: createFileContents({ mongo, objectStore }),
    clock: () => now,
    config: { MAX_FILE_BYTES, UPLOAD_AGE_MS: 3_600_000 },
  });

/** A file store under test, with functions that read, change and remove its stored bytes directly. */
interface Kind {
  files: FileStore;
  /**
   * Returns about how many bytes of unfinished and whole files the store has: the number of full chunks or parts, times
   * their size.
   */
  storedBytes: () => Promise<number>;
  read: (fileId: string) => Promise<Buffer>;
  rewrite: (fileId: string, bytes: Uint8Array) => Promise<void>;
  lose: (fileId: string) => Promise<void>;
}

const bucket = new GridFSBucket(db, { bucketName: "files" });
const kinds: Record<string, Kind> = {
  GridFS: {
    files: createStore(null),
    storedBytes: async () => (await chunks.countDocuments()) * 255 * 1024,
    read: async (fileId) => Buffer.concat(await bucket.openDownloadStream(new ObjectId(fileId)).toArray()),
    rewrite: async (fileId, bytes) => {
      await bucket.delete(new ObjectId(fileId));
      await once(bucket.openUploadStreamWithId(new ObjectId(fileId), fileId).end(bytes), "finish");
    },
    lose: (fileId) => bucket.delete(new ObjectId(fileId)),
  },
  S3: {
    files: createStore(openObjectStore()),
    storedBytes: async () => (s3.parts() + s3.files().length) * PART_BYTES,
    read: async (fileId) => s3.read(fileId),
    rewrite: async (fileId, bytes) => s3.rewrite(fileId, bytes),
    lose: async (fileId) => s3.lose(fileId),
  },
};

/** Asserts that neither GridFS nor S3 has a file or an unfinished upload. */
async function nothingIsLeft(t: ExecutionContext): Promise<void> {
  t.is(await uploads.countDocuments(), 0);
  t.is(await chunks.countDocuments(), 0);
  t.is(await db.collection("files.files").countDocuments(), 0);
  t.deepEqual(s3.files(), []);
  t.is(s3.unfinished(), 0);
}

/** Removes the possible orphans that a file store finds, as the sweep of orphaned files does. */
async function sweep(files: FileStore): Promise<void> {
  for (const { fileId } of await files.findOrphaned(now, 100)) await files.removeOrphaned(fileId, now);
}

const later = () => {
  now = new Date(now.getTime() + 7_200_000);
};

for (const [name, { files, storedBytes, read, rewrite, lose }] of Object.entries(kinds)) {
  test.serial(`${name} returns a stored file of any size unchanged, until the file is removed`, async (t) => {
    const sizes = [0, 1, PIECE_BYTES, PART_BYTES - 1, PART_BYTES, 2 * PART_BYTES + 12_345];
    for (const size of sizes) {
      const sent = bytesOf(size);
      const { head, ...file } = await files.put(inPieces(sent), "name.csv", "submission");
      t.is(file.bytes, size);
      t.is(file.name, "name.csv");
      t.is(file.sha256, createHash("sha256").update(sent).digest("hex"));
      t.deepEqual(Buffer.from(head), sent.subarray(0, PIECE_BYTES));
      t.true(sent.equals(await read(file.file_id)), "the store has these bytes under the file's id");
      const { bytes, error } = await readAll(files, file);
      t.is(error, null);
      t.true(sent.equals(bytes), `${size} bytes`);
      t.true(await files.has(file.file_id));
      await files.remove([file.file_id]);
      await files.remove([file.file_id]);
      t.false(await files.has(file.file_id));
      t.true((await readAll(files, file)).error instanceof StoredFileMissingError);
    }
    await nothingIsLeft(t);
  });

  test.serial(`${name} holds only a limited part of an upload in memory`, async (t) => {
    let sentBytes = 0;
    let mostHeld = 0;
    const source = async function* () {
      for await (const piece of inPieces(bytesOf(MAX_FILE_BYTES))) {
        sentBytes += piece.length;
        yield piece;
        if (sentBytes % (16 * PIECE_BYTES) === 0)
          mostHeld = Math.max(mostHeld, sentBytes - (await storedBytes()));
      }
    };
    const { file_id } = await files.put(source(), "long.csv", "submission");
    t.true(mostHeld < PART_BYTES + PIECE_BYTES, `${mostHeld} bytes`);
    await files.remove([file_id]);
  });

  test.serial(`reading from ${name} fails before the end if the bytes differ from the upload`, async (t) => {
    const sent = bytesOf(PART_BYTES + 1000);
    const damages: Record<string, Uint8Array> = {
      "cut by a byte": sent.subarray(0, -1),
      "cut in its middle": sent.subarray(0, PART_BYTES / 2),
      empty: sent.subarray(0, 0),
      "changed in its last byte": Buffer.concat([sent.subarray(0, -1), Buffer.from("x")]),
      "longer by a byte": Buffer.concat([sent, Buffer.from("x")]),
      "twice as long": Buffer.concat([sent, sent]),
    };
    for (const [damage, bytes] of Object.entries(damages)) {
      const file = await files.put(inPieces(sent), "damaged.csv", "submission");
      await rewrite(file.file_id, bytes);
      const found = await readAll(files, file);
      t.true(found.error instanceof FileDamagedError, `${damage}: ${String(found.error)}`);
      t.true(found.bytes.length < sent.length, damage);
      await files.remove([file.file_id]);
    }
    const file = await files.put(inPieces(sent), "lost.csv", "submission");
    await lose(file.file_id);
    t.true((await readAll(files, file)).error instanceof StoredFileMissingError);
    await files.remove([file.file_id]);
    await nothingIsLeft(t);
  });

  test.serial(`${name} stores nothing of an upload that breaks off or is too large`, async (t) => {
    for (const bytes of [bytesOf(1000), bytesOf(2 * PART_BYTES)])
      await t.throwsAsync(files.put(thatBreaksOff(bytes), "a.csv", "submission"), {
        message: "the sender has gone",
      });
    await t.throwsAsync(files.put(inPieces(bytesOf(MAX_FILE_BYTES + 1)), "b.csv", "submission"), {
      instanceOf: FileTooLargeError,
    });
    await nothingIsLeft(t);
  });

  test.serial(`after the sweep, ${name} stores nothing of an upload whose process died`, async (t) => {
    let isBegun = () => {};
    const begun = new Promise<void>((resolve) => {
      isBegun = resolve;
    });
    let breakOff = () => {};
    const never = new Promise<void>((_resolve, reject) => {
      breakOff = () => reject(new Error("over"));
    });
    const source = async function* () {
      yield* inPieces(bytesOf(PART_BYTES + PIECE_BYTES));
      isBegun();
      await never;
    };
    const dying = files.put(source(), "dying.csv", "submission");
    await begun;
    t.true((await storedBytes()) > 0, "the store has a part of the upload");
    await sweep(files);
    t.is(await uploads.countDocuments(), 1, "the upload is not old enough for the sweep");
    later();
    await sweep(files);
    await nothingIsLeft(t);
    breakOff();
    await t.throwsAsync(dying, { message: "over" });
  });
}

test.serial(
  "an installation that switches from GridFS to S3 still reads and removes the files in GridFS",
  async (t) => {
    const sent = bytesOf(1_000_000);
    const older = await kinds["GridFS"]?.files.put(inPieces(sent), "older.csv", "submission");
    if (!older) throw new Error("expected a file");
    const { files } = kinds["S3"] as Kind;
    t.true(await files.has(older.file_id));
    t.true(sent.equals((await readAll(files, older)).bytes));
    await files.remove([older.file_id]);
    await nothingIsLeft(t);
  },
);

test.serial("the service repeats a request that S3 refuses because S3 is busy for a moment", async (t) => {
  const { files } = kinds["S3"] as Kind;
  const refused = new Set<string>();
  s3.behave((context, next) => {
    const call = `${context.method} ${context.path} ${JSON.stringify(context.query)}`;
    if (refused.has(call)) return next();
    refused.add(call);
    return answerError(context, 503, "SlowDown");
  });
  t.teardown(() => s3.behave(null));
  const sent = bytesOf(PART_BYTES + 1000);
  const file = await files.put(inPieces(sent), "busy.csv", "submission");
  t.true(sent.equals((await readAll(files, file)).bytes));
  await files.remove([file.file_id]);
  t.true(refused.size >= 6, [...refused].join("\n"));
  await nothingIsLeft(t);
});

for (const [status, code] of [
  [403, "AccessDenied"],
  [507, "QuotaExceeded"],
  [500, "InternalError"],
] as const)
  test.serial(
    `an S3 that refuses with ${code} counts as unavailable, and a sweep removes what remains of the upload`,
    async (t) => {
      const { files } = kinds["S3"] as Kind;
      const kept = await files.put(inPieces(bytesOf(1000)), "kept.csv", "submission");
      s3.behave((context) => answerError(context, status, code));
      t.teardown(() => s3.behave(null));
      const isS3 = { instanceOf: StoreUnavailableError, message: "S3 is unavailable" };
      for (const size of [1000, 2 * PART_BYTES])
        await t.throwsAsync(files.put(inPieces(bytesOf(size)), "refused.csv", "submission"), isS3);
      await t.throwsAsync(files.has(kept.file_id), isS3);
      t.true((await readAll(files, kept)).error instanceof StoreUnavailableError);
      await t.throwsAsync(files.remove([kept.file_id]), isS3);
      s3.behave(null);
      later();
      await sweep(files);
      await nothingIsLeft(t);
    },
  );

test.serial(
  "an S3 whose connections no longer answer counts as unavailable, and a sweep removes what remains of the upload",
  async (t) => {
    const network = await startNetwork(t, s3.endpoint);
    const objectStore = openObjectStore(network.url, 500);
    t.teardown(async () => objectStore.close());
    const files = createStore(objectStore);
    const source = async function* () {
      yield* inPieces(bytesOf(PART_BYTES));
      network.cut();
      yield* inPieces(bytesOf(PART_BYTES));
    };
    await t.throwsAsync(files.put(source(), "forgotten.csv", "submission"), { message: "S3 is unavailable" });
    t.is(await uploads.countDocuments({ state: "open" }), 1);
    t.is(s3.unfinished(), 1);
    network.restore();
    // Try several times, because the first attempts may use old connections on which S3 no longer answers.
    const again = async (): Promise<void> =>
      files
        .remove([])
        .then(() => objectStore.ping())
        .catch(again);
    await again();
    later();
    await sweep(files);
    await nothingIsLeft(t);
  },
);
