import type { Middleware } from "koa";
import type { Metrics } from "../metrics/metrics.ts";
import { routeOf } from "./route.ts";

/**
 * Reports each request to the metrics: when its headers have arrived, and when the status of its response is known. The
 * time until the body is sent does not count.
 */
export function countRequests(counts: Pick<Metrics["http"], "requestBegan" | "requestEnded">): Middleware {
  return async (context, next) => {
    const startedAt = performance.now();
    counts.requestBegan();
    try {
      await next();
    } finally {
      const { method, status } = context;
      const route = routeOf(context)?.path;
      counts.requestEnded({ method, route, status, durationMs: performance.now() - startedAt });
    }
  };
}
