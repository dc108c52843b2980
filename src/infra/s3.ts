import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
  type GetObjectCommandOutput,
} from "@aws-sdk/client-s3";
import { StoreUnavailableError } from "../errors.ts";
import { bounded, LateError } from "./bounded.ts";
import { s3ClientOptions, type S3Options } from "./s3-client-options.ts";

// This module is loaded only where the settings name an object store. No other module imports the AWS client.

/**
 * Stores and reads the objects below a prefix in a bucket of an object store with the API of S3. Callers give keys
 * without the prefix.
 */
export type ObjectStore = ReturnType<typeof openS3>;

/**
 * An object of the object store that is sent part by part. The caller must wait for each call to end before the next.
 */
export type PartsUpload = Awaited<ReturnType<ObjectStore["beginParts"]>>;

/**
 * Opens an object store. Nothing is sent before the first call. Every failure of a call is a StoreUnavailableError of
 * the store `S3`: no answer in time, an error of the store, and also a refusal, because a refusal is about the key, the
 * bucket or the quota of this service, not about the request of a client.
 */
export function openS3(options: S3Options) {
  const { location, timeoutMs, stallTimeoutMs, onCall } = options;
  const client = new S3Client(s3ClientOptions(options));
  const Bucket = location.bucket;
  const at = (key: string) => ({ Bucket, Key: `${location.keyPrefix}${key}` });
  const access: Access = { client, at, call: createCall(onCall), timeoutMs, stallTimeoutMs };
  const { call } = access;
  const uploads = createUploads(access);
  const readRange = createReadRange(access);

  return {
    /** Stores an object in the object store with one call. */
    put: async (key: string, bytes: Uint8Array): Promise<void> => {
      const command = new PutObjectCommand({ ...at(key), Body: bytes });
      await call("PutObject", stallTimeoutMs, (given) => client.send(command, given));
    },

    beginParts: uploads.begin,

    /**
     * Returns the bytes from `start` up to, but not including, `end` or the object's end, and the size of the object in
     * bytes. Null if the object store has no such object.
     */
    readRange: (key: string, range: ByteRange): Promise<ObjectRange | null> =>
      readRange(key, range, stallTimeoutMs),

    /**
     * Whether an object exists in the object store. The method reads one byte instead of sending HEAD, because the
     * answer to HEAD is the same for a missing object and for a missing bucket.
     */
    has: async (key: string): Promise<boolean> =>
      (await readRange(key, { start: 0, end: 1 }, timeoutMs)) !== null,

    /** Removes an object and the parts of unfinished uploads of it. A missing object or upload is no error. */
    remove: async (key: string): Promise<void> => {
      await uploads.abortAllOf(key);
      const command = new DeleteObjectCommand(at(key));
      await call("DeleteObject", timeoutMs, (given) => client.send(command, given));
    },

    ping: async (): Promise<void> => {
      await call("HeadBucket", timeoutMs, (given) => client.send(new HeadBucketCommand({ Bucket }), given));
    },

    /**
     * Whether an error means that the store gave no answer in time, so that another call would wait in vain as well.
     */
    isSilence: (error: unknown): boolean =>
      error instanceof StoreUnavailableError && error.store === STORE && isLate(error.cause),

    close: (): void => client.destroy(),
  };
}

/** The client, the time limits and the functions that all calls to one object store use. */
interface Access extends Pick<S3Options, "timeoutMs" | "stallTimeoutMs"> {
  client: S3Client;
  at: (key: string) => { Bucket: string; Key: string };
  call: ReturnType<typeof createCall>;
}

/**
 * Returns the function that makes a call to the object store and reports the call to `onCall`. `limitMs` limits the
 * whole call, including its repetitions.
 */
function createCall(onCall: S3Options["onCall"]) {
  return async <T>(operation: string, limitMs: number, send: Send<T>): Promise<T> => {
    const startedAt = performance.now();
    const limit = new AbortController();
    const end = (failure: "unavailable" | null) =>
      onCall?.({ store: "s3", operation, durationMs: performance.now() - startedAt, failure });
    try {
      const answer = await bounded(send({ abortSignal: limit.signal }), limitMs, operation);
      end(null);
      return answer;
    } catch (error) {
      end("unavailable");
      throw new StoreUnavailableError(STORE, error);
    } finally {
      limit.abort();
    }
  };
}

function createReadRange({ client, at, call }: Access) {
  return (key: string, { start, end }: ByteRange, limitMs: number): Promise<ObjectRange | null> =>
    call("GetObject", limitMs, async (given) => {
      const command = new GetObjectCommand({ ...at(key), Range: `bytes=${start}-${end - 1}` });
      try {
        return await takeRange(await client.send(command, given), end - start);
      } catch (error) {
        if (isAnswer(error, "NoSuchKey")) return null;
        // The stored object ends before the requested range begins, so there are no bytes to return.
        if (isAnswer(error, "InvalidRange")) return { bytes: new Uint8Array(), totalBytes: start };
        throw error;
      }
    });
}

/** Creates the methods that send an object to the object store part by part. */
function createUploads({ client, at, call, timeoutMs, stallTimeoutMs }: Access) {
  const begin = async (key: string) => {
    const create = new CreateMultipartUploadCommand(at(key));
    const { UploadId } = await call("CreateMultipartUpload", timeoutMs, (given) =>
      client.send(create, given),
    );
    const ofUpload = { ...at(key), UploadId };
    const Parts: { ETag: string | undefined; PartNumber: number }[] = [];
    return {
      add: async (bytes: Uint8Array): Promise<void> => {
        const PartNumber = Parts.length + 1;
        const part = new UploadPartCommand({ ...ofUpload, PartNumber, Body: bytes });
        const { ETag } = await call("UploadPart", stallTimeoutMs, (given) => client.send(part, given));
        Parts.push({ ETag, PartNumber });
      },
      /** Assembles the stored object from the parts that were sent. The object does not exist before this call. */
      complete: async (): Promise<void> => {
        const whole = new CompleteMultipartUploadCommand({ ...ofUpload, MultipartUpload: { Parts } });
        await call("CompleteMultipartUpload", stallTimeoutMs, (given) => client.send(whole, given));
      },
    };
  };

  const abort = (key: string, UploadId: string): Promise<unknown> =>
    call("AbortMultipartUpload", timeoutMs, async (given) => {
      try {
        await client.send(new AbortMultipartUploadCommand({ ...at(key), UploadId }), given);
      } catch (error) {
        if (!isAnswer(error, "NoSuchUpload")) throw error;
      }
    });

  const abortAllOf = async (key: string): Promise<void> => {
    const { Bucket, Key } = at(key);
    const list = new ListMultipartUploadsCommand({ Bucket, Prefix: Key });
    const { Uploads = [] } = await call("ListMultipartUploads", timeoutMs, (given) =>
      client.send(list, given),
    );
    for (const upload of Uploads)
      if (upload.Key === Key && upload.UploadId) await abort(key, upload.UploadId);
  };

  return { begin, abortAllOf };
}

/** The name of the object store in logs, problems and health checks. */
const STORE = "S3";

type Send<T> = (options: { abortSignal: AbortSignal }) => Promise<T>;

interface ByteRange {
  start: number;
  end: number;
}

interface ObjectRange {
  bytes: Uint8Array;
  totalBytes: number;
}

/**
 * Returns the bytes of an answer of the object store, but no more bytes than were requested, even if the store sends
 * more.
 */
async function takeRange({ Body, ContentRange, ContentLength }: GetObjectCommandOutput, mostBytes: number) {
  const chunks: Uint8Array[] = [];
  let left = mostBytes;
  for await (const chunk of Body as AsyncIterable<Uint8Array>) {
    chunks.push(chunk.subarray(0, left));
    left -= chunk.length;
    if (left <= 0) break;
  }
  // An object store that sends no Content-Range has sent the whole object.
  const totalBytes = Number(/\/(\d+)$/.exec(ContentRange ?? "")?.[1] ?? ContentLength);
  return { bytes: Buffer.concat(chunks), totalBytes };
}

const isLate = (error: unknown): boolean =>
  error instanceof LateError || (error instanceof Error && error.name === "TimeoutError");

/** Whether an error is the answer of the object store to a request, with the given error code. */
function isAnswer(error: unknown, code: string): boolean {
  return error instanceof S3ServiceException && error.name === code;
}
