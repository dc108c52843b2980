import type { Context } from "koa";

/**
 * Tells a client that waits with `Expect: 100-continue` to send the body. It is called where a body is first read, so that
 * a request that is refused before has sent nothing.
 */
export function acceptBody({ req, res, state }: Context): void {
  if (!isWaiting(req)) return;
  res.writeContinue();
  state["isBodyAccepted"] = true;
}

/** Whether the client still waits to be told to send the body. */
export function holdsBodyBack({ req, state }: Context): boolean {
  return isWaiting(req) && state["isBodyAccepted"] !== true;
}

function isWaiting({ headers }: Context["req"]): boolean {
  return headers.expect?.toLowerCase() === "100-continue";
}
