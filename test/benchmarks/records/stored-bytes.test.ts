import { randomUUID } from "node:crypto";
import test from "ava";
import * as fc from "fast-check";
import type { Db } from "mongodb";
import type { Account } from "../../../src/accounts/records/account.ts";
import {
  createAccountsRepository,
  setUpAccounts,
} from "../../../src/accounts/records/accounts-repository.ts";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { createRunsRepository, setUpRuns } from "../../../src/benchmarks/records/runs-repository.ts";
import { correctStoredBytes } from "../../../src/benchmarks/recover/correct-stored-bytes.ts";
import { removeHidden } from "../../../src/benchmarks/runs/delete-runs.ts";
import { dbThatPauses } from "../../helpers/pausing-db.ts";
import { testStores } from "../../helpers/stores.ts";

const { db } = await testStores(test);
test.before(() => Promise.all([setUpRuns(db), setUpAccounts(db)]));
let now = new Date("2026-11-20T12:00:00Z");
const SECOND_MS = 1000;
const MAX_BYTES = 12;

const accountsRepository = createAccountsRepository(db);
const runsRepository = createRunsRepository(db);
const runsInDb = db.collection<Run>("runs");
const accountsInDb = db.collection<Account>("accounts");

/**
 * Corrects the stored bytes of all accounts by their runs, as the nightly sweep does. The tests run one after another,
 * because this function changes the accounts of all tests.
 */
const correct = (addedBefore: Date) =>
  correctStoredBytes({ accountsRepository, runsRepository }, addedBefore);

/**
 * Adds the bytes of a file to the account's stored bytes and stores a run with this file, as a submission does. Returns
 * false if the account does not accept the bytes.
 * @param own the database as the submitting process sees it; a test may pause its writes
 */
async function store(own: Db, account_id: string, bytes: number): Promise<boolean> {
  const added = { bytes, maxBytes: MAX_BYTES, at: now };
  if (!(await createAccountsRepository(own).addStoredBytes(account_id, added))) return false;
  const run = { _id: randomUUID(), account_id, build_id: 1, status: "complete", stored_bytes: bytes };
  await createRunsRepository(own).insertMissing([run as Run]);
  return true;
}

/**
 * Deletes runs and subtracts their bytes from the account's stored bytes, as the service does.
 * @param own the database as the deleting process sees it; a test may pause its writes
 */
async function remove(own: Db, ids: readonly string[]): Promise<void> {
  const nothing = async () => undefined;
  const ownRuns = createRunsRepository(own);
  await ownRuns.markDeleting(ids);
  const hidden = await ownRuns.findDeletingOf(ids);
  const deps = {
    runsRepository: ownRuns,
    accountsRepository: createAccountsRepository(own),
    files: { remove: nothing },
    series: { removeOfRuns: nothing },
    buildsRepository: { has: async () => false },
    standings: { leaveOut: nothing },
  };
  await removeHidden(deps, { given: hidden, hidden });
}

async function createAccount() {
  const accountId = randomUUID();
  await accountsRepository.insertMissing([
    {
      _id: accountId,
      provider: "test",
      subject: accountId,
      name: "somebody",
      tier: "free",
      role: "user",
      created_at: now,
    },
  ]);
  const account = {
    accountId,
    add: (bytes: number, own = db) => store(own, accountId, bytes),
    removeFirst: async (own = db) => {
      const run = await account.firstRun();
      if (run) await remove(own, [run._id]);
    },
    firstRun: () => runsInDb.findOne({ account_id: accountId, stored_bytes: { $gt: 0 } }),
    stored: async () => (await accountsInDb.findOne({ _id: accountId }))?.stored_bytes ?? 0,
    /** Returns the total size of the account's files in bytes. */
    inRuns: () => runsRepository.sumStoredBytesOf(accountId),
    /** Finishes the interrupted deletions of the account's runs. */
    finishRemovals: async () => {
      const deleting = await runsInDb.find({ account_id: accountId, status: "deleting" }).toArray();
      await remove(
        db,
        deleting.map(({ _id }) => _id),
      );
    },
  };
  return account;
}

/**
 * Starts work that pauses before its write with the given number. Work with fewer writes ends without a pause. Returns
 * a function that lets the work continue and waits for its end.
 */
async function stallBefore(write: number, work: (own: Db) => Promise<unknown>) {
  let resume = (): void => undefined;
  let ended: Promise<unknown> = Promise.resolve();
  await new Promise<unknown>((resolve, reject) => {
    const reached = async (count: number) => {
      if (count !== write) return;
      resolve(null);
      await new Promise<void>((resumed) => (resume = resumed));
    };
    ended = work(dbThatPauses(db, reached));
    ended.then(resolve, reject);
  });
  return async () => {
    resume();
    await ended;
  };
}

interface Action {
  do: "add" | "remove" | "night" | "finish" | "die" | "stall" | "resume";
  /** What a process that dies or stalls was doing: adding or removing a file. */
  what: "add" | "remove";
  number: number;
}

const actions = fc.array(
  fc.record<Action>({
    do: fc.constantFrom("add", "remove", "night", "night", "finish", "die", "stall", "stall", "resume"),
    what: fc.constantFrom("add", "remove"),
    // The process stops before its write with this number. Adding and removing a file take at most four writes.
    number: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 4, maxLength: 14 },
);

test.serial(
  "whichever process dies, an account's number of stored bytes is at least the size of its files, which stay within the limit",
  async (t) => {
    const property = fc.asyncProperty(actions, async (sequence) => {
      // Remove the accounts of earlier sequences, because each sweep reads all accounts and would take longer and
      // longer.
      await accountsInDb.deleteMany({});
      const account = await createAccount();
      const stalled: { what: Action["what"]; since: Date; resume: () => Promise<void> }[] = [];
      const begin = (what: Action["what"], write: number) =>
        stallBefore(write, (own) => (what === "remove" ? account.removeFirst(own) : account.add(write, own)));
      for (const { do: action, what, number } of sequence) {
        now = new Date(now.getTime() + SECOND_MS);
        if (action === "add") await account.add(number);
        if (action === "remove") await account.removeFirst();
        // Pass the time at which the oldest stalled process began, because the sweep does not lower an account's stored
        // bytes if bytes were added after the passed time.
        if (action === "night") await correct(stalled[0]?.since ?? new Date(now.getTime() + 1));
        // One case is not tested: a process stalls after deleting a run and before changing its account, another
        // process finishes the deletion of the run, and the sweep corrects the account. Then the stalled process
        // subtracts the bytes a second time, and the account has too few stored bytes until the next sweep.
        if (action === "finish" && stalled.every((one) => one.what !== "remove"))
          await account.finishRemovals();
        if (action === "die") await begin(what, number);
        if (action === "stall") stalled.push({ what, since: now, resume: await begin(what, number) });
        if (action === "resume") await stalled.shift()?.resume();
        const [stored, inRuns] = [await account.stored(), await account.inRuns()];
        if (stored < inRuns || inRuns > MAX_BYTES) return false;
      }
      for (const { resume } of stalled) await resume();
      await account.finishRemovals();
      await correct(new Date(now.getTime() + 1));
      return (await account.stored()) === (await account.inRuns());
    });
    await t.notThrowsAsync(fc.assert(property, { numRuns: 120 }));
  },
);

test.serial(
  "files that an account stores at the same time never exceed its limit of stored bytes together",
  async (t) => {
    const account = await createAccount();
    const taken = await Promise.all(Array.from({ length: 10 }, () => account.add(5)));
    t.is(taken.filter(Boolean).length, 2);
    t.deepEqual([await account.stored(), await account.inRuns()], [10, 10]);
  },
);

test.serial(
  "if many requests delete a run at once, its bytes are subtracted from the account's stored bytes once",
  async (t) => {
    const account = await createAccount();
    for (const bytes of [1, 2, 3]) await account.add(bytes);
    const { _id = "", stored_bytes = 0 } = (await account.firstRun()) ?? {};
    await Promise.all(Array.from({ length: 8 }, () => remove(db, [_id])));
    t.is(await account.stored(), 6 - stored_bytes);
    const left = (await runsInDb.find({ account_id: account.accountId }).toArray()).map((run) => run._id);
    await Promise.all([remove(db, left), remove(db, left)]);
    t.deepEqual([await account.stored(), await account.inRuns()], [0, 0]);
  },
);

test.serial(
  "if an account has no number of stored bytes, a change of the number starts at 0, and the sweep corrects the number",
  async (t) => {
    const account = await createAccount();
    const forget = () =>
      accountsInDb.updateOne(
        { _id: account.accountId },
        { $unset: { stored_bytes: "", stored_bytes_added_at: "" } },
      );
    await account.add(4);
    await forget();
    await account.removeFirst();
    t.is(await account.stored(), 0);
    await account.add(3);
    await forget();
    await account.add(5);
    t.deepEqual([await account.stored(), await account.inRuns()], [5, 8]);
    // The sweep raises stored bytes that are too low, even if bytes were added to the account a moment ago.
    await correct(new Date(0));
    t.is(await account.stored(), 8);
  },
);

test.serial("an account that is being deleted accepts no file", async (t) => {
  const account = await createAccount();
  await accountsRepository.markDeleting(account.accountId, now);
  t.false(await account.add(1));
  t.is(await account.inRuns(), 0);
});
