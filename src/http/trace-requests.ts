import type { Middleware } from "koa";
import type { Config } from "../config.ts";
import type { Traces } from "../infra/traces/traces.ts";
import { createProxies } from "./client-address.ts";
import { requestIdOf } from "./request-id.ts";
import { routeOf, type Route } from "./route.ts";

/**
 * Traces each request under the pattern of its route. If the request comes from a proxy, its header `traceparent` names
 * the parent span. Otherwise the header is ignored, because a client could use it to make this service trace all its
 * requests. Requests of routes with `isProbe` are not traced.
 */
export function traceRequests({ traces, config, routes }: TraceRequestsDeps): Middleware {
  const { isProxy } = createProxies(config.TRUST_PROXY);
  const probes = new Set(routes.filter(({ isProbe }) => isProbe).map(({ path }) => path));
  return async (context, next) => {
    const { method, path } = context;
    if (probes.has(path)) {
      await next();
      return;
    }
    const isForwarded = isProxy(context.socket.remoteAddress ?? "");
    const parent = isForwarded ? context.get("traceparent") || undefined : undefined;
    await traces.inSpan({ name: method, kind: "request", parent }, async (span) => {
      await next();
      const { status, state } = context;
      const route = routeOf(context);
      span.rename(route ? `${method} ${route.path}` : method);
      span.note({
        "http.request.method": method,
        "http.response.status_code": status,
        "url.path": path,
        ...(route && { "http.route": route.path }),
        request_id: requestIdOf(context),
      });
      const problem = state["problem"] as string | undefined;
      if (status >= 500) span.fail(problem ?? String(status));
    });
  };
}

interface TraceRequestsDeps {
  traces: Traces;
  config: Pick<Config, "TRUST_PROXY">;
  routes: readonly Route[];
}
