import type { Config } from "../../config.ts";
import { createLoginCookie, type LoginCookie } from "../../http/login-cookie.ts";
import { defineRoute, type Reply, type Route } from "../../http/route.ts";
import type { SessionCookie } from "../../http/session-cookie.ts";
import { devLoginBody, loginAnswer } from "../schemas.ts";
import type { Tiers } from "../usage/tiers.ts";
import { clientOf, type LogIns } from "./log-ins.ts";
import { presentBegunLogin } from "./presenter.ts";
import {
  callbackQuery,
  proofBody,
  providerParams,
  providersAnswer,
  redirectQuery,
  startAnswer,
} from "./schemas.ts";
import type { SignIn } from "./sign-in.ts";

/**
 * Creates the routes for signing in with the providers that the settings name. If DEV_LOGIN is on, a further route
 * signs people in by a name alone.
 */
export function createSignInRoutes(given: SignInRoutesDeps): Route[] {
  const deps = { ...given, loginCookie: createLoginCookie(given.config) };
  const routes = [
    listProviders(deps),
    startLogin(deps),
    finishLogin(deps),
    redirectToProvider(deps),
    returnFromProvider(deps),
  ];
  // Put the route of the development log-in first, because the route of the providers would match its path, too.
  return deps.config.DEV_LOGIN ? [devLogin(deps), ...routes] : routes;
}

interface SignInRoutesDeps {
  signIn: SignIn;
  logIns: LogIns;
  tiers: Tiers;
  cookie: SessionCookie;
  config: Pick<Config, "DEV_LOGIN" | "PUBLIC_URL" | "LOGIN_START_TTL_MS">;
}

type Deps = SignInRoutesDeps & { loginCookie: LoginCookie };

/** The error responses of a sign-in with the proof of a provider. */
const proofProblems = [
  "logInRefused",
  "signUpClosed",
  "newAccountLimitReached",
  "accountBeingDeleted",
  "accountSuspended",
  "providerUnavailable",
] as const;

const devLogin = (deps: Deps) =>
  defineRoute({
    method: "POST",
    path: "/login/dev",
    summary: "Development only: sign in by a name alone",
    action: "sign in",
    auth: "none",
    // Refuse requests of pages that a browser loaded under another host name of this service: such pages have no
    // cookie of the service, and must not get one.
    takesFromBrowsers: "own pages",
    body: devLoginBody(deps.tiers),
    problems: ["signUpClosed", "accountBeingDeleted", "accountSuspended"],
    responses: { 200: { json: loginAnswer, headers: { "Set-Cookie": "always" } } },
    handler: async ({ body, context }) => {
      const { account, token } = await deps.logIns.byName(body, clientOf(context, deps.cookie));
      return { status: 200, body: { account }, headers: { "Set-Cookie": deps.cookie.set(token) } };
    },
  });

const listProviders = ({ logIns }: Deps) =>
  defineRoute({
    method: "GET",
    path: "/login",
    summary: "The sign-in providers, and how each is used",
    action: "read what is public",
    auth: "none",
    responses: { 200: { json: providersAnswer } },
    handler: async () => {
      const results = logIns.listProviders();
      return { status: 200, body: { results, total: results.length } };
    },
  });

const startLogin = ({ signIn, loginCookie }: Deps) =>
  defineRoute({
    method: "POST",
    path: "/login/:provider/start",
    summary:
      "Begin the log-in of a program that sends the proof itself: returns a nonce and a state, bound to a cookie",
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
    problems: proofProblems,
    responses: { 200: { json: loginAnswer, headers: { "Set-Cookie": "always" } } },
    handler: async ({ params: { provider }, body: proof, context }) => {
      const { signIn, logIns, cookie, loginCookie } = deps;
      const start = loginCookie.read(context);
      const prove = async () => signIn.finish(provider, proof, start);
      const { account, token } = await logIns.byProof(provider, prove, clientOf(context, deps.cookie));
      const cookies = [cookie.set(token), loginCookie.clear()];
      return { status: 200, body: { account }, headers: { "Set-Cookie": cookies } };
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
    // Count the request as a read: the redirect to the provider was already counted as a log-in. Otherwise a limit
    // could refuse a browser that comes back from the provider.
    limit: "reads",
    params: providerParams,
    query: callbackQuery,
    problems: proofProblems,
    responses: { 303: { headers: { Location: "always", "Set-Cookie": "always" } } },
    handler: async ({ params: { provider }, query, context }) => {
      const { signIn, logIns, cookie, loginCookie } = deps;
      const start = loginCookie.read(context);
      let url = "/";
      const prove = async () => {
        const finished = await signIn.finishRedirect(provider, query, start);
        url = finished.url;
        return finished.identity;
      };
      const { token } = await logIns.byProof(provider, prove, clientOf(context, deps.cookie));
      return redirectTo(url, [cookie.set(token), loginCookie.clear()]);
    },
  });

function redirectTo(url: string, cookies: readonly string[]): Reply {
  return { status: 303, headers: { Location: url, "Set-Cookie": cookies } };
}
