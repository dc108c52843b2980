import type { Config } from "../../config.ts";
import { defineRoute, type Route } from "../../http/route.ts";
import type { OwnAccount } from "../me/own-account.ts";
import { newTokenAnswer, newTokenBody, tokenParams, tokensAnswer } from "./schemas.ts";

interface TokenRoutesDeps {
  ownAccount: OwnAccount;
  config: Pick<Config, "TOKEN_MAX_DAYS">;
}

/** Creates the routes with which an account makes, sees and revokes its personal access tokens. */
export function createTokenRoutes(deps: TokenRoutesDeps): Route[] {
  return [listTokens(deps), makeToken(deps), revokeToken(deps)];
}

const listTokens = ({ ownAccount }: TokenRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/me/tokens",
    summary: "The personal access tokens of the signed-in account, newest first",
    action: "list one's tokens",
    auth: "session",
    responses: { 200: { json: tokensAnswer } },
    handler: async ({ caller }) => ({ status: 200, body: await ownAccount.listTokens(caller) }),
  });

const makeToken = ({ ownAccount, config }: TokenRoutesDeps) =>
  defineRoute({
    method: "POST",
    path: "/me/tokens",
    summary: "Make a personal access token, which only this answer shows",
    action: "make a token",
    auth: "session",
    body: newTokenBody(config),
    problems: ["tokenLimitReached"],
    responses: { 201: { json: newTokenAnswer } },
    handler: async ({ caller, body, context }) => ({
      status: 201,
      body: await ownAccount.makeToken(caller, body, context.ip),
    }),
  });

const revokeToken = ({ ownAccount }: TokenRoutesDeps) =>
  defineRoute({
    method: "DELETE",
    path: "/me/tokens/:token_id",
    summary: "Revoke a personal access token of one's own",
    action: "revoke a token",
    auth: "session",
    params: tokenParams,
    responses: { 204: {} },
    handler: async ({ caller, params: { token_id }, context }) => {
      await ownAccount.revokeToken(caller, token_id, context.ip);
      return { status: 204 };
    },
  });
