import { createHash, generateKeyPair, randomBytes, sign, type JsonWebKey } from "node:crypto";
import { promisify } from "node:util";
import type { KoaContextWithOIDC } from "oidc-provider";
import { startLocalProvider } from "../../../embedded/local-provider/local-provider.ts";
import { createBrowser, type Browser } from "../../helpers/browser.ts";
import { registerSecret } from "../../helpers/run-output.ts";

/**
 * The address of the service in these tests. The other address, APP_URL, belongs to an app that itself gets codes and
 * ID tokens from the provider.
 */
export const PUBLIC_URL = "http://bench.test";
export const APP_URL = "http://app.test/signed-in";

export const CLIENT = { client_id: "bench", client_secret: "s3cret-of-the-client" };

/** A private key with which a provider signs ID tokens, with the name of the key. */
export type SigningKey = JsonWebKey & { kid: string };

/**
 * Makes a key pair for signing. The function is asynchronous, because making a key may take seconds.
 * @param kid the name of the key in tokens
 */
export async function newSigningKey(kid: string): Promise<SigningKey> {
  const { privateKey } = await promisify(generateKeyPair)("rsa", { modulusLength: 2048 });
  return { ...privateKey.export({ format: "jwk" }), kid, use: "sig", alg: "RS256" };
}

/**
 * Starts a real OpenID Connect provider with keys that the test knows. The caller has to stop the provider.
 * @param publicUrl the address of the service, to which the provider redirects browsers
 */
export async function startProvider(publicUrl = PUBLIC_URL) {
  const key = await newSigningKey("first");
  const callbacks = ["test", "other"].map((name) => `${publicUrl}/login/${name}/callback`);
  const clients = [{ ...CLIENT, redirect_uris: [...callbacks, APP_URL] }];
  const start = async (keys: SigningKey[], onPort: number) => {
    const started = await startLocalProvider({ port: onPort, clients, jwks: { keys } });
    started.provider.on("grant.success", registerExchange).on("grant.error", registerExchange);
    return started;
  };
  let running = await start([key], 0);
  const { issuer } = running;
  return {
    issuer,
    key,
    /** The value for this provider in the setting LOGIN_PROVIDERS. */
    settings: { kind: "oidc", issuer, ...CLIENT, redirect_uris: [APP_URL] },
    stop: async () => running.close(),
    /** Starts the provider again at the same address, with the given keys. */
    restart: async (keys: SigningKey[]) => {
      running = await start(keys, Number(new URL(issuer).port));
    },
  };
}

/**
 * Registers the secrets of a code exchange, which only service and provider see, so that the test run searches all
 * output for these secrets.
 */
function registerExchange({ oidc, body }: KoaContextWithOIDC): void {
  const { code = "", code_verifier = "" } = (oidc.params ?? {}) as Record<string, string>;
  const { id_token = "", access_token = "" } = (body ?? {}) as Record<string, string>;
  for (const secret of [code, code_verifier, access_token]) registerSecret(secret);
  registerIdToken(id_token);
}

/** Registers the secret parts of an ID token, the claims and the signature. The header is the same in all tokens. */
function registerIdToken(token: string): void {
  const [, claims = "", signature = ""] = token.split(".");
  registerSecret(claims);
  registerSecret(signature);
}

export type TestProvider = Awaited<ReturnType<typeof startProvider>>;

/** Returns the claims of an ID token that the service accepts. */
export function claimsFor(provider: TestProvider, nonce: string, subject = "somebody") {
  const now = Math.floor(Date.now() / 1000);
  return { iss: provider.issuer, aud: CLIENT.client_id, sub: subject, nonce, iat: now, exp: now + 600 };
}

/** Makes an ID token as a provider does. @param key the key that signs; null for a token without a signature */
export function idTokenOf(claims: object, key: SigningKey | null, header: object = {}): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const head = key === null ? { alg: "none" } : { alg: "RS256", kid: key.kid };
  const signed = `${part({ ...head, typ: "JWT", ...header })}.${part(claims)}`;
  const signature = key && sign("sha256", Buffer.from(signed), { key, format: "jwk" });
  const token = `${signed}.${signature?.toString("base64url") ?? ""}`;
  registerIdToken(token);
  return token;
}

/** Returns a new PKCE verifier with its challenge, as a client makes them. */
export function newCodeVerifier() {
  const codeVerifier = randomBytes(32).toString("base64url");
  registerSecret(codeVerifier);
  return { codeVerifier, codeChallenge: createHash("sha256").update(codeVerifier).digest("base64url") };
}

/**
 * Requests an authorization code from the provider as an app does, and signs in at the provider by a name. Returns the
 * code.
 */
export async function authorize(
  provider: TestProvider,
  request: { nonce: string; codeChallenge?: string; redirectUri?: string; name?: string },
): Promise<string> {
  const { nonce, codeChallenge, redirectUri = APP_URL, name = "somebody" } = request;
  const query = new URLSearchParams({
    client_id: CLIENT.client_id,
    response_type: "code",
    scope: "openid",
    redirect_uri: redirectUri,
    state: "the-app's-own",
    nonce,
    ...(codeChallenge !== undefined && { code_challenge: codeChallenge, code_challenge_method: "S256" }),
  });
  const back = await signInAtProvider(createBrowser(), `${provider.issuer}/auth?${query.toString()}`, {
    name,
    stopAt: redirectUri,
  });
  const code = new URL(back).searchParams.get("code");
  if (code === null) throw new Error(`expected a code, found ${back}`);
  registerSecret(code);
  return code;
}

/**
 * Opens the sign-in page of a provider and submits its form. Returns the URL to which the provider finally redirects
 * the browser.
 */
export async function signInAtProvider(
  browser: Browser,
  url: string,
  {
    name = "somebody",
    answer = "sign-in",
    stopAt = PUBLIC_URL,
  }: { name?: string; answer?: string; stopAt?: string },
): Promise<string> {
  const page = await browser.follow(url, stopAt);
  if (page.response === null) return page.url;
  if (page.response.status !== 200)
    throw new Error(`${page.url} answered ${page.response.status}: ${await page.response.text()}`);
  const sent = await browser.send(page.url, { method: "POST", body: new URLSearchParams({ name, answer }) });
  const location = sent.headers.get("location");
  if (location === null) throw new Error(`the form answered ${sent.status}: ${await sent.text()}`);
  return (await browser.follow(new URL(location, page.url).href, stopAt)).url;
}
