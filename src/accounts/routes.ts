import { defineRoute, type Route } from "../http/route.ts";
import type { SessionCookie } from "../http/session-cookie.ts";
import { presentAccount, presentUsage } from "./presenter.ts";
import type { RunCounter } from "./usage/usage.ts";
import { devLoginBody, loginAnswer, meAnswer } from "./schemas.ts";
import type { Sessions } from "./sessions.ts";
import type { SignIn } from "./sign-in.ts";
import type { Tiers } from "./usage/tiers.ts";

interface AccountRoutesParts {
  signIn: SignIn;
  sessions: Sessions;
  counter: RunCounter;
  tiers: Tiers;
  cookie: SessionCookie;
  isDevLoginAllowed: boolean;
}

/** Signing in and out, and the account itself. */
export function createAccountRoutes(parts: AccountRoutesParts): Route[] {
  const routes = [logout(parts), me(parts)];
  return parts.isDevLoginAllowed ? [devLogin(parts), ...routes] : routes;
}

const devLogin = ({ signIn, tiers, cookie }: AccountRoutesParts) =>
  defineRoute({
    method: "POST",
    path: "/login/dev",
    summary: "Sign in by a name alone, for development and tests",
    auth: "none",
    body: devLoginBody(tiers),
    responses: { 200: loginAnswer },
    handler: async ({ body: { name, tier } }) => {
      const { account, token } = await signIn({ provider: "dev", subject: name, name, tier });
      return {
        status: 200,
        body: { account: presentAccount({ ...account, account_id: account._id }) },
        headers: { "Set-Cookie": cookie.set(token) },
      };
    },
  });

const logout = ({ sessions, cookie }: AccountRoutesParts) =>
  defineRoute({
    method: "POST",
    path: "/logout",
    summary: "End the session everywhere",
    auth: "session",
    responses: { 204: null },
    handler: async ({ context }) => {
      const token = cookie.read(context);
      if (token !== undefined) await sessions.end(token);
      return { status: 204, headers: { "Set-Cookie": cookie.clear() } };
    },
  });

const me = ({ counter }: AccountRoutesParts) =>
  defineRoute({
    method: "GET",
    path: "/me",
    summary: "The signed-in account and its runs in this month",
    auth: "session",
    responses: { 200: meAnswer },
    handler: async ({ caller }) => ({
      status: 200,
      body: { account: presentAccount(caller), usage: presentUsage(await counter.usage(caller)) },
    }),
  });
