import type { Context } from "koa";

/**
 * Tells a client that waits with `Expect: 100-continue` to send the body. The function must be called right before the
 * body is read, so that the client of a request that is refused earlier sends no body.
 */
export function acceptBody({ req, res, state }: Context): void {
  if (!expectsContinue(req)) return;
  res.writeContinue();
  state["isBodyAccepted"] = true;
}

/** Whether the client still waits to be told to send the body. */
export function holdsBodyBack({ req, state }: Context): boolean {
  return expectsContinue(req) && state["isBodyAccepted"] !== true;
}

function expectsContinue({ headers }: Context["req"]): boolean {
  return headers.expect?.toLowerCase() === "100-continue";
}
