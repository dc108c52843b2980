import cors from "@koa/cors";
import type { Context, Middleware } from "koa";
import type { Config } from "../config.ts";
import type { Route } from "./route.ts";
import { createRouters, type Routers } from "./routers.ts";

/** The response headers that a page may read, beside those that CORS always allows. */
const EXPOSED = [
  "Content-Disposition",
  "ETag",
  "Location",
  "RateLimit",
  "RateLimit-Policy",
  "Retry-After",
  "WWW-Authenticate",
  "X-Request-Id",
];

/** The request headers that a page may send to read public data. */
const PLAIN_HEADERS = ["Accept", "Content-Type", "If-None-Match", "X-Request-Id"];

/** How long a browser may use the answer to a preflight, in seconds. */
const MAX_AGE_S = 600;

/**
 * Sets the CORS headers, which say which pages may read an answer. Pages of any origin may read public data, without
 * the cookie. Pages of ALLOWED_ORIGINS may send every request, with the cookie, and read its answer. This middleware
 * wraps the middleware that answers errors, so that pages can read problems, too.
 */
export function allowOrigins(
  { ALLOWED_ORIGINS }: Pick<Config, "ALLOWED_ORIGINS">,
  routes: readonly Route[],
): Middleware {
  const isPublic = createPublicCheck(routes);
  const toEverybody = cors({
    origin: "*",
    allowMethods: ["GET", "HEAD", "POST"],
    allowHeaders: PLAIN_HEADERS,
    exposeHeaders: EXPOSED,
    maxAge: MAX_AGE_S,
  });
  const toNamed = cors({
    origin: (context: Context) => context.get("Origin"),
    credentials: true,
    allowMethods: ["GET", "HEAD", "POST", "PATCH", "DELETE"],
    allowHeaders: [...PLAIN_HEADERS, "Authorization", "Idempotency-Key"],
    exposeHeaders: EXPOSED,
    maxAge: MAX_AGE_S,
  });
  return async (context, next) => {
    context.vary("Origin");
    if (ALLOWED_ORIGINS.includes(context.get("Origin"))) await toNamed(context, next);
    else if (isPublic(context)) await toEverybody(context, next);
    else await next();
  };
}

/**
 * Returns a function that says whether a request reads public data, which means that it changes nothing and needs no
 * caller. A preflight counts like the request that it announces. A GET for an address without a route also counts as a
 * request that reads public data.
 */
function createPublicCheck(routes: readonly Route[]): (context: Context) => boolean {
  const open = routersOf(routes.filter(isOpen));
  const all = routersOf(routes);
  return (context) => {
    const asked =
      context.method === "OPTIONS" ? context.get("Access-Control-Request-Method") : context.method;
    if (open.matches(context.path, asked)) return true;
    return ["GET", "HEAD"].includes(asked) && !all.matches(context.path, asked);
  };
}

/**
 * Whether a route reads public data. A route does not count if it only accepts browsers that open its address as a
 * page, because scripts of pages cannot use it.
 */
const isOpen = ({ isReadOnly, auth, takesFromBrowsers }: Route): boolean =>
  isReadOnly && auth !== "session" && takesFromBrowsers === undefined;

function routersOf(routes: readonly Route[]): Pick<Routers, "matches"> {
  const routers = createRouters();
  for (const { path, method } of routes) routers.add(method, path, () => undefined);
  return routers;
}
