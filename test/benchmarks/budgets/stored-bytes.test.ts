import test from "ava";
import type { Overrides } from "../../../src/compose/ports.ts";
import { StoreUnavailableError } from "../../../src/errors.ts";
import { fileForm, smallCapture } from "../../faults/results.ts";
import { eventually } from "../../faults/system.ts";
import type { Client } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";

// How many bytes an account has stored, after refusals and after processes that die between two steps.

const DAY_MS = 24 * 60 * 60 * 1000;
const NIGHTLY = "stored bytes of accounts";

let now = new Date("2030-03-10T12:00:00Z");
const pass = (ms: number) => void (now = new Date(now.getTime() + ms));
/** What the next call of a method of the file store fails with, before or after its work. */
const failing = new Map<"countBytes" | "attach", { isDone: boolean; error: Error }>();
const overrides: Overrides = {
  clock: () => () => now,
  files: (real) => {
    const watched = <Args extends unknown[], Result>(
      name: "countBytes" | "attach",
      call: (...args: Args) => Promise<Result>,
    ) => {
      return async (...args: Args): Promise<Result> => {
        const failure = failing.get(name);
        failing.delete(name);
        if (failure && !failure.isDone) throw failure.error;
        const result = await call(...args);
        if (failure) throw failure.error;
        return result;
      };
    };
    return {
      ...real,
      countBytes: watched("countBytes", real.countBytes),
      attach: watched("attach", real.attach),
    };
  },
};
const service = await startTestService(test, {
  hasWorkers: false,
  overrides,
  env: { TIER_LIMITS: JSON.stringify({ free: 3, unlimited: null }) },
});
const { sweeps } = service.services;
const uploads = service.stores.db.collection<{ _id: string; account_id?: string; bytes?: number }>("uploads");
const { length: size } = smallCapture.content;
/** A process whose connections to MongoDB break: it cleans nothing up. */
const death = () => new StoreUnavailableError("MongoDB", new Error("away"));

const storedBy = async (client: Client) => (await client.get("/me")).body.budgets.kept_bytes.used as number;
const sweep = (name: string) =>
  sweeps.find((one) => one.name === name)?.run() ?? Promise.reject(new Error(name));

async function makeAccount(name: string, tier = "unlimited") {
  const client = await service.signIn(name, tier);
  const build_id = await client.makeBuild();
  const add = () => client.add(fileForm(build_id));
  const account_id = (await client.get("/me")).body.account.account_id as string;
  return { client, add, account_id };
}

test.serial("a submission that is refused after its bytes were counted gives them back", async (t) => {
  const { client, add } = await makeAccount("refused", "free");
  for (const _run of [1, 2, 3]) t.is((await add()).status, 200);
  t.is((await add()).status, 402);
  t.is(await storedBy(client), 3 * size);

  const other = await makeAccount("no queue");
  failing.set("attach", { isDone: true, error: new StoreUnavailableError("Redis", new Error("away")) });
  t.is((await other.add()).status, 503);
  t.is(
    await eventually(
      () => storedBy(other.client),
      (bytes) => bytes === 0,
    ),
    0,
  );
});

test.serial("bytes that a process counts before it dies are given back with its files", async (t) => {
  const { client, add } = await makeAccount("dies after counting");
  failing.set("attach", { isDone: false, error: death() });
  t.is((await add()).status, 503);
  t.is(await storedBy(client), size, "the file is still there");
  pass(service.config.UPLOAD_AGE_MS + 1);
  await sweep("orphaned files");
  t.is(await storedBy(client), 0);
});

test.serial("bytes that a dead process has not given back are, in the night", async (t) => {
  const { client, add, account_id } = await makeAccount("dies while removing");
  t.is((await add()).status, 200);
  const second = await add();
  // What is left where the process dies between the mark of the file and the account.
  const removed = await uploads.findOne({ account_id });
  await uploads.updateOne({ _id: removed?._id ?? "" }, { $set: { state: "deleting", bytes: 0 } });
  pass(2 * DAY_MS);
  await sweep(NIGHTLY);
  t.is(await storedBy(client), 2 * size, "as long as a file is being removed, nobody knows");
  await sweep("orphaned files");
  await sweep(NIGHTLY);
  t.is(await storedBy(client), 2 * size, "once a day");
  pass(DAY_MS);
  t.is(await sweep(NIGHTLY), 1);
  t.is(await storedBy(client), size);

  t.is((await client.send("DELETE", `/benchmarks/runs/${second.body.runs[0].run_id}`)).status, 204);
  t.is(await storedBy(client), 0);
  pass(DAY_MS);
  t.is(await sweep(NIGHTLY), 0);
});

test.serial("bytes are not corrected while a request may be about to note them in its files", async (t) => {
  const { client, account_id } = await makeAccount("in between");
  const { accountRecords } = service.services;
  // What is there where the process stalls, or dies, between the account and the file.
  await accountRecords.addStoredBytes(account_id, { bytes: 5, maxBytes: 10, at: now });
  pass(DAY_MS);
  await accountRecords.addStoredBytes(account_id, { bytes: 1, maxBytes: 10, at: now });
  t.is(await sweep(NIGHTLY), 0);
  t.is(await storedBy(client), 6);
  pass(DAY_MS);
  t.is(await sweep(NIGHTLY), 1);
  t.is(await storedBy(client), 0);
});

test.serial("two processes at the same time correct the bytes once a day", async (t) => {
  const { account_id } = await makeAccount("two processes");
  await service.services.accountRecords.addStoredBytes(account_id, { bytes: 5, maxBytes: 10, at: now });
  pass(2 * DAY_MS);
  const corrected = await Promise.all([sweep(NIGHTLY), sweep(NIGHTLY)]);
  t.is(corrected[0] + corrected[1], 1);
});

test.serial("a process that stops during the sweep leaves it to the next one", async (t) => {
  const { account_id } = await makeAccount("stops");
  await service.services.accountRecords.addStoredBytes(account_id, { bytes: 5, maxBytes: 10, at: now });
  pass(2 * DAY_MS);
  t.is(await sweeps.find(({ name }) => name === NIGHTLY)?.run(AbortSignal.abort()), 0);
  t.is(await sweep(NIGHTLY), 1);
});
