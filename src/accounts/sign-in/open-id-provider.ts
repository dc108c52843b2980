import * as openid from "openid-client";
import { LogInRefusedError, ProviderUnavailableError } from "./errors.ts";
import { checkIdToken } from "./id-token.ts";
import { codeRefusal } from "./library-errors.ts";
import { createOpenIdConnection, type OpenIdConnection } from "./open-id-connection.ts";
import type { CodeToRedeem, ProviderDeps, ProviderSettings, SignInProvider } from "./provider.ts";

/** The OAuth scope that a log-in requests: the person's id alone, neither an e-mail address nor a name. */
const SCOPE = "openid";

/** Creates a sign-in provider that uses the protocol OpenID Connect. */
export function createOpenIdProvider(
  name: string,
  settings: ProviderSettings<"oidc">,
  deps: ProviderDeps,
): SignInProvider {
  const connection = createOpenIdConnection(name, settings, deps);
  const names = { provider: name, retryAfterMs: deps.config.LOGIN_PROVIDER_RETRY_MS };
  return {
    name,
    kind: "oidc",
    proofs: ["id_token", "code"],
    scope: SCOPE,
    clientId: settings.client_id,
    redirectUris: settings.redirect_uris,
    authorizationEndpoint: async () => {
      const { authorization_endpoint } = await connection.metadata();
      if (authorization_endpoint !== undefined) return authorization_endpoint;
      throw new ProviderUnavailableError(
        name,
        "the provider has no authorization_endpoint",
        names.retryAfterMs,
      );
    },
    authorizationUrl: async ({ redirectUri, state, nonce, codeVerifier }) => {
      const code_challenge = await openid.calculatePKCECodeChallenge(codeVerifier);
      const challenge = { code_challenge, code_challenge_method: "S256" };
      const parameters = { redirect_uri: redirectUri, scope: SCOPE, state, nonce, ...challenge };
      return openid.buildAuthorizationUrl(await connection.newClient(), parameters).href;
    },
    checkIdToken: async (idToken, nonce) => checkIdToken(connection, idToken, nonce),
    redeemCode: async (proof) => {
      // Read the provider's keys before the authorization code is redeemed: if the keys cannot be read, the code is
      // not used up.
      await connection.keys();
      const idToken = await redeem(connection, proof, names);
      return checkIdToken(connection, idToken, proof.nonce);
    },
  };
}

/** Exchanges an authorization code for its ID token, without checking the token's signature. */
async function redeem(
  connection: OpenIdConnection,
  { code, codeVerifier, redirectUri, nonce, response: given }: CodeToRedeem,
  names: { provider: string; retryAfterMs: number },
): Promise<string> {
  const { issuer, authorization_response_iss_parameter_supported: hasIssuer } = await connection.metadata();
  // Require the issuer in a provider's response only if the provider's metadata says that each response names the
  // issuer.
  const isFromHere = given?.issuer === undefined ? given === null || !hasIssuer : given.issuer === issuer;
  if (!isFromHere)
    throw new LogInRefusedError("bad_code", "The code does not come from this provider's issuer (iss).");
  const response = new URL(redirectUri);
  response.searchParams.set("code", code);
  response.searchParams.set("iss", issuer);
  const checks = { pkceCodeVerifier: codeVerifier, expectedNonce: nonce, idTokenExpected: true };
  try {
    const client = await connection.newClient();
    return (await openid.authorizationCodeGrant(client, response, checks)).id_token ?? "";
  } catch (error) {
    throw codeRefusal(error, names);
  }
}
