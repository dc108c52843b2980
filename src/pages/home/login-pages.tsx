import { z } from "zod";
import { devLoginBody, isLocalPath, type LogIns, type Tiers } from "../../accounts/index.ts";
import type { SessionCookie } from "../../http/session-cookie.ts";
import { definePage } from "../layout/define-page.tsx";
import { definePageAction } from "../layout/define-page-action.tsx";
import type { Page } from "../layout/site.ts";
import { loginView } from "./login-view.tsx";

interface LoginPagesDeps {
  logIns: LogIns;
  tiers: Tiers;
  cookie: SessionCookie;
}

/** Creates the page for signing in, and what its form of the development log-in posts to. */
export function createLoginPages(deps: LoginPagesDeps): Page[] {
  const hasDevLogin = deps.logIns.listProviders().some(({ kind }) => kind === "dev");
  return [loginPage(deps), ...(hasDevLogin ? [signInByName(deps)] : [])];
}

/** Where a browser goes once its person is signed in. What is no path of this service is not gone to. */
const returnTo = z.string().refine(isLocalPath).catch("/");

const loginPage = ({ logIns }: LoginPagesDeps) =>
  definePage({
    path: "/login",
    summary: "Signing in",
    action: "read what is public",
    query: z.object({ return_to: returnTo.default("/") }),
    handler: async ({ caller, query }) =>
      loginView({ providers: logIns.listProviders(), caller, returnTo: query.return_to }),
  });

const signInByName = ({ logIns, tiers, cookie }: LoginPagesDeps) =>
  definePageAction({
    path: "/login",
    summary: "Sign in by a name alone, for development and tests",
    action: "sign in",
    limit: "log_ins",
    fields: z.object({ name: devLoginBody(tiers).shape.name, return_to: returnTo }),
    problems: ["accountBeingDeleted"],
    handler: async ({ fields: { name, return_to }, context }) => {
      const client = { address: context.ip, replaced: cookie.read(context) };
      const { token } = await logIns.byName({ name }, client);
      return { location: return_to, cookies: [cookie.set(token)] };
    },
    again: async ({ caller, values, faults }) =>
      loginView({
        providers: logIns.listProviders(),
        caller,
        returnTo: returnTo.parse(values["return_to"]),
        typed: String(values["name"] ?? ""),
        faults,
      }),
  });
