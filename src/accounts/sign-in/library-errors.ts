import { ClientError, ResponseBodyError } from "openid-client";
import { LogInRefusedError, ProviderUnavailableError } from "./errors.ts";

// Translate the errors of openid-client into errors of this service. The library's messages and causes contain
// tokens, so no translated error contains them.

const wrongClaims: Readonly<Record<string, string>> = {
  aud: "it was made for another client (aud)",
  azp: "it was made for another client (azp)",
  iss: "another issuer has made it (iss)",
  nonce: "its nonce is not the nonce from the start of this log-in",
  exp: "it has expired (exp)",
  nbf: "it is not valid yet (nbf)",
};

/** Returns the error to throw for an ID token that openid-client has refused. */
export function idTokenRefusal(error: unknown): LogInRefusedError {
  const why = wrongClaims[claimOf(error) ?? ""] ?? signatureFaultOf(error) ?? "it is not a valid ID token";
  return new LogInRefusedError("bad_id_token", `The ID token was refused: ${why}. Begin the log-in again.`);
}

/**
 * Returns whether the check of an ID token failed because of the provider's signing keys, so that a check with newer
 * keys may succeed.
 */
export function isKeyFault(error: unknown): boolean {
  return signatureFaultOf(error) !== undefined;
}

/**
 * Returns the error to throw where a sign-in provider did not redeem an authorization code: LogInRefusedError where
 * the code is at fault, else ProviderUnavailableError.
 */
export function codeRefusal(error: unknown, names: { provider: string; retryAfterMs: number }): Error {
  const unavailable = causesOf(error).find((cause) => cause instanceof ProviderUnavailableError);
  if (unavailable) return unavailable;
  if (claimOf(error) !== undefined) return idTokenRefusal(error);
  const answered = errorOfAnswer(error);
  if (answered !== undefined && codeFaults.has(answered))
    return new LogInRefusedError(
      "bad_code",
      "The provider refused the authorization code: it is unknown, used, expired, or does not belong to this " +
        "code_verifier and redirect_uri. Begin the log-in again.",
    );
  return unavailableBy(error, names);
}

/** Returns the error to throw where the service cannot use a sign-in provider's answer. */
export function unavailableBy(
  error: unknown,
  { provider, retryAfterMs }: { provider: string; retryAfterMs: number },
): ProviderUnavailableError {
  const causes = causesOf(error);
  const known = causes.find((cause) => cause instanceof ProviderUnavailableError);
  if (known) return known;
  const code = errorOfAnswer(error) ?? causes.map(codeOf).find((text) => text !== undefined);
  return new ProviderUnavailableError(
    provider,
    `the answer of the provider cannot be used (${code ?? "unknown"})`,
    retryAfterMs,
  );
}

/**
 * The error codes by which a token endpoint says that the authorization code is at fault: the codes of OAuth 2.0 (RFC
 * 6749, 5.2), and further codes of GitHub.
 */
const codeFaults = new Set([
  "invalid_grant",
  "invalid_request",
  "bad_verification_code",
  "redirect_uri_mismatch",
]);

/**
 * Returns the error code in a sign-in provider's answer. GitHub sends an answer with an error code with status 200.
 */
function errorOfAnswer(error: unknown): string | undefined {
  for (const cause of causesOf(error)) {
    if (cause instanceof ResponseBodyError) return plain(cause.error);
    const { body } = cause as { body?: unknown };
    if (isObject(body)) return plain(body["error"]);
  }
  return undefined;
}

/**
 * Returns a text that has the form of an OAuth error code; undefined for anything else that a provider sends in place
 * of an error code.
 */
const plain = (text: unknown) => (typeof text === "string" && /^[a-z_]{1,64}$/.test(text) ? text : undefined);

/** Returns the name of the claim of an ID token that openid-client found wrong; undefined if no claim is wrong. */
function claimOf(error: unknown): string | undefined {
  const claims = causesOf(error).map((cause) => (cause as { claim?: unknown }).claim);
  return claims.find((claim) => typeof claim === "string");
}

function signatureFaultOf(error: unknown): string | undefined {
  const causes = causesOf(error);
  if (causes.some((cause) => codeOf(cause) === "OAUTH_KEY_SELECTION_FAILED"))
    return "none of the provider's keys has signed it";
  if (causes.some((cause) => (cause as Error).message === "JWT signature verification failed"))
    return "its signature is wrong";
  return undefined;
}

/** Returns an error and all its causes, the outermost first. */
function causesOf(error: unknown): object[] {
  const causes: object[] = [];
  for (let cause = error; isObject(cause) && !causes.includes(cause); cause = cause["cause"])
    causes.push(cause);
  return causes;
}

const codeOf = (cause: object) =>
  cause instanceof ClientError || "code" in cause ? (cause as { code?: string }).code : undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;
