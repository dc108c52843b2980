import type { Context } from "koa";
import type { Caller } from "../../authorization.ts";
import { Problem } from "../problems/problem-types.ts";
import type { Route } from "../route.ts";
import { perOf, rateLimitOf, type RateLimits } from "./rate-limits.ts";

const UNAUTHORIZED = 401;

type Identified = Caller | null | undefined;

interface Sender {
  identify: () => Promise<Identified>;
  showsCredentials: boolean;
}

/**
 * Finds out who sends a request, and counts it against the rate limit of its route. Where an address is counted, both happen at
 * the same time.
 * @param sender.identify finds out who sends the request
 * @param sender.showsCredentials whether the request has a session's cookie or a token, whatever it is worth
 * @throws what `identify` throws, and Problem 429 where the limit is reached
 */
export async function admitRequest(
  context: Context,
  route: Route,
  rateLimits: RateLimits,
  { identify, showsCredentials }: Sender,
): Promise<Identified> {
  const limit = rateLimitOf(route);
  if (limit === "none") return identify();
  if (perOf(limit) === "account") {
    const caller = await identifyCounted(context, rateLimits, { identify, showsCredentials });
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

/**
 * Identifies the caller. A request that shows no caller belongs to no account, so it counts against its address: as a read, or
 * where credentials had to be looked up that are not valid, by a limit of its own. Beyond that limit nothing is looked up; and
 * what is read from an address keeps none of the accounts there from their changes.
 */
async function identifyCounted(
  context: Context,
  rateLimits: RateLimits,
  { identify, showsCredentials }: Sender,
): Promise<Identified> {
  if (showsCredentials) rateLimits.refuseKnown(context, "bad_credentials", null);
  try {
    return await identify();
  } catch (error) {
    if (error instanceof Problem) {
      const isBad = showsCredentials && error.type.status === UNAUTHORIZED;
      await rateLimits.take(context, isBad ? "bad_credentials" : "reads", null);
    }
    throw error;
  }
}
