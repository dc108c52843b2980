import test from "ava";
import type { Overrides } from "../../../src/compose/overrides.ts";
import { StoreUnavailableError } from "../../../src/errors.ts";
import { fileForm, smallCapture } from "../../faults/results.ts";
import type { Client } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";

// Tests the number of stored bytes of an account after refused submissions, and after processes that died in the middle
// of a submission or a deletion.

const DAY_MS = 24 * 60 * 60 * 1000;
const NIGHTLY = "stored bytes of accounts";

let now = new Date("2030-03-10T12:00:00Z");
const pass = (ms: number) => void (now = new Date(now.getTime() + ms));
/** The error with which the next insertion into the ledger fails; null if the insertion succeeds. */
let failure: Error | null = null;
const overrides: Overrides = {
  clock: () => () => now,
  ledger: (real) => ({
    ...real,
    insert: async (submission) => {
      const error = failure;
      failure = null;
      if (error) throw error;
      await real.insert(submission);
    },
  }),
};
const service = await startTestService(test, {
  hasWorkers: false,
  overrides,
  env: { TIER_LIMITS: JSON.stringify({ free: 3, unlimited: null }) },
});
const { sweeps } = service.services;
const { length: size } = smallCapture.content;
/**
 * Returns the error of a process that has lost its connection to MongoDB and therefore cannot undo its earlier writes.
 */
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

test.serial("a refused submission subtracts its bytes from its account's stored bytes again", async (t) => {
  const { client, add } = await makeAccount("refused", "free");
  for (const _run of [1, 2, 3]) t.is((await add()).status, 200);
  t.is((await add()).status, 402);
  t.is(await storedBy(client), 3 * size);
});

test.serial(
  "the nightly sweep subtracts bytes that a dead process has added to an account's stored bytes",
  async (t) => {
    const { client, add } = await makeAccount("dies after counting");
    failure = death();
    t.is((await add()).status, 503);
    t.is(await storedBy(client), size, "the submission may be stored");
    pass(DAY_MS);
    await sweep(NIGHTLY);
    t.is(await storedBy(client), 0);
  },
);

test.serial(
  "the nightly sweep subtracts a deleted run's bytes from its account's stored bytes if the deleting process died before",
  async (t) => {
    const { client, add, account_id } = await makeAccount("dies while removing");
    const [first, second] = [await add(), await add()].map(({ body }) => body.runs[0].run_id as string);
    // Create the state after a process died between deleting a run and subtracting the bytes of the run from the
    // account.
    await service.services.accountsRepository.addStoredBytes(account_id, {
      bytes: size,
      maxBytes: 10 * size,
      at: now,
    });
    t.is((await client.send("DELETE", `/benchmarks/runs/${first}`)).status, 204);
    t.is(await storedBy(client), 2 * size);
    pass(DAY_MS);
    t.is(await sweep(NIGHTLY), 1);
    t.is(await storedBy(client), size);

    t.is((await client.send("DELETE", `/benchmarks/runs/${second}`)).status, 204);
    t.is(await storedBy(client), 0);
    pass(DAY_MS);
    t.is(await sweep(NIGHTLY), 0);
  },
);

test.serial(
  "the nightly sweep counts the bytes of a run whose submission may still be stored as stored bytes of its account",
  async (t) => {
    const { client, account_id } = await makeAccount("in between");
    const { accountsRepository } = service.services;
    // Create the state after a process stalled or died between adding bytes to the account and storing the submission.
    await accountsRepository.addStoredBytes(account_id, { bytes: 5, maxBytes: 10, at: now });
    pass(DAY_MS);
    await accountsRepository.addStoredBytes(account_id, { bytes: 1, maxBytes: 10, at: now });
    t.is(await sweep(NIGHTLY), 0);
    t.is(await storedBy(client), 6);
    pass(DAY_MS);
    t.is(await sweep(NIGHTLY), 1);
    t.is(await storedBy(client), 0);
  },
);
