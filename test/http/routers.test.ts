import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Router } from "@koa/router";
import test, { type ExecutionContext } from "ava";
import * as fc from "fast-check";
import Koa, { type Context, type Middleware } from "koa";
import { createRouters } from "../../src/http/routers.ts";
import { budget } from "./generated-requests/budget.ts";

interface Added {
  method: string;
  path: string;
}

const METHODS = ["GET", "POST", "DELETE"];
const segment = fc.constantFrom("a", "b", "ab", "");
const later = fc.constantFrom("a", "b", ":id", "");
const path = fc
  .tuple(segment, fc.array(later, { maxLength: 2 }))
  .map(([first, others]) => `/${[first, ...others].join("/")}`);
const routes = fc.uniqueArray(fc.record({ method: fc.constantFrom(...METHODS), path }), {
  minLength: 1,
  maxLength: 8,
  selector: ({ method, path: of }) => `${method} ${of}`,
});
const request = fc.record({
  method: fc.constantFrom(...METHODS, "HEAD", "OPTIONS", "PUT"),
  path: fc
    .array(fc.constantFrom("a", "b", "ab", "c", "A", "%61", ""), { maxLength: 4 })
    .map((segments) => `/${segments.join("/")}`),
});

/** Starts a server. Returns a function that sends a request to a given middleware on this server. */
async function startServer(t: ExecutionContext) {
  let current: Middleware = () => undefined;
  const app = new Koa();
  app.use((context, next) => current(context, next));
  const server = createServer((incoming, outgoing) => void app.callback()(incoming, outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  /**
   * Sends a request to a middleware. Returns status, allowed methods and body of the response, which tell the route
   * that answered.
   */
  return async (by: Middleware, { method, path: asked }: Added) => {
    current = by;
    const response = await fetch(`http://127.0.0.1:${port}${asked}`, { method });
    const allowed = response.headers.get("allow")?.split(", ").toSorted() ?? null;
    return { status: response.status, allowed, body: await response.text() };
  };
}

const answerWith =
  ({ method, path: added }: Added) =>
  (context: Context) => {
    context.body = JSON.stringify([method, added, context["params"]]);
  };

test("routers that are chosen by the first segment of the path answer a request as one router with all routes would", async (t) => {
  const answerOf = await startServer(t);
  const property = fc.asyncProperty(routes, fc.array(request, { maxLength: 6 }), async (added, requests) => {
    const routers = createRouters();
    const router = new Router({ strict: true, sensitive: true });
    for (const one of added) {
      routers.add(one.method, one.path, answerWith(one));
      router.register(one.path, [one.method], answerWith(one));
    }
    const [answerRoutes, answerOthers] = [
      router.routes(),
      router.allowedMethods(),
    ] as unknown as Middleware[];
    const one: Middleware = (context, next) => answerRoutes?.(context, () => answerOthers?.(context, next));
    const sent = [
      ...requests,
      ...added.map(({ method, path: own }) => ({ method, path: own.replaceAll(":id", "x") })),
    ];
    for (const asked of sent)
      t.deepEqual(await answerOf(routers.answer, asked), await answerOf(one, asked), JSON.stringify(asked));
  });
  await fc.assert(property, budget(100, "routers"));
});

test("a route whose first path segment is a parameter is refused, because it would have no router", (t) => {
  const add = () => createRouters().add("GET", "/:build_id/runs", answerWith({ method: "GET", path: "" }));
  t.throws(add, { message: "expected a fixed first segment, found /:build_id/runs" });
});
