import test from "ava";
import { createClient } from "../../helpers/client.ts";
import { openTestService } from "../../helpers/service.ts";
import { APP_URL, PUBLIC_URL, authorize, newCodeVerifier, startProvider } from "./providers.ts";

const provider = await startProvider();
const wrongSecret = { ...provider.settings, client_secret: "not-the-secret" };
const service = await openTestService({
  hasWorkers: false,
  env: {
    PUBLIC_URL,
    LOGIN_PROVIDERS: JSON.stringify({ test: provider.settings, misconfigured: wrongSecret }),
  },
  constants: { LOGIN_PROVIDER_RETRY_MS: 0 },
});
test.after.always(async () => {
  await service.close();
  await provider.stop();
});

async function start(name = "test") {
  const answer = await service.anonymous.post(`/login/${name}/start`);
  const client = createClient(service.url, answer.headers.get("set-cookie")?.split(";")[0]);
  return { client, nonce: answer.body.nonce as string };
}

const proofOf = (code: string, code_verifier: string, redirect_uri = APP_URL) => ({
  code,
  code_verifier,
  redirect_uri,
});

test("an app signs in with an authorization code that the app requested itself, and with the PKCE verifier of the code", async (t) => {
  const { client, nonce } = await start();
  const { codeVerifier, codeChallenge } = newCodeVerifier();
  const code = await authorize(provider, { nonce, codeChallenge, name: "app" });
  const answer = await client.post("/login/test", proofOf(code, codeVerifier));
  t.is(answer.status, 200, answer.text);
  const [session = ""] = answer.headers.getSetCookie();
  t.is((await createClient(service.url, session.split(";")[0]).get("/me")).status, 200);
});

test("an authorization code signs in only once, and is refused in a second started log-in", async (t) => {
  const first = await start();
  const { codeVerifier, codeChallenge } = newCodeVerifier();
  const code = await authorize(provider, { nonce: first.nonce, codeChallenge });
  t.is((await first.client.post("/login/test", proofOf(code, codeVerifier))).status, 200);
  t.is(
    (await first.client.post("/login/test", proofOf(code, codeVerifier))).status,
    401,
    "the start was used before",
  );
  const second = await start();
  const again = await second.client.post("/login/test", proofOf(code, codeVerifier));
  t.is(again.status, 401);
  t.regex(again.body.detail, /code: it is unknown, used, expired/);
});

test("an authorization code with a wrong verifier, or for the nonce of another log-in, is refused", async (t) => {
  const own = await start();
  const { codeVerifier, codeChallenge } = newCodeVerifier();
  const code = await authorize(provider, { nonce: own.nonce, codeChallenge });
  const other = newCodeVerifier();
  t.is((await own.client.post("/login/test", proofOf(code, other.codeVerifier))).status, 401);

  const [victim, thief] = [await start(), await start()];
  const stolen = await authorize(provider, { nonce: victim.nonce, codeChallenge });
  const refused = await thief.client.post("/login/test", proofOf(stolen, codeVerifier));
  t.is(refused.status, 401);
  t.regex(refused.body.detail, /nonce/);
});

test("an authorization code that was requested without PKCE is refused", async (t) => {
  const { client, nonce } = await start();
  const code = await authorize(provider, { nonce });
  t.is((await client.post("/login/test", proofOf(code, newCodeVerifier().codeVerifier))).status, 401);
});

test("a redirect address that the settings do not name gets a 422, and the started log-in can still be finished", async (t) => {
  const { client, nonce } = await start();
  const { codeVerifier, codeChallenge } = newCodeVerifier();
  const code = await authorize(provider, { nonce, codeChallenge });
  const answer = await client.post("/login/test", proofOf(code, codeVerifier, "http://app.test/other"));
  t.is(answer.status, 422);
  t.is(answer.body.errors[0].pointer, "/redirect_uri");
  const callback = `${PUBLIC_URL}/login/test/callback`;
  t.is((await client.post("/login/test", proofOf(code, codeVerifier, callback))).status, 422);
  t.is((await client.post("/login/test", proofOf(code, codeVerifier))).status, 200);
});

test("a log-in gets a 503 instead of a 401 if the provider refuses the service as client, and no response shows the secret", async (t) => {
  const { client, nonce } = await start("misconfigured");
  const { codeVerifier, codeChallenge } = newCodeVerifier();
  const code = await authorize(provider, { nonce, codeChallenge });
  const answer = await client.post("/login/misconfigured", proofOf(code, codeVerifier));
  t.is(answer.status, 503);
  t.is(answer.body.type, `${PUBLIC_URL}/problems/provider-unavailable`);
  t.notRegex(answer.text, /not-the-secret/);
});
