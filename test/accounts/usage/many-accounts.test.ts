import { randomUUID } from "node:crypto";
import test from "ava";
import type { Submission } from "../../../src/benchmarks/model/submission.ts";
import { startTestService } from "../../helpers/service.ts";

const PERIOD = "2030-10";
const ACCOUNTS = 100;
/** One step of summing up takes 500. */
const SUBMISSIONS_OF_BUSIEST = 900;

test("one round of the sweep corrects the counters of all active accounts, whatever it has no time to sum up", async (t) => {
  t.timeout(600_000);
  const service = await startTestService(t, {
    hasWorkers: false,
    overrides: { clock: () => () => new Date("2030-10-15T12:00:00Z") },
  });
  const { redis, db } = service.stores;
  const { rebuild } = service.services.usage;
  const keyOf = (account_id: string) => `${service.config.REDIS_KEY_PREFIX}:usage:{${account_id}}:${PERIOD}`;
  const used = async (account_id: string) => Number(await redis.hget(keyOf(account_id), "used"));
  const submissions = db.collection<Submission>("submissions");
  const store = async (account_id: string, count: number) => {
    const fields = { account_id, period: PERIOD, charged: 1, refunded: [], runs_created: true };
    const stored = Array.from({ length: count }, () => ({ _id: randomUUID(), ...fields }));
    await submissions.insertMany(stored as unknown as Submission[]);
  };
  // The busiest account is the first one that is found.
  const busiest = "0";
  const accounts = Array.from({ length: ACCOUNTS }, () => `1${randomUUID()}`);
  for (const account of accounts) {
    await store(account, 1);
    await rebuild(account, PERIOD);
    await redis.hset(keyOf(account), "used", 9);
  }
  await store(busiest, SUBMISSIONS_OF_BUSIEST);
  // A round whose time is over at once.
  const { usage } = service.servicesWith({
    ledger: (ledger) => ({ ...ledger, sumUpAll: () => ledger.sumUpAll(0) }),
  });
  const summedOfBusiest = () =>
    submissions.countDocuments({ account_id: busiest, is_summed: true } as object);
  t.is(await usage.sweep.run(), ACCOUNTS);
  for (const account of accounts) t.is(await used(account), 1);
  t.is(await summedOfBusiest(), 500, "one step, in its turn");
  t.is(await usage.sweep.run(), 0);
  t.is(await summedOfBusiest(), SUBMISSIONS_OF_BUSIEST);
});

test("where an account cannot be summed up, the counters of the others are corrected all the same", async (t) => {
  const service = await startTestService(t, { hasWorkers: false });
  const client = await service.signIn("corrected");
  const build_id = await client.makeBuild();
  await client.add({ build_id, benchmarks: { id: 15, runs: [1, 2] } });
  const { usage } = service.servicesWith({
    ledger: (ledger) => ({
      ...ledger,
      sumUpAll: async (limitMs) => {
        await ledger.sumUpAll(limitMs);
        throw new Error("no connection");
      },
    }),
  });
  const [key = ""] = await service.stores.redis.keys(`${service.config.REDIS_KEY_PREFIX}:usage:*`);
  await service.stores.redis.hset(key, "used", 1);
  await t.throwsAsync(usage.sweep.run(), { instanceOf: AggregateError });
  t.is((await client.get("/me")).body.usage.used, 2);
});

test("a rebuild of all counters begins though submissions keep coming, and each counter is exact", async (t) => {
  const service = await startTestService(t, {
    hasWorkers: false,
    overrides: {
      clock: () => () => new Date("2030-10-15T12:00:00Z"),
      ledger: (ledger) => ({
        ...ledger,
        // With ever new submissions only the limit ends the summing up, after a step for each account.
        sumUpAll: (limitMs) =>
          Number.isFinite(limitMs) ? ledger.sumUpAll(0) : Promise.reject(new Error("it never ends")),
      }),
    },
  });
  const { redis, db } = service.stores;
  const stored = Array.from({ length: SUBMISSIONS_OF_BUSIEST }, () => ({
    _id: randomUUID(),
    account_id: "busy",
    period: PERIOD,
    charged: 1,
    refunded: [],
    runs_created: true,
  }));
  await db.collection<Submission>("submissions").insertMany(stored as unknown as Submission[]);
  t.is(await service.services.usage.rebuildAll(PERIOD), 1);
  const key = `${service.config.REDIS_KEY_PREFIX}:usage:{busy}:${PERIOD}`;
  t.is(Number(await redis.hget(key, "used")), SUBMISSIONS_OF_BUSIEST);
});
