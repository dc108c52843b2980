import test from "ava";
import { InvalidConfigError, parseConfig } from "../../../src/config.ts";

const SECRET = "a-secret-that-no-message-may-show";
const google = {
  kind: "oidc",
  issuer: "https://accounts.google.com",
  client_id: "id",
  client_secret: SECRET,
};
const github = { kind: "github", client_id: "id", client_secret: SECRET };

const parse = (providers: unknown, env: Record<string, string> = {}) =>
  parseConfig({
    LOGIN_PROVIDERS: typeof providers === "string" ? providers : JSON.stringify(providers),
    ...env,
  });

test("LOGIN_PROVIDERS names any number of sign-in providers, and GitHub's own addresses are the default for GitHub", (t) => {
  t.deepEqual(parseConfig({}).LOGIN_PROVIDERS, {});
  const { LOGIN_PROVIDERS: providers } = parse({ google, "my-other-1": google, github });
  t.deepEqual(Object.keys(providers), ["google", "my-other-1", "github"]);
  t.like(providers["google"], { ...google, redirect_uris: [] });
  t.like(providers["github"], {
    authorization_endpoint: "https://github.com/login/oauth/authorize",
    token_endpoint: "https://github.com/login/oauth/access_token",
    user_endpoint: "https://api.github.com/user",
  });
});

test("no sign-in provider may have a name that the service uses itself, or a name that is no plain word", (t) => {
  for (const name of ["dev", "start", "callback", "", "Google", "a/b", "../x", "a".repeat(33), "1st"])
    t.throws(
      () => parse({ [name]: google }),
      { instanceOf: InvalidConfigError, message: /LOGIN_PROVIDERS/ },
      name,
    );
});

test("the error about faulty settings of sign-in providers names the place of each fault, and shows no secret", (t) => {
  const wrong = {
    a: { ...google, issuer: "accounts.google.com" },
    b: { ...google, client_secret: "" },
    c: { ...github, issuer: "https://github.com" },
    d: { ...google, redirect_uris: ["https://app.example", "https://app.example/cb?x=1", "nonsense"] },
    e: { kind: "saml", client_secret: SECRET },
  };
  const error = t.throws(() => parse(wrong), { instanceOf: InvalidConfigError });
  const { message } = error;
  for (const place of [
    "/a/issuer",
    "/b/client_secret",
    "/c",
    "/d/redirect_uris/0",
    "/d/redirect_uris/1",
    "/d/redirect_uris/2",
    "/e/kind",
  ])
    t.true(message.includes(`at ${place}: `), `${place} in ${message}`);
  t.false(message.includes(SECRET));
  const broken = t.throws(() => parse(`{"google":{"client_secret":"${SECRET}"`), {
    instanceOf: InvalidConfigError,
  });
  t.regex(broken.message, /LOGIN_PROVIDERS: expected JSON/);
  t.false(broken.message.includes(SECRET));
});

test("production refuses the local sign-in provider, and sign-in providers without https except on the same machine", (t) => {
  const production = {
    NODE_ENV: "production",
    MEILI_KEY: "k".repeat(16),
    SERVER_SECRET: "s".repeat(32),
    PUBLIC_URL: "https://bench.example",
  };
  const http = {
    plain: { ...google, issuer: "http://sso.example" },
    hub: { ...github, token_endpoint: "http://github.example/token" },
  };
  t.notThrows(() => parse(http));
  const error = t.throws(() => parse(http, { ...production, LOCAL_PROVIDER: "true" }), {
    instanceOf: InvalidConfigError,
  });
  t.regex(error.message, /at \/plain\/issuer: production needs https/);
  t.regex(error.message, /at \/hub\/token_endpoint: production needs https/);
  t.regex(error.message, /LOCAL_PROVIDER: production refuses LOCAL_PROVIDER=true/);
  t.notThrows(() => parse({ near: { ...google, issuer: "http://127.0.0.1:9999" } }, production));
});
