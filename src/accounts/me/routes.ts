import { defineRoute, type Route } from "../../http/route.ts";
import type { SessionCookie } from "../../http/session-cookie.ts";
import type { SecurityEvents } from "../../infra/security-events.ts";
import type { Accounts } from "../accounts.ts";
import type { AccountDeletion } from "../deletion/account-deletion.ts";
import type { AccountExport } from "../export/account-export.ts";
import { presentAccount, presentUsage } from "../presenter.ts";
import { accountAnswer, meAnswer, renameBody } from "../schemas.ts";
import { presentBudgets, type BudgetsPort } from "../usage/budgets-port.ts";
import type { Usage } from "../usage/usage.ts";

/** Creates the routes of the caller's own account. */
export function createMeRoutes(deps: MeRoutesDeps): Route[] {
  return [getAccount(deps), renameAccount(deps), exportAccount(deps), deleteAccount(deps)];
}

interface MeRoutesDeps {
  accounts: Accounts;
  accountDeletion: AccountDeletion;
  accountExport: AccountExport;
  usage: Usage;
  budgets: BudgetsPort;
  cookie: SessionCookie;
  securityEvents: SecurityEvents;
}

const getAccount = ({ usage, budgets }: MeRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/me",
    summary: "The signed-in account, its runs in this month, and how much of its budgets is used",
    action: "read one's account",
    auth: "session",
    responses: { 200: { json: meAnswer } },
    handler: async ({ caller }) => {
      const [used, spent] = await Promise.all([usage.of(caller), budgets.of(caller.account_id)]);
      return {
        status: 200,
        body: {
          account: presentAccount(caller),
          usage: presentUsage(used),
          budgets: presentBudgets(spent),
        },
      };
    },
  });

const renameAccount = ({ accounts }: MeRoutesDeps) =>
  defineRoute({
    method: "PATCH",
    path: "/me",
    summary: "Change the public name of the signed-in account",
    action: "change one's account",
    auth: "session",
    body: renameBody,
    responses: { 200: { json: accountAnswer } },
    handler: async ({ caller, body: { name } }) => {
      await accounts.rename(caller.account_id, name);
      return { status: 200, body: { account: presentAccount({ ...caller, name }) } };
    },
  });

const exportAccount = ({ accountExport }: MeRoutesDeps) =>
  defineRoute({
    method: "GET",
    path: "/me/export",
    summary: "All that is kept on the signed-in account, as a ZIP archive of JSON and the original files",
    auth: "session",
    action: "export one's account",
    problems: ["exportUnderWay"],
    responses: {
      200: { other: { "application/zip": null }, headers: { "Content-Disposition": "always" } },
    },
    handler: async ({ caller, context }) => {
      const archive = await accountExport.begin(caller.account_id);
      context.attachment("pc-benchmarks-export.zip");
      return { status: 200, body: archive, headers: { "Content-Type": "application/zip" } };
    },
  });

const deleteAccount = ({ accountDeletion, cookie, securityEvents }: MeRoutesDeps) =>
  defineRoute({
    method: "DELETE",
    path: "/me",
    summary: "Delete the signed-in account with its sessions, builds, runs and files",
    action: "delete one's account",
    auth: "session",
    responses: { 204: { headers: { "Set-Cookie": "always" } } },
    handler: async ({ caller: { account_id }, context }) => {
      await accountDeletion.delete(account_id);
      securityEvents.record("account_deleted", { account_id, address: context.ip });
      return { status: 204, headers: { "Set-Cookie": cookie.clear() } };
    },
  });
