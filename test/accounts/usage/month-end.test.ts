import test from "ava";
import { brokenCapture, fileForm, scoreForm } from "../../faults/results.ts";
import type { Client } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";

// Tests the run counters at the end of a month while Redis comes back with an older copy of its data. The ledger of
// these tests is stored in MongoDB.
const OCTOBER = new Date("2030-10-31T23:59:59.500Z");
const NOVEMBER = new Date("2030-11-01T00:00:00.500Z");
const LIMIT = 4;
let now = OCTOBER;
const service = await startTestService(test, {
  hasWorkers: false,
  env: { TIER_LIMITS: `{"small":${LIMIT}}` },
  overrides: { clock: () => () => now },
});
const { redis, keyPrefix } = service.stores;
const { usage, runParser } = service.services;

async function makeAccount(name: string) {
  now = OCTOBER;
  const client = await service.signIn(name, "small");
  const build_id = await client.makeBuild();
  const account_id = (await client.get("/me")).body.account.account_id as string;
  const keys = () => redis.keys(`${keyPrefix}:usage:{${account_id}}:*`);
  return {
    client,
    build_id,
    account_id,
    submit: async () => (await client.add(scoreForm(build_id))).status,
    /**
     * Copies the counters of all months. Returns a function that puts the copies back, as restoring a dump of Redis
     * does, and runs the sweep that corrects counters.
     */
    copy: async () => {
      const copies = await Promise.all(
        (await keys()).map(async (key) => ({ key, value: await redis.dumpBuffer(key) })),
      );
      return async () => {
        const present = await keys();
        if (present.length > 0) await redis.unlink(present);
        for (const { key, value } of copies) if (value) await redis.restore(key, 0, value);
        await usage.sweep.run();
      };
    },
    /** Returns how many runs the account has used in a month, according to its counter. */
    counted: async (period: string) =>
      Number(await redis.hget(`${keyPrefix}:usage:{${account_id}}:${period}`, "total")),
  };
}

const usedBy = async (client: Client) => {
  const { period, used } = (await client.get("/me")).body.usage;
  return `${period} ${used}`;
};

test.serial(
  "if Redis comes back with a copy from before a month's end, an account gets no free run in the old or new month",
  async (t) => {
    const { client, submit, copy } = await makeAccount("both months");
    t.is(await submit(), 200);
    const putOctoberBack = await copy();
    t.deepEqual([await submit(), await submit(), await submit(), await submit()], [200, 200, 200, 402]);
    await putOctoberBack();
    t.is(await submit(), 402, "the old month is still used up");

    now = NOVEMBER;
    t.is(await submit(), 200);
    const putNovemberBack = await copy();
    t.is(await submit(), 200);
    await putOctoberBack();
    t.is(await usedBy(client), "2030-11 2", "the copy has no counter of the new month");
    await putNovemberBack();
    t.deepEqual([await submit(), await submit(), await submit()], [200, 200, 402]);
    now = OCTOBER;
    await putOctoberBack();
    t.is(await usedBy(client), `2030-10 ${LIMIT}`);
  },
);

test.serial(
  "a file of the old month that fails in the new month is refunded in the old month, whatever copy Redis has",
  async (t) => {
    const { client, build_id, submit, copy, counted } = await makeAccount("fails after midnight");
    const added = await client.add(fileForm(build_id, brokenCapture));
    const putBack = await copy();
    t.deepEqual([await submit(), await submit()], [200, 200]);
    now = NOVEMBER;
    t.is(await submit(), 200);
    await putBack();
    await runParser.parse(added.body.runs[0].run_id as string);
    t.is(await counted("2030-10"), 2);
    t.is(await usedBy(client), "2030-11 1");
    await putBack();
    now = OCTOBER;
    t.is(await usedBy(client), "2030-10 2");
  },
);

test.serial("runs of an account count in the month in which they are reserved", async (t) => {
  const { account_id, submit } = await makeAccount("begins before midnight");
  for (let sent = 1; sent < LIMIT; sent += 1) t.is(await submit(), 200);
  const reserve = (submissionId: string, units: number) =>
    usage.reserve({ account_id, tier: "small" }, { submissionId, units });
  await t.throwsAsync(reserve("too many", 2), { name: "RunLimitReachedError" });
  const october = await reserve("just one", 1);
  t.deepEqual([october.period, october.usage.used], ["2030-10", LIMIT]);
  now = NOVEMBER;
  const november = await reserve("another", 2);
  t.deepEqual([november.period, november.usage.used], ["2030-11", 2]);
});

test.serial(
  "a request of the old month that is repeated after midnight counts no run in the new month",
  async (t) => {
    const { client, account_id, submit } = await makeAccount("repeats after midnight");
    t.is(await submit(), 200);
    const stored = await service.stores.db.collection("submissions").findOne({ account_id });
    now = NOVEMBER;
    const submissionId = String(stored?._id);
    await usage.reserve({ account_id, tier: "small" }, { submissionId, units: 1 });
    await usage.reconcile(account_id, "2030-11");
    t.is(await usedBy(client), "2030-11 0");
  },
);
