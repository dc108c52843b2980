import type { SignInProvider } from "./provider.ts";
import type { BegunLogin } from "./sign-in.ts";

/**
 * Returns the public representation of a sign-in provider, with the addresses at which a client uses the provider.
 */
export function presentProvider({ name, kind, proofs }: SignInProvider, publicUrl: string) {
  const login_url = `${publicUrl}/login/${name}`;
  return { name, kind, proofs, redirect_url: login_url, start_url: `${login_url}/start`, login_url };
}

/**
 * Returns the public representation of the development log-in. A client signs in with one request to `login_url`: no
 * earlier request begins the log-in, and no browser is needed.
 */
export function presentDevLogin(publicUrl: string) {
  const login_url = `${publicUrl}/login/dev`;
  return { name: "dev", kind: "dev", proofs: ["name"], redirect_url: null, start_url: null, login_url };
}

/**
 * Returns the public representation of a log-in that a client begins: all data that the client's request to the
 * provider needs.
 */
export function presentBegunLogin({ provider, authorizationEndpoint, secrets }: BegunLogin) {
  return {
    nonce: secrets.nonce,
    state: secrets.state,
    authorization_endpoint: authorizationEndpoint,
    client_id: provider.clientId,
    scope: provider.scope,
    code_challenge_method: "S256",
    redirect_uris: provider.redirectUris,
  };
}
