import { randomUUID } from "node:crypto";
import test from "ava";
import { startServer } from "@pc-benchmarks/mongodb-emulator";
import type { Db } from "mongodb";
import type { Submission } from "../../../src/benchmarks/model/submission.ts";
import type { Client } from "../../helpers/client.ts";
import { temporaryFolder } from "../../helpers/processes.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { scannedObjects } from "../../helpers/scanned-objects.ts";
import { scoreForm } from "../../faults/results.ts";
import { eventually } from "../../faults/system.ts";
import { untilItSucceeds } from "../../helpers/until.ts";

const PERIOD = "2030-10";
const AT_A_TIME = 500;

/** Stores submissions of an account as they were stored before there were sums. */
async function storeSubmissions(db: Db, account_id: string, count: number): Promise<void> {
  const submissions = db.collection<Submission>("submissions");
  for (let stored = 0; stored < count; stored += AT_A_TIME) {
    const batch = Array.from({ length: Math.min(AT_A_TIME, count - stored) }, () => ({
      _id: randomUUID(),
      account_id,
      period: PERIOD,
      charged: 1,
      refunded: [],
      runs_created: true,
    }));
    await submissions.insertMany(batch as unknown as Submission[]);
  }
}

/** @param db the database of the service, over a connection that may wait longer than its own */
async function makeAccount(service: TestService, db: Db, name: string, count: number) {
  const client = await service.signIn(name, "unlimited");
  const build_id = await client.makeBuild();
  const account_id = (await client.get("/me")).body.account.account_id as string;
  await storeSubmissions(db, account_id, count);
  const loseCounter = () =>
    service.services.stores.redis.unlink(
      `${service.config.REDIS_KEY_PREFIX}:usage:{${account_id}}:${PERIOD}`,
    );
  return { client, build_id, account_id, loseCounter };
}

const usedBy = async (client: Client) => (await client.get("/me")).body.usage.used as number;

test("what a request and a refund examine does not grow with the submissions of the account", async (t) => {
  t.timeout(600_000);
  // An emulator of the test's own: it counts the documents that are examined for everybody.
  const mongodb = await startServer({ port: 0, dir: temporaryFolder(t), expiryIntervalMs: 3_600_000 });
  t.teardown(() => mongodb.close());
  const service = await startTestService(t, {
    hasWorkers: false,
    env: { MONGODB_URL: mongodb.url },
    overrides: { clock: () => () => new Date("2030-10-15T12:00:00Z") },
  });
  const { usage, records, stores } = service.services;
  const { db } = stores.mongo;

  const examinedBy = async (act: () => Promise<unknown>) => {
    const before = await scannedObjects(db);
    await act();
    return (await scannedObjects(db)) - before;
  };
  const measure = async (count: number) => {
    const { client, build_id, account_id, loseCounter } = await makeAccount(service, db, `${count}`, count);
    while ((await records.ledger.sumUpAll(60_000)) > 0);
    await loseCounter();
    const me = await examinedBy(async () => t.is(await usedBy(client), count));
    const meAgain = await examinedBy(() => client.get("/me"));
    await loseCounter();
    const submission = await examinedBy(async () =>
      t.is((await client.add(scoreForm(build_id))).status, 200),
    );
    const refund = await examinedBy(async () => {
      const any = await db.collection<Submission>("submissions").findOne({ account_id });
      if (!any) throw new Error("the submission has to be there");
      await records.ledger.refund(any._id, "a run");
      await usage.rebuild(account_id, PERIOD, any._id);
    });
    t.is(await usedBy(client), count);
    return { me, meAgain, submission, refund };
  };
  const small = await measure(1);
  const big = await measure(10_000);
  t.deepEqual(big, small);
});

test("an account whose submissions were never summed up waits once, and the work goes on meanwhile", async (t) => {
  const service = await startTestService(t, {
    hasWorkers: false,
    env: { STORE_TIMEOUT_MS: "900" },
    overrides: { clock: () => () => new Date("2030-10-15T12:00:00Z") },
  });
  const { db } = service.stores;
  const { client, account_id, loseCounter } = await untilItSucceeds(() =>
    makeAccount(service, db, "never summed up", 0),
  );
  await storeSubmissions(db, account_id, 3000);
  await untilItSucceeds(loseCounter);
  const answers = new Set<number>();
  const last = await eventually(
    async () => {
      const answer = await client.get("/me");
      answers.add(answer.status);
      return answer;
    },
    ({ status }) => status === 200,
  );
  t.is(last.body.usage.used, 3000);
  answers.delete(503);
  t.deepEqual([...answers], [200]);
});
