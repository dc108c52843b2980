import * as openid from "openid-client";
import { createCachedAnswer } from "./cached-answer.ts";
import { unavailableBy } from "./library-errors.ts";
import { createProviderFetch, type ProviderFetch } from "./provider-fetch.ts";
import type { ProviderDeps, ProviderSettings } from "./provider.ts";

/**
 * Matches the asymmetric signature algorithms, for which a provider signs with a private key. The service does not
 * accept signatures that are made with the client secret.
 */
const ASYMMETRIC = /^(?:RS|PS|ES)(?:256|384|512)$|^Ed(?:DSA|25519)$/;

/** The metadata and keys of an OpenID Connect provider, and the clients that call it. */
export type OpenIdConnection = ReturnType<typeof createOpenIdConnection>;

/**
 * Creates the connection to an OpenID Connect provider. The connection reads the provider's addresses and signing keys
 * at the first log-in, not when the process starts, and caches them for LOGIN_KEYS_MAX_AGE_MS. Every method throws
 * ProviderUnavailableError where the provider gives no answer, or an answer that cannot be used.
 */
export function createOpenIdConnection(name: string, settings: Settings, deps: ProviderDeps) {
  const { clock, config } = deps;
  const fetchMetadata = createProviderFetch(name, deps);
  // Give the requests that redeem authorization codes a separate limit, so that many such requests do not prevent the
  // service from reading the provider's addresses and keys.
  const fetchTokens = createProviderFetch(name, deps);
  const cached = <T>(read: () => Promise<T>) =>
    createCachedAnswer({
      clock,
      maxAgeMs: config.LOGIN_KEYS_MAX_AGE_MS,
      retryMs: config.LOGIN_PROVIDER_RETRY_MS,
      load: async () => {
        try {
          return await read();
        } catch (error) {
          throw unavailableBy(error, { provider: name, retryAfterMs: config.LOGIN_PROVIDER_RETRY_MS });
        }
      },
    });
  const metadata = cached(async () => discover(settings, fetchMetadata));
  const keys = cached(async () => readKeys(await metadata.get(), fetchMetadata));
  return {
    /** Returns the metadata of an OpenID Connect provider, such as its addresses. */
    metadata: metadata.get,
    /** Returns the keys with which an OpenID Connect provider signs. */
    keys: keys.get,
    /**
     * Returns the keys with which an OpenID Connect provider signs, and reads them again unless the cached keys are
     * younger than LOGIN_KEYS_MIN_AGE_MS.
     */
    newerKeys: async (): Promise<openid.JWKS> => keys.getYoungerThan(config.LOGIN_KEYS_MIN_AGE_MS),
    /**
     * Returns a new client of an OpenID Connect provider. Each check of an ID token needs a separate client, because
     * openid-client caches older keys in its client.
     */
    newClient: async (): Promise<openid.Configuration> =>
      clientOf(await metadata.get(), settings, fetchTokens),
  };
}

type Settings = ProviderSettings<"oidc">;

/** Reads the metadata of an OpenID Connect provider (OpenID Connect Discovery 1.0). */
async function discover(
  { issuer, client_id }: Settings,
  fetch: ProviderFetch,
): Promise<openid.ServerMetadata> {
  const found = await openid.discovery(new URL(issuer), client_id, undefined, undefined, {
    [openid.customFetch]: fetch as openid.CustomFetch,
    execute: insecureIf(issuer),
  });
  const metadata = { ...found.serverMetadata() } as openid.ServerMetadata;
  const { id_token_signing_alg_values_supported: algorithms = ["RS256"] } = metadata;
  const believed = algorithms.filter((algorithm) => ASYMMETRIC.test(algorithm));
  return { ...metadata, id_token_signing_alg_values_supported: believed };
}

/**
 * Allows openid-client to send unencrypted requests to an address that the settings name with http. All other
 * requests need https.
 */
const insecureIf = (address: string) => (address.startsWith("http:") ? [openid.allowInsecureRequests] : []);

async function readKeys(
  { jwks_uri, issuer }: openid.ServerMetadata,
  fetch: ProviderFetch,
): Promise<openid.JWKS> {
  if (jwks_uri === undefined) throw new Error("the provider names no jwks_uri");
  if (issuer.startsWith("https:") && !jwks_uri.startsWith("https:"))
    throw new Error("the jwks_uri of the provider is without https");
  const response = await fetch(jwks_uri, { headers: { Accept: "application/json" } });
  const keys = response.status === 200 ? ((await response.json()) as Partial<openid.JWKS> | null) : null;
  if (!Array.isArray(keys?.keys)) throw new Error("the provider has no keys at its jwks_uri");
  return { keys: keys.keys };
}

function clientOf(metadata: openid.ServerMetadata, settings: Settings, fetch: ProviderFetch) {
  const { client_id, client_secret, token_endpoint_auth_method } = settings;
  const { token_endpoint_auth_methods_supported: supported = ["client_secret_basic"] } = metadata;
  const method =
    token_endpoint_auth_method ??
    (supported.includes("client_secret_basic") ? "client_secret_basic" : "client_secret_post");
  const authentication =
    method === "client_secret_basic"
      ? openid.ClientSecretBasic(client_secret)
      : openid.ClientSecretPost(client_secret);
  const client = new openid.Configuration(metadata, client_id, undefined, authentication);
  client[openid.customFetch] = fetch as openid.CustomFetch;
  for (const allow of insecureIf(settings.issuer)) allow(client);
  return client;
}
