import { z } from "zod";
import { flag, json, oneOf, url } from "./values.ts";

/** Names that a provider may not have, because they stand in the service's own addresses under /login. */
const RESERVED_NAMES = ["dev", "start", "callback"];

const providerName = z
  .string()
  .regex(
    /^[a-z][a-z0-9-]{0,31}$/,
    "expected a name of lower-case letters, digits and -, beginning with a letter, at most 32 characters",
  )
  .refine(
    (name) => !RESERVED_NAMES.includes(name),
    `a provider may not be named ${RESERVED_NAMES.join(", ")}: the service uses these words itself`,
  );

const webUrl = url("http:", "https:");

/**
 * A client's own address, of any protocol: an app on a phone has one such as com.example.app:/signed-in. Providers
 * compare these addresses as texts, so there is one spelling of each.
 */
const redirectUri = z.string().refine((text) => {
  const parsed = URL.parse(text);
  return parsed?.href === text && parsed.search === "" && parsed.hash === "";
}, "expected a URL without ? and #, in its normal spelling, such as https://app.example/signed-in");

const client = {
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  /** Addresses of clients that bring a code themselves, beside the service's own callback. */
  redirect_uris: z.array(redirectUri).default([]),
};

const openIdProvider = z.strictObject({
  kind: z.literal("oidc"),
  /** The provider's issuer identifier, exactly as its ID tokens have it. */
  issuer: webUrl,
  ...client,
  /** How the client's secret is sent. Default: a method that the provider's metadata names. */
  token_endpoint_auth_method: oneOf("client_secret_basic", "client_secret_post").optional(),
});

const githubProvider = z.strictObject({
  kind: z.literal("github"),
  ...client,
  authorization_endpoint: webUrl.default("https://github.com/login/oauth/authorize"),
  token_endpoint: webUrl.default("https://github.com/login/oauth/access_token"),
  user_endpoint: webUrl.default("https://api.github.com/user"),
});

const loginProviders = json(
  z.record(providerName, z.discriminatedUnion("kind", [openIdProvider, githubProvider])),
  '{"google":{"kind":"oidc","issuer":"https://accounts.google.com","client_id":"…","client_secret":"…"}}',
);

/** The settings of signing in: the providers. */
export const loginSettings = {
  /** The sign-in providers, as JSON: each name with its kind (oidc or github), its client and its addresses. */
  LOGIN_PROVIDERS: loginProviders.default({}),
  /** `npm start` starts an OpenID Connect provider on this machine, which signs anybody in. Production refuses it. */
  LOCAL_PROVIDER: flag.default(false),
};
