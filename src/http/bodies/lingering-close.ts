import type { Context, Middleware } from "koa";
import { holdsBodyBack } from "./accept-body.ts";

/**
 * Lets the sender of a refused upload read the response. If the service closed a connection while the client still
 * sends, the client's operating system would drop the response that it has received and report a reset. Therefore this
 * middleware sends the response immediately, then reads and discards the rest of the request, up to DRAIN_MAX_BYTES and
 * for up to DRAIN_TIMEOUT_MS, and only then closes the connection.
 */
export function lingeringClose(limits: DrainLimits): Middleware {
  return async (context, next) => {
    await next();
    if (context.req.complete || context.req.destroyed || context.respond === false) return;
    // Before the response is sent, read the rest of a body that the handler has not read: closing the connection while
    // the client still sends would cut off a long response.
    if (context.status < 400 && !holdsBodyBack(context)) await drain(context, limits);
    if (!isRefusedUnread(context)) return;
    context.respond = false;
    sendResponse(context);
    await drain(context, limits);
    context.res.end();
    context.req.socket.destroySoon();
  };
}

interface DrainLimits {
  maxBytes: number;
  timeoutMs: number;
}

/** Whether the request was refused before its body was read, and the client sends the body nevertheless. */
function isRefusedUnread(context: Context): boolean {
  const { req, res, status } = context;
  if (status < 400) return false;
  // A client that still waits for "100 Continue" sends no body, so the connection may be closed immediately.
  if (holdsBodyBack(context)) {
    res.shouldKeepAlive = false;
    return false;
  }
  return req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;
}

function sendResponse(context: Context): void {
  const { body } = context;
  const bytes = Buffer.from(
    body === null || body === undefined ? "" : typeof body === "string" ? body : JSON.stringify(body),
  );
  context.set("Connection", "close");
  context.set("Content-Length", String(bytes.length));
  context.res.statusCode = context.status;
  context.res.flushHeaders();
  context.res.write(bytes);
}

async function drain({ req }: Context, { maxBytes, timeoutMs }: DrainLimits): Promise<void> {
  let remainingBytes = maxBytes;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(finish, timeoutMs);
    function finish(): void {
      clearTimeout(timer);
      req.off("data", count).off("end", finish).off("close", finish).off("error", finish);
      resolve();
    }
    function count(chunk: Buffer): void {
      remainingBytes -= chunk.length;
      if (remainingBytes <= 0) finish();
    }
    req.on("data", count).once("end", finish).once("close", finish).once("error", finish);
    req.resume();
  });
}
