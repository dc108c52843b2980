import * as openid from "openid-client";
import { LogInRefusedError } from "./errors.ts";
import { idTokenRefusal, isKeyFault } from "./library-errors.ts";
import type { OpenIdConnection } from "./open-id-connection.ts";
import type { ProvenIdentity } from "./provider.ts";

/** The maximum length of the subject of an ID token, in characters (OpenID Connect Core 1.0, section 2). */
const MAX_SUBJECT_CHARACTERS = 255;
/**
 * The latest expiry of an ID token that is stored, in seconds since 1970: the end of 9999-12-31. A later expiry would
 * be no valid date.
 */
const LATEST_EXPIRY_S = 253_402_300_799;

/**
 * Checks an ID token: issuer, audience, times, nonce, and the signature by the provider's keys. If no key verifies
 * the signature, reads the keys anew and checks the token once more, since providers rotate their keys.
 * @throws LogInRefusedError, ProviderUnavailableError
 */
export async function checkIdToken(
  connection: OpenIdConnection,
  idToken: string,
  nonce: string,
): Promise<ProvenIdentity> {
  const { sub, exp } = await claimsOf(connection, idToken, nonce);
  if (sub === "" || sub.length > MAX_SUBJECT_CHARACTERS)
    throw new LogInRefusedError("bad_id_token", "The ID token was refused: it has no usable subject (sub).");
  const expiresAt = new Date(Math.min(exp, LATEST_EXPIRY_S) * 1000);
  return { subject: sub, idToken: { text: idToken, expiresAt } };
}

async function claimsOf(
  connection: OpenIdConnection,
  idToken: string,
  nonce: string,
): Promise<openid.IDToken> {
  const keys = await connection.keys();
  const first = await tryKeys(await connection.newClient(), keys, idToken, nonce);
  if (first.claims) return first.claims;
  const newer = isKeyFault(first.error) ? await connection.newerKeys() : keys;
  if (newer === keys) throw idTokenRefusal(first.error);
  const second = await tryKeys(await connection.newClient(), newer, idToken, nonce);
  if (second.claims) return second.claims;
  throw idTokenRefusal(second.error);
}

/** Checks an ID token with the given keys alone, without fetching newer keys. */
async function tryKeys(client: openid.Configuration, keys: openid.JWKS, idToken: string, nonce: string) {
  // Pretend by `uat` (updated at) that the given keys were fetched just now: openid-client fetches keys itself only
  // if its cached keys are old or lack the key of the token.
  openid.setJwksCache(client, { jwks: keys, uat: Math.floor(Date.now() / 1000) });
  openid.useIdTokenResponseType(client);
  const response = new URL("http://response.invalid/");
  response.hash = new URLSearchParams({ id_token: idToken }).toString();
  try {
    return { claims: await openid.implicitAuthentication(client, response, nonce) };
  } catch (error) {
    return { error };
  }
}
