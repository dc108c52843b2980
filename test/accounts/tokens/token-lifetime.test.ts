import test from "ava";
import { createClient } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";
import { createLogger } from "../../../src/infra/logger.ts";

const service = await startTestService(test, { hasWorkers: false });

test("thirty simultaneous requests create no more tokens than an account may have", async (t) => {
  const limited = await startTestService(t, { hasWorkers: false, constants: { MAX_TOKENS: 3 } });
  const client = await limited.signIn("greedy");
  const make = () => client.post("/me/tokens", { name: "x", scopes: ["read"] });
  const answers = await Promise.all(Array.from({ length: 30 }, make));
  const made = answers.filter(({ status }) => status === 201);
  const refused = answers.filter(({ status }) => status === 409);
  t.deepEqual([made.length, refused.length], [3, 27]);
  t.is(refused[0]?.body.type, "http://bench.test/problems/token-limit-reached");
  t.is(refused[0]?.body.limit, 3);
  t.is((await client.get("/me/tokens")).body.results.length, 3);

  await client.send("DELETE", `/me/tokens/${made[0]?.body.access_token.token_id}`);
  t.is((await make()).status, 201);
  t.is((await make()).status, 409);
  const other = await limited.signIn("modest");
  t.is((await other.post("/me/tokens", { name: "x", scopes: ["read"] })).status, 201);
});

test("an expired token is refused and makes room for another token, and the use of a token is recorded about once an hour", async (t) => {
  let now = new Date("2036-01-01T12:00:00Z");
  const aged = await startTestService(t, {
    hasWorkers: false,
    constants: { MAX_TOKENS: 1 },
    overrides: { clock: () => () => now },
  });
  const session = await aged.signIn("aged");
  const body = { name: "x", scopes: ["read"], expires_in_days: 1 };
  const { token } = (await session.post("/me/tokens", body)).body;
  const client = createClient(aged.url, undefined, token as string);
  const lastUse = async () => (await session.get("/me/tokens")).body.results[0]?.last_used_at as unknown;
  t.is(await lastUse(), null);
  for (const [at, noted] of [
    ["12:10", "12:10"],
    ["13:09", "12:10"],
    ["13:10", "13:10"],
  ]) {
    now = new Date(`2036-01-01T${at}:00Z`);
    t.is((await client.get("/me")).status, 200);
    t.is(await lastUse(), `2036-01-01T${noted}:00.000Z`);
  }
  t.is((await session.post("/me/tokens", body)).status, 409);
  now = new Date("2036-01-02T12:00:00Z");
  t.is((await client.get("/me")).status, 401);
  t.deepEqual((await session.get("/me/tokens")).body.results, []);
  t.is((await session.post("/me/tokens", body)).status, 201);
});

test("the tokens of a deleted account end with the account, and nothing of the tokens remains stored", async (t) => {
  const session = await service.signIn("deleted with its tokens");
  const other = await service.withToken(await service.signIn("not deleted"), "read");
  const tokens = [await service.withToken(session, "read"), await service.withToken(session, "submit")];
  const { account_id } = (await session.get("/me")).body.account;
  t.is((await session.send("DELETE", "/me")).status, 204);
  for (const token of tokens) t.is((await token.get("/me")).status, 401);
  t.is(await service.stores.db.collection("access_tokens").countDocuments({ account_id }), 0);
  t.is((await other.get("/me")).status, 200);
});

test("creating, revoking and refusing a token each write a line into the log, which contains no token", async (t) => {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  const logger = createLogger({ level: "trace", process: "test", secrets: [], destination });
  const logging = await startTestService(t, { hasWorkers: false, logger });
  const session = await logging.signIn("logged");
  const { account_id } = (await session.get("/me")).body.account;
  const { token, access_token } = (
    await session.post("/me/tokens", { name: "x", scopes: ["read", "submit"] })
  ).body;
  const client = createClient(logging.url, undefined, token as string);
  await client.get("/me");
  await session.send("DELETE", `/me/tokens/${access_token.token_id}`);
  await client.get("/me");
  const events = lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ security_event }) => String(security_event).startsWith("token_"));
  t.is(events.length, 3);
  const { token_id } = access_token;
  t.like(events[0], { security_event: "token_made", account_id, address: "127.0.0.1", token_id });
  t.is(events[0]?.["scopes"], "read submit");
  t.like(events[1], { security_event: "token_revoked", account_id, address: "127.0.0.1", token_id });
  t.like(events[2], { security_event: "token_refused", account_id: null, address: "127.0.0.1" });
  t.false(lines.some((line) => line.includes((token as string).slice(4))));
});
