import { z } from "zod";
import { newTokenBody, renameBody, type OwnAccount } from "../../accounts/index.ts";
import type { Caller } from "../../authorization.ts";
import type { RunViews } from "../../benchmarks/index.ts";
import type { Builds } from "../../builds/index.ts";
import type { Config } from "../../config.ts";
import { InvalidInputError, type Fault } from "../../errors.ts";
import type { SessionCookie } from "../../http/session-cookie.ts";
import type { RouteContext } from "../../http/route.ts";
import { parseInput } from "../../validation/faults.ts";
import { queryInteger } from "../../validation/paging.ts";
import { definePage } from "../layout/define-page.tsx";
import { definePageAction, type AgainInput } from "../layout/define-page-action.tsx";
import type { Page, View } from "../layout/site.ts";
import { AccountView, type AccountViewProps } from "./account-view.tsx";
import { CONFIRMATION } from "./delete-form.tsx";
import { SuspendedActs } from "./suspended.tsx";

const BUILDS_A_PAGE = 12;
const RUNS_A_PAGE = 20;
const MAX_PAGE = 500;

/** Dependencies of the account page and its forms. */
export interface AccountPagesDeps {
  ownAccount: OwnAccount;
  builds: Builds;
  runViews: RunViews;
  cookie: SessionCookie;
  config: Pick<Config, "TOKEN_MAX_DAYS" | "CONTACT_URL">;
}

/** Creates the account page of the signed-in user, and the routes of its forms. */
export function createAccountPages(deps: AccountPagesDeps): Page[] {
  return [
    accountPage(deps),
    renameAction(deps),
    newTokenAction(deps),
    revokeTokenAction(deps),
    endSessionAction(deps),
    signOutAction(deps),
    deleteAction(deps),
  ];
}

const pageNumber = queryInteger(z.int().min(1).max(MAX_PAGE)).default(1);

const accountPage = (deps: AccountPagesDeps) =>
  definePage({
    path: "/me",
    summary: "One's own account: builds, runs, usage, tokens, sessions, export and deletion",
    action: "read one's account",
    query: z.object({ builds_page: pageNumber, runs_page: pageNumber }),
    handler: async ({ caller, context, query: { builds_page, runs_page } }) =>
      accountView(deps, { caller, context }, { buildsPage: builds_page, runsPage: runs_page }),
  });

interface Visitor {
  caller: Caller;
  context: RouteContext;
}

type Shown = Partial<
  Pick<AccountViewProps, "buildsPage" | "runsPage" | "faults" | "values" | "newToken" | "refusal">
>;

/** Returns the account page of a signed-in visitor. */
async function accountView(
  { ownAccount, builds, runViews, cookie, config }: AccountPagesDeps,
  { caller, context }: Visitor,
  { buildsPage = 1, runsPage = 1, faults = [], values = {}, newToken, refusal }: Shown,
): Promise<View> {
  const [own, ofBuilds, runs, tokens, sessions] = await Promise.all([
    ownAccount.show(caller),
    builds.listOf(caller.account_id, { page: buildsPage, limit: BUILDS_A_PAGE }),
    runViews.listOfSubmitter(caller, { page: runsPage, limit: RUNS_A_PAGE }),
    ownAccount.listTokens(caller),
    ownAccount.listSessions(caller, cookie.read(context)),
  ]);
  const props: AccountViewProps = {
    ...own,
    builds: { results: await builds.present(ofBuilds.builds), total: ofBuilds.total },
    buildsPage,
    buildsLimit: BUILDS_A_PAGE,
    runs,
    runsPage,
    tokens,
    sessions,
    maxTokenDays: config.TOKEN_MAX_DAYS,
    isCustomer: caller.is_customer === true,
    faults,
    values,
    ...(newToken && { newToken }),
    ...(refusal !== undefined && { refusal }),
  };
  return { title: "Your account", body: <AccountView {...props} /> };
}

type Asked = Pick<
  AgainInput<"read one's account", undefined>,
  "caller" | "context" | "values" | "faults" | "refusal"
>;

/** Returns a function that shows the account page again, with the faults of a posted form. */
const showsAgain =
  (deps: AccountPagesDeps) =>
  ({ caller, context, values, faults, refusal }: Asked): Promise<View> =>
    accountView(deps, { caller, context }, { values, faults, ...(refusal !== undefined && { refusal }) });

const renameAction = (deps: AccountPagesDeps) =>
  definePageAction({
    path: "/me/rename",
    summary: "Change the public name of the signed-in account",
    action: "change one's account",
    fields: renameBody,
    handler: async ({ caller, fields: { name } }) => {
      await deps.ownAccount.rename(caller, name);
      return { location: "/me" };
    },
    again: showsAgain(deps),
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
      return { view: await accountView(deps, { caller, context }, { newToken }) };
    },
    again: showsAgain(deps),
  });

/**
 * Converts the posted fields to the API's body of a new token. The form calls the token's name `token_name`, because
 * `name` on the same page is the name of the account.
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
      return { location: "/me#tokens-heading" };
    },
    again: showsAgain(deps),
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
      return { location: "/me#sessions-heading" };
    },
    again: showsAgain(deps),
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
    again: showsOpenFormAgain(deps),
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
    again: showsOpenFormAgain(deps),
  });

/** Returns a function that shows a form again that is open to suspended accounts, with its faults. */
const showsOpenFormAgain =
  (deps: AccountPagesDeps) =>
  (asked: Asked): Promise<View> =>
    asked.caller.suspended_for === undefined
      ? showsAgain(deps)(asked)
      : Promise.resolve(suspendedView(deps, asked.faults));

/** Returns the page of a suspended account, with the faults of a form. */
const suspendedView = ({ config }: AccountPagesDeps, faults: readonly Fault[]): View => ({
  title: "Your account is suspended",
  isUnlisted: true,
  body: (
    <article class="narrow">
      <h1>Your account is suspended</h1>
      <SuspendedActs contact={config.CONTACT_URL ?? null} faults={faults} />
    </article>
  ),
});

const deletedView: View = {
  title: "Your account is deleted",
  isUnlisted: true,
  body: (
    <article class="narrow">
      <h1>Your account is deleted</h1>
      <p class="lead">Your builds, runs, files, tokens and sessions are gone, and you are signed out.</p>
      <p>
        <a href="/">To the first page</a>
      </p>
    </article>
  ),
};
