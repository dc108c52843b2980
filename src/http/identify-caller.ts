import type { Context } from "koa";
import type { Caller } from "../authorization.ts";
import type { Config } from "../config.ts";
import { refuseCrossSite } from "./cross-site.ts";
import { Problem, problemTypes } from "./problems/problem-types.ts";
import type { Route } from "./route.ts";
import type { SessionCookie } from "./session-cookie.ts";

/**
 * Returns who calls a route: undefined where the route asks nobody, null for an anonymous caller.
 * @throws Problem 401 where the route needs a signed-in caller, 403 for a state-changing request of another site's page
 */
export async function identify(
  context: Context,
  route: Route,
  deps: IdentifyDeps,
): Promise<Caller | null | undefined> {
  const token = deps.cookie.read(context);
  if (token !== undefined && !route.isReadOnly) refuseCrossSite(context, deps.config);
  if (route.auth === "none") return undefined;
  const session = token === undefined ? null : await deps.sessions.findCaller(token);
  if (token !== undefined && session?.isProlonged) context.set("Set-Cookie", deps.cookie.set(token));
  if (session) return session.caller;
  if (route.auth === "optional") return null;
  const found = token === undefined ? "no session cookie" : "a session that has ended";
  const detail = `Expected the cookie session of a signed-in client, found ${found}. Sign in first, for instance by POST /login/dev where that is allowed.`;
  throw new Problem(problemTypes.signInRequired, { detail });
}

interface IdentifyDeps {
  config: Pick<Config, "PUBLIC_URL" | "ALLOWED_ORIGINS">;
  cookie: SessionCookie;
  sessions: CallerSessions;
}

/** What the app needs of the sessions. Implemented by `accounts/sessions.ts`. */
export interface CallerSessions {
  /** Returns the caller whose session has this token, and whether the session was prolonged; null without such a session. */
  findCaller(token: string): Promise<{ caller: Caller; isProlonged: boolean } | null>;
}
