import { buffer } from "node:stream/consumers";
import type { ExecutionContext } from "ava";
import {
  Binary,
  GridFSBucket,
  ObjectId,
  type Collection,
  type Document,
  type GridFSBucketReadStreamOptions,
  type GridFSBucketWriteStreamOptions,
} from "mongodb";
import { openDatabase } from "../../helpers/server-under-test.ts";

/** A GridFS bucket and the two collections in which it stores files. */
interface Files {
  readonly bucket: GridFSBucket;
  readonly files: Collection;
  readonly chunks: Collection;
}

/** Opens an empty bucket of the server under test. */
export async function openFiles(t: ExecutionContext): Promise<Files> {
  const db = await openDatabase(t);
  return {
    bucket: new GridFSBucket(db),
    files: db.collection("fs.files"),
    chunks: db.collection("fs.chunks"),
  };
}

/** Returns the bytes of hexadecimal digits. */
export function bytesOf(hex: string): Buffer {
  return Buffer.from(hex, "hex");
}

/** Returns an ObjectId whose last digits are a number and whose other digits are zero. */
export function idOf(number: number): ObjectId {
  return new ObjectId(number.toString(16).padStart(24, "0"));
}

/** Returns the documents in which GridFS stores the content of a file, with four bytes in each. */
export function chunksOf(file: number, hex: string): Document[] {
  const pieces = hex.match(/.{1,8}/g) ?? [];
  return pieces.map((piece, n) => ({
    _id: idOf(file * 16 + n),
    files_id: idOf(file),
    n,
    data: new Binary(bytesOf(piece)),
  }));
}

/** Returns the GridFS document of a file; the `_id` of the document ends in the number `file`. */
export function fileOf(file: number, length: number, fields: Document = {}): Document {
  return {
    _id: idOf(file),
    length,
    chunkSize: 4,
    uploadDate: new Date(0),
    filename: `length-${length}`,
    metadata: {},
    ...fields,
  };
}

/** The content of the longest file of {@link storedFiles}, in hexadecimal. */
export const TEN_BYTES = "112233445566778899aa";

/**
 * Files as other programs may store them. Files 1 and 2 are empty, and file 2 has an empty chunk; file 6 has no name.
 */
export const storedFiles: readonly Document[] = [
  fileOf(1, 0),
  fileOf(2, 0, { filename: "empty chunk" }),
  fileOf(3, 2),
  fileOf(4, 8),
  fileOf(5, 10, {
    md5: "57d83cd477bfb1ccd975ab33d827a92b",
    contentType: "application/octet-stream",
    aliases: [],
  }),
  { _id: idOf(6), length: 2, chunkSize: 4, uploadDate: new Date(0), metadata: {} },
];

/** The chunks of {@link storedFiles}. */
export const storedChunks: readonly Document[] = [
  { _id: idOf(0x20), files_id: idOf(2), n: 0, data: new Binary(Buffer.alloc(0)) },
  ...chunksOf(3, "1122"),
  ...chunksOf(4, TEN_BYTES.slice(0, 16)),
  ...chunksOf(5, TEN_BYTES),
  ...chunksOf(6, "1122"),
];

/** Opens a bucket that contains {@link storedFiles}. */
export async function openStoredFiles(t: ExecutionContext): Promise<Files> {
  const opened = await openFiles(t);
  await opened.files.insertMany([...storedFiles]);
  await opened.chunks.insertMany([...storedChunks]);
  return opened;
}

/** Asserts that a collection contains exactly the given documents. */
export async function holds(
  t: ExecutionContext,
  { files, chunks }: Files,
  expected: { files: readonly Document[]; chunks: readonly Document[] },
): Promise<void> {
  t.deepEqual(await files.find().sort({ _id: 1 }).toArray(), [...expected.files]);
  t.deepEqual(await chunks.find().sort({ _id: 1 }).toArray(), [...expected.chunks]);
}

/** Uploads a content, given in hexadecimal, in chunks of four bytes. Returns the id of the file. */
export async function upload(
  bucket: GridFSBucket,
  hex: string,
  options: GridFSBucketWriteStreamOptions = {},
): Promise<ObjectId> {
  const stream = bucket.openUploadStream("filename", { chunkSizeBytes: 4, ...options });
  await new Promise<void>((resolve, reject) =>
    stream.once("finish", resolve).once("error", reject).end(bytesOf(hex)),
  );
  return stream.id;
}

/** Downloads a file. Returns the content of the file in hexadecimal. */
export async function download(
  bucket: GridFSBucket,
  id: ObjectId,
  options?: GridFSBucketReadStreamOptions,
): Promise<string> {
  return (await buffer(bucket.openDownloadStream(id, options))).toString("hex");
}
