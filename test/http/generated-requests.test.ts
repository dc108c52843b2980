import test from "ava";
import * as fc from "fast-check";
import type { Route } from "../../src/http/route.ts";
import { budget } from "./generated-requests/budget.ts";
import { describeRequest, exchange, type RawAnswer, type RawRequest } from "./generated-requests/exchange.ts";
import { faultsOfAnswer } from "./generated-requests/faults-of-answer.ts";
import {
  requestOf,
  requestsOf,
  rightRequestOf,
  type RequestPlan,
} from "./generated-requests/requests-of-route.ts";
import { startWorld } from "./generated-requests/world.ts";

const REQUESTS_A_ROUTE = 15;

const world = await startWorld(test);
const { service } = world;

/**
 * Sends a request and checks the response.
 * @throws Error with the request, the response and all faults of the response
 */
async function check(route: Route, plan: RequestPlan, seen: (status: number) => void): Promise<void> {
  const request = requestOf(route, plan, world);
  const answer = await exchange(service.url, request);
  const faults = answer === null ? [] : faultsOfAnswer(service, request, answer);
  if (answer === null && !request.isBroken) faults.push("the connection was closed without an answer");
  if (mayHaveEnded(request, answer)) await world.repair(plan.sender);
  if (answer) seen(answer.status);
  if (faults.length === 0) return;
  throw new Error(
    `${faults.join("; ")}\n--- request of ${JSON.stringify(plan.sender)}\n${describeRequest(request)}\n--- answer\n` +
      `${answer?.status ?? "none"} ${answer?.text.slice(0, 2000) ?? ""}`,
  );
}

/**
 * Returns whether a request may have ended a session or deleted a resource. Without a response, the request may have
 * succeeded.
 */
function mayHaveEnded({ method, target }: RawRequest, answer: RawAnswer | null): boolean {
  const isRefused = answer !== null && answer.status >= 300;
  return !isRefused && (method === "DELETE" || (method !== "GET" && /^\/(?:login|logout|me)\b/.test(target)));
}

/**
 * Routes that accept only a code of a sign-in provider or a signature of Stripe, so that no generated request succeeds:
 * test/accounts/sign-in and test/billing test these routes.
 */
const needsProof = new Set([
  "POST /login/:provider",
  "GET /login/:provider/callback",
  "POST /billing/stripe",
]);

for (const route of service.routes) {
  test.serial(`${route.method} ${route.path} answers generated requests as the route declares`, async (t) => {
    const statuses: number[] = [];
    const property = fc.asyncProperty(requestsOf(route), (plan) =>
      check(route, plan, (status) => statuses.push(status)),
    );
    const examples: [RequestPlan][] = [[rightRequestOf(route)]];
    await fc.assert(property, { ...budget(REQUESTS_A_ROUTE, `${route.method} ${route.path}`), examples });
    t.true(
      needsProof.has(`${route.method} ${route.path}`) || statuses.some((status) => status < 400),
      `none of the generated requests succeeded: ${[...new Set(statuses)].join(", ")}`,
    );
    t.is((await service.anonymous.get("/health/ready")).status, 200);
  });
}
