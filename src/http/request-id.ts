import type { Middleware } from "koa";

const SANE_TOKEN = /^[\w.:-]{1,128}$/;

/** Takes over the client's X-Request-Id if it is a sane token, makes one otherwise, and always returns it. */
export function requestId(newId: () => string): Middleware {
  return async (context, next) => {
    const given = context.get("X-Request-Id");
    const id = SANE_TOKEN.test(given) ? given : newId();
    context.state["requestId"] = id;
    context.set("X-Request-Id", id);
    await next();
  };
}
