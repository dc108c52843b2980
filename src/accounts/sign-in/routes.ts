import { randomInt } from "node:crypto";
import type { Config } from "../../config.ts";
import { createLoginCookie, type LoginCookie } from "../../http/login-cookie.ts";
import { defineRoute, type Reply, type Route } from "../../http/route.ts";
import type { SessionCookie } from "../../http/session-cookie.ts";
import type { SecurityEvents } from "../../infra/security-events.ts";
import type { Accounts } from "../accounts.ts";
import { makeUpName } from "../made-up-name.ts";
import { presentAccount } from "../presenter.ts";
import { devLoginBody, loginAnswer } from "../schemas.ts";
import type { Sessions } from "../sessions.ts";
import type { Tiers } from "../usage/tiers.ts";
import { LogInRefusedError, ProviderUnavailableError } from "./errors.ts";
import { presentBegunLogin, presentDevLogin, presentProvider } from "./presenter.ts";
import type { ProvenIdentity } from "./provider.ts";
import {
  callbackQuery,
  proofBody,
  providerParams,
  providersAnswer,
  redirectQuery,
  startAnswer,
} from "./schemas.ts";
import type { SignIn } from "./sign-in.ts";

/** Creates the routes for signing in: with the providers of the settings, and by a name where DEV_LOGIN is on. */
export function createSignInRoutes(given: SignInRoutesDeps): Route[] {
  const deps = { ...given, loginCookie: createLoginCookie(given.config) };
  const routes = [
    listProviders(deps),
    startLogin(deps),
    finishLogin(deps),
    redirectToProvider(deps),
    returnFromProvider(deps),
  ];
  // The path of the development log-in would match the path of any provider: it has to be tried first.
  return deps.config.DEV_LOGIN ? [devLogin(deps), ...routes] : routes;
}

interface SignInRoutesDeps {
  signIn: SignIn;
  accounts: Accounts;
  sessions: Sessions;
  tiers: Tiers;
  cookie: SessionCookie;
  securityEvents: SecurityEvents;
  config: Pick<Config, "DEV_LOGIN" | "PUBLIC_URL" | "LOGIN_START_TTL_MS">;
}

type Deps = SignInRoutesDeps & { loginCookie: LoginCookie };
type Context = Parameters<SessionCookie["read"]>[0];

const devLogin = (deps: Deps) =>
  defineRoute({
    method: "POST",
    path: "/login/dev",
    summary: "Sign in by a name alone, for development and tests",
    action: "sign in",
    auth: "none",
    // A page that reaches this service by a host name of its own has no cookie of it, and must not get one.
    takesFromBrowsers: "own pages",
    body: devLoginBody(deps.tiers),
    problems: ["accountBeingDeleted"],
    responses: { 200: { json: loginAnswer, headers: { "Set-Cookie": "always" } } },
    handler: async ({ body: { name, tier }, context }) => {
      const { account, setCookie } = await beginSession(
        { provider: "dev", subject: name, name, tier },
        context,
        deps,
      );
      return { status: 200, body: { account }, headers: { "Set-Cookie": setCookie } };
    },
  });

const listProviders = ({ signIn, config: { DEV_LOGIN, PUBLIC_URL } }: Deps) =>
  defineRoute({
    method: "GET",
    path: "/login",
    summary: "The sign-in providers, and how each is used",
    action: "read what is public",
    auth: "none",
    responses: { 200: { json: providersAnswer } },
    handler: async () => {
      const providers = signIn.providers.map((provider) => presentProvider(provider, PUBLIC_URL));
      const dev = DEV_LOGIN ? [presentDevLogin(PUBLIC_URL)] : [];
      const results = [...providers, ...dev];
      return { status: 200, body: { results, total: results.length } };
    },
  });

const startLogin = ({ signIn, loginCookie }: Deps) =>
  defineRoute({
    method: "POST",
    path: "/login/:provider/start",
    summary:
      "Begin the log-in of a client that brings the proof itself: a nonce and a state, bound to a cookie",
    action: "sign in",
    auth: "none",
    takesFromBrowsers: "own pages",
    params: providerParams,
    problems: ["providerUnavailable"],
    responses: { 200: { json: startAnswer, headers: { "Set-Cookie": "always" } } },
    handler: async ({ params: { provider } }) => {
      const begun = await signIn.begin(provider);
      const headers = { "Set-Cookie": loginCookie.set(begun.secrets.token) };
      return { status: 200, body: presentBegunLogin(begun), headers };
    },
  });

const finishLogin = (deps: Deps) =>
  defineRoute({
    method: "POST",
    path: "/login/:provider",
    summary: "Sign in by an ID token, or by an authorization code with its PKCE verifier",
    action: "sign in",
    auth: "none",
    takesFromBrowsers: "own pages",
    params: providerParams,
    body: proofBody,
    problems: ["logInRefused", "accountBeingDeleted", "providerUnavailable"],
    responses: { 200: { json: loginAnswer, headers: { "Set-Cookie": "always" } } },
    handler: async ({ params: { provider }, body: proof, context }) => {
      const { signIn, loginCookie } = deps;
      const token = loginCookie.read(context);
      const { account, setCookie } = await logIn(provider, context, deps, async () =>
        signIn.finish(provider, proof, token),
      );
      return { status: 200, body: { account }, headers: { "Set-Cookie": [setCookie, loginCookie.clear()] } };
    },
  });

const redirectToProvider = ({ signIn, loginCookie }: Deps) =>
  defineRoute({
    method: "GET",
    path: "/login/:provider",
    summary:
      "Send a browser to the provider to sign in; return_to is the page of this service to which it comes back",
    action: "sign in",
    auth: "none",
    takesFromBrowsers: "visits",
    params: providerParams,
    query: redirectQuery,
    problems: ["providerUnavailable"],
    responses: { 303: { headers: { Location: "always", "Set-Cookie": "always" } } },
    handler: async ({ params: { provider }, query: { return_to } }) => {
      const { url, token } = await signIn.beginRedirect(provider, return_to);
      return redirectTo(url, [loginCookie.set(token)]);
    },
  });

const returnFromProvider = (deps: Deps) =>
  defineRoute({
    method: "GET",
    path: "/login/:provider/callback",
    summary: "Where a provider sends a browser back: begins the session and sends the browser on",
    action: "sign in",
    auth: "none",
    // The redirect to the provider was counted as a log-in. Whoever comes back must not be refused half-way.
    limit: "reads",
    params: providerParams,
    query: callbackQuery,
    problems: ["logInRefused", "accountBeingDeleted", "providerUnavailable"],
    responses: { 303: { headers: { Location: "always", "Set-Cookie": "always" } } },
    handler: async ({ params: { provider }, query, context }) => {
      const { signIn, loginCookie } = deps;
      const token = loginCookie.read(context);
      let url = "/";
      const { setCookie } = await logIn(provider, context, deps, async () => {
        const finished = await signIn.finishRedirect(provider, query, token);
        url = finished.url;
        return finished.identity;
      });
      return redirectTo(url, [setCookie, loginCookie.clear()]);
    },
  });

function redirectTo(url: string, cookies: readonly string[]): Reply {
  return { status: 303, headers: { Location: url, "Set-Cookie": cookies } };
}

/** Begins the session of whom a proof shows, and records it, or that the proof was refused. */
async function logIn(provider: string, context: Context, deps: Deps, prove: () => Promise<ProvenIdentity>) {
  try {
    const { subject } = await prove();
    return await beginSession({ provider, subject, name: makeUpName(randomInt) }, context, deps);
  } catch (error) {
    const reason =
      error instanceof LogInRefusedError
        ? error.reason
        : error instanceof ProviderUnavailableError
          ? "provider_unavailable"
          : undefined;
    if (reason !== undefined)
      deps.securityEvents.record("log_in_failed", {
        account_id: null,
        address: context.ip,
        provider,
        reason,
      });
    throw error;
  }
}

/** Begins a session in place of the one that the browser had, so that nobody else goes on with that one. */
async function beginSession(person: Parameters<Accounts["signIn"]>[0], context: Context, deps: Deps) {
  const { accounts, sessions, cookie, securityEvents } = deps;
  const { account, token } = await accounts.signIn(person);
  const replaced = cookie.read(context);
  if (replaced !== undefined) await sessions.end(replaced);
  securityEvents.record("log_in", {
    account_id: account._id,
    address: context.ip,
    provider: person.provider,
  });
  return { account: presentAccount({ ...account, account_id: account._id }), setCookie: cookie.set(token) };
}
