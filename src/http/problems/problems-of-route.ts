import { accessTo } from "../../access.ts";
import { rateLimitOf } from "../limits/rate-limits.ts";
import type { Route } from "../route.ts";
import type { ProblemName } from "./problem-types.ts";

/**
 * The problems that every route may answer with: a request may be malformed, a store may be unavailable or slow, or the
 * service may be at fault.
 */
const always: readonly ProblemName[] = ["malformedRequest", "storeUnavailable", "tryAgain", "internalError"];

/**
 * Returns the kinds of problem that a route may answer with: the problems that the declaration of the route implies,
 * and the problems that the declaration names.
 */
export function problemsOf(route: Route): ReadonlySet<ProblemName> {
  const {
    auth,
    isReadOnly,
    isIdempotent,
    params,
    query,
    body,
    form,
    signedBody,
    takesFields,
    takesTokens,
    problems,
    takesFromBrowsers,
  } = route;
  const implied: readonly (readonly [boolean, readonly ProblemName[]])[] = [
    [auth !== "none" && takesTokens, ["invalidToken"]],
    [auth === "session", ["signInRequired"]],
    [refusesSuspended(route), ["accountSuspended"]],
    [auth === "session" && takesTokens, ["insufficientScope"]],
    [!isReadOnly, ["crossSiteRequest"]],
    [takesFromBrowsers === "visits", ["navigationRequired"]],
    [params !== undefined, ["notFound"]],
    [query !== undefined, ["invalidInput"]],
    [
      body !== undefined || form !== undefined || takesFields,
      ["invalidInput", "unsupportedMediaType", "payloadTooLarge", "requestTimeout"],
    ],
    [signedBody !== undefined, ["unsupportedMediaType", "payloadTooLarge", "requestTimeout"]],
    [rateLimitOf(route) !== "none", ["tooManyRequests", "tooManyConnections"]],
    [isIdempotent, ["invalidInput"]],
  ];
  const names = implied.flatMap(([isImplied, kinds]) => (isImplied ? kinds : []));
  return new Set([...always, ...names, ...(problems ?? [])]);
}

/** Whether a route refuses suspended accounts: a route for everybody refuses only their tokens. */
function refusesSuspended({ action, auth, takesTokens }: Route): boolean {
  if (accessTo(action).isOpenToSuspended) return false;
  return auth === "session" || (auth === "optional" && takesTokens);
}
