import type { Context, Middleware } from "koa";
import type { NewId } from "../infra/new-id.ts";

const ACCEPTED_ID = /^[\w.:-]{1,128}$/;

/**
 * Gives each request an id, which the response contains as X-Request-Id: the id that the client has sent if that id is
 * short and plain, else a new id.
 */
export function requestId(newId: NewId): Middleware {
  return async (context, next) => {
    const given = context.get("X-Request-Id");
    const id = ACCEPTED_ID.test(given) ? given : newId();
    context.state["requestId"] = id;
    context.set("X-Request-Id", id);
    await next();
  };
}

/** Returns the id of a request. */
export function requestIdOf(context: Context): string {
  return context.state["requestId"] as string;
}
