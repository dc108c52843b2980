import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import test from "ava";
import { makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import type { Client, SentFile } from "../../helpers/client.ts";
import { findInStores } from "../../helpers/search-stores.ts";
import { until } from "../../helpers/until.ts";
import { untilRanked } from "../../helpers/until-ranked.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { makeThreeDMarkResult } from "../../helpers/zip-generator.ts";
import { projectUrl } from "../../helpers/project-files.ts";

const service = await startTestService(test);
test.before(async () => {
  await service.services.builds.saveOwnerless({ _id: 1, name: "Shared", parts: {} });
});

const timeSpy = readFileSync(projectUrl("test/fixtures/3dmark/time-spy.xml"), "utf8");
const capture = () => makeCapture("presentmon-2.3.1", makeGameFrames(randomBytes(4).readUInt32LE()));
const unique = (what: string) => `${what}-${randomBytes(8).toString("hex")}`;

/** Makes an account with data in every store and collection in which the service stores data of accounts. */
async function makeBusyAccount({ signIn, stores }: TestService) {
  const name = unique("person");
  const fileName = unique("file");
  const client = await signIn(name, "pro");
  await signIn(name);
  await client.post("/me/tokens", { name, scopes: ["read"] });
  const { body } = await client.get("/me");
  const accountId = body.account.account_id as string;
  const buildId = await client.makeBuild(unique("build"));
  const key = { "Idempotency-Key": unique("key") };
  await client.post("/builds", { name: "again" }, key);
  await client.send("DELETE", `/builds/${await client.makeBuild()}`);

  const runIds: string[] = [];
  const add = async (build_id: number, id: number, files: SentFile[], runs?: number[]) => {
    const answer = await client.add({ build_id, benchmarks: { id, ...(runs && { runs }) }, files });
    if (answer.status !== 200) throw new Error(answer.text);
    runIds.push(...(answer.body.runs as { run_id: string }[]).map(({ run_id }) => run_id));
  };
  await add(buildId, 15, [], [1000, 2000]);
  await add(1, 15, [], [3000]);
  await add(1, 16, [{ name: `${fileName}.csv`, content: capture() }]);
  await add(buildId, 16, [{ name: `${fileName}.csv`, content: "Application,MsBetweenPresents\n" }]);
  const archive = makeThreeDMarkResult(timeSpy);
  await add(buildId, 7, [{ name: `${fileName}.3dmark-result`, content: archive }]);
  for (const runId of runIds) await client.waitForRun(runId);
  await client.send("DELETE", `/benchmarks/runs/${runIds[0]}`);
  // Wait until the workers have refunded the failed run, replaced the archive and ranked the runs. The workers do this
  // after a run is final, and none of it may happen during the deletion.
  const runs = stores.db.collection("runs");
  const isUnfinished = { $or: [{ refund_due: true }, { "file.is_archive": true }] };
  await until(async () => (await runs.countDocuments(isUnfinished)) === 0, "the runs are finished");
  const uploads = stores.db.collection("uploads");
  await until(async () => (await uploads.countDocuments()) === 0, "the archive is removed");
  await untilRanked(stores);
  return { name, fileName, client, accountId, buildId, runIds };
}

const used = async (client: Client) => (await client.get("/me")).body.usage.used as number;

test("after DELETE /me no store contains the account's data or names the account", async (t) => {
  const stranger = await service.signIn(unique("stranger"));
  const strangersRun = await stranger.add({ build_id: 1, benchmarks: { id: 15, runs: [4000] } });
  const { db } = service.stores;
  const counts = async () =>
    Promise.all(
      [
        "runs",
        "submissions",
        "uploads",
        "files.files",
        "files.chunks",
        "frame_series",
        "channel_series",
        "idempotency_keys",
      ].map(async (name) => `${name} ${await db.collection(name).countDocuments()}`),
    );
  const before = await counts();
  const account = await makeBusyAccount(service);
  const { name, fileName, client, accountId, buildId, runIds } = account;
  // Run all sweeps, so that the test also covers data about the account that only sweeps store.
  await Promise.all(service.services.sweeps.map(({ run }) => run()));
  t.deepEqual(
    [...new Set((await findInStores(service.stores, [accountId])).map((place) => place.split(":")[0]))],
    [
      "Redis",
      "access_tokens",
      "accounts",
      "audit_events",
      "builds",
      "runs",
      "sessions",
      "standings",
      "submissions",
    ],
    "the search finds stored data",
  );

  const answer = await client.send("DELETE", "/me");
  t.is(answer.status, 204);
  t.regex(answer.headers.get("set-cookie") ?? "", /^session=; Max-Age=0;/);

  t.deepEqual(await findInStores(service.stores, [accountId, name, fileName]), []);
  t.deepEqual(await counts(), before);
  t.is((await client.get("/me")).status, 401);
  t.is((await stranger.get(`/builds/${buildId}`)).status, 404);
  t.is((await stranger.get(`/builds/${buildId}/runs`)).status, 404);
  for (const runId of runIds) t.is((await stranger.get(`/benchmarks/runs/${runId}`)).status, 404);
  const { body } = await stranger.get("/builds/1/runs");
  t.deepEqual(
    body.results.map(({ run_id }: { run_id: string }) => run_id),
    [strangersRun.body.runs[0].run_id],
  );
});

test("DELETE /me needs a session, and a page of another site cannot send it", async (t) => {
  t.is((await service.anonymous.send("DELETE", "/me")).status, 401);
  const client = await service.signIn(unique("kept"));
  const answer = await client.send("DELETE", "/me", undefined, { Origin: "https://elsewhere.test" });
  t.is(answer.status, 403);
  t.is((await client.get("/me")).status, 200);
});

test("a person who deletes an account and signs up again gets new runs only in the next month, even if Redis loses all its data", async (t) => {
  let now = new Date();
  const own = await startTestService(t, {
    hasWorkers: false,
    env: { TIER_LIMITS: '{"free":5}' },
    constants: { SESSION_DAYS: 90 },
    overrides: { clock: () => () => now },
  });
  const name = unique("returning");
  const submit = async (client: Client, runs: number[]) =>
    (await client.add({ build_id: await client.makeBuild(), benchmarks: { id: 15, runs } })).status;

  const first = await own.signIn(name);
  t.is(await submit(first, [1, 2]), 200);
  t.is((await first.send("DELETE", "/me")).status, 204);

  const second = await own.signIn(name);
  t.is(await used(second), 2);
  t.is(await submit(second, [3]), 200);
  t.is(await submit(second, [4, 5, 6]), 402);
  t.is((await second.send("DELETE", "/me")).status, 204);
  t.deepEqual(await findInStores(own.stores, [name]), []);

  const third = await own.signIn(name);
  t.is(await used(third), 3);
  const keys = await own.stores.redis.keys(`${own.stores.keyPrefix}:usage:*`);
  await own.stores.redis.unlink(keys);
  t.is(await used(third), 3);
  t.is(await submit(third, [4, 5, 6]), 402);
  t.is(await submit(third, [4, 5]), 200);
  t.is(await used(await own.signIn(unique("somebody else"))), 0);

  const kept = await own.stores.db.collection("used_units_of_deleted_accounts").find().toArray();
  t.is(kept.length, 1);
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth()];
  t.deepEqual(kept[0]?.["expires_at"], new Date(Date.UTC(year, month + 1, 1)));
  now = new Date(Date.UTC(year, month + 1, 1, 0, 1));
  t.is(await used(third), 0);
});

test("a failed run that is not yet refunded when its account is deleted does not count as used in the person's new account", async (t) => {
  const own = await startTestService(t, { hasWorkers: false });
  const name = unique("unlucky");
  const client = await own.signIn(name);
  const files = [{ name: "cut.csv", content: "Application,MsBetweenPresents\n" }];
  const answer = await client.add({ build_id: await client.makeBuild(), benchmarks: { id: 16 }, files });
  await own.stores.db
    .collection<{ _id: string }>("runs")
    .updateOne({ _id: answer.body.runs[0].run_id }, { $set: { status: "failed", refund_due: true } });
  await client.send("DELETE", "/me");
  t.is(await used(await own.signIn(name)), 0);
});
