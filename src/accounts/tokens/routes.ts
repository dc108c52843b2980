import type { Config } from "../../config.ts";
import { defineRoute, type Route } from "../../http/route.ts";
import type { SecurityEvents } from "../../infra/security-events.ts";
import { presentToken } from "./presenter.ts";
import { newTokenAnswer, newTokenBody, tokenParams, tokensAnswer } from "./schemas.ts";
import type { Tokens } from "./tokens.ts";

interface TokenRoutesDeps {
  tokens: Tokens;
  securityEvents: SecurityEvents;
  config: Pick<Config, "TOKEN_MAX_DAYS">;
}

/** Creates the routes with which an account makes, sees and revokes its personal access tokens. */
export function createTokenRoutes(deps: TokenRoutesDeps): Route[] {
  return [listTokens(deps), makeToken(deps), revokeToken(deps)];
}

const listTokens = ({ tokens }: TokenRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/me/tokens",
    summary: "The personal access tokens of the signed-in account, newest first",
    action: "list one's tokens",
    auth: "session",
    responses: { 200: { json: tokensAnswer } },
    handler: async ({ caller }) => {
      const found = await tokens.listOf(caller.account_id);
      return { status: 200, body: { results: found.map(presentToken), total: found.length } };
    },
  });

const makeToken = ({ tokens, securityEvents, config }: TokenRoutesDeps) =>
  defineRoute({
    method: "POST",
    path: "/me/tokens",
    summary: "Make a personal access token, which only this answer shows",
    action: "make a token",
    auth: "session",
    body: newTokenBody(config),
    problems: ["tokenLimitReached"],
    responses: { 201: { json: newTokenAnswer } },
    handler: async ({ caller: { account_id }, body, context }) => {
      const { token, made } = await tokens.make(account_id, body);
      const { token_id, scopes } = made;
      securityEvents.record("token_made", {
        account_id,
        address: context.ip,
        token_id,
        scopes: scopes.join(" "),
      });
      return { status: 201, body: { token, access_token: presentToken(made) } };
    },
  });

const revokeToken = ({ tokens, securityEvents }: TokenRoutesDeps) =>
  defineRoute({
    method: "DELETE",
    path: "/me/tokens/:token_id",
    summary: "Revoke a personal access token of one's own",
    action: "revoke a token",
    auth: "session",
    params: tokenParams,
    responses: { 204: {} },
    handler: async ({ caller: { account_id }, params: { token_id }, context }) => {
      await tokens.revoke(account_id, token_id);
      securityEvents.record("token_revoked", { account_id, address: context.ip, token_id });
      return { status: 204 };
    },
  });
