import { z } from "zod";
import { newTokenBody, renameBody } from "../../accounts/index.ts";
import { InvalidInputError } from "../../errors.ts";
import { parseInput } from "../../validation/faults.ts";
import { queryInteger } from "../../validation/paging.ts";
import { definePage } from "../layout/define-page.tsx";
import { definePageAction } from "../layout/define-page-action.tsx";
import type { Page } from "../layout/site.ts";
import { CONFIRMATION } from "./delete-form.tsx";
import {
  buildsView,
  deletedView,
  runsView,
  settingsView,
  suspendedView,
  tokensView,
  type AccountPagesDeps,
} from "./views.tsx";

export type { AccountPagesDeps } from "./views.tsx";

const MAX_PAGE = 500;

/** Creates the pages of the account of the signed-in user, and the routes of their forms. */
export function createAccountPages(deps: AccountPagesDeps): Page[] {
  return [
    buildsPage(deps),
    runsPage(deps),
    tokensPage(deps),
    settingsPage(deps),
    renameAction(deps),
    newTokenAction(deps),
    revokeTokenAction(deps),
    endSessionAction(deps),
    signOutAction(deps),
    deleteAction(deps),
  ];
}

const pageQuery = z.object({ page: queryInteger(z.int().min(1).max(MAX_PAGE)).default(1) });

const buildsPage = (deps: AccountPagesDeps) =>
  definePage({
    path: "/me",
    summary: "One's own account: one's builds, and what the account has used of its limits",
    action: "read one's account",
    query: pageQuery,
    handler: async ({ caller, query: { page } }) => buildsView(deps, caller, page),
  });

const runsPage = (deps: AccountPagesDeps) =>
  definePage({
    path: "/me/runs",
    summary: "What the signed-in account has submitted",
    action: "read one's account",
    query: pageQuery,
    handler: async ({ caller, query: { page } }) => runsView(deps, caller, page),
  });

const tokensPage = (deps: AccountPagesDeps) =>
  definePage({
    path: "/me/tokens",
    summary: "The access tokens and the sessions of the signed-in account",
    action: "list one's tokens",
    handler: async ({ caller, context }) => tokensView(deps, { caller, context }),
  });

const settingsPage = (deps: AccountPagesDeps) =>
  definePage({
    path: "/me/settings",
    summary: "The public name of the signed-in account, the download of its data, and its deletion",
    action: "read one's account",
    handler: async ({ caller }) => settingsView(deps, caller),
  });

const renameAction = (deps: AccountPagesDeps) =>
  definePageAction({
    path: "/me/rename",
    summary: "Change the public name of the signed-in account",
    action: "change one's account",
    fields: renameBody,
    handler: async ({ caller, fields: { name } }) => {
      await deps.ownAccount.rename(caller, name);
      return { location: "/me/settings" };
    },
    again: ({ caller, values, faults }) => settingsView(deps, caller, { values, faults }),
  });

const newTokenAction = (deps: AccountPagesDeps) =>
  definePageAction({
    path: "/me/new-token",
    summary: "Make a personal access token, which only this answer shows",
    action: "make a token",
    fields: z.looseObject({}),
    refusals: ["tokenLimitReached"],
    handler: async ({ caller, context, fields }) => {
      const parsed = parseInput(newTokenBody(deps.config), toTokenBody(fields));
      if (parsed.faults)
        throw new InvalidInputError(
          parsed.faults.map(({ pointer, detail }) => ({
            pointer: pointer.replace(/^\/name$/, "/token_name"),
            detail,
          })),
        );
      const newToken = await deps.ownAccount.makeToken(caller, parsed.value, context.ip);
      return { view: await tokensView(deps, { caller, context }, { newToken }) };
    },
    again: ({ caller, context, ...posted }) => tokensView(deps, { caller, context }, posted),
  });

/**
 * Converts the posted fields to the API's body of a new token. The form calls the token's name `token_name`, because
 * `name` is the name of the account.
 */
function toTokenBody({ token_name, scopes = [], expires_in_days: days }: Record<string, unknown>) {
  const isNumber = typeof days === "string" && /^\d{1,9}$/.test(days);
  return {
    name: token_name,
    scopes: [scopes].flat(),
    ...(days !== "" && days !== undefined && { expires_in_days: isNumber ? Number(days) : days }),
  };
}

const id = z.string().min(1).max(64);

const revokeTokenAction = (deps: AccountPagesDeps) =>
  definePageAction({
    path: "/me/revoke-token",
    summary: "Revoke a personal access token of one's own",
    action: "revoke a token",
    fields: z.object({ token_id: id }),
    problems: ["notFound"],
    handler: async ({ caller, fields: { token_id }, context }) => {
      await deps.ownAccount.revokeToken(caller, token_id, context.ip);
      return { location: "/me/tokens" };
    },
    again: ({ caller, context, faults }) => tokensView(deps, { caller, context }, { faults }),
  });

const endSessionAction = (deps: AccountPagesDeps) =>
  definePageAction({
    path: "/me/end-session",
    summary: "End one session of the signed-in account",
    action: "end a session",
    fields: z.object({ session_id: id }),
    problems: ["notFound"],
    handler: async ({ caller, fields: { session_id } }) => {
      await deps.ownAccount.endSession(caller, session_id);
      return { location: "/me/tokens#sessions-heading" };
    },
    again: ({ caller, context, faults }) => tokensView(deps, { caller, context }, { faults }),
  });

const signOutAction = (deps: AccountPagesDeps) =>
  definePageAction({
    path: "/me/sign-out",
    summary: "End the session, or all sessions of the account",
    action: "sign out",
    fields: z.object({ all: z.literal("true").optional() }),
    handler: async ({ caller, fields: { all }, context }) => {
      const token = deps.cookie.read(context);
      await deps.ownAccount.signOut(caller, { token, all: all === "true", address: context.ip });
      return { location: "/", cookies: [deps.cookie.clear()] };
    },
    again: async ({ caller, context, faults }) =>
      caller.suspended_for === undefined
        ? tokensView(deps, { caller, context }, { faults })
        : suspendedView(deps, faults),
  });

const confirmation = z.object({
  confirmation: z
    .string()
    .trim()
    .refine((text) => text.toLowerCase() === CONFIRMATION, {
      error: `Expected the word “${CONFIRMATION}”, found another text. Nothing was deleted.`,
    }),
});

const deleteAction = (deps: AccountPagesDeps) =>
  definePageAction({
    path: "/me/delete",
    summary: "Delete the signed-in account with its sessions, builds, runs and files",
    action: "delete one's account",
    fields: confirmation,
    handler: async ({ caller, context }) => {
      await deps.ownAccount.delete(caller, context.ip);
      return { view: deletedView, cookies: [deps.cookie.clear()], isSignedOut: true };
    },
    again: async ({ caller, faults }) =>
      caller.suspended_for === undefined
        ? settingsView(deps, caller, { faults })
        : suspendedView(deps, faults),
  });
