import { defineRoute, type Route } from "../../http/route.ts";
import type { SessionCookie } from "../../http/session-cookie.ts";
import type { AccountExport } from "../export/account-export.ts";
import { accountAnswer, meAnswer, renameBody } from "../schemas.ts";
import type { OwnAccount } from "./own-account.ts";

/** Creates the routes with which a caller reads, renames, exports and deletes the caller's own account. */
export function createMeRoutes(deps: MeRoutesDeps): Route[] {
  return [getAccount(deps), renameAccount(deps), exportAccount(deps), deleteAccount(deps)];
}

interface MeRoutesDeps {
  ownAccount: OwnAccount;
  accountExport: AccountExport;
  cookie: SessionCookie;
}

const getAccount = ({ ownAccount }: MeRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/me",
    summary: "The signed-in account, its runs in this month, and how much of its budgets is used",
    action: "read one's account",
    auth: "session",
    responses: { 200: { json: meAnswer } },
    handler: async ({ caller }) => ({ status: 200, body: await ownAccount.show(caller) }),
  });

const renameAccount = ({ ownAccount }: MeRoutesDeps) =>
  defineRoute({
    method: "PATCH",
    path: "/me",
    summary: "Change the public name of the signed-in account",
    action: "change one's account",
    auth: "session",
    body: renameBody,
    responses: { 200: { json: accountAnswer } },
    handler: async ({ caller, body: { name } }) => ({
      status: 200,
      body: await ownAccount.rename(caller, name),
    }),
  });

const exportAccount = ({ accountExport }: MeRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/me/export",
    summary: "All stored data of the signed-in account, as a ZIP archive of JSON and the original files",
    auth: "session",
    action: "export one's account",
    // Limit how often a client begins an export, because each export stores an event in the audit trail.
    limit: "changes",
    problems: ["exportUnderWay"],
    responses: {
      200: { other: { "application/zip": null }, headers: { "Content-Disposition": "always" } },
    },
    handler: async ({ caller, context }) => {
      const archive = await accountExport.begin(caller.account_id, context.ip);
      context.attachment("pc-benchmarks-export.zip");
      return { status: 200, body: archive, headers: { "Content-Type": "application/zip" } };
    },
  });

const deleteAccount = ({ ownAccount, cookie }: MeRoutesDeps) =>
  defineRoute({
    method: "DELETE",
    path: "/me",
    summary: "Delete the signed-in account with its sessions, builds, runs and files",
    action: "delete one's account",
    auth: "session",
    responses: { 204: { headers: { "Set-Cookie": "always" } } },
    handler: async ({ caller, context }) => {
      await ownAccount.delete(caller, context.ip);
      return { status: 204, headers: { "Set-Cookie": cookie.clear() } };
    },
  });
