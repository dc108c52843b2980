import type { Config } from "../config.ts";
import { defineRoute, type Route } from "../http/route.ts";
import type { SessionCookie } from "../http/session-cookie.ts";
import type { SecurityEvents } from "../infra/security-events.ts";
import type { AccountDeletion } from "./deletion/account-deletion.ts";
import type { AccountExport } from "./export/account-export.ts";
import { createMeRoutes } from "./me/routes.ts";
import { presentSession } from "./presenter.ts";
import { logoutQuery, sessionParams, sessionsAnswer } from "./schemas.ts";
import type { Sessions } from "./sessions.ts";
import { createSignInRoutes } from "./sign-in/routes.ts";
import { createTokenRoutes } from "./tokens/routes.ts";
import type { Tokens } from "./tokens/tokens.ts";
import type { BudgetsPort } from "./usage/budgets-port.ts";
import type { Usage } from "./usage/usage.ts";

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

type AccountRoutesDeps = Parameters<typeof createSignInRoutes>[0] & {
  sessions: Sessions;
  accountDeletion: AccountDeletion;
  accountExport: AccountExport;
  usage: Usage;
  budgets: BudgetsPort;
  cookie: SessionCookie;
  securityEvents: SecurityEvents;
  tokens: Tokens;
  config: Pick<Config, "TOKEN_MAX_DAYS">;
};

const logout = ({ sessions, cookie, securityEvents }: AccountRoutesDeps) =>
  defineRoute({
    method: "POST",
    path: "/logout",
    summary: "End the session everywhere; with ?all=true all sessions of the account",
    action: "sign out",
    auth: "session",
    query: logoutQuery,
    responses: { 204: { headers: { "Set-Cookie": "always" } } },
    handler: async ({ caller, query: { all }, context }) => {
      const token = cookie.read(context);
      if (all === "true") await sessions.endAllOf(caller.account_id);
      else if (token !== undefined) await sessions.end(token);
      securityEvents.record("log_out", {
        account_id: caller.account_id,
        address: context.ip,
        all: all === "true",
      });
      return { status: 204, headers: { "Set-Cookie": cookie.clear() } };
    },
  });

const listSessions = ({ sessions, cookie }: AccountRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/me/sessions",
    summary: "The sessions of the signed-in account, newest first",
    action: "list one's sessions",
    auth: "session",
    responses: { 200: { json: sessionsAnswer } },
    handler: async ({ caller, context }) => {
      const found = await sessions.listOf(caller.account_id, cookie.read(context));
      return { status: 200, body: { results: found.map(presentSession), total: found.length } };
    },
  });

const endSession = ({ sessions }: AccountRoutesDeps) =>
  defineRoute({
    method: "DELETE",
    path: "/me/sessions/:session_id",
    summary: "End one session of the signed-in account",
    action: "end a session",
    auth: "session",
    params: sessionParams,
    responses: { 204: {} },
    handler: async ({ caller, params: { session_id } }) => {
      await sessions.endOf(caller.account_id, session_id);
      return { status: 204 };
    },
  });
