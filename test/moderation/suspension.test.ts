import test, { type ExecutionContext } from "ava";
import { accessTo } from "../../src/access.ts";
import { createAccounts } from "../../src/accounts/accounts.ts";
import { AccountSuspendedError } from "../../src/errors.ts";
import type { Route } from "../../src/http/route.ts";
import { adminCommandsOf } from "../helpers/admin-command.ts";
import { createClient, type Answer, type Client } from "../helpers/client.ts";
import { startGithub } from "../helpers/github-provider.ts";
import { startTestService } from "../helpers/service.ts";
import { startSecondWeb } from "../http/limits/second-web.ts";
import { textOf, visitsOf } from "../pages/page-visits.ts";

const CONTACT_URL = "mailto:help@bench.test";
const REASON = "sells keys";
const APP_URL = "com.example.app:/signed-in";

const github = await startGithub([APP_URL]);
const service = await startTestService(test, {
  hasWorkers: false,
  env: { CONTACT_URL, LOGIN_PROVIDERS: JSON.stringify({ github: github.settings }) },
});
test.after.always(github.close);
const { moderation } = service.services;
const admin = adminCommandsOf(service);

const accountIdOf = async (client: Client) => (await client.get("/me")).body.account.account_id as string;

/** Asserts that a response refuses a suspended account, and names the reason and the contact of the operator. */
function assertSuspended(t: ExecutionContext, { status, body, text }: Answer, about = ""): void {
  t.is(status, 403, `${about}: ${text}`);
  t.like(
    body,
    { type: "http://bench.test/problems/account-suspended", reason: REASON, contact: CONTACT_URL },
    about,
  );
}

const pathOf = ({ path }: Route) => path.replaceAll(/:\w+/g, "1");
const actionsOpen = new Set(["POST /logout", "GET /me/export", "DELETE /me"]);

test("after `moderate --suspend` every web process refuses the account's session and token from the next request on", async (t) => {
  const name = "suspended everywhere";
  const session = await service.signIn(name);
  const token = await service.withToken(session, "read", "submit");
  const account = await accountIdOf(session);
  t.is((await token.get("/me")).status, 200);
  const { url } = await startSecondWeb(t, service);
  const elsewhere = createClient(url, session.cookie);
  t.is((await elsewhere.get("/me")).status, 200);

  const { code, stdout, stderr } = await admin(
    "moderate",
    "--account",
    account,
    "--suspend",
    "--reason",
    REASON,
  );
  t.is(code, 0, stderr);
  t.is(stdout, `${name} (${account}) is suspended\n`);
  assertSuspended(t, await session.get("/me"));
  assertSuspended(t, await elsewhere.get("/me"));
  assertSuspended(t, await token.get("/me"));
  let refused = 0;
  for (const route of [...service.routes, ...service.dashboard]) {
    const call = `${route.method} ${route.path}`;
    if (route.auth === "none" || route.path.includes("*") || actionsOpen.has(call)) continue;
    if (route.auth === "session") {
      assertSuspended(t, await session.send(route.method, pathOf(route)), call);
      refused += 1;
    }
    if (route.takesTokens)
      assertSuspended(t, await token.send(route.method, pathOf(route)), `${call} by token`);
  }
  t.true(refused > 15);
  t.is(
    (await session.get("/builds/999999")).status,
    404,
    "a call for everybody is answered as without a session",
  );

  t.is((await admin("moderate", "--account", account, "--lift")).code, 0);
  for (const client of [session, elsewhere, token]) t.is((await client.get("/me")).status, 200);
});

test("the access table lets suspended accounts do three things: export their data, delete the account and sign out", (t) => {
  const open = service.routes.filter(({ action }) => accessTo(action).isOpenToSuspended);
  t.deepEqual(new Set(open.map(({ method, path }) => `${method} ${path}`)), actionsOpen);
});

test("a suspended account cannot sign in again, and the refused sign-in creates no session", async (t) => {
  const name = "signs in again";
  const account = await accountIdOf(await service.signIn(name));
  const sessions = service.stores.db.collection("sessions");
  const before = await sessions.countDocuments({ account_id: account });
  await moderation.suspend(account, REASON);
  const answer = await service.anonymous.post("/login/dev", { name });
  assertSuspended(t, answer);
  t.is(answer.headers.get("set-cookie"), null);
  const page = await visitsOf(service, null).post("/login", { name, return_to: "/" });
  t.is(page.status, 403);
  t.true(textOf(page.html).includes(REASON));
  t.true(page.html.includes(CONTACT_URL));
  t.is(await sessions.countDocuments({ account_id: account }), before);

  const person = { id: 77, login: "octocat" };
  const signInByGithub = async () => {
    const begun = await service.anonymous.post("/login/github/start");
    const [Cookie = ""] = begun.headers.get("set-cookie")?.split(";") ?? [];
    const code = `code-${begun.body.state}`;
    github.grant(code, { user: person, challenge: null, redirectUri: APP_URL });
    const proof = { code, code_verifier: "v".repeat(43), redirect_uri: APP_URL };
    return service.anonymous.post("/login/github", proof, { Cookie });
  };
  const first = await signInByGithub();
  t.is(first.status, 200, first.text);
  await moderation.suspend(first.body.account.account_id, REASON);
  assertSuspended(t, await signInByGithub());
});

test("a session from before the suspension can export and delete the account; its owner cannot sign up until the suspension is lifted", async (t) => {
  const name = "leaves";
  const session = await service.signIn(name);
  const account = await accountIdOf(session);
  await moderation.suspend(account, REASON);
  const archive = await session.get("/me/export");
  t.is(archive.status, 200);
  t.is(archive.headers.get("content-type"), "application/zip");
  t.is((await session.send("DELETE", "/me")).status, 204);
  t.is((await session.get("/me")).status, 401);

  assertSuspended(t, await service.anonymous.post("/login/dev", { name }));
  t.is(await service.stores.db.collection("accounts").countDocuments({ subject: name }), 0);
  const lifted = await admin("moderate", "--account", account, "--lift");
  t.is(lifted.code, 0, lifted.stderr);
  t.is((await (await service.signIn(name)).get("/me")).status, 200);

  t.is((await admin("reconcile-usage", "--account", account)).code, 1);
  await service.services.auditTrail.close();
  const trail = (await admin("audit", "--since", "1h")).stdout;
  t.false(trail.includes(account), "no command brings the id of the deleted account back");
  t.regex(trail, /suspension_lifted {2}by operator {2}of [0-9a-f]{64}$/m);
});

test("a person whose suspended account is deleted during a sign-in gets no new account by this sign-in", async (t) => {
  const name = "deletes and signs in";
  const session = await service.signIn(name);
  await moderation.suspend(await accountIdOf(session), REASON);
  const { accountsRepository, buildsRepository, sessions, tiers, clock, newId, serverSecret } =
    service.services;
  const findPerson: typeof accountsRepository.findPerson = async (...person) => {
    t.is((await session.send("DELETE", "/me")).status, 204);
    return accountsRepository.findPerson(...person);
  };
  const accounts = createAccounts({
    accountsRepository: { ...accountsRepository, findPerson },
    buildsRepository,
    moderation,
    sessions,
    signUps: { admit: async () => {} },
    tiers,
    serverSecret,
    clock,
    newId,
  });
  await t.throwsAsync(
    accounts.signIn({ provider: "dev", subject: name, name, address: "127.0.0.1", device: null }),
    {
      instanceOf: AccountSuspendedError,
    },
  );
  t.is(await service.stores.db.collection("accounts").countDocuments({ subject: name }), 0);
});

test("an admin can lift the suspension of a deleted account by the pseudonym in the audit trail", async (t) => {
  const name = "leaves under a pseudonym";
  const session = await service.signIn(name);
  await moderation.suspend(await accountIdOf(session), "under a pseudonym");
  t.is((await session.send("DELETE", "/me")).status, 204);
  const { stdout } = await admin("audit", "--since", "1h");
  const [, pseudonym = ""] =
    /account_suspended {2}by operator {2}of (\S+) {2}reason="under a pseudonym"/.exec(stdout) ?? [];
  t.regex(pseudonym, /^[0-9a-f]{64}$/);
  t.true(await moderation.lift(pseudonym));
  t.is((await service.anonymous.post("/login/dev", { name })).status, 200);
});

test("a suspended person sees the reason in the browser, can export and delete the account, and reads public pages like a stranger", async (t) => {
  const session = await service.signIn("in the browser");
  await moderation.suspend(await accountIdOf(session), REASON);
  const visits = visitsOf(service, session);
  const own = await visits.open("/me");
  t.is(own.status, 403);
  const sentence = `This account is suspended. You can still download your data and delete the account where you are signed in. The reason: ${REASON}`;
  t.true(textOf(own.html).includes(sentence));
  for (const part of [
    `href="${CONTACT_URL}"`,
    'href="/me/export"',
    'action="/me/delete"',
    'action="/me/sign-out"',
  ])
    t.true(own.html.includes(part), part);
  t.true(textOf(own.html).includes("A subscription that you pay does not end with your account"));
  const home = await visits.open("/");
  t.is(home.status, 200);
  t.false(textOf(home.html).includes("in the browser"), "nobody is signed in");
  const unsure = await visits.post("/me/delete", { confirmation: "no" });
  t.is(unsure.status, 422);
  t.true(textOf(unsure.html).includes("Nothing was deleted"));
  t.true(unsure.html.includes('action="/me/delete"'));
  t.is((await visits.post("/me/rename", { name: "new" })).status, 403);
  t.is((await visits.post("/me/delete", { confirmation: "delete" })).status, 200);
  t.is((await visits.open("/me")).status, 401);
});

test("a suspended person can sign out by the API and in the browser, and the session ends", async (t) => {
  const name = "signs out";
  const [byCall, inBrowser] = [await service.signIn(name), await service.signIn(name)];
  await moderation.suspend(await accountIdOf(byCall), REASON);
  t.is((await byCall.post("/logout")).status, 204);
  const visits = visitsOf(service, inBrowser);
  t.is((await visits.post("/me/sign-out", { all: "maybe" })).status, 422);
  t.is((await visits.post("/me/sign-out", {})).status, 303);
  for (const client of [byCall, inBrowser]) t.is((await client.get("/me")).status, 401);
});

for (const [title, env, contact] of [
  ["without CONTACT_URL a suspended account learns that there is no contact", {}, null],
  [
    "a suspended account gets a CONTACT_URL that is a path as a complete URL",
    { CONTACT_URL: "/contact" },
    "http://bench.test/contact",
  ],
] as const)
  test(title, async (t) => {
    const own = await startTestService(t, { hasWorkers: false, env });
    const session = await own.signIn("suspended");
    await own.services.moderation.suspend(await accountIdOf(session), REASON);
    const { status, body } = await session.get("/me");
    t.is(status, 403);
    t.is(body.contact, contact);
  });

test("the service has no HTTP route for moderation: requests of users and admins cannot suspend or unsuspend an account", async (t) => {
  const user = await service.signIn("a user");
  const victim = await service.signIn("a victim");
  const account = await accountIdOf(victim);
  const tokens = await service.withToken(user, "read", "submit");
  await service.services.accounts.setRole(await accountIdOf(user), "admin");
  for (const client of [user, tokens]) {
    for (const path of ["/moderate", "/admin/moderate", `/accounts/${account}`, "/audit", "/admin/audit"])
      for (const method of ["GET", "POST", "PATCH", "DELETE"])
        t.is((await client.send(method, path, method === "GET" ? undefined : { account })).status, 404, path);
    t.is(
      (await client.send("PATCH", "/me", { name: "x", suspended: { reason: "x" } })).status,
      client === user ? 422 : 403,
    );
  }
  t.is((await victim.get("/me")).status, 200);
});

test("`moderate` replaces an offensive account name by a made-up name, and deletes all builds of an account", async (t) => {
  const session = await service.signIn("<offensive name>");
  const account = await accountIdOf(session);
  const builds = [await session.makeBuild(), await session.makeBuild()];
  const reset = await admin("moderate", "--account", account, "--reset-name");
  t.is(reset.code, 0, reset.stderr);
  const { name } = (await session.get("/me")).body.account;
  t.regex(name, /^\w+ \w+ \d{4}$/);
  t.is(reset.stdout, `${account} is now called ${name}\n`);
  const deleted = await admin("moderate", "--account", account, "--delete-builds");
  t.is(deleted.stdout, `deleted 2 builds of ${account}\n`);
  for (const id of builds) t.is((await session.get(`/builds/${id}`)).status, 404);
  t.is((await session.get("/builds")).body.total, 0);
});

test("`moderate` refuses invalid arguments with a message that names the argument", async (t) => {
  for (const [args, exitCode, says] of [
    [[], 2, /^expected one of --account, --build, --run, found none$/m],
    [["--account", "x"], 2, /^--account: expected one of --suspend, --lift, --delete-builds, --reset-name/m],
    [["--account", "x", "--suspend"], 2, /^--reason: expected why/m],
    [["--account", "x", "--hide", "--reason", "y"], 2, /^--account: expected one of .*, found --hide$/m],
    [["--account", "x", "--lift", "--suspend"], 2, /found --suspend, --lift$/m],
    [["--account", "x", "--lift", "--reason", "y"], 2, /^--reason: expected no reason with --lift/m],
    [["--build", "x", "--restore"], 2, /^--build: expected a build_id, found x$/m],
    [["--build", "1", "--run", "x", "--restore"], 2, /found --build, --run$/m],
    [["--account", "x", "--suspend", "--reason", "y"], 1, /^--account: no account has the id x$/m],
    [["--account", "x", "--lift"], 1, /^--account: no suspended account has the id x$/m],
    [["--build", "999999", "--hide", "--reason", "y"], 1, /^--build: there is no build 999999$/m],
    [["--run", "x", "--hide", "--reason", "y"], 1, /^There is no run x\.$/m],
  ] as const) {
    const { code, stderr } = await admin("moderate", ...args);
    t.is(code, exitCode, args.join(" "));
    t.regex(stderr, says);
  }
});
