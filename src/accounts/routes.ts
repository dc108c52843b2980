import { defineRoute, type Route } from "../http/route.ts";
import type { SessionCookie } from "../http/session-cookie.ts";
import { createMeRoutes } from "./me/routes.ts";
import type { OwnAccount } from "./me/own-account.ts";
import { logoutQuery, sessionParams, sessionsAnswer } from "./schemas.ts";
import { createSignInRoutes } from "./sign-in/routes.ts";
import { createTokenRoutes } from "./tokens/routes.ts";

/** Creates the routes for signing in and out, and for the caller's account, sessions and tokens. */
export function createAccountRoutes(deps: AccountRoutesDeps): Route[] {
  return [
    ...createSignInRoutes(deps),
    logout(deps),
    ...createMeRoutes(deps),
    listSessions(deps),
    endSession(deps),
    ...createTokenRoutes(deps),
  ];
}

type AccountRoutesDeps = Parameters<typeof createSignInRoutes>[0] &
  Parameters<typeof createMeRoutes>[0] &
  Parameters<typeof createTokenRoutes>[0] & { ownAccount: OwnAccount; cookie: SessionCookie };

const logout = ({ ownAccount, cookie }: AccountRoutesDeps) =>
  defineRoute({
    method: "POST",
    path: "/logout",
    summary: "End the session of the request; with ?all=true all sessions of the account",
    action: "sign out",
    auth: "session",
    query: logoutQuery,
    responses: { 204: { headers: { "Set-Cookie": "always" } } },
    handler: async ({ caller, query: { all }, context }) => {
      const token = cookie.read(context);
      await ownAccount.signOut(caller, { token, all: all === "true", address: context.ip });
      return { status: 204, headers: { "Set-Cookie": cookie.clear() } };
    },
  });

const listSessions = ({ ownAccount, cookie }: AccountRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/me/sessions",
    summary: "The sessions of the signed-in account, newest first",
    action: "list one's sessions",
    auth: "session",
    responses: { 200: { json: sessionsAnswer } },
    handler: async ({ caller, context }) => ({
      status: 200,
      body: await ownAccount.listSessions(caller, cookie.read(context)),
    }),
  });

const endSession = ({ ownAccount }: AccountRoutesDeps) =>
  defineRoute({
    method: "DELETE",
    path: "/me/sessions/:session_id",
    summary: "End one session of the signed-in account",
    action: "end a session",
    auth: "session",
    params: sessionParams,
    responses: { 204: {} },
    handler: async ({ caller, params: { session_id } }) => {
      await ownAccount.endSession(caller, session_id);
      return { status: 204 };
    },
  });
