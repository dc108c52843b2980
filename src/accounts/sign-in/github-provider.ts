import * as openid from "openid-client";
import { z } from "zod";
import { LogInRefusedError } from "./errors.ts";
import { codeRefusal, unavailableBy } from "./library-errors.ts";
import { createProviderFetch, type ProviderFetch } from "./provider-fetch.ts";
import type { CodeToRedeem, ProviderDeps, ProviderSettings, SignInProvider } from "./provider.ts";

/**
 * The OAuth scope that a log-in with GitHub requests. It is empty: without a scope GitHub shows only public data,
 * which includes the user's id.
 */
const SCOPE = "";
const user = z.object({ id: z.int().min(1) });

/**
 * Creates the provider GitHub. GitHub speaks plain OAuth 2.0 without ID tokens, so the identity is read from GitHub's
 * API. The subject is the number of the GitHub account, because a user name can pass from one person to another. The
 * access token is used once and not stored.
 */
export function createGithubProvider(
  name: string,
  settings: ProviderSettings<"github">,
  deps: ProviderDeps,
): SignInProvider {
  const { authorization_endpoint, user_endpoint } = settings;
  const names = { provider: name, retryAfterMs: deps.config.LOGIN_PROVIDER_RETRY_MS };
  const client = clientOf(settings, createProviderFetch(name, deps));

  async function redeem({ code, codeVerifier, redirectUri }: CodeToRedeem): Promise<string> {
    const response = new URL(redirectUri);
    response.searchParams.set("code", code);
    try {
      const checks = { pkceCodeVerifier: codeVerifier };
      return (await openid.authorizationCodeGrant(client, response, checks)).access_token;
    } catch (error) {
      throw codeRefusal(error, names);
    }
  }

  async function subjectOf(accessToken: string): Promise<string> {
    const headers = new Headers({ Accept: "application/vnd.github+json" });
    try {
      const url = new URL(user_endpoint);
      const answer = await openid.fetchProtectedResource(client, accessToken, url, "GET", null, headers);
      return String(user.parse(await answer.json()).id);
    } catch (error) {
      throw unavailableBy(error, names);
    }
  }

  return {
    name,
    kind: "github",
    proofs: ["code"],
    scope: SCOPE,
    clientId: settings.client_id,
    redirectUris: settings.redirect_uris,
    authorizationEndpoint: async () => authorization_endpoint,
    authorizationUrl: async ({ redirectUri, state, codeVerifier }) => {
      const code_challenge = await openid.calculatePKCECodeChallenge(codeVerifier);
      const challenge = { code_challenge, code_challenge_method: "S256" };
      return openid.buildAuthorizationUrl(client, { redirect_uri: redirectUri, state, ...challenge }).href;
    },
    checkIdToken: async () => {
      throw new LogInRefusedError(
        "bad_id_token",
        `The provider ${name} gives no ID tokens. Sign in by a code instead: GET /login says how.`,
      );
    },
    redeemCode: async (proof) => ({ subject: await subjectOf(await redeem(proof)), idToken: null }),
  };
}

function clientOf(settings: ProviderSettings<"github">, fetch: ProviderFetch): openid.Configuration {
  const { client_id, client_secret, authorization_endpoint, token_endpoint, user_endpoint } = settings;
  // Name any issuer: openid-client requires one, although plain OAuth 2.0 has none. Nothing is checked against this
  // issuer.
  const server = { issuer: new URL(token_endpoint).origin, authorization_endpoint, token_endpoint };
  const authentication = openid.ClientSecretPost(client_secret);
  const client = new openid.Configuration(server, client_id, undefined, authentication);
  client[openid.customFetch] = fetch as openid.CustomFetch;
  const addresses = [authorization_endpoint, token_endpoint, user_endpoint];
  if (addresses.some((address) => address.startsWith("http:"))) openid.allowInsecureRequests(client);
  return client;
}
