import type { Middleware } from "koa";
import type { Logger } from "../infra/logger.ts";

/** Logs one event for each request: its id, client, method, path, status and duration. */
export function logRequests(logger: Logger): Middleware {
  return async (context, next) => {
    const startedAt = performance.now();
    await next();
    logger.info(
      {
        request_id: context.state["requestId"] as string,
        method: context.method,
        path: context.path,
        status: context.status,
        duration_ms: Math.round((performance.now() - startedAt) * 10) / 10,
        client: context.ip,
      },
      "request",
    );
  };
}
