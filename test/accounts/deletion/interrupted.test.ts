import { randomBytes } from "node:crypto";
import test from "ava";
import type { Overrides } from "../../../src/compose/overrides.ts";
import { makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import { findInStores } from "../../helpers/search-stores.ts";
import { startTestService } from "../../helpers/service.ts";

// These tests check account deletions whose process dies before the deletion is complete. The service has no workers,
// so that no sweep runs before a test runs it.
const SWEEP_AGE_MS = 30_000;
const today = new Date();
// The clock starts in the middle of a month, so that no test crosses the end of a billing period.
let now = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 15));
const service = await startTestService(test, {
  hasWorkers: false,
  env: { SWEEP_AGE_MS: String(SWEEP_AGE_MS) },
  overrides: { clock: () => () => now },
});
test.before(async () => {
  // Create an account that no test deletes, before the test stores other accounts.
  await service.signIn("bystander");
  await service.services.builds.saveOwnerless({ _id: 1, name: "Shared", parts: {} });
});

const { db } = service.stores;
const pass = (ms: number) => void (now = new Date(now.getTime() + ms));
const sweep = async () => service.services.accountDeletion.sweep.run();

/** Makes an account that has used four runs, for two scores and two files. A worker has read one of the files. */
async function makeAccount() {
  const name = `person-${randomBytes(8).toString("hex")}`;
  const client = await service.signIn(name);
  const accountId = (await client.get("/me")).body.account.account_id as string;
  const build_id = await client.makeBuild();
  const files = [1, 2].map((seed) => ({
    name: `${name}.csv`,
    content: makeCapture("presentmon-2.3.1", makeGameFrames(seed)),
  }));
  await client.add({ build_id, benchmarks: { id: 15, runs: [1, 2] } });
  const { body } = await client.add({ build_id: 1, benchmarks: { id: 16 }, files });
  await service.services.runParser.parse(body.runs[0].run_id as string);
  return { name, accountId, client };
}

/** Marks an account as being deleted and does nothing else, like a process that dies right after writing the mark. */
async function onlyMark(accountId: string): Promise<void> {
  const failing = service.servicesWith({
    ledger: (ledger) => ({
      ...ledger,
      sumCharged: async () => {
        throw new Error("no connection");
      },
    }),
  });
  await failing.accountDeletion.delete(accountId, null);
}

const steps = [
  "the used units were stored",
  "the runs were removed",
  "the submissions were removed",
] as const;
type Step = (typeof steps)[number];

/** Returns replacements of repository methods, with which the deletion of an account stops for ever before a step. */
function stopBefore(step: Step, die: () => Promise<never>): Overrides {
  switch (step) {
    case "the used units were stored":
      return { ledger: (ledger) => ({ ...ledger, sumCharged: die }) };
    case "the runs were removed":
      return { runsRepository: (runs) => ({ ...runs, removeDeleted: die }) };
    case "the submissions were removed":
      return { ledger: (ledger) => ({ ...ledger, remove: die }) };
  }
}

/** Runs the sweep of account deletions in a process that dies before a step. Resolves when the process is dead. */
const dieBefore = (step: Step): Promise<void> =>
  new Promise((resolve, reject) => {
    const die = async (): Promise<never> => {
      resolve();
      return new Promise(() => undefined);
    };
    const dying = service.servicesWith(stopBefore(step, die));
    const swept = dying.accountDeletion.sweep.run();
    swept.then(() => reject(new Error(`no deletion reached the point before ${step}`)), reject);
  });

for (const step of steps) {
  test.serial(`a sweep finishes a deletion whose process died before ${step}`, async (t) => {
    const { name, accountId } = await makeAccount();
    await onlyMark(accountId);
    pass(SWEEP_AGE_MS + 1);
    await dieBefore(step);
    t.true((await findInStores(service.stores, [accountId])).includes(`accounts: ${accountId}`));

    await sweep();
    t.deepEqual(await findInStores(service.stores, [accountId, name]), []);
    t.is(await db.collection("files.files").countDocuments(), 0);
    t.is(await db.collection("frame_series").countDocuments(), 0);
    const again = await service.signIn(name);
    t.is((await again.get("/me")).body.usage.used, 4);
    await again.send("DELETE", "/me");
  });
}

test.serial(
  "a sweep finishes a deletion whose process died before the account's document was removed",
  async (t) => {
    const { name, accountId } = await makeAccount();
    await onlyMark(accountId);
    let isReached = false;
    pass(SWEEP_AGE_MS + 1);
    const failing = service.servicesWith({
      newId: () => () => {
        isReached = true;
        throw new Error("no connection");
      },
    });
    await t.throwsAsync(failing.accountDeletion.sweep.run());
    t.true(isReached);
    t.deepEqual(await findInStores(service.stores, [accountId]), [`accounts: ${accountId}`]);

    await sweep();
    t.deepEqual(await findInStores(service.stores, [accountId, name]), []);
    t.is((await (await service.signIn(name)).get("/me")).body.usage.used, 4);
  },
);

test.serial(
  "during the deletion of an account no one can sign in to it, and its sessions are no longer valid",
  async (t) => {
    const { name, accountId, client } = await makeAccount();
    await onlyMark(accountId);
    t.is((await client.get("/me")).status, 401);
    const refused = await service.anonymous.post("/login/dev", { name });
    t.is(refused.status, 409);
    t.regex(refused.body.type, /account-being-deleted$/);
    t.regex(refused.headers.get("retry-after") ?? "", /^[1-9]\d*$/);
    t.is(refused.headers.get("set-cookie"), null);

    pass(SWEEP_AGE_MS + 1);
    await sweep();
    const { body } = await (await service.signIn(name)).get("/me");
    t.not(body.account.account_id, accountId);
  },
);

test.serial("sweeps repeat an account's deletion for a day, and remove documents added later", async (t) => {
  const { accountId, client } = await makeAccount();
  const { usage } = service.services;
  const run = await db.collection<{ _id: string }>("runs").findOne({ account_id: accountId });
  const submission = await db.collection<{ _id: string }>("submissions").findOne({ account_id: accountId });
  if (!run || !submission) throw new Error("expected a run and a submission, found none");
  await client.send("DELETE", "/me");

  const storeLate = async () => {
    await db.collection<{ _id: string }>("runs").insertOne(run);
    await db.collection<{ _id: string }>("submissions").insertOne(submission);
    const late = { submissionId: "late", units: 1 };
    await usage.reserve({ account_id: accountId, tier: "free" }, late);
  };
  for (const waitMs of [SWEEP_AGE_MS, 60 * 60_000, 24 * 60 * 60_000]) {
    await storeLate();
    t.deepEqual(
      (await findInStores(service.stores, [accountId])).map((place) => place.split(":")[0]),
      ["Redis", "runs", "submissions"],
    );
    pass(waitMs);
    await sweep();
    t.deepEqual(await findInStores(service.stores, [accountId]), []);
  }
  // Each repeated removal of an account's data schedules the next, until a day has passed since the account's deletion.
  pass(24 * 60 * 60_000);
  await sweep();
  t.is(await db.collection("account_deletions").countDocuments(), 0);
});
