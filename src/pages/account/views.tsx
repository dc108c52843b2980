import type { OwnAccount, Tiers } from "../../accounts/index.ts";
import type { Caller } from "../../authorization.ts";
import type { RunViews } from "../../benchmarks/index.ts";
import type { Builds } from "../../builds/index.ts";
import type { Config } from "../../config.ts";
import type { Fault } from "../../errors.ts";
import type { PostedFields } from "../../http/bodies/posted-fields.ts";
import type { RouteContext } from "../../http/route.ts";
import type { SessionCookie } from "../../http/session-cookie.ts";
import { typedText } from "../layout/field.tsx";
import type { View } from "../layout/site.ts";
import { AccountFrame } from "./account-frame.tsx";
import { Overview } from "./overview.tsx";
import { OwnRuns } from "./own-runs.tsx";
import { SessionsSection } from "./sessions.tsx";
import { Settings } from "./settings.tsx";
import { SuspendedActs } from "./suspended.tsx";
import { TokensSection, type NewToken } from "./tokens.tsx";

const BUILDS_A_PAGE = 12;
const RUNS_A_PAGE = 20;

/** The dependencies of the pages of the visitor's own account, and of the forms on these pages. */
export interface AccountPagesDeps {
  ownAccount: OwnAccount;
  tiers: Pick<Tiers, "first">;
  builds: Builds;
  runViews: RunViews;
  cookie: SessionCookie;
  config: Pick<Config, "TOKEN_MAX_DAYS" | "CONTACT_URL" | "DEV_LOGIN">;
}

/** The signed-in visitor who has sent a request, and the request. */
export interface Visitor {
  caller: Caller;
  context: RouteContext;
}

/**
 * The facts that a page shows about a form that a visitor has posted: the typed values, their faults, or the refusal of
 * the form.
 */
interface Posted {
  values?: PostedFields;
  faults?: readonly Fault[];
  refusal?: string | undefined;
}

/** Returns the page with the visitor's builds and the usage of the visitor's account. */
export async function buildsView(
  { ownAccount, tiers, builds }: AccountPagesDeps,
  caller: Caller,
  page: number,
): Promise<View> {
  const [own, listed] = await Promise.all([
    ownAccount.show(caller),
    builds.listOf(caller.account_id, { page, limit: BUILDS_A_PAGE }),
  ]);
  const shown = { results: await builds.present(listed.builds), total: listed.total };
  return {
    title: "Your account",
    body: (
      <AccountFrame caller={caller} path="/me">
        <Overview own={own} firstTier={tiers.first} builds={shown} page={page} limit={BUILDS_A_PAGE} />
      </AccountFrame>
    ),
    showsTray: true,
  };
}

/** Returns the page with the results that the visitor has submitted. */
export async function runsView({ runViews }: AccountPagesDeps, caller: Caller, page: number): Promise<View> {
  const runs = await runViews.listOfSubmitter(caller, { page, limit: RUNS_A_PAGE });
  return {
    title: "Your results",
    body: (
      <AccountFrame caller={caller} path="/me/runs">
        <OwnRuns runs={runs} page={page} />
      </AccountFrame>
    ),
  };
}

/**
 * Returns the page with the visitor's access tokens and sessions, which the navigation calls "Access".
 * @param newToken the token that this request has made, whose secret no later page shows
 */
export async function tokensView(
  { ownAccount, cookie, config }: AccountPagesDeps,
  { caller, context }: Visitor,
  { values = {}, faults = [], refusal, newToken }: Posted & { newToken?: NewToken } = {},
): Promise<View> {
  const [tokens, sessions] = await Promise.all([
    ownAccount.listTokens(caller),
    ownAccount.listSessions(caller, cookie.read(context)),
  ]);
  return {
    title: "Access to your account",
    body: (
      <AccountFrame caller={caller} path="/me/tokens" refusal={refusal}>
        <TokensSection
          tokens={tokens}
          maxTokenDays={config.TOKEN_MAX_DAYS}
          faults={faults}
          values={values}
          {...(newToken && { newToken })}
        />
        <SessionsSection sessions={sessions} />
      </AccountFrame>
    ),
  };
}

/** Returns the page with the settings of the visitor's account. */
export async function settingsView(
  { builds, config }: AccountPagesDeps,
  caller: Caller,
  { values = {}, faults = [] }: Posted = {},
): Promise<View> {
  const { total } = await builds.listOf(caller.account_id, { page: 1, limit: 1 });
  const name = "name" in values ? typedText(values["name"]) : caller.name;
  return {
    title: "Your settings",
    body: (
      <AccountFrame caller={caller} path="/me/settings">
        <Settings
          name={name}
          builds={total}
          isCustomer={caller.is_customer === true}
          hasNameSignIn={config.DEV_LOGIN}
          faults={faults}
        />
      </AccountFrame>
    ),
  };
}

/** Returns the page of a suspended account, with the faults of a form. */
export const suspendedView = ({ config }: AccountPagesDeps, faults: readonly Fault[]): View => ({
  title: "Your account is suspended",
  isUnlisted: true,
  body: (
    <article class="narrow">
      <h1>Your account is suspended</h1>
      <SuspendedActs contact={config.CONTACT_URL ?? null} faults={faults} />
    </article>
  ),
});

/** The page that says that the account is deleted. */
export const deletedView: View = {
  title: "Your account is deleted",
  isUnlisted: true,
  body: (
    <article class="narrow">
      <h1>Your account is deleted</h1>
      <p class="lead">Your builds, results, files, tokens and sessions are gone, and you are signed out.</p>
      <p>
        <a href="/">To the home page</a>
      </p>
    </article>
  ),
};
