import Koa, { type Context, type Middleware } from "koa";
import type { Sessions, Tokens } from "../accounts/index.ts";
import type { Config } from "../config.ts";
import { InvalidInputError, type Fault } from "../errors.ts";
import type { Logger } from "../infra/logger.ts";
import { asStoreError } from "../infra/store-errors.ts";
import type { StoreLog } from "../infra/store-log.ts";
import type { Traces } from "../infra/traces/traces.ts";
import type { Metrics } from "../metrics/metrics.ts";
import type { RenderProblem } from "../pages/index.ts";
import { answerErrors } from "./problems/answer-errors.ts";
import { parseInput } from "../validation/faults.ts";
import { breachOf, createReplySampling } from "./check-reply.ts";
import { closeWhileDraining } from "./close-while-draining.ts";
import { createProxies, findClient } from "./client-address.ts";
import { countRequests } from "./count-requests.ts";
import { refuseFromBrowsers } from "./browser-requests.ts";
import { allowOrigins } from "./cross-origin.ts";
import { asksForPage } from "./asks-for-page.ts";
import { allowCompression, compressAnswers } from "./compression.ts";
import { readJsonBody, readJsonBytes } from "./bodies/json-body.ts";
import { readPostedFields } from "./bodies/posted-fields.ts";
import { readQuery } from "./read-query.ts";
import { lingeringClose } from "./bodies/lingering-close.ts";
import { errorToProblem } from "./problems/error-to-problem.ts";
import { Problem, problemTypes } from "./problems/problem-types.ts";
import { problemsOf } from "./problems/problems-of-route.ts";
import { logRequests } from "./log-requests.ts";
import { requestId } from "./request-id.ts";
import { traceRequests } from "./trace-requests.ts";
import { identify, showsCredentials } from "./identify-caller.ts";
import { createUploadedForm } from "./bodies/multipart.ts";
import { readIdempotencyKey } from "./idempotency-key.ts";
import { admitRequest } from "./limits/admit-request.ts";
import type { HttpLimits } from "./limits/http-limits.ts";
import { rateLimitOf } from "./limits/rate-limits.ts";
import type { Hold } from "./limits/waits.ts";
import type { Reply, Route } from "./route.ts";
import { createNearestAddress } from "./nearest-address.ts";
import { createRouters, type Routers } from "./routers.ts";
import { allowEmbedding, setSecurityHeaders } from "./security-headers.ts";
import type { SessionCookie } from "./session-cookie.ts";
import type { NewId } from "../infra/new-id.ts";
import type { SecurityEvents } from "../infra/security-events.ts";

/** Creates the Koa app: the middleware that every route shares, then the routes. */
export function createApp(deps: AppDeps): Koa {
  const { config, logger, newId, routes, pages, renderProblem } = deps;
  const app = new Koa();
  // Koa emits `error` for a response that breaks off after it has begun. A client that closed its connection is no
  // fault of the service.
  app.on("error", (error: NodeJS.ErrnoException, context?: Context) => {
    const isClientGone = ["ECONNRESET", "EPIPE", "ERR_STREAM_PREMATURE_CLOSE"].includes(error.code ?? "");
    const request_id = context?.state["requestId"] as string | undefined;
    logger[isClientGone ? "debug" : "error"](
      { err: error, request_id },
      "a response ended before it was complete",
    );
  });
  app.use(findClient(createProxies(config.TRUST_PROXY)));
  app.use(closeWhileDraining(deps.isDraining));
  app.use(requestId(newId));
  app.use(countRequests(deps.metrics.http));
  app.use(traceRequests(deps));
  app.use(lingeringClose({ maxBytes: config.DRAIN_MAX_BYTES, timeoutMs: config.DRAIN_TIMEOUT_MS }));
  app.use(logRequests(logger));
  app.use(allowOrigins(config, [...routes, ...pages]));
  app.use(answerErrors({ publicUrl: config.PUBLIC_URL, renderProblem, logger, storeLog: deps.storeLog }));
  app.use(setSecurityHeaders(config));
  app.use(compressAnswers());
  app.use(refuseSeveralHosts);

  const routers = createRouters();
  // Mount the pages before the routes of the API: if a page and a route have the same address, the page passes requests
  // of programs on to the route.
  for (const page of pages) mountPage(routers, page, deps);
  for (const route of routes) mount(routers, route, deps);
  app.use(refuseUnmatched(createNearestAddress([...pages, ...routes].map(({ path }) => path))));
  app.use(routers.answer);
  return app;
}

interface AppDeps {
  config: Config;
  logger: Logger;
  newId: NewId;
  cookie: SessionCookie;
  /** The routes of the API, and all other routes that are not pages. */
  routes: readonly Route[];
  /** The pages. A page that shares its address with a route of the API answers only the requests for HTML. */
  pages: readonly Route[];
  renderProblem: RenderProblem;
  sessions: Pick<Sessions, "findCaller">;
  tokens: Pick<Tokens, "findCaller">;
  securityEvents: SecurityEvents;
  storeLog: Pick<StoreLog, "failed">;
  traces: Traces;
  limits: HttpLimits;
  metrics: { http: Pick<Metrics["http"], "requestBegan" | "requestEnded"> };
  /** Whether the process is stopping. */
  isDraining: () => boolean;
}

/**
 * Refuses a request with several Host headers, because a proxy in front of the service could use another one of them
 * than the service does.
 */
const refuseSeveralHosts: Middleware = async ({ req }, next) => {
  const hosts = req.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host");
  if (hosts.length > 1)
    throw new Problem(problemTypes.malformedRequest, {
      detail: `Expected one Host header, found ${hosts.length}.`,
    });
  await next();
};

/**
 * Refuses a request that matches no route: with 404 if no route has the path, with 405 if the routes with the path
 * accept other methods only. The router has set the header Allow to these methods. A 404 names the nearest address.
 */
function refuseUnmatched(nearestAddress: (path: string | null) => string): Middleware {
  return async (context, next) => {
    await next();
    const { status, path, method } = context;
    if (status !== 404 && status !== 405 && status !== 501) return;
    const allowed = context.response.get("Allow");
    if (status === 404 || allowed === "") {
      throw new Problem(problemTypes.notFound, {
        detail: `Nothing is at ${path}.${nearestAddress(path)}`,
      });
    }
    throw new Problem(problemTypes.methodNotAllowed, { detail: `${path} takes ${allowed}, not ${method}.` });
  };
}

function mount(routers: Routers, route: Route, deps: AppDeps): void {
  routers.add(route.method, route.path, createAnswerer(route, deps));
}

function mountPage(routers: Routers, page: Route, deps: AppDeps): void {
  const isShared = deps.routes.some(({ method, path }) => method === page.method && path === page.path);
  const show = createAnswerer(page, deps);
  routers.add(page.method, page.path, async (context: Context, next) => {
    if (isShared) context.vary("Accept");
    if (isShared && !asksForPage(context)) return next();
    context.state["isPage"] = true;
    await show(context);
  });
}

/** Returns the function that answers the requests of a route, and reports problems that the route does not declare. */
function createAnswerer(route: Route, deps: AppDeps): (context: Context) => Promise<void> {
  const declared: ReadonlySet<unknown> = new Set([...problemsOf(route)].map((name) => problemTypes[name]));
  const isChecked = createReplySampling({ isTest: deps.config.NODE_ENV === "test" });
  const answerDeps: AnswerDeps = { ...deps, isChecked };
  return async (context) => {
    context.state["route"] = route;
    try {
      await answer(context, route, answerDeps);
    } catch (error) {
      const { type } = errorToProblem(asStoreError(error));
      if (!declared.has(type)) reportBreach(route, `the problem ${type.slug} is not declared`, deps);
      throw error;
    }
  };
}

interface AnswerDeps extends AppDeps {
  /** Decides whether the next answer to be sent is checked against the contract of its route. */
  isChecked: () => boolean;
}

async function answer(context: Context, route: Route, deps: AnswerDeps): Promise<void> {
  const { limits } = deps;
  refuseOnReservedConnection(context, route, limits);
  refuseFromBrowsers(context, route, deps.config);
  const caller = await admitRequest(context, route, limits.rateLimits, {
    identify: () => identify(context, route, deps),
    showsCredentials: showsCredentials(context, route, deps.cookie),
  });
  context.state["caller"] = caller;
  const input = await parseRequest(context, route, deps.config);
  const key = route.isIdempotent ? readIdempotencyKey(context, caller) : null;
  const form = createUploadedForm(context, limits.uploads);
  const hold: Hold = (work) => limits.waits.hold(context, work);
  const postedFields = () => readPostedFields(context, deps.config);
  const jsonBytes = () => readJsonBytes(context, deps.config);
  const reply = await route.handler({ ...input, caller, key, form, postedFields, jsonBytes, hold, context });
  if (route.auth === "optional") context.vary("Cookie, Authorization");
  const isCompressed = allowCompression(context, route, caller);
  if (!reply.load && deps.isChecked()) checkReply(context, route, reply, deps);
  setHead(context, reply);
  // Answer with 304 if the client's If-None-Match contains the ETag of this answer, because the client has the answer
  // already.
  if (context.fresh) context.status = 304;
  // Leave out the length of a loaded or compressed body in the answer to HEAD, because the body is created only for
  // GET.
  else if (context.method !== "HEAD" || !(reply.load || isCompressed)) {
    const whole = reply.load ? await reply.load() : reply;
    if (reply.load && deps.config.NODE_ENV === "test") checkReply(context, route, whole, deps);
    setHead(context, whole);
    setBody(context, whole);
  }
  if (route.isEmbeddable) allowEmbedding(context);
}

/**
 * Refuses a request on a connection that is reserved for health checks, unless the route has no rate limit: only routes
 * whose answers cost next to nothing have none.
 */
function refuseOnReservedConnection(context: Context, route: Route, { connections }: HttpLimits): void {
  if (!connections.isReserved(context.req.socket) || rateLimitOf(route) === "none") return;
  const headers = { "Retry-After": "1", Connection: "close" };
  throw new Problem(problemTypes.tooManyConnections, {
    detail: "All connections of the service are in use.",
    headers,
  });
}

async function parseRequest(context: Context, route: Route, config: Config) {
  const params = route.params && parseInput(route.params, context["params"]);
  if (params?.faults) throw new Problem(problemTypes.notFound, { detail: `Nothing is at ${context.path}.` });
  const sent = {
    query: route.query && readQuery(context),
    body: route.body && (await readJsonBody(context, config)),
  };
  const body = route.body && parseInput(route.body, sent.body);
  const query = route.query && parseInput(route.query, sent.query);
  const faults = [...(query?.faults ?? []), ...(body?.faults ?? [])];
  if (faults.length > 0) {
    const further = (await route.furtherFaults?.({ params: params?.value, ...sent })) ?? [];
    const isNew = (one: Fault) =>
      !faults.some(({ pointer, detail }) => pointer === one.pointer && detail === one.detail);
    throw new InvalidInputError([...faults, ...further.filter(isNew)]);
  }
  return { body: body?.value, query: query?.value, params: params?.value };
}

/** Checks a response against the contract of its route. */
function checkReply(context: Context, route: Route, reply: Reply, deps: AppDeps): void {
  const fault = breachOf(route, reply, (header) => context.response.get(header) !== "");
  if (fault !== undefined) reportBreach(route, fault, deps);
}

/** Reports an answer that its route does not declare: throws in tests, and writes into the log elsewhere. */
function reportBreach(route: Route, fault: string, { config, logger }: AppDeps): void {
  const message = `a response of ${route.method} ${route.path} differs from the declaration of the route: ${fault}`;
  if (config.NODE_ENV === "test") throw new Error(message);
  logger.error({ route: route.path, fault }, "a response differs from the declaration of its route");
}

/**
 * Sets the status and the headers of a reply. The names in the reply's Vary header are added to the Vary header that
 * all answers have.
 */
function setHead(context: Context, { status, body, json, headers = {} }: Reply): void {
  const { Vary = [], ...others } = headers;
  context.status = status;
  if ((json ?? body) !== undefined) context.type = "application/json";
  context.set({ "Cache-Control": "no-store", ...(others as Record<string, string | string[]>) });
  context.vary(Vary as string | string[]);
}

function setBody(context: Context, { status, body, json }: Reply): void {
  // Set the body as text, because Koa and the compression would each serialise an object.
  context.body = json ?? (isJsonValue(body) ? JSON.stringify(body) : (body ?? null));
  context.status = status;
}

/** Whether a body is to be written as JSON: a plain object or a list. */
function isJsonValue(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  return (
    Array.isArray(body) || [Object.prototype, null].includes(Object.getPrototypeOf(body) as object | null)
  );
}
