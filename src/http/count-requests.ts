import type { Middleware } from "koa";
import { routeOf } from "./route.ts";

/** Counts requests. Implemented by `metrics/http-metrics.ts`. */
export interface RequestCounts {
  requestBegan(): void;
  /** @param request.route the pattern of the route, such as `/builds/:build_id`; undefined where none answers the path and the method */
  requestEnded(request: {
    method: string;
    route: string | undefined;
    status: number;
    durationMs: number;
  }): void;
}

/** Tells of each request when its head has arrived, and when its response is decided; its body may take longer to send. */
export function countRequests(counts: RequestCounts): Middleware {
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
