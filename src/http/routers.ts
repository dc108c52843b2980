import { Router, type RouterMiddleware } from "@koa/router";
import type { Middleware } from "koa";

/** Finds the middleware that answers a request, by the path and the method of the request. */
export type Routers = ReturnType<typeof createRouters>;

/** Matches the characters that stand for parameters and choices in the pattern of a path. */
const NOT_FIXED = /[:*{}()]/;

/**
 * Creates the routers: one for each first segment of a path. A router compares the path of a request with the paths of
 * all its routes, so a single router would compare each path with about 150 routes.
 */
export function createRouters() {
  const bySegment = new Map<string, ReturnType<typeof openRouter>>();
  const routerFor = (path: string) => bySegment.get(firstSegmentOf(path));
  const answer: Middleware = (context, next) => routerFor(context.path)?.answer(context, next) ?? next();

  return {
    /**
     * Adds the middleware that answers a path by a method.
     * @param path may have parameters such as `:run_id`, except in its first segment
     * @throws Error where the first segment is not fixed
     */
    add: (method: string, path: string, middleware: RouterMiddleware): void => {
      const segment = firstSegmentOf(path);
      if (NOT_FIXED.test(segment)) throw new Error(`expected a fixed first segment, found ${path}`);
      const found = bySegment.get(segment) ?? openRouter();
      bySegment.set(segment, found);
      found.router.register(path, [method], middleware);
    },

    /** Whether the routers have middleware for a path and a method. */
    matches: (path: string, method: string): boolean =>
      routerFor(path)?.router.match(path, method).route ?? false,

    /**
     * The middleware that answers a request whose path and method the routers have. If the routers have the path only
     * with other methods, the middleware sets the header Allow.
     */
    answer,
  };
}

function openRouter() {
  const router = new Router({ strict: true, sensitive: true });
  // Cast the router's middleware, because its type expects a context with the properties that the router itself adds.
  const answerRoutes = router.routes() as Middleware;
  const answerOtherMethods = router.allowedMethods() as Middleware;
  const answer: Middleware = (context, next) =>
    answerRoutes(context, () => Promise.resolve(answerOtherMethods(context, next)));
  return { router, answer };
}

/**
 * Returns the first segment of a path, between its first and its second slash.
 * @param path null if the requested address has no path, such as `coap://host`; Koa's types do not mention null
 */
function firstSegmentOf(path: string | null): string {
  if (path === null) return "";
  const end = path.indexOf("/", 1);
  return path.slice(1, end === -1 ? undefined : end);
}
