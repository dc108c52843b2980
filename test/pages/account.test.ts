import test from "ava";
import { registerSecret } from "../helpers/run-output.ts";
import { openTestService } from "../helpers/service.ts";
import { onTeardown } from "../helpers/stores.ts";
import { textOf, visitsOf } from "./page-visits.ts";

const service = await openTestService({ hasWorkers: false });
onTeardown(test, service.close);

async function open(name: string) {
  const client = await service.signIn(name);
  return { client, visits: visitsOf(service, client) };
}

test("the account page shows the account's own builds, runs and usage, and nothing of other accounts", async (t) => {
  const { client, visits } = await open("<b>Ada</b>");
  const build_id = await client.makeBuild("<i>tower</i>");
  await client.add({ build_id, benchmarks: { id: 15, runs: [15_240] } });
  const other = await open("somebody else");
  await other.client.makeBuild("the other's tower");
  const { status, html, headers } = await visits.open("/me");
  t.is(status, 200);
  t.regex(headers.get("cache-control") ?? "", /private/);
  const text = textOf(html);
  for (const shown of [
    "<b>Ada</b>",
    "<i>tower</i>",
    "Results this month 1 of 100",
    "You can submit 100 results a month. The count begins again on",
  ])
    t.true(text.includes(shown), shown);
  t.false(text.includes("Your plan"), "a service without paid plans, and the plan of every new account");
  t.false(html.includes("<i>tower"));
  t.false(text.includes("the other's tower"));
  t.true(textOf((await other.visits.open("/me/runs")).html).includes("You have submitted no results yet."));
  const runs = await visits.open("/me/runs");
  for (const shown of ["<i>tower</i>", "15,240"]) t.true(textOf(runs.html).includes(shown), shown);
  const [, href = ""] = /<a href="([^"]*)">Delete</.exec(runs.html) ?? [];
  t.regex(href, /^\/r\/[^?]+\?delete=yes#delete$/);
  const { html: form } = await visits.open(href.replace(/#.*/, ""));
  t.regex(form, /<details class="card" id="delete" open><summary>Delete this run</);
  const folded = await visits.open(href.replace(/\?.*/, ""));
  t.regex(folded.html, /<details class="card" id="delete"><summary>/);
});

test("at the path of the account page a program gets JSON, and a visitor without a session gets a link to sign in", async (t) => {
  const { client } = await open("both");
  t.is((await client.get("/me")).body.account.name, "both");
  const { status, html } = await visitsOf(service, null).open("/me");
  t.is(status, 401);
  t.true(html.includes('href="/login?return_to=%2Fme"'));
});

test("the pages of an account link to each other, and each page marks the link to itself as the current one", async (t) => {
  const { client, visits } = await open("between tabs");
  const { account_id } = (await client.get("/me")).body.account;
  const paths = ["/me", "/me/runs", "/me/tokens", "/me/settings"];
  for (const path of paths) {
    const { status, html, headers } = await visits.open(path);
    t.is(status, 200, path);
    t.regex(headers.get("cache-control") ?? "", /private/);
    const [tabs = ""] = /<nav class="tabs"[^]*?<\/nav>/.exec(html) ?? [];
    for (const other of paths) t.true(tabs.includes(`href="${other}"`), other);
    t.regex(tabs, new RegExp(`href="${path}" aria-current="page"`));
    t.true(html.includes(`href="/u/${account_id}"`));
    t.is(html.split(">Sign out</button>").length, 2, `${path} has one button that signs out`);
    t.is((await visitsOf(service, null).open(path)).status, 401, path);
  }
});

test("a valid new name of an account is saved, and an invalid name stays in the field beside its fault", async (t) => {
  const { client, visits } = await open("old name");
  const refused = await visits.post("/me/rename", { name: "  " });
  t.is(refused.status, 422);
  t.regex(refused.html, /id="name"[^>]*aria-invalid/);
  t.is((await visits.post("/me/rename", { name: "new name" })).status, 303);
  t.is((await client.get("/me")).body.account.name, "new name");
  const said =
    "Everybody sees this name beside your builds. If you signed in by typing a name, you still sign in with the name that you typed the first";
  t.true(textOf((await visits.open("/me/settings")).html).includes(said));
  t.is((await (await service.signIn("old name")).get("/me")).body.account.name, "new name");
});

test("the page for tokens shows a new token once, the token works, and the page can revoke the token", async (t) => {
  const { client, visits } = await open("token maker");
  const refused = await visits.post("/me/new-token", { token_name: "script", expires_in_days: "x" });
  t.is(refused.status, 422);
  t.true(refused.html.includes('value="script"'));
  const made = await visits.post("/me/new-token", {
    token_name: "script",
    scopes: "read",
    expires_in_days: "",
  });
  t.is(made.status, 200);
  t.is(made.headers.get("cache-control"), "no-store");
  const [token = ""] = /pcb_[\w-]{43}/.exec(made.html) ?? [];
  registerSecret(token);
  const asked = await service.anonymous.get("/me", { Authorization: `Bearer ${token}` });
  t.is(asked.body.account.name, "token maker");
  const { html } = await visits.open("/me/tokens");
  t.true(html.includes("script"));
  t.false(html.includes(token));
  const { results } = (await client.get("/me/tokens")).body;
  t.deepEqual(results[0].scopes, ["read"]);
  t.is((await visits.post("/me/revoke-token", { token_id: results[0].token_id })).status, 303);
  t.is((await service.anonymous.get("/me", { Authorization: `Bearer ${token}` })).status, 401);
});

test("a person can end another session of the account on its page, and signing out ends the present session", async (t) => {
  const { client, visits } = await open("two sessions");
  const other = await service.signIn("two sessions");
  const { html } = await visits.open("/me/tokens");
  // The page shows both sessions under the User-Agent of their client: fetch in Node sends "node".
  t.is(html.match(/<bdi>node<\/bdi>/g)?.length, 2);
  t.true(textOf(html).includes("Sign out everywhere Ends all sessions, this one too. Tokens stay valid."));
  const { results } = (await other.get("/me/sessions")).body;
  const current = results.find(({ is_current }: { is_current: boolean }) => is_current);
  t.is((await visits.post("/me/end-session", { session_id: current.session_id })).status, 303);
  t.is((await other.get("/me")).status, 401);
  const out = await visits.post("/me/sign-out", {});
  t.is(out.status, 303);
  t.regex(out.headers.get("set-cookie") ?? "", /session=; Max-Age=0/);
  t.is((await client.get("/me")).status, 401);
});

test("an account is deleted only if the person confirms the deletion by typing the word delete", async (t) => {
  const { client, visits } = await open("leaving");
  const build = await client.makeBuild();
  const kept = await visits.post("/me/delete", { confirmation: "yes" });
  t.is(kept.status, 422);
  t.true(textOf(kept.html).includes("Nothing was deleted."));
  t.is((await client.get("/me")).status, 200);
  const gone = await visits.post("/me/delete", { confirmation: "Delete " });
  t.is(gone.status, 200);
  t.regex(gone.headers.get("set-cookie") ?? "", /session=; Max-Age=0/);
  t.true(textOf(gone.html).includes("Your account is deleted"));
  t.is((await client.get("/me")).status, 401);
  t.is((await service.anonymous.get(`/builds/${build}`)).status, 404);
});

test("the sign-in page says that a new name becomes an account, and that the trial sign-in has no password", async (t) => {
  const { html } = await visitsOf(service, null).open("/login");
  t.regex(html, /<title>Sign in[^<]*<\/title>[^]*<h1>Sign in or make an account<\/h1>/);
  const text = textOf(html);
  for (const words of [
    "Type a name. If it is new, it becomes your account.",
    "without a password: anybody who types your name can change and delete your results.",
    "It asks for no email address.",
  ])
    t.true(text.includes(words), words);
});
