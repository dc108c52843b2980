import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Config } from "../config.ts";
import type { NewId } from "../infra/new-id.ts";
import { Problem, problemBody, problemTypes } from "./problems/problem-types.ts";
import { securityHeaders } from "./security-headers.ts";

/**
 * Creates the handler for bytes that are not HTTP and for headers that take too long or are too large: in these cases
 * Node creates no request that the app could handle. The handler answers with a problem and closes the connection.
 */
export function createBrokenRequestHandler(config: Pick<Config, "PUBLIC_URL">, newId: NewId) {
  return (error: NodeJS.ErrnoException, socket: Duplex): void => {
    if (error.code === "ECONNRESET" || !socket.writable) {
      socket.destroy();
      return;
    }
    const requestId = newId();
    const problem = problemOf(error);
    const body = JSON.stringify(problemBody(problem, { publicUrl: config.PUBLIC_URL, requestId }));
    const headers = {
      Connection: "close",
      "Content-Type": "application/problem+json",
      "Content-Length": String(Buffer.byteLength(body)),
      "Cache-Control": "no-store",
      "X-Request-Id": requestId,
      ...securityHeaders(config),
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${reasonOf(problem)}\r\n${lines.join("")}\r\n${body}`);
    // Destroy the socket after the answer is sent: a client that does not close its side of the connection must not
    // keep it open.
    (socket as Socket).destroySoon();
  };
}

/**
 * Returns the problem with which a request that Node cannot parse is answered.
 * @param error Node's error, whose `code` says what is wrong
 */
function problemOf({ code }: NodeJS.ErrnoException): Problem {
  if (code === "HPE_HEADER_OVERFLOW")
    return new Problem(problemTypes.headersTooLarge, {
      detail: "The headers are larger than 16 KiB in all.",
    });
  if (code === "ERR_HTTP_REQUEST_TIMEOUT")
    return new Problem(problemTypes.requestTimeout, { detail: "The headers did not arrive in time." });
  return new Problem(problemTypes.malformedRequest, {
    detail: "Expected a request in HTTP/1.1, found bytes that are not HTTP.",
  });
}

const reasonOf = ({ type }: Problem) => `${type.status} ${reasons[type.status] ?? "Bad Request"}`;

const reasons: Readonly<Record<number, string>> = {
  408: "Request Timeout",
  431: "Request Header Fields Too Large",
};
