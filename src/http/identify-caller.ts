import type { Context } from "koa";
import type { Sessions, Tokens } from "../accounts/index.ts";
import { accessTo } from "../access.ts";
import { isCredentialEnough, type Caller } from "../authorization.ts";
import type { Config } from "../config.ts";
import { AccountSuspendedError } from "../errors.ts";
import type { SecurityEvents } from "../infra/security-events.ts";
import { readBearerToken } from "./bearer-token.ts";
import { refuseCrossSite } from "./cross-site.ts";
import { errorToProblem } from "./problems/error-to-problem.ts";
import { Problem, problemTypes } from "./problems/problem-types.ts";
import type { Route } from "./route.ts";
import type { SessionCookie } from "./session-cookie.ts";

/**
 * Whether a request has a session's cookie, or a bearer token if its route accepts tokens. The cookie or token need not
 * be valid.
 */
export const showsCredentials = (context: Context, route: Route, cookie: SessionCookie): boolean =>
  bearerFor(context, route) !== undefined || cookie.read(context) !== undefined;

const bearerFor = (context: Context, { takesTokens }: Route): string | undefined =>
  takesTokens ? readBearerToken(context) : undefined;

/**
 * Returns the caller of a route: undefined if the route does not look up callers, null for an anonymous caller. For a
 * request with a bearer token, only the token counts. The cookie is not read, so it does not matter which page sent the
 * request. A route that takes no tokens ignores the token.
 * @throws Problem 401 where the route needs a signed-in caller or the token is not valid, 403 where the token lacks the
 * scope or the account is suspended, and 403 for a state-changing request of another site's page
 */
export async function identify(
  context: Context,
  route: Route,
  deps: IdentifyDeps,
): Promise<Caller | null | undefined> {
  const bearer = bearerFor(context, route);
  if (bearer !== undefined && route.auth !== "none") return identifyByToken(context, bearer, route, deps);
  const token = deps.cookie.read(context);
  if (token !== undefined && !route.isReadOnly) refuseCrossSite(context, deps.config);
  if (route.auth === "none") return undefined;
  const session = token === undefined ? null : await deps.sessions.findCaller(token);
  if (token !== undefined && session?.isProlonged) context.set("Set-Cookie", deps.cookie.set(token));
  if (session) {
    // A route for everybody answers a suspended account as it answers anybody who is not signed in.
    if (route.auth === "optional" && session.caller.suspended_for !== undefined) return null;
    return requireNotSuspended(session.caller, route, deps);
  }
  if (route.auth === "optional") return null;
  const found = token === undefined ? "no session cookie" : "a session that has ended";
  const expected = `the cookie session of a signed-in client${route.takesTokens ? " or a bearer token" : ""}`;
  const detail = `Expected ${expected}, found ${found}. Sign in first: GET /login says how.`;
  throw new Problem(problemTypes.signInRequired, { detail });
}

async function identifyByToken(
  context: Context,
  token: string,
  route: Route,
  deps: IdentifyDeps,
): Promise<Caller> {
  const { action } = route;
  const { tokens, securityEvents } = deps;
  const caller = await tokens.findCaller(token);
  if (!caller) {
    securityEvents.record("token_refused", { account_id: null, address: context.ip });
    throw new Problem(problemTypes.invalidToken, {
      detail:
        "Expected a valid personal access token, found a token that is malformed, unknown, expired or revoked. POST /me/tokens makes one.",
      headers: { "WWW-Authenticate": 'Bearer error="invalid_token"' },
    });
  }
  requireNotSuspended(caller, route, deps);
  if (isCredentialEnough(caller, action)) return caller;
  const { scope } = accessTo(action);
  const needed =
    scope === null
      ? `A personal access token cannot ${action}. Sign in, and send the cookie session instead.`
      : `Expected a token with the scope ${scope}, found a token without this scope. POST /me/tokens makes one.`;
  const wanted = scope === null ? "" : `, scope="${scope}"`;
  throw new Problem(problemTypes.insufficientScope, {
    detail: needed,
    headers: { "WWW-Authenticate": `Bearer error="insufficient_scope"${wanted}` },
  });
}

/** Returns the caller. @throws Problem 403 if the account is suspended and the action is not open to such accounts */
function requireNotSuspended(caller: Caller, { action }: Route, { config }: IdentifyDeps): Caller {
  const { suspended_for: reason } = caller;
  if (reason === undefined || accessTo(action).isOpenToSuspended) return caller;
  throw errorToProblem(new AccountSuspendedError(reason, config));
}

interface IdentifyDeps {
  config: Pick<Config, "PUBLIC_URL" | "ALLOWED_ORIGINS" | "CONTACT_URL">;
  cookie: SessionCookie;
  sessions: Pick<Sessions, "findCaller">;
  tokens: Pick<Tokens, "findCaller">;
  securityEvents: SecurityEvents;
}
