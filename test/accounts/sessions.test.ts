import { randomUUID } from "node:crypto";
import test from "ava";
import { createClient } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });

test("signing in by a name sets a safe session cookie, whose token is not stored in any store", async (t) => {
  const answer = await service.anonymous.post("/login/dev", { name: "ada" });
  t.is(answer.status, 200);
  t.is(answer.body.account.name, "ada");
  t.is(answer.body.account.tier, "free");
  const cookie = answer.headers.get("set-cookie") ?? "";
  t.regex(cookie, /^session=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
  const token = cookie.slice("session=".length, cookie.indexOf(";"));
  const sessions = await service.stores.db.collection("sessions").find().toArray();
  t.false(JSON.stringify(sessions).includes(token));

  const me = await createClient(service.url, `session=${token}`).get("/me");
  t.deepEqual(me.body.account, answer.body.account);
});

test("signing in again by the same name makes a new session, and changes the tier only if the request names a tier", async (t) => {
  const first = await service.anonymous.post("/login/dev", { name: "grace", tier: "pro" });
  const second = await service.anonymous.post("/login/dev", { name: "grace" });
  t.is(second.body.account.account_id, first.body.account.account_id);
  t.is(second.body.account.tier, "pro");
  t.not(second.headers.get("set-cookie"), first.headers.get("set-cookie"));
});

test("twenty simultaneous first sign-ins by one name create one account", async (t) => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => service.anonymous.post("/login/dev", { name: "all at once" })),
  );
  t.is(new Set(answers.map(({ body }) => body.account.account_id as string)).size, 1);
});

test("after logging out, the session is no longer valid for any client", async (t) => {
  const client = await service.signIn("linus");
  const elsewhere = createClient(service.url, client.cookie);
  const answer = await client.post("/logout");
  t.is(answer.status, 204);
  t.regex(answer.headers.get("set-cookie") ?? "", /^session=; Max-Age=0;/);
  t.is((await elsewhere.get("/me")).status, 401);
});

test("a request whose session cookie is missing, unknown or malformed gets 401 and a problem that says how to sign in", async (t) => {
  for (const cookie of [undefined, "session=", `session=${"x".repeat(43)}`, "session=$ne; other=1"]) {
    const answer = await createClient(service.url, cookie).get("/me");
    t.is(answer.status, 401);
    t.is(answer.headers.get("content-type"), "application/problem+json");
    t.is(answer.body.type, "http://bench.test/problems/sign-in-required");
    t.regex(answer.body.detail, /GET \/login says how/);
    t.is(answer.body.request_id, answer.headers.get("x-request-id"));
  }
});

test("the refusal of a sign-in with several faults names all faults", async (t) => {
  const { status, body } = await service.anonymous.post("/login/dev", {
    name: "",
    tier: "gold",
    admin: true,
  });
  t.is(status, 422);
  t.deepEqual(
    body.errors.map((fault: { pointer: string }) => fault.pointer),
    ["/name", "/tier", "/admin"],
  );
  t.regex(body.errors[1].detail, /"free", "plus", "pro", "unlimited", found "gold"/);
});

test("a session expires when it is unused for its lifetime, and each use prolongs the session", async (t) => {
  let now = new Date("2036-01-31T12:00:00Z");
  const aged = await startTestService(t, { hasWorkers: false, overrides: { clock: () => () => now } });
  const client = await aged.signIn("slow");
  now = new Date("2036-02-20T12:00:00Z");
  t.is((await client.get("/me")).status, 200);
  now = new Date("2036-03-20T12:00:00Z");
  t.is((await client.get("/me")).status, 200, "used 28 days ago");
  now = new Date("2036-04-20T12:00:00Z");
  t.is((await client.get("/me")).status, 401, "not used for 31 days");
});

test("a session ends after its maximum lifetime, however often it is used", async (t) => {
  let now = new Date("2036-01-01T12:00:00Z");
  const aged = await startTestService(t, { hasWorkers: false, overrides: { clock: () => () => now } });
  const client = await aged.signIn("busy");
  for (const day of ["2036-01-25", "2036-02-20", "2036-03-15", "2036-03-30"]) {
    now = new Date(`${day}T12:00:00Z`);
    t.is((await client.get("/me")).status, 200, day);
  }
  now = new Date("2036-03-31T12:00:01Z");
  t.is((await client.get("/me")).status, 401, "90 days after the sign-in");
});

test("a sign-in beyond the maximum number of sessions of an account ends the oldest session", async (t) => {
  let now = new Date("2036-01-01T12:00:00Z");
  const limited = await startTestService(t, {
    hasWorkers: false,
    constants: { MAX_SESSIONS: 2 },
    overrides: { clock: () => () => now },
  });
  const clients = [];
  for (let hour = 0; hour < 4; hour += 1) {
    now = new Date(now.getTime() + 60 * 60 * 1000);
    clients.push(await limited.signIn("many"));
  }
  const statuses = await Promise.all(clients.map(async (client) => (await client.get("/me")).status));
  t.deepEqual(statuses, [401, 401, 200, 200]);
  t.is((await clients[3]?.get("/me/sessions"))?.body.results.length, 2);
});

test("signing in ends the session whose cookie the request had", async (t) => {
  const old = await service.signIn("replaced");
  const answer = await old.post("/login/dev", { name: "somebody else" });
  t.is(answer.status, 200);
  t.is((await old.get("/me")).status, 401);
});

test("logging out with all=true ends all sessions of the account, and no session of another account", async (t) => {
  const [here, there, stranger] = [
    await service.signIn("everywhere"),
    await service.signIn("everywhere"),
    await service.signIn("another"),
  ];
  t.is((await here.post("/logout?all=maybe")).status, 422);
  t.is((await here.post("/logout?all=true")).status, 204);
  t.deepEqual([(await here.get("/me")).status, (await there.get("/me")).status], [401, 401]);
  t.is((await stranger.get("/me")).status, 200);
});

test("an account can list and end its own sessions, and gets a 404 for the sessions of other accounts", async (t) => {
  const first = await service.signIn("listed");
  const second = await service.signIn("listed");
  const { body, text } = await second.get("/me/sessions");
  const sessions = body.results as { session_id: string; is_current: boolean }[];
  t.is(sessions.length, 2);
  t.is(sessions.filter(({ is_current }) => is_current).length, 1);
  const tokens = [first, second].map(({ cookie }) => cookie?.split("=")[1] ?? "");
  t.true(tokens.every((token) => token !== "" && !text.includes(token)));
  const firstId = sessions.find(({ is_current }) => !is_current)?.session_id ?? "";
  const stranger = await service.signIn("not listed");
  t.is((await stranger.send("DELETE", `/me/sessions/${firstId}`)).status, 404);
  t.is((await first.get("/me")).status, 200);
  t.is((await second.send("DELETE", `/me/sessions/${firstId}`)).status, 204);
  t.is((await first.get("/me")).status, 401);
  t.is((await second.get("/me")).status, 200);
  t.is((await service.anonymous.get("/me/sessions")).status, 401);
});

const userAgents: [header: string, device: string | null][] = [
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0", "Firefox on Windows"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0",
    "Edge on Windows",
  ],
  [
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "Safari on iPhone",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
    "Safari on macOS",
  ],
  [
    "Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36",
    "Chrome on ChromeOS",
  ],
  ["Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko", "Browser on Windows"],
  ["curl/8.10.1", "curl"],
  ["<script>alert(1)</script>", null],
  ["", null],
];

test("the list of sessions names the browser or program that began each session, and stores nothing else of its header", async (t) => {
  for (const [header, device] of userAgents) {
    const name = `device ${randomUUID()}`;
    const { headers } = await service.anonymous.post("/login/dev", { name }, { "User-Agent": header });
    const client = createClient(service.url, headers.get("set-cookie")?.split(";")[0]);
    t.is((await client.get("/me/sessions")).body.results[0].device, device, header);
  }
  const stored = await service.stores.db.collection("sessions").find().toArray();
  t.false(JSON.stringify(stored).includes("AppleWebKit"));
});
