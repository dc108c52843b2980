import type { Config } from "../../config.ts";
import type { Clock } from "../../infra/clock.ts";

/** The kind of proof with which a client signs a person in: an ID token, or an authorization code. */
type ProofKind = "id_token" | "code";

/** A service that identifies people: an OpenID Connect provider, or GitHub. */
export interface SignInProvider {
  readonly name: string;
  readonly kind: "oidc" | "github";
  /** The kinds of proof that the sign-in provider issues: ID token or authorization code. */
  readonly proofs: readonly ProofKind[];
  readonly scope: string;
  readonly clientId: string;
  /**
   * The redirect URIs for which clients of the API may send authorization codes to the service. The list does not
   * contain the service's own callback.
   */
  readonly redirectUris: readonly string[];

  /**
   * Returns the URL at which browsers request an authorization code or an ID token. @throws ProviderUnavailableError
   */
  authorizationEndpoint(): Promise<string>;

  /** Returns the address to which a browser is sent to sign in. @throws ProviderUnavailableError */
  authorizationUrl(request: AuthorizationRequest): Promise<string>;

  /**
   * Checks an ID token, and returns the identity that the token proves.
   * @throws LogInRefusedError, ProviderUnavailableError
   */
  checkIdToken(idToken: string, nonce: string): Promise<ProvenIdentity>;

  /**
   * Redeems an authorization code, and returns the identity of the person that the provider's answer proves.
   * @throws LogInRefusedError, ProviderUnavailableError
   */
  redeemCode(code: CodeToRedeem): Promise<ProvenIdentity>;
}

/** The identity of a person, taken from a checked proof. */
export interface ProvenIdentity {
  /** The sign-in provider's own id of the person, which never changes. */
  subject: string;
  /** The ID token that proves the identity, and the token's expiry; null if the provider issues no ID tokens. */
  idToken: { text: string; expiresAt: Date } | null;
}

/** The parameters of a browser's authorization request to the provider (RFC 6749, 4.1.1). */
interface AuthorizationRequest {
  redirectUri: string;
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** An authorization code, and the values that prove that the code belongs to a log-in. */
export interface CodeToRedeem {
  code: string;
  codeVerifier: string;
  redirectUri: string;
  nonce: string;
  /**
   * The parameters, besides the authorization code, of the provider's response to the log-in; null if the client itself
   * has received and checked the response.
   */
  response: {
    /** The issuer in a provider's response (RFC 9207); undefined if the provider does not send the issuer. */
    issuer: string | undefined;
  } | null;
}

/** The dependencies of the sign-in providers: the clock, and the constants of log-ins. */
export interface ProviderDeps {
  clock: Clock;
  config: Pick<
    Config,
    | "LOGIN_PROVIDER_TIMEOUT_MS"
    | "LOGIN_PROVIDER_RETRY_MS"
    | "LOGIN_PROVIDER_REQUESTS"
    | "LOGIN_KEYS_MAX_AGE_MS"
    | "LOGIN_KEYS_MIN_AGE_MS"
  >;
}

/** The settings of one sign-in provider; each kind of provider has other settings. */
export type ProviderSettings<Kind extends SignInProvider["kind"]> = Extract<
  Config["LOGIN_PROVIDERS"][string],
  { kind: Kind }
>;
