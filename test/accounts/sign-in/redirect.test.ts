import test from "ava";
import { createBrowser, type Browser } from "../../helpers/browser.ts";
import { createClient } from "../../helpers/client.ts";
import { openTestService } from "../../helpers/service.ts";
import { PUBLIC_URL, signInAtProvider, startProvider } from "./providers.ts";

const provider = await startProvider();
const service = await openTestService({
  hasWorkers: false,
  env: { PUBLIC_URL, LOGIN_PROVIDERS: JSON.stringify({ test: provider.settings, other: provider.settings }) },
});
test.after.always(async () => {
  await service.close();
  await provider.stop();
});

const LOGIN = `${PUBLIC_URL}/login/test`;
const CALLBACK = `${LOGIN}/callback`;
const newBrowser = () => createBrowser({ [PUBLIC_URL]: service.url });

/**
 * Follows the redirect of the service to the provider, and signs in at the provider. Returns the URL to which the
 * provider redirects the browser.
 */
async function backFromProvider(
  browser: Browser,
  name: string,
  options: { login?: string; answer?: string } = {},
) {
  const { login = LOGIN, answer = "sign-in" } = options;
  const sent = await browser.send(login);
  const location = sent.headers.get("location");
  if (location === null) throw new Error(`${login} answered ${sent.status}: ${await sent.text()}`);
  return signInAtProvider(browser, location, { name, answer });
}

async function problemOf(response: Response) {
  return (await response.json()) as { type: string; detail: string; status: number };
}

test("a browser signs in at the provider and returns to the requested page, signed in", async (t) => {
  const browser = newBrowser();
  const begun = await browser.send(`${LOGIN}?return_to=/me?from=login%23top`);
  t.is(begun.status, 303);
  t.is(begun.headers.get("cache-control"), "no-store");
  t.regex(
    begun.headers.get("set-cookie") ?? "",
    /^login_start=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const request = new URL(begun.headers.get("location") ?? "");
  t.is(request.origin + request.pathname, `${provider.issuer}/auth`);
  t.is(request.searchParams.get("redirect_uri"), CALLBACK);
  t.is(request.searchParams.get("scope"), "openid", "the service requests neither e-mail nor name");
  t.is(request.searchParams.get("code_challenge_method"), "S256");

  const back = await signInAtProvider(browser, request.href, { name: "ada" });
  t.true(back.startsWith(`${CALLBACK}?code=`));
  const done = await browser.send(back);
  t.is(done.status, 303, await done.clone().text());
  t.is(done.headers.get("location"), `${PUBLIC_URL}/me?from=login#top`);
  t.is(done.headers.get("referrer-policy"), "no-referrer");
  t.is(browser.cookie(PUBLIC_URL, "login_start"), undefined);
  const me = await browser.send(`${PUBLIC_URL}/me`);
  t.is(me.status, 200);
  t.notRegex(await me.text(), /ada/);
});

test("a log-in without return_to ends on the home page", async (t) => {
  const browser = newBrowser();
  const done = await browser.send(await backFromProvider(browser, "grace"));
  t.is(done.headers.get("location"), `${PUBLIC_URL}/`);
});

test("the earlier session of a browser ends when the browser signs in again", async (t) => {
  const browser = newBrowser();
  await browser.send(await backFromProvider(browser, "twice"));
  const first = browser.cookie(PUBLIC_URL, "session");
  await browser.send(await backFromProvider(browser, "twice"));
  t.not(browser.cookie(PUBLIC_URL, "session"), first);
  t.is((await createClient(service.url, `session=${first}`).get("/me")).status, 401);
});

for (const path of [
  "//evil.test",
  "///evil.test",
  "/\\evil.test",
  "\\\\evil.test",
  "/\t/evil.test",
  "/\n/evil.test",
  "/%0d%0aSet-Cookie:a=b\r\n",
  "https://evil.test/",
  "javascript:alert(1)",
  "me",
  "",
  " /me",
  "/caf\u00e9",
  `/${"a".repeat(2048)}`,
]) {
  test(`a log-in with return_to=${JSON.stringify(path).slice(0, 40)}, which could lead to another site, is refused`, async (t) => {
    const answer = await service.anonymous.get(`/login/test?return_to=${encodeURIComponent(path)}`);
    t.is(answer.status, 422);
    t.is(answer.body.errors[0].pointer, "/return_to");
    t.is(answer.headers.get("location"), null);
  });
}

test("after sign-in, a return_to path that only looks like another host leads to a page of the service", async (t) => {
  for (const path of ["/.//evil.test", "/@evil.test", "/;//evil.test", "/https://evil.test"]) {
    const browser = newBrowser();
    const login = `${LOGIN}?return_to=${encodeURIComponent(path)}`;
    const done = await browser.send(await backFromProvider(browser, "careful", { login }));
    t.is(new URL(done.headers.get("location") ?? "", "http://wrong.test").origin, PUBLIC_URL, path);
  }
});

test("a sign-in callback with the state of another browser is refused, and does not end the browser's current log-in", async (t) => {
  const [attacker, victim] = [newBrowser(), newBrowser()];
  const attackersLink = await backFromProvider(attacker, "attacker");
  const victimsLink = await backFromProvider(victim, "victim");
  const refused = await victim.send(attackersLink);
  t.is(refused.status, 401);
  t.is((await problemOf(refused)).type, `${PUBLIC_URL}/problems/log-in-refused`);
  t.is(victim.cookie(PUBLIC_URL, "session"), undefined);
  t.is((await newBrowser().send(attackersLink)).status, 401, "a browser without a log-in");
  t.is((await victim.send(victimsLink)).status, 303);
  t.is((await attacker.send(attackersLink)).status, 303);
});

test("a sign-in callback with the authorization code of another browser is refused, even with the right state", async (t) => {
  const [thief, victim] = [newBrowser(), newBrowser()];
  const victimsCode = new URL(await backFromProvider(victim, "victim")).searchParams.get("code") ?? "";
  const forged = new URL(await backFromProvider(thief, "thief"));
  forged.searchParams.set("code", victimsCode);
  const refused = await thief.send(forged.href);
  t.is(refused.status, 401);
  t.regex((await problemOf(refused)).detail, /code_verifier/);
  t.is(thief.cookie(PUBLIC_URL, "session"), undefined);
});

test("a callback of a provider works once: neither its state nor its code is accepted twice", async (t) => {
  const browser = newBrowser();
  const back = await backFromProvider(browser, "once");
  const start = browser.cookie(PUBLIC_URL, "login_start") ?? "";
  t.is((await browser.send(back)).status, 303);
  t.is((await browser.send(back)).status, 401);
  browser.setCookie(PUBLIC_URL, "login_start", start);
  t.is((await browser.send(back)).status, 401, "with the cookie of the start that was used");
});

test("a sign-in callback without a state, with a wrong state, or of another provider or issuer is refused", async (t) => {
  const changes: ((url: URL) => void)[] = [
    (url) => url.searchParams.delete("state"),
    (url) => url.searchParams.set("state", "x".repeat(43)),
    (url) => url.searchParams.set("iss", "https://evil.test"),
    (url) => url.searchParams.delete("iss"),
    (url) => {
      url.pathname = "/login/other/callback";
    },
  ];
  for (const change of changes) {
    const browser = newBrowser();
    const url = new URL(await backFromProvider(browser, "changed"));
    change(url);
    const refused = await browser.send(url.href);
    t.is(refused.status, 401, String(change));
    t.is(browser.cookie(PUBLIC_URL, "session"), undefined);
  }
});

test("a person who cancels at the provider sees a plain message, and no text from the URL is shown", async (t) => {
  const browser = newBrowser();
  const back = await backFromProvider(browser, "nobody", { answer: "cancel" });
  const url = new URL(back);
  t.is(url.searchParams.get("error"), "access_denied");
  url.searchParams.set("error_description", "Call 555-1234 now");
  const refused = await browser.send(url.href);
  t.is(refused.status, 401);
  const { detail } = await problemOf(refused);
  t.regex(detail, /The provider test did not sign you in\. You or the provider refused the log-in\./);
  t.notRegex(detail, /555/);
});

test("a log-in that a program started cannot be finished by redirect, nor a browser's log-in by a program", async (t) => {
  const browser = newBrowser();
  const begun = await browser.send(`${LOGIN}/start`, { method: "POST" });
  const { state } = (await begun.json()) as { state: string };
  t.is((await browser.send(`${CALLBACK}?code=abc&state=${state}`)).status, 401);
  const other = newBrowser();
  await other.send(LOGIN);
  const proof = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"id_token":"a.b.c"}',
  };
  const refused = await other.send(LOGIN, proof);
  t.is(refused.status, 401);
  t.regex((await problemOf(refused)).detail, /not begun in this browser/);
});

test("under https the cookie of a log-in is Secure, and no other host can set it", async (t) => {
  const secure = await openTestService({
    hasWorkers: false,
    env: { PUBLIC_URL: "https://bench.test", LOGIN_PROVIDERS: JSON.stringify({ test: provider.settings }) },
  });
  t.teardown(secure.close);
  const answer = await secure.anonymous.post("/login/test/start");
  t.regex(
    answer.headers.get("set-cookie") ?? "",
    /^__Host-login_start=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
});
