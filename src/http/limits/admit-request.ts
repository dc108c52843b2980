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
 * Identifies the sender of a request, and counts the request against the rate limit of its route. For a limit by
 * address, the sender is identified and the request is counted at the same time.
 * @param sender.identify finds out who sends the request
 * @param sender.showsCredentials whether the request has a session's cookie or a token, which need not be valid
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
 * Identifies the caller. A request whose caller cannot be identified counts against its address: as a read or, if the
 * service had to look up invalid credentials, by the limit `bad_credentials`. Beyond that limit no credentials are
 * looked up. Requests that read data never cause a refusal of changes that accounts make from the same address.
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
