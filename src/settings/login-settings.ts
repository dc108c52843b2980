import { z } from "zod";
import { flag, integer, json, oneOf, url } from "./values.ts";

/** The names that a provider may not have, because the service's own addresses under /login contain them. */
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
 * A redirect URI of a client, with any protocol: an app on a phone has a redirect URI such as
 * com.example.app:/signed-in. Providers compare redirect URIs as texts, so only one spelling of each is accepted.
 */
const redirectUri = z.string().refine((text) => {
  const parsed = URL.parse(text);
  return parsed?.href === text && parsed.search === "" && parsed.hash === "";
}, "expected a URL without ? and #, in its normal spelling, such as https://app.example/signed-in");

const client = {
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  /**
   * The redirect URIs, besides the service's own callback, with which clients may have obtained an authorization code.
   */
  redirect_uris: z.array(redirectUri).default([]),
};

const openIdProvider = z.strictObject({
  kind: z.literal("oidc"),
  /** The sign-in provider's issuer identifier, exactly as the ID tokens of the provider contain it. */
  issuer: webUrl,
  ...client,
  /** The method by which the service sends its client secret. Default: a method that the provider's metadata names. */
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

/** The settings of signing in: the sign-in providers, and who may get an account. */
export const loginSettings = {
  /** The sign-in providers, as JSON: each name with its kind (oidc or github), its client and its addresses. */
  LOGIN_PROVIDERS: loginProviders.default({}),
  /**
   * Whether people sign in at the OpenID Connect provider that `npm start` runs on this machine. That provider signs
   * anybody in, so in production the service does not start with this setting.
   */
  LOCAL_PROVIDER: flag.default(false),
  /**
   * Whether everybody may get an account (`open`), or only people who have an account may sign in (`closed`). The
   * setting also applies to DEV_LOGIN.
   */
  SIGN_UP: oneOf("open", "closed").default("open"),
  /**
   * The maximum number of accounts that one address (of IPv6: one /64) may make in a day (UTC). Sign-ins to existing
   * accounts and DEV_LOGIN are not counted.
   */
  NEW_ACCOUNTS_A_DAY: integer(1, 1_000_000).default(10),
};
