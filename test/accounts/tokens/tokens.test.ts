import test from "ava";
import { makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import { startTestService } from "../../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });
const capture = { name: "my game.csv", content: makeCapture("presentmon-1.0", makeGameFrames(1)) };

test("a token is shown once, when it is created, and is not stored in the database", async (t) => {
  const ada = await service.signIn("ada");
  const answer = await ada.post("/me/tokens", {
    name: " capture tool ",
    scopes: ["submit", "read"],
    expires_in_days: 7,
  });
  t.is(answer.status, 201);
  const { token, access_token } = answer.body;
  t.regex(token, /^pcb_[\w-]{43}$/);
  t.is(answer.headers.get("cache-control"), "no-store");
  t.like(access_token, { name: "capture tool", scopes: ["submit", "read"], last_used_at: null });
  t.is(Date.parse(access_token.expires_at) - Date.parse(access_token.created_at), 7 * 24 * 3600 * 1000);

  const list = await ada.get("/me/tokens");
  t.deepEqual(list.body, { results: [access_token], total: 1 });
  const stored = await service.stores.db.collection("access_tokens").find().toArray();
  t.is(stored.filter(({ token_id }) => token_id === access_token.token_id).length, 1);
  t.false(JSON.stringify(stored).includes(token.slice("pcb_".length)));
});

test("a token that is requested without an end is valid for the longest time that the settings allow", async (t) => {
  const client = await service.signIn("no end");
  const { access_token } = (await client.post("/me/tokens", { name: "x", scopes: ["read"] })).body;
  t.is(Date.parse(access_token.expires_at) - Date.parse(access_token.created_at), 365 * 24 * 3600 * 1000);
});

test("the refusal of a request for a token with several faults names all faults", async (t) => {
  const client = await service.signIn("faulty");
  const { status, body } = await client.post("/me/tokens", {
    name: "",
    scopes: ["read", "admin"],
    expires_in_days: 366,
    role: "admin",
  });
  t.is(status, 422);
  t.deepEqual(
    body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ["/name", "/scopes/1", "/expires_in_days", "/role"],
  );
  for (const scopes of [[], ["read", "read"], "read", undefined])
    t.is((await client.post("/me/tokens", { name: "x", scopes })).status, 422, JSON.stringify(scopes));
  t.deepEqual((await client.get("/me/tokens")).body, { results: [], total: 0 });
});

test("a token with the scope submit may create builds and submit results for its account, and read no private data", async (t) => {
  const session = await service.signIn("uploader");
  const token = await service.withToken(session, "submit");
  const build_id = await token.makeBuild();
  const added = await token.add({ build_id, benchmarks: { id: 15, runs: [900] } });
  t.is(added.status, 200);
  t.is((await session.get("/builds")).body.total, 1);
  t.is((await session.get("/me")).body.usage.used, 1);

  for (const path of ["/me", "/builds"]) {
    const { status, headers, body } = await token.get(path);
    t.is(status, 403, path);
    t.is(body.type, "http://bench.test/problems/insufficient-scope");
    t.is(headers.get("www-authenticate"), 'Bearer error="insufficient_scope", scope="read"');
  }
});

test("a token with the scope read may read everything that its account may read, and change nothing", async (t) => {
  const session = await service.signIn("reader");
  const build_id = await session.makeBuild();
  const token = await service.withToken(session, "read");
  t.is((await token.get("/me")).body.account.name, "reader");
  t.is((await token.get("/builds")).body.total, 1);
  const refused = await Promise.all([
    token.post("/builds", { name: "x" }),
    token.send("PATCH", `/builds/${build_id}`, { name: "x" }),
    token.send("DELETE", `/builds/${build_id}`),
    token.add({ build_id, benchmarks: { id: 15, runs: [900] } }),
  ]);
  for (const { status, headers } of refused) {
    t.is(status, 403);
    t.is(headers.get("www-authenticate"), 'Bearer error="insufficient_scope", scope="submit"');
  }
  t.is((await session.get("/me")).body.usage.used, 0);
  t.is((await session.get(`/builds/${build_id}`)).body.build.name, "a build");
});

test("only tokens with the scope read get the private fields and the file of the owner's run; other tokens get the public fields", async (t) => {
  const session = await service.signIn("files");
  const build_id = await session.makeBuild();
  const submit = await service.withToken(session, "submit");
  const added = await submit.add({ build_id, benchmarks: { id: 16 }, files: [capture] });
  const path = `/benchmarks/runs/${added.body.runs[0].run_id}`;
  const read = await service.withToken(session, "read");
  t.is((await read.get(path)).body.file.name, "my game.csv");
  t.is((await read.get(`${path}/file`)).text, capture.content);
  const publicForm = await submit.get(path);
  t.is(publicForm.status, 200);
  t.false("name" in publicForm.body.file);
  t.is((await submit.get(`${path}/file`)).status, 403);
});

test("a token has the tier that its account has at the moment of the request", async (t) => {
  const session = await service.signIn("upgraded", "free");
  const token = await service.withToken(session, "read");
  await service.signIn("upgraded", "pro");
  t.is((await token.get("/me")).body.account.tier, "pro");
});

test("a bearer token that is malformed, unknown or revoked gets a 401 with a challenge, on every route with authentication", async (t) => {
  const session = await service.signIn("refused");
  const made = await session.post("/me/tokens", { name: "x", scopes: ["read", "submit"] });
  const { token, access_token } = made.body;
  t.is((await session.send("DELETE", `/me/tokens/${access_token.token_id}`)).status, 204);
  const build_id = await session.makeBuild();
  for (const credentials of [
    "Bearer",
    "Bearer ",
    "Bearer pcb_",
    `Bearer pcb_${"x".repeat(43)}`,
    `Bearer ${token} ${token}`,
    `bearer ${token}`,
    `Bearer ${session.cookie?.split("=")[1]}`,
    'Bearer {"$ne":null}',
  ]) {
    const headers = { Authorization: credentials };
    const answers = [
      await service.anonymous.get("/me", headers),
      await session.get("/me", headers),
      await session.get(`/builds/${build_id}/runs`, headers),
      await session.post("/builds", { name: "x" }, headers),
    ];
    for (const answer of answers) {
      t.is(answer.status, 401, credentials);
      t.is(answer.body.type, "http://bench.test/problems/invalid-token");
      t.is(answer.headers.get("www-authenticate"), 'Bearer error="invalid_token"');
    }
  }
  t.is((await session.get("/builds")).body.total, 1);
});

test("a request without credentials gets a challenge for a bearer token", async (t) => {
  const { status, headers, body } = await service.anonymous.get("/me");
  t.is(status, 401);
  t.is(headers.get("www-authenticate"), "Bearer");
  t.is(body.type, "http://bench.test/problems/sign-in-required");
});

test("Authorization headers of another scheme than Bearer are ignored, and the scheme Bearer may be in any case", async (t) => {
  const session = await service.signIn("schemes");
  t.is((await session.get("/me", { Authorization: "Basic YTpi" })).status, 200);
  const { token } = (await session.post("/me/tokens", { name: "x", scopes: ["read"] })).body;
  t.is((await service.anonymous.get("/me", { Authorization: `bEARER   ${token}` })).status, 200);
});

test("a request with both a token and a cookie is authenticated by the token, and may come from any page", async (t) => {
  const cookieOwner = await service.signIn("by cookie");
  const { token } = (
    await (await service.signIn("by token")).post("/me/tokens", { name: "x", scopes: ["read", "submit"] })
  ).body;
  const bearer = { Authorization: `Bearer ${token}` };
  const foreign = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
  t.is((await cookieOwner.get("/me", bearer)).body.account.name, "by token");
  const made = await cookieOwner.post("/builds", { name: "x" }, { ...bearer, ...foreign });
  t.is(made.status, 201);
  t.is(made.body.build.owner.name, "by token");
  t.is((await cookieOwner.post("/builds", { name: "x" }, foreign)).status, 403);
  // A token does not permit a sign-in by a page of another site, because signing in needs no credentials but replaces
  // the session of the cookie.
  t.is((await cookieOwner.post("/login/dev", { name: "x" }, { ...bearer, ...foreign })).status, 403);
  t.is((await cookieOwner.get("/me")).status, 200);
});

test("no token may create, list or revoke tokens, or list or end sessions", async (t) => {
  const session = await service.signIn("only by session");
  const token = await service.withToken(session, "read", "submit");
  const [{ token_id }] = (await session.get("/me/tokens")).body.results;
  const [{ session_id }] = (await session.get("/me/sessions")).body.results;
  const refused = await Promise.all([
    token.post("/me/tokens", { name: "x", scopes: ["read"] }),
    token.get("/me/tokens"),
    token.send("DELETE", `/me/tokens/${token_id}`),
    token.get("/me/sessions"),
    token.send("DELETE", `/me/sessions/${session_id}`),
    token.post("/logout?all=true"),
  ]);
  for (const { status, headers } of refused) {
    t.is(status, 403);
    t.is(headers.get("www-authenticate"), 'Bearer error="insufficient_scope"');
  }
  t.is((await session.get("/me/tokens")).body.results.length, 1);
});

test("a request to revoke the token of another account gets a 404", async (t) => {
  const owner = await service.signIn("owner of a token");
  const token = await service.withToken(owner, "read");
  const [{ token_id }] = (await owner.get("/me/tokens")).body.results;
  const stranger = await service.signIn("stranger");
  t.deepEqual((await stranger.get("/me/tokens")).body.results, []);
  t.is((await stranger.send("DELETE", `/me/tokens/${token_id}`)).status, 404);
  t.is((await token.get("/me")).status, 200);
  t.is((await owner.send("DELETE", `/me/tokens/${token_id}`)).status, 204);
  t.is((await owner.send("DELETE", `/me/tokens/${token_id}`)).status, 404);
  t.is((await token.get("/me")).status, 401);
});

test("tokens remain valid after all sessions are ended", async (t) => {
  const session = await service.signIn("logged out");
  const token = await service.withToken(session, "read");
  await session.post("/logout?all=true");
  t.is((await token.get("/me")).status, 200);
});

test("an idempotency key of an account is valid in requests with its sessions and with its tokens", async (t) => {
  const session = await service.signIn("repeats");
  const token = await service.withToken(session, "submit");
  const key = { "Idempotency-Key": "once" };
  const [first, second] = [
    await token.post("/builds", { name: "x" }, key),
    await session.post("/builds", { name: "x" }, key),
  ];
  t.is(second.text, first.text);
  t.is((await session.get("/builds")).body.total, 1);
});
