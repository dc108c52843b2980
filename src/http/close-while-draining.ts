import type { Middleware } from "koa";

/**
 * While the process stops, closes each connection after its response. So proxies and clients open their next connection
 * to another process, and a client that sends one request after the other does not keep its connection open for ever.
 */
export function closeWhileDraining(isDraining: () => boolean): Middleware {
  return async (context, next) => {
    await next();
    // Ask whether the process is stopping only after the request was handled, because the process may have begun to
    // stop in the meantime.
    if (isDraining()) context.set("Connection", "close");
  };
}
