import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

/** A request as bytes on the wire, so that the request may break any rule of HTTP. */
export interface RawRequest {
  method: string;
  /** Path and query string of the request, as written in the request line. */
  target: string;
  /** Names and values of the headers; each character is sent as one byte. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Buffer;
  /** True if the request announces a wrong length: the service may then close the connection without a response. */
  isBroken: boolean;
}

/** The response to a request, as received. */
export interface RawAnswer {
  status: number;
  /** Header values by names in lower case. The values of a repeated header are joined by commas. */
  headers: ReadonlyMap<string, string>;
  text: string;
  /** False if the connection was closed before the announced end of the response. */
  isWhole: boolean;
}

/**
 * How long a request may go without a response before it counts as unanswered, in ms: longer than any response takes.
 */
const LIMIT_MS = 60_000;

/**
 * Sends a request on its own connection. Returns the response, or null if the connection was closed without a
 * response.
 */
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

/** Returns the head and the first part of the body of a request, for the message of a failed test. */
export function describeRequest(request: RawRequest): string {
  const body = request.body.subarray(0, 2000).toString("utf8");
  const rest = request.body.length > 2000 ? `… (${request.body.length} bytes)` : "";
  return `${headOf(request).slice(0, 4000)}${body}${rest}`;
}

function headOf({ method, target, headers }: RawRequest): string {
  return [`${method} ${target} HTTP/1.1`, ...headers.map((pair) => pair.join(": ")), "", ""].join("\r\n");
}

/**
 * Sends a request and returns all received bytes. The body of a request with an Expect header is sent after the
 * response 100.
 */
async function converse(socket: Socket, request: RawRequest): Promise<Buffer> {
  const isHeldBack = request.headers.some(
    ([name, value]) => name.toLowerCase() === "expect" && value === "100-continue",
  );
  const chunks: Buffer[] = [];
  const closed = new Promise<void>((resolve) => {
    // If the connection is reset, the bytes received before the reset are the response. Without any bytes there is no
    // response.
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
    // End the client's side of the connection after a broken request, or client and service would wait for each other
    // forever.
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

/**
 * Returns the decompressed body of a response.
 * @throws Error if the body does not have the encoding that the response names
 */
function decoded(body: Buffer | null, encoding: string | undefined): Buffer | null {
  if (body === null || encoding === undefined) return body;
  if (encoding === "br") return brotliDecompressSync(body);
  if (encoding === "gzip") return gunzipSync(body);
  throw new Error(`expected the encoding br or gzip, found ${encoding}`);
}

/** Returns the body of a response from the bytes after its head; null if the body is cut off. */
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
