import type { Context, Middleware } from "koa";
import { holdsBodyBack } from "./accept-body.ts";

interface DrainLimits {
  maxBytes: number;
  timeoutMs: number;
}

/**
 * Lets the sender of a refused upload read the answer. If a connection is closed while its client still sends, the
 * client's system drops what it had received and the client sees a reset. So the answer goes out at once, a bounded
 * rest of the request is read and thrown away, and only then is the connection closed.
 */
export function lingeringClose(limits: DrainLimits): Middleware {
  return async (context, next) => {
    await next();
    if (context.req.complete || context.req.destroyed || context.respond === false || !isRefused(context))
      return;
    context.respond = false;
    answerNow(context);
    await drain(context, limits);
    context.res.end();
    context.req.socket.destroySoon();
  };
}

/** Only a refusal leaves a body unread that its sender is about to send. */
function isRefused(context: Context): boolean {
  const { req, res, status } = context;
  if (status < 400) return false;
  // A client that was never told to go on sends nothing: the connection may be closed at once.
  if (holdsBodyBack(context)) {
    res.shouldKeepAlive = false;
    return false;
  }
  return req.headers["transfer-encoding"] !== undefined || Number(req.headers["content-length"] ?? 0) > 0;
}

function answerNow(context: Context): void {
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
