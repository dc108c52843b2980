import type { Context } from "koa";
import type { Caller } from "../../authorization.ts";
import { Problem } from "../problems/problem-types.ts";
import type { Route } from "../route.ts";
import { perOf, rateLimitOf, type RateLimits } from "./rate-limits.ts";

type Identified = Caller | null | undefined;

/**
 * Finds out who sends a request, and counts it against the rate limit of its route. Where an address is counted, both happen at
 * the same time.
 * @param identify finds out who sends the request
 * @throws what `identify` throws, and Problem 429 where the limit is reached
 */
export async function admitRequest(
  context: Context,
  route: Route,
  rateLimits: RateLimits,
  identify: () => Promise<Identified>,
): Promise<Identified> {
  const limit = rateLimitOf(route);
  if (limit === "none") return identify();
  if (perOf(limit) === "account") {
    const caller = await identifyCounted(context, rateLimits, identify);
    await rateLimits.take(context, limit, caller?.account_id ?? null);
    return caller;
  }
  rateLimits.refuseKnown(context, limit, null);
  const [counting, identifying] = await Promise.allSettled([
    rateLimits.take(context, limit, null),
    identify(),
  ]);
  if (counting.status === "rejected") throw counting.reason;
  if (identifying.status === "rejected") throw identifying.reason;
  return identifying.value;
}

/** Identifies the caller. A request that shows no caller belongs to no account, so it counts as a read of its address. */
async function identifyCounted(
  context: Context,
  rateLimits: RateLimits,
  identify: () => Promise<Identified>,
): Promise<Identified> {
  try {
    return await identify();
  } catch (error) {
    if (error instanceof Problem) await rateLimits.take(context, "reads", null);
    throw error;
  }
}
