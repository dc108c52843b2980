import type { Config } from "../../config.ts";
import { NotFoundError, InvalidInputError } from "../../errors.ts";
import { LogInRefusedError, ProviderUnavailableError } from "./errors.ts";
import { createGithubProvider } from "./github-provider.ts";
import { isStateOf, type LoginStarts, type StartSecrets, type TakenStart } from "./login-starts.ts";
import { createOpenIdProvider } from "./open-id-provider.ts";
import type { ProvenIdentity, ProviderDeps, SignInProvider } from "./provider.ts";
import { urlOfPath } from "./return-to.ts";
import type { UsedIdTokens } from "./used-id-tokens.ts";

/** Verifies the identity of people who sign in with the sign-in providers that the settings name. */
export type SignIn = ReturnType<typeof createSignIn>;

/**
 * Creates the service that verifies who signs in. The service stores the beginning of every log-in; a cookie binds
 * the log-in to one browser, and each log-in can be used once. A client never chooses the nonce. Only the provider's
 * own id identifies the person.
 */
export function createSignIn(deps: SignInDeps) {
  const { loginStarts, config } = deps;
  const providers = createProviders(deps);
  const providerOf = (name: string): SignInProvider => {
    const provider = providers.find((one) => one.name === name);
    if (provider) return provider;
    throw new NotFoundError(`No sign-in provider is named ${name}. GET /login lists the providers.`);
  };
  /** Returns the URL to which a sign-in provider sends browsers back. */
  const callbackOf = (provider: SignInProvider) =>
    new URL(`${config.PUBLIC_URL}/login/${provider.name}/callback`).href;

  return {
    /** The sign-in providers, in the order of the settings. */
    providers,

    /** Begins the log-in of a client that brings the proof itself. @throws NotFoundError, ProviderUnavailableError */
    begin: async (name: string): Promise<BegunLogin> => {
      const provider = providerOf(name);
      const authorizationEndpoint = await provider.authorizationEndpoint();
      const secrets = await loginStarts.begin({ provider: name, returnTo: null });
      return { provider, authorizationEndpoint, secrets };
    },

    /** Begins the log-in of a browser that is sent to the provider. @throws NotFoundError, ProviderUnavailableError */
    beginRedirect: async (name: string, returnTo: string): Promise<{ url: string; token: string }> => {
      const provider = providerOf(name);
      await provider.authorizationEndpoint();
      const secrets = await loginStarts.begin({ provider: name, returnTo });
      const url = await provider.authorizationUrl({ redirectUri: callbackOf(provider), ...secrets });
      return { url, token: secrets.token };
    },

    /**
     * Checks the proof that a client brings to sign in.
     * @param token the token that the client got in a cookie when the log-in was started
     * @throws NotFoundError, InvalidInputError, LogInRefusedError, ProviderUnavailableError
     */
    finish: async (name: string, proof: Proof, token: string | undefined): Promise<ProvenIdentity> => {
      const provider = providerOf(name);
      const check = checkOf(provider, proof);
      const start = token && (await loginStarts.take({ token, provider: name, isRedirect: false }));
      if (!start) throw noStart(name);
      return proveOnce(start, check, deps);
    },

    /**
     * Handles the response with which a provider sends a browser back. Returns the proven identity, and the URL to
     * which the browser goes next.
     * @param token the token that the browser got in a cookie when the log-in was started
     * @throws NotFoundError, LogInRefusedError, ProviderUnavailableError
     */
    finishRedirect: async (name: string, response: ProviderResponse, token: string | undefined) => {
      const provider = providerOf(name);
      const own = { provider, redirectUri: callbackOf(provider) };
      const { identity, returnTo } = await finishRedirect(own, response, token, deps);
      return { identity, url: urlOfPath(returnTo, config.PUBLIC_URL) };
    },
  };
}

function createProviders(deps: SignInDeps): readonly SignInProvider[] {
  return Object.entries(deps.config.LOGIN_PROVIDERS).map(([name, settings]) =>
    settings.kind === "oidc"
      ? createOpenIdProvider(name, settings, deps)
      : createGithubProvider(name, settings, deps),
  );
}

/** A log-in that a client has begun, with the data that the client needs to request a proof from the provider. */
export interface BegunLogin {
  provider: SignInProvider;
  authorizationEndpoint: string;
  secrets: StartSecrets;
}

/** The proof that a client brings to sign in. */
export type Proof =
  | { kind: "id_token"; idToken: string }
  | { kind: "code"; code: string; codeVerifier: string; redirectUri: string };

/** The query parameters with which a sign-in provider sends a browser back to this service. */
interface ProviderResponse {
  code?: string | undefined;
  state?: string | undefined;
  error?: string | undefined;
  iss?: string | undefined;
}

type Check = (secrets: StartSecrets) => Promise<ProvenIdentity>;

/**
 * Returns the function that checks a client's proof of identity.
 * @throws InvalidInputError where the provider or the settings do not allow this kind of proof
 */
function checkOf(provider: SignInProvider, proof: Proof): Check {
  const { name, redirectUris } = provider;
  if (!provider.proofs.includes(proof.kind)) {
    const detail = `The provider ${name} gives no ID tokens. Send code, code_verifier and redirect_uri.`;
    throw new InvalidInputError([{ pointer: "/id_token", detail }]);
  }
  if (proof.kind === "id_token") return async ({ nonce }) => provider.checkIdToken(proof.idToken, nonce);
  const { code, codeVerifier, redirectUri } = proof;
  // An authorization code for the service's own callback belongs to a browser's log-in, and only that browser may use
  // the code. Therefore `redirectUris` does not contain the callback.
  if (!redirectUris.includes(redirectUri)) {
    const detail = `Expected one of the redirect_uris that the settings of the provider ${name} allow, found another redirect_uri.`;
    throw new InvalidInputError([{ pointer: "/redirect_uri", detail }]);
  }
  return async ({ nonce }) => provider.redeemCode({ code, codeVerifier, redirectUri, nonce, response: null });
}

/**
 * Checks the response with which a sign-in provider sends a browser back, and redeems the authorization code in the
 * response.
 */
async function finishRedirect(
  { provider, redirectUri }: { provider: SignInProvider; redirectUri: string },
  { code, state, error, iss: issuer }: ProviderResponse,
  token: string | undefined,
  deps: SignInDeps,
): Promise<{ identity: ProvenIdentity; returnTo: string }> {
  const { name } = provider;
  // Refuse a response with a wrong `state` parameter before the stored log-in is removed: otherwise any web page could
  // end a log-in that is under way.
  const isOwn = token !== undefined && isStateOf(token, state ?? "");
  const start = isOwn && (await deps.loginStarts.take({ token, provider: name, isRedirect: true }));
  if (!start) throw noStart(name);
  if (code === undefined || error !== undefined) throw deniedBy(provider, error);
  const { nonce, codeVerifier } = start.secrets;
  const proof = { code, codeVerifier, redirectUri, nonce, response: { issuer } };
  const identity = await proveOnce(start, async () => provider.redeemCode(proof), deps);
  return { identity, returnTo: start.returnTo };
}

/**
 * Checks a proof of identity. If the provider gave no answer, stores the started log-in again, so that the client can
 * send the proof again.
 */
async function proveOnce(
  start: TakenStart,
  check: Check,
  { loginStarts, usedIdTokens }: SignInDeps,
): Promise<ProvenIdentity> {
  let identity: ProvenIdentity;
  try {
    identity = await check(start.secrets);
  } catch (error) {
    if (error instanceof ProviderUnavailableError) await loginStarts.giveBack(start);
    throw error;
  }
  if (identity.idToken !== null && !(await usedIdTokens.use(identity.idToken)))
    throw new LogInRefusedError(
      "used_id_token",
      "The ID token was refused: somebody has signed in with the same token before. Begin the log-in again.",
    );
  return identity;
}

const noStart = (name: string) =>
  new LogInRefusedError(
    "no_start",
    "This log-in was not begun in this browser, or it was finished, replaced by a newer one, or begun too long ago. " +
      `Begin again: GET /login/${name} in a browser, POST /login/${name}/start in a program.`,
  );

/**
 * The OAuth error codes by which a sign-in provider says that the provider itself is at fault (RFC 6749, 4.1.2.1).
 */
const providerFaults = new Set(["server_error", "temporarily_unavailable"]);

/**
 * Returns the error for a sign-in provider's response without an authorization code. The text of the response is not
 * shown, because anybody can make a link to this service with any text.
 */
function deniedBy({ name }: SignInProvider, error: string | undefined): Error {
  if (error !== undefined && providerFaults.has(error))
    return new ProviderUnavailableError(name, `the provider answered the browser ${error}`, 1000);
  const why =
    error === "access_denied"
      ? "You or the provider refused the log-in."
      : "The provider refused the request of this service; the operator of the service finds the reason at the provider.";
  return new LogInRefusedError(
    "denied",
    `The provider ${name} did not sign you in. ${why} Begin again: GET /login/${name}.`,
  );
}

interface SignInDeps extends ProviderDeps {
  loginStarts: LoginStarts;
  usedIdTokens: UsedIdTokens;
  config: ProviderDeps["config"] & Pick<Config, "LOGIN_PROVIDERS" | "PUBLIC_URL">;
}
