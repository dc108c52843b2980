import test from "ava";
import { createBrowser } from "../../helpers/browser.ts";
import { createClient } from "../../helpers/client.ts";
import { startGithub, type Grant } from "../../helpers/github-provider.ts";
import { openTestService } from "../../helpers/service.ts";
import { PUBLIC_URL, newCodeVerifier } from "./providers.ts";

const APP_URL = "com.example.app:/signed-in";
const CALLBACK = `${PUBLIC_URL}/login/github/callback`;

const github = await startGithub([APP_URL]);
const service = await openTestService({
  hasWorkers: false,
  env: {
    PUBLIC_URL,
    LOGIN_PROVIDERS: JSON.stringify({
      github: github.settings,
      broken: { ...github.settings, client_secret: "wrong" },
    }),
  },
});
test.after.always(async () => {
  await service.close();
  github.close();
});

const octocat = { id: 583_231, login: "octocat" };

/** Signs in by redirects as a user of GitHub. Returns the last response. */
async function signIn(user: Grant["user"], change: (request: URL) => void = () => undefined) {
  const browser = createBrowser({ [PUBLIC_URL]: service.url });
  const begun = await browser.send(`${PUBLIC_URL}/login/github?return_to=/me`);
  const request = new URL(begun.headers.get("location") ?? "");
  const code = `code-of-${user.login}-${request.searchParams.get("state")?.slice(0, 8)}`;
  github.grant(code, {
    user,
    challenge: request.searchParams.get("code_challenge"),
    redirectUri: request.searchParams.get("redirect_uri") ?? "",
  });
  const back = new URL(`${CALLBACK}?code=${code}&state=${request.searchParams.get("state")}`);
  change(back);
  return { browser, request, response: await browser.send(back.href) };
}

test.serial(
  "a browser signs in with GitHub, and the service requests nothing but the person's identity",
  async (t) => {
    const { browser, request, response } = await signIn(octocat);
    t.is(response.status, 303, await response.clone().text());
    t.is(response.headers.get("location"), `${PUBLIC_URL}/me`);
    t.is(request.searchParams.get("client_id"), "Iv1.bench");
    t.is(request.searchParams.get("redirect_uri"), CALLBACK);
    t.is(request.searchParams.get("scope"), null);
    t.is(request.searchParams.get("code_challenge_method"), "S256");
    const me = (await (await browser.send(`${PUBLIC_URL}/me`)).json()) as { account: { account_id: string } };
    const stored = await service.stores.db
      .collection("accounts")
      .findOne({ _id: me.account.account_id as never });
    t.like(stored, { provider: "github", subject: "583231" });
    t.notRegex(JSON.stringify(stored), /octocat/i);
  },
);

test.serial(
  "a person who renames a GitHub account keeps the account of this service, and another person with the old GitHub name gets a new account",
  async (t) => {
    const accountOf = async (user: Grant["user"]) => {
      const { browser } = await signIn(user);
      const me = (await (await browser.send(`${PUBLIC_URL}/me`)).json()) as {
        account: { account_id: string };
      };
      return me.account.account_id;
    };
    const before = await accountOf(octocat);
    t.is(await accountOf({ id: octocat.id, login: "renamed" }), before);
    t.not(await accountOf({ id: 99, login: "octocat" }), before);
  },
);

test.serial("a log-in with a code that GitHub calls bad, or with a wrong state, gets a 401", async (t) => {
  const badCode = await signIn(octocat, (back) => back.searchParams.set("code", "made-up"));
  t.is(badCode.response.status, 401);
  t.regex(await badCode.response.text(), /provider refused the authorization code/);
  const badState = await signIn(octocat, (back) => back.searchParams.set("state", "x".repeat(43)));
  t.is(badState.response.status, 401);
});

test.serial(
  "an app signs in with GitHub by an authorization code that the app requested itself, and a log-in with GitHub by an ID token is refused",
  async (t) => {
    const begun = await service.anonymous.post("/login/github/start");
    t.is(begun.body.scope, "");
    const client = createClient(service.url, begun.headers.get("set-cookie")?.split(";")[0]);
    const { codeVerifier, codeChallenge } = newCodeVerifier();
    github.grant("app", { user: octocat, challenge: codeChallenge, redirectUri: APP_URL });
    const refused = await client.post("/login/github", { id_token: "a.b.c" });
    t.is(refused.status, 422);
    t.is(refused.body.errors[0].pointer, "/id_token");
    const proof = { code: "app", code_verifier: codeVerifier, redirect_uri: APP_URL };
    t.is((await client.post("/login/github", proof)).status, 200);
    t.is((await client.post("/login/github", proof)).status, 401);
  },
);

test.serial(
  "a log-in with a wrong client secret, or while GitHub's API is unavailable, gets a 503 instead of a 401",
  async (t) => {
    const begun = await service.anonymous.post("/login/broken/start");
    const client = createClient(service.url, begun.headers.get("set-cookie")?.split(";")[0]);
    const proof = { code: "any", code_verifier: "v".repeat(43), redirect_uri: APP_URL };
    t.is((await client.post("/login/broken", proof)).status, 503);
    for (const status of [500, 403, 429]) {
      github.answerUserWith(status);
      t.is((await signIn(octocat)).response.status, 503, String(status));
    }
    github.answerUserWith(200);
  },
);
