import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** A request as its bytes go over the wire, so that it may break any rule of HTTP. */
export interface RawRequest {
  method: string;
  /** Path and query string, as they stand in the request line. */
  target: string;
  /** Names and values; each character is sent as one byte. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer;
  /** True where the request does not end where it says: the service then may close the connection without an answer. */
  isBroken: boolean;
}

/** The answer to a request. */
export interface RawAnswer {
  status: number;
  /** By names in lower case. A repeated header has its values joined by a comma. */
  headers: ReadonlyMap<string, string>;
  text: string;
  /** False where the connection was closed before the announced end of the answer. */
  isWhole: boolean;
}

/** No answer takes so long; a test that waits longer has found a request without an answer. */
const LIMIT_MS = 60_000;

/** Sends a request on a connection of its own. Returns the answer, or null where the connection was closed without one. */
export async function exchange(serviceUrl: string, request: RawRequest): Promise<RawAnswer | null> {
  const { hostname, port } = new URL(serviceUrl);
  const socket = connect(Number(port), hostname);
  const limit = new AbortController();
  try {
    const late = sleep(LIMIT_MS, undefined, { signal: limit.signal, ref: false }).then(() => {
      throw new Error(`no answer within ${LIMIT_MS} ms to\n${describeRequest(request)}`);
    });
    late.catch(() => undefined);
    const bytes = await Promise.race([converse(socket, request), late]);
    return parseAnswer(bytes, request.method);
  } finally {
    limit.abort();
    socket.destroy();
  }
}

/** Returns the head and the first part of the body of a request, for a person who reads the failure of a test. */
export function describeRequest(request: RawRequest): string {
  const body = request.body.subarray(0, 2000).toString("utf8");
  const rest = request.body.length > 2000 ? `… (${request.body.length} bytes)` : "";
  return `${headOf(request).slice(0, 4000)}${body}${rest}`;
}

function headOf({ method, target, headers }: RawRequest): string {
  return [`${method} ${target} HTTP/1.1`, ...headers.map((pair) => pair.join(": ")), "", ""].join("\r\n");
}

/** Sends a request, its body only when it is asked for where it has an Expect header, and returns all that comes back. */
async function converse(socket: Socket, request: RawRequest): Promise<Buffer> {
  const isHeldBack = request.headers.some(
    ([name, value]) => name.toLowerCase() === "expect" && value === "100-continue",
  );
  const chunks: Buffer[] = [];
  const closed = new Promise<void>((resolve) => {
    // A reset after the answer is as good as an end; without an answer nothing has been collected.
    socket.on("error", () => resolve());
    socket.on("close", () => resolve());
  });
  let isBodyDue = isHeldBack;
  socket.on("data", (chunk) => {
    chunks.push(chunk);
    if (isBodyDue && chunk.toString("latin1").startsWith("HTTP/1.1 100")) sendRest(request.body);
    isBodyDue = false;
  });
  const sendRest = (bytes: Buffer) => {
    // Without the end of its own side a broken request would keep both sides waiting.
    if (request.isBroken) socket.end(bytes);
    else socket.write(bytes);
  };
  const head = Buffer.from(headOf(request), "latin1");
  if (isHeldBack) socket.write(head);
  else sendRest(Buffer.concat([head, request.body]));
  await closed;
  return Buffer.concat(chunks);
}

function parseAnswer(bytes: Buffer, method: string): RawAnswer | null {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd === -1) return null;
  const [statusLine = "", ...lines] = bytes.subarray(0, headEnd).toString("latin1").split("\r\n");
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  const rest = bytes.subarray(headEnd + 4);
  if (status === 100) return parseAnswer(rest, method);
  const headers = new Map<string, string>();
  for (const line of lines) {
    const [, name = "", value = ""] = /^([^:]+): ?(.*)$/s.exec(line) ?? [];
    const key = name.toLowerCase();
    headers.set(key, headers.has(key) ? `${headers.get(key)}, ${value}` : value);
  }
  const hasBody = method !== "HEAD" && status !== 204 && status !== 304;
  const body = hasBody ? decoded(bodyOf(rest, headers), headers.get("content-encoding")) : Buffer.alloc(0);
  return { status, headers, text: body?.toString("utf8") ?? "", isWhole: body !== null };
}

/** @throws Error where the body is not of the encoding that the answer names */
function decoded(body: Buffer | null, encoding: string | undefined): Buffer | null {
  if (body === null || encoding === undefined) return body;
  if (encoding === "br") return brotliDecompressSync(body);
  if (encoding === "gzip") return gunzipSync(body);
  throw new Error(`expected the encoding br or gzip, found ${encoding}`);
}

/** Returns the body behind the head of an answer; null where it is cut off. */
function bodyOf(rest: Buffer, headers: ReadonlyMap<string, string>): Buffer | null {
  if (headers.get("transfer-encoding") === "chunked") return joinChunks(rest);
  const length = headers.get("content-length");
  if (length === undefined) return rest;
  return rest.length < Number(length) ? null : rest.subarray(0, Number(length));
}

function joinChunks(rest: Buffer): Buffer | null {
  const chunks: Buffer[] = [];
  for (let at = 0; ;) {
    const lineEnd = rest.indexOf("\r\n", at);
    if (lineEnd === -1) return null;
    const size = Number.parseInt(rest.subarray(at, lineEnd).toString("latin1"), 16);
    if (size === 0) return Buffer.concat(chunks);
    chunks.push(rest.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
