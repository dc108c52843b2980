import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { AddressInfo, Server } from "node:net";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTeardown, type TestScope } from "./stores.ts";

// s3rver stores a folder for each bucket, which contains a file for each object and a folder for each multipart upload.
// This module implements, on the same folders, the calls that s3rver lacks or implements differently from S3:
// - ListMultipartUploads and AbortMultipartUpload, which s3rver lacks
// - HeadBucket, for whose path with its final slash s3rver computes a different signature
// - a range of an empty object, for which s3rver announces a byte

/** An S3-compatible server with one bucket, which runs in the process of the test. */
export type S3Server = Awaited<ReturnType<typeof openS3Server>>;

const BUCKET = "results";
const OBJECT = "._S3rver_object";
const UPLOADS = "._S3rver_uploads";

/** The only access key that s3rver accepts. */
const key = { FILES_ACCESS_KEY_ID: "S3RVER", FILES_SECRET_ACCESS_KEY: "S3RVER" };

interface S3Context {
  method: string;
  path: string;
  query: Record<string, string | undefined>;
  headers: Record<string, string | undefined>;
  status: number;
  type: string;
  body: unknown;
}
type Middleware = (context: S3Context, next: () => Promise<unknown>) => unknown;
interface S3rver {
  middleware: Middleware[];
  httpServer: Server & { closeAllConnections(): void };
  run(): Promise<AddressInfo>;
  close(): Promise<void>;
}
const S3rver = createRequire(import.meta.url)("@20minutes/s3rver") as new (options: object) => S3rver;

/** Starts an S3-compatible server, which stops after the test or the test file of `scope`. */
export async function startS3Server(scope: TestScope): Promise<S3Server> {
  const server = await openS3Server();
  onTeardown(scope, server.close);
  return server;
}

/**
 * Starts an S3-compatible server, which the caller stops by `close`.
 * @param directory an empty folder for the data of the server, which `close` removes
 */
export async function openS3Server(directory: string = mkdtempSync(join(tmpdir(), "pc-benchmarks-s3-"))) {
  const bucketFolder = join(directory, BUCKET);
  const uploadsFolder = join(bucketFolder, UPLOADS);
  mkdirSync(bucketFolder);
  let behave: Middleware | null = null;
  let port = 0;
  let app: S3rver | undefined;
  const start = async () => {
    const options = { directory, port, address: "127.0.0.1", silent: true, vhostBuckets: false };
    app = new S3rver(options);
    app.middleware.unshift(
      (context, next) => (behave ? behave(context, next) : next()),
      missingCalls(bucketFolder),
    );
    port = (await app.run()).port;
  };
  const stop = async () => {
    const stopping = app?.close();
    app?.httpServer.closeAllConnections();
    app = undefined;
    await stopping;
  };
  await start();
  const endpoint = `http://127.0.0.1:${port}`;
  const prefix = `test-${randomBytes(4).toString("hex")}`;
  const fileOf = (fileId: string) => join(bucketFolder, prefix, `${fileId}${OBJECT}`);
  return {
    endpoint,
    /**
     * Returns the settings with which a service stores its files on this server.
     * @param through another address of the server, such as that of a proxy
     */
    env: (through: string = endpoint) => ({
      FILES_URL: `s3://${BUCKET}/${prefix}?endpoint=${encodeURIComponent(through)}`,
      ...key,
    }),
    start,
    stop,
    close: async () => {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
    /** Makes the handler `other` answer every request to this server; null restores the server's own answers. */
    behave: (other: Middleware | null): void => {
      behave = other;
    },
    /** Returns the ids of the files whose upload is complete. */
    files: (): string[] =>
      entriesOf(join(bucketFolder, prefix)).flatMap((name) =>
        name.endsWith(OBJECT) ? [name.slice(0, -OBJECT.length)] : [],
      ),
    /** Returns the number of unfinished multipart uploads. */
    unfinished: (): number => entriesOf(uploadsFolder).length,
    /** Returns the number of stored parts of unfinished multipart uploads. */
    parts: (): number =>
      entriesOf(uploadsFolder).flatMap((id) =>
        entriesOf(join(uploadsFolder, id)).filter((name) => /^\d+\.md5$/.test(name)),
      ).length,
    read: (fileId: string): Buffer => readFileSync(fileOf(fileId)),
    rewrite: (fileId: string, bytes: Uint8Array): void => writeFileSync(fileOf(fileId), bytes),
    lose: (fileId: string): void => rmSync(fileOf(fileId)),
  };
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Implements the calls that s3rver lacks, after the API reference of Amazon S3. */
function missingCalls(bucketFolder: string): Middleware {
  const uploadsFolder = join(bucketFolder, UPLOADS);
  const keyOf = (id: string) => readFileSync(join(uploadsFolder, id, "key"), "utf8");
  const sizeOf = (key: string) =>
    statSync(join(bucketFolder, `${key}${OBJECT}`), { throwIfNoEntry: false })?.size;
  const list = (context: S3Context) => {
    const found = entriesOf(uploadsFolder).filter((id) =>
      keyOf(id).startsWith(context.query["prefix"] ?? ""),
    );
    const entries = found.map((id) => `<Upload><Key>${keyOf(id)}</Key><UploadId>${id}</UploadId></Upload>`);
    context.type = "application/xml";
    context.body = `<ListMultipartUploadsResult>${entries.join("")}</ListMultipartUploadsResult>`;
  };
  const abort = (context: S3Context, id: string) => {
    if (!entriesOf(uploadsFolder).includes(id)) return answerError(context, 404, "NoSuchUpload");
    rmSync(join(uploadsFolder, id), { recursive: true });
    context.status = 204;
    return undefined;
  };
  return (context, next) => {
    const { method, path, query, headers } = context;
    if (method === "GET" && "uploads" in query) return list(context);
    if (method === "DELETE" && query["uploadId"] !== undefined) return abort(context, query["uploadId"]);
    if (method === "HEAD" && path === `/${BUCKET}/`) {
      context.status = 200;
      return undefined;
    }
    const isOfNothing = headers["range"] !== undefined && sizeOf(path.slice(BUCKET.length + 2)) === 0;
    return isOfNothing ? answerError(context, 416, "InvalidRange") : next();
  };
}

/** Makes the server respond to a request with an error of S3. */
export function answerError(context: S3Context, status: number, code: string): undefined {
  context.status = status;
  context.type = "application/xml";
  context.body = `<Error><Code>${code}</Code><Message>by the test</Message></Error>`;
}
