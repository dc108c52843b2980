import type { Context, Middleware } from "koa";
import type { Logger } from "../infra/logger.ts";
import { requestIdOf } from "./request-id.ts";
import { routeOf } from "./route.ts";

/**
 * The maximum number of logged characters of a User-Agent, which may be very long. The beginning of the text names the
 * client.
 */
const MAX_USER_AGENT_LENGTH = 200;

/**
 * Logs one line for each request: its id, client, method, path, the pattern of its route, its status and duration, and
 * for a refused request the kind of problem. Requests of health probes are logged at the level debug.
 */
export function logRequests(logger: Logger): Middleware {
  return async (context, next) => {
    const startedAt = performance.now();
    await next();
    const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
    const level = routeOf(context)?.isProbe === true ? "debug" : "info";
    logger[level]({ ...factsOf(context), duration_ms: durationMs }, "request");
  };
}

function factsOf(context: Context) {
  const { method, path, status, ip, req, res } = context;
  const problem = context.state["problem"] as string | undefined;
  const userAgent = context.get("User-Agent");
  // Whether the connection was closed before the client could get the whole answer.
  const isCutOff = res.destroyed || (req.destroyed && !req.complete);
  return {
    request_id: requestIdOf(context),
    method,
    route: routeOf(context)?.path ?? null,
    path,
    status,
    ...(problem !== undefined && { problem }),
    ...(isCutOff && { is_cut_off: true }),
    client: ip,
    ...(userAgent !== "" && { user_agent: userAgent.slice(0, MAX_USER_AGENT_LENGTH) }),
  };
}
