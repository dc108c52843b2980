import { connect } from "node:net";
import { buffer } from "node:stream/consumers";
import test from "ava";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });

const SMUGGLED = "GET /health/live HTTP/1.1\r\nHost: bench.test\r\n\r\n";

/** Sends bytes to the service unchanged. Returns the statuses of all responses until the connection is closed. */
async function statusesAfter(bytes: string): Promise<number[]> {
  const { hostname, port } = new URL(service.url);
  const socket = connect(Number(port), hostname);
  socket.write(Buffer.from(bytes, "latin1"));
  const answers = (await buffer(socket)).toString("latin1");
  return [...answers.matchAll(/^HTTP\/1\.1 (\d{3}) /gm)].map(([, status]) => Number(status));
}

/**
 * Returns a search request with the given headers, and with `rest` after them. A program may read `rest` as the body or
 * as a second request, depending on how it reads the headers.
 */
const search = (headers: readonly string[], rest: string) =>
  [
    "POST /products/cpu HTTP/1.1",
    "Host: bench.test",
    "Content-Type: application/json",
    ...headers,
    "",
    rest,
  ].join("\r\n");

const ambiguous: Readonly<Record<string, string>> = {
  "a length and chunks": search(["Content-Length: 6", "Transfer-Encoding: chunked"], `0\r\n\r\n${SMUGGLED}`),
  "chunks and a length": search(["Transfer-Encoding: chunked", "Content-Length: 6"], `0\r\n\r\n${SMUGGLED}`),
  "two lengths": search(["Content-Length: 0", `Content-Length: ${SMUGGLED.length}`], SMUGGLED),
  "a list of lengths": search([`Content-Length: 0, ${SMUGGLED.length}`], SMUGGLED),
  "a length with a sign": search(["Content-Length: +0"], SMUGGLED),
  "a length in another base": search(["Content-Length: 0x0"], SMUGGLED),
  "a coding behind chunked": search(["Transfer-Encoding: chunked, identity"], `0\r\n\r\n${SMUGGLED}`),
  "an unknown coding": search(["Transfer-Encoding: xchunked"], `0\r\n\r\n${SMUGGLED}`),
  "a blank before the colon": search(["Transfer-Encoding : chunked"], `0\r\n\r\n${SMUGGLED}`),
  "a folded header": search(["X-Folded: a", " Transfer-Encoding: chunked"], `0\r\n\r\n${SMUGGLED}`),
  "a line feed alone": search(["X-Feed: a\nContent-Length: 0"], SMUGGLED),
  "a carriage return alone": search(["X-Return: a\rContent-Length: 0"], SMUGGLED),
  "a chunk size with a sign": search(["Transfer-Encoding: chunked"], `+0\r\n\r\n${SMUGGLED}`),
  "a chunk size too large to count": search(
    ["Transfer-Encoding: chunked"],
    `${"f".repeat(17)}\r\n${SMUGGLED}`,
  ),
};

for (const [name, bytes] of Object.entries(ambiguous)) {
  test(`a request whose end programs could read differently is refused, and the bytes after it are not read: ${name}`, async (t) => {
    t.deepEqual(await statusesAfter(bytes), [400]);
  });
}

for (const target of ["coap://bench.test", "http://?query", "*"])
  test(`a request target without a path is not found: ${target}`, async (t) => {
    const request = `GET ${target} HTTP/1.1\r\nHost: bench.test\r\nConnection: close\r\n\r\n`;
    t.deepEqual(await statusesAfter(request), [404]);
  });
