import test from "ava";
import { createLogger } from "../../../src/infra/logger.ts";
import { createClient, type Answer } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";
import { storedState } from "../../helpers/stored-state.ts";
import { until } from "../../helpers/until.ts";
import { startSecondWeb } from "./second-web.ts";

/**
 * Settings with a rate-limit window that is longer than any test, so that no window ends during a test, and with a long
 * time limit for Redis.
 */
const patient = { RATE_LIMIT_WINDOW_S: 3600, RATE_LIMIT_REDIS_TIMEOUT_MS: 60_000 };
/** The service trusts one proxy, so that a test can send requests from several addresses. */
const behindProxy = { TRUST_PROXY: "1" };

const scores = (build_id: number) => ({ build_id, benchmarks: { id: 15, runs: [1500] } });
const from = (address: string) => ({ "X-Forwarded-For": address });
const times = <T>(count: number, make: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

function countStatuses(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test("of 200 simultaneous submissions to two web processes 50 pass a limit of 50, and other limits are not affected", async (t) => {
  const service = await startTestService(t, {
    env: { RATE_LIMIT_SUBMISSIONS: "50" },
    constants: patient,
  });
  const client = await service.signIn("submitter", "unlimited");
  const build_id = await client.makeBuild();
  const second = createClient((await startSecondWeb(t, service)).url, client.cookie);
  const answers = await times(200, (i) => (i % 2 === 0 ? client : second).add(scores(build_id)));
  t.deepEqual(countStatuses(answers), { 200: 50, 429: 150 });
  const { used, runs } = await storedState(service, client);
  t.deepEqual({ used, runs }, { used: 50, runs: 50 });

  const other = await service.signIn("another submitter", "unlimited");
  t.is((await other.add(scores(await other.makeBuild()))).status, 200, "another account has another count");
  t.is((await client.post("/builds", { name: "still allowed" })).status, 201, "changes have another limit");
});

test("a refusal by a rate limit names the limit and when to retry; every response under a limit tells how many requests remain", async (t) => {
  const service = await startTestService(t, {
    env: { RATE_LIMIT_CHANGES: "2" },
    constants: patient,
    hasWorkers: false,
  });
  const client = await service.signIn("changer");
  const made = [await client.post("/builds", { name: "one" }), await client.post("/builds", {})];
  t.deepEqual(
    made.map(({ status }) => status),
    [201, 422],
  );
  const refused = await client.post("/builds", { name: "three" });
  t.is(refused.status, 429);
  t.regex(refused.body.type, /\/problems\/too-many-requests$/);
  t.regex(refused.body.detail, /at most 2 requests in 3600 s/);
  t.deepEqual(refused.body.errors, [{ pointer: "", detail: 'The rate limit "changes" is reached.' }]);
  t.deepEqual(refused.body["violated-policies"], ["changes"]);
  const [, wait] = /^(\d+)$/.exec(refused.headers.get("retry-after") ?? "") ?? [];
  t.true(Number(wait) > 0 && Number(wait) <= 3600, wait);
  for (const [answer, left] of [
    [made[0], 1],
    [made[1], 0],
    [refused, 0],
  ] as const) {
    t.is(answer?.headers.get("ratelimit-policy"), '"changes";q=2;w=3600');
    t.regex(answer?.headers.get("ratelimit") ?? "", new RegExp(`^"changes";r=${left};t=\\d+$`));
  }
  t.is((await client.get("/builds")).body.total, 1);
  t.regex((await client.get("/me")).headers.get("ratelimit") ?? "", /^"reads";r=\d+;t=\d+$/);
});

test("a client that has reached its limit is allowed again in the next window of the rate limit", async (t) => {
  const constants = { ...patient, RATE_LIMIT_WINDOW_S: 1 };
  const env = { RATE_LIMIT_CHANGES: "1" };
  const service = await startTestService(t, { env, constants, hasWorkers: false });
  const client = await service.signIn("patient");
  const seen = new Set<number>();
  // A new window of the rate limit may begin between two requests of the loop. A client that was refused succeeds again
  // within a second, when the next window begins.
  const isAllowedAgain = async () => {
    const { status } = await client.post("/builds", { name: "again" });
    seen.add(status);
    return seen.has(429) && status === 201;
  };
  await until(isAllowedAgain, "the count restarts");
  t.is(seen.size, 2, [...seen].join());
});

test("reads count by address: an IPv6 /64 counts as one address, and an IPv4 address in IPv6 notation as the IPv4 address", async (t) => {
  const env = { ...behindProxy, RATE_LIMIT_READS: "3" };
  const { anonymous } = await startTestService(t, { env, constants: patient, hasWorkers: false });
  const read = async (address: string) => (await anonymous.get("/benchmarks/types", from(address))).status;
  const statuses: number[] = [];
  for (const end of ["::1", "::2:3", ":ffff:ffff:ffff:ffff", "::4"])
    statuses.push(await read(`2001:db8:1:2${end}`));
  t.deepEqual(statuses, [200, 200, 200, 429]);
  t.is(await read("2001:db8:1:3::1"), 200, "the neighbouring /64 has another count");
  t.deepEqual(
    [await read("192.0.2.1"), await read("::ffff:192.0.2.1"), await read("::ffff:c000:201")],
    [200, 200, 200],
  );
  t.is(await read("192.0.2.1"), 429);
  t.is(await read("192.0.2.2"), 200);
});

test("the rate limit of log-ins counts by address, separately from the limit of reads", async (t) => {
  const env = { ...behindProxy, RATE_LIMIT_LOG_INS: "3" };
  const { anonymous } = await startTestService(t, { env, constants: patient, hasWorkers: false });
  const logIn = (body: unknown, address: string) => anonymous.post("/login/dev", body, from(address));
  t.is((await logIn({ name: "a" }, "192.0.2.1")).status, 200);
  t.is((await logIn({}, "192.0.2.1")).status, 422, "a failed log-in counts as well");
  t.is((await logIn("{", "192.0.2.1")).status, 400);
  const refused = await logIn({ name: "a" }, "192.0.2.1");
  t.is(refused.status, 429);
  t.is(refused.headers.get("set-cookie"), null);
  t.is((await logIn({ name: "a" }, "192.0.2.2")).status, 200);
  t.is((await anonymous.get("/benchmarks/types", from("192.0.2.1"))).status, 200);
});

test("changes without a session count towards the limit of reads of their address", async (t) => {
  const env = { RATE_LIMIT_READS: "3" };
  const { anonymous } = await startTestService(t, { env, constants: patient, hasWorkers: false });
  const answers = await times(10, () => anonymous.post("/builds", { name: "x" }));
  t.deepEqual(countStatuses(answers), { 401: 3, 429: 7 });
});

const guesses = {
  session: (url: string) => createClient(url, "session=guessed"),
  "access token": (url: string) => createClient(url, undefined, `pcb_${"x".repeat(43)}`),
};
for (const [kind, guess] of Object.entries(guesses)) {
  test(`an address that has sent too many changes with a guessed ${kind} gets a 429 without a look-up, and may still read`, async (t) => {
    const constants = { ...patient, RATE_LIMIT_BAD_CREDENTIALS: 3 };
    const env = { RATE_LIMIT_CHANGES: "1000" };
    const service = await startTestService(t, { env, constants, hasWorkers: false });
    const { url, lookups } = await startSecondWeb(t, service);
    const guesser = guess(url);
    for (const expected of [401, 401, 401, 429, 429]) {
      const { status, body } = await guesser.post("/builds", { name: "x" });
      t.is(status, expected);
      if (status === 429) t.deepEqual(body["violated-policies"], ["bad_credentials"]);
    }
    t.is(lookups(), 3);
    t.is((await service.anonymous.get("/benchmarks/types")).status, 200);
  });
}

test("a refused request by a page of another site does not count as a guess of a session by the visitor's address", async (t) => {
  const constants = { ...patient, RATE_LIMIT_BAD_CREDENTIALS: 1 };
  const service = await startTestService(t, { constants, hasWorkers: false });
  const client = await service.signIn("visitor");
  const crossSite = { "Sec-Fetch-Site": "cross-site" };
  const answers = await times(3, () => client.post("/builds", { name: "x" }, crossSite));
  t.deepEqual(countStatuses(answers), { 403: 3 });
  t.is((await client.post("/builds", { name: "x" })).status, 201);
});

test("an address that has used up its limit of reads may go on submitting results", async (t) => {
  const env = { RATE_LIMIT_READS: "1" };
  const service = await startTestService(t, { env, constants: patient, hasWorkers: false });
  const client = await service.signIn("uploader");
  await times(3, () => client.get("/benchmarks/types"));
  t.is((await client.get("/benchmarks/types")).status, 429);
  t.is((await client.post("/builds", { name: "x" })).status, 201);
});

test("health checks and the pages about kinds of problems have no rate limit", async (t) => {
  const env = { RATE_LIMIT_READS: "1" };
  const { anonymous } = await startTestService(t, { env, constants: patient, hasWorkers: false });
  t.deepEqual(countStatuses(await times(5, () => anonymous.get("/benchmarks/types"))), { 200: 1, 429: 4 });
  for (const path of ["/health/live", "/health/ready", "/problems/too-many-requests"]) {
    const answers = await times(20, () => anonymous.get(path));
    t.deepEqual(countStatuses(answers), { 200: 20 }, path);
    t.is(answers[0]?.headers.get("ratelimit"), null, path);
  }
});

test("a service with an https URL and no trusted proxy warns at its start that all clients share their limits", async (t) => {
  const warnings = async (env: Record<string, string>) => {
    let lines = "";
    const destination = { write: (line: string) => void (lines += line) };
    const logger = createLogger({ level: "warn", process: "test", secrets: [], destination });
    await startTestService(t, { env, logger, hasWorkers: false });
    return lines.split("\n").filter((line) => line.includes("TRUST_PROXY"));
  };
  const https = { PUBLIC_URL: "https://bench.example" };
  const [warning = "", ...more] = await warnings(https);
  t.deepEqual(more, []);
  t.regex(warning, /"level":"warn"/);
  t.deepEqual(await warnings({ ...https, TRUST_PROXY: "1" }), []);
  t.deepEqual(await warnings({ PUBLIC_URL: "http://127.0.0.1:3000" }), []);
});

test("an export counts as a change of its account, because it stores an event in the audit trail", async (t) => {
  const env = { RATE_LIMIT_CHANGES: "1" };
  const service = await startTestService(t, { env, constants: patient, hasWorkers: false });
  const client = await service.signIn("exporting");
  t.is((await client.get("/me/export")).status, 200);
  const refused = await client.get("/me/export");
  t.is(refused.status, 429);
  t.deepEqual(refused.body["violated-policies"], ["changes"]);
});

test("with RATE_LIMITS=false no rate limit counts requests", async (t) => {
  const env = { RATE_LIMITS: "false", RATE_LIMIT_READS: "1" };
  const { anonymous } = await startTestService(t, { env, constants: patient, hasWorkers: false });
  const answers = await times(20, () => anonymous.get("/benchmarks/types"));
  t.deepEqual(countStatuses(answers), { 200: 20 });
  t.is(answers[0]?.headers.get("ratelimit-policy"), null);
});

test("a reached limit causes one security event, with account and address, however many requests are refused", async (t) => {
  const env = { RATE_LIMIT_CHANGES: "1", RATE_LIMIT_READS: "5" };
  const service = await startTestService(t, { env, constants: patient, hasWorkers: false });
  const { url, events } = await startSecondWeb(t, service);
  const client = createClient(url, (await service.signIn("insistent")).cookie);
  const { account_id } = (await client.get("/me")).body.account;
  await times(20, () => client.post("/builds", { name: "x" }));
  await times(20, () => client.get("/builds"));
  t.deepEqual(events, [
    { event: "limit_reached", limit: "changes", account_id, address: "127.0.0.1" },
    { event: "limit_reached", limit: "reads", account_id: null, address: "127.0.0.1" },
  ]);
});

test("the rate limits store neither account ids nor addresses in Redis, and nothing beyond the window", async (t) => {
  const service = await startTestService(t, { constants: patient, hasWorkers: false });
  const client = await service.signIn("private");
  const { account_id } = (await client.get("/me")).body.account;
  await client.post("/builds", { name: "x" });
  const { redis, keyPrefix } = service.stores;
  const keys = await redis.keys(`${keyPrefix}:rate:*`);
  for (const limit of ["changes", "log_ins", "reads"])
    t.is(keys.filter((key) => key.startsWith(`${keyPrefix}:rate:${limit}:`)).length, 1, limit);
  for (const key of keys) {
    t.false(key.includes(account_id as string));
    t.false(key.includes("127.0.0.1"));
    const left = await redis.ttl(key);
    t.true(left > 0 && left <= 3600, `${left} s`);
  }
});
