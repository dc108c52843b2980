import { z } from "zod";
import { clientOf, devLoginBody, isLocalPath, type LogIns, type Tiers } from "../../accounts/index.ts";
import type { Config } from "../../config.ts";
import type { SessionCookie } from "../../http/session-cookie.ts";
import { definePage } from "../layout/define-page.tsx";
import { definePageAction } from "../layout/define-page-action.tsx";
import type { Page } from "../layout/site.ts";
import { loginView } from "./login-view.tsx";

interface LoginPagesDeps {
  logIns: LogIns;
  tiers: Tiers;
  cookie: SessionCookie;
  config: Pick<Config, "SIGN_UP">;
}

/** Creates the sign-in page, and the route of its form if the development log-in is on. */
export function createLoginPages(deps: LoginPagesDeps): Page[] {
  const hasDevLogin = deps.logIns.listProviders().some(({ kind }) => kind === "dev");
  return [loginPage(deps), ...(hasDevLogin ? [signInByName(deps)] : [])];
}

/**
 * The path to which the browser returns after signing in. A text that is no path of this service is replaced by "/".
 */
const returnTo = z.string().refine(isLocalPath).catch("/");

/** Returns the ways to sign in, and whether signing in creates an account for people who have none. */
const waysOf = (logIns: LogIns, { SIGN_UP }: LoginPagesDeps["config"]) => ({
  providers: logIns.listProviders(),
  isSignUpOpen: SIGN_UP === "open",
});

const loginPage = ({ logIns, config }: LoginPagesDeps) =>
  definePage({
    path: "/login",
    summary: "Signing in",
    action: "read what is public",
    query: z.object({ return_to: returnTo.default("/") }),
    handler: async ({ caller, query }) =>
      loginView({ ...waysOf(logIns, config), caller, returnTo: query.return_to }),
  });

const signInByName = ({ logIns, tiers, cookie, config }: LoginPagesDeps) =>
  definePageAction({
    path: "/login",
    summary: "Sign in by a name alone, for development and tests",
    action: "sign in",
    limit: "log_ins",
    fields: z.object({ name: devLoginBody(tiers).shape.name, return_to: returnTo }),
    problems: ["signUpClosed", "accountBeingDeleted", "accountSuspended"],
    handler: async ({ fields: { name, return_to }, context }) => {
      const { token } = await logIns.byName({ name }, clientOf(context, cookie));
      return { location: return_to, cookies: [cookie.set(token)] };
    },
    again: async ({ caller, values, faults }) =>
      loginView({
        ...waysOf(logIns, config),
        caller,
        returnTo: returnTo.parse(values["return_to"]),
        typed: String(values["name"] ?? ""),
        faults,
      }),
  });
