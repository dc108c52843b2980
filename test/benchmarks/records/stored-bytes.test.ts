import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import test from "ava";
import * as fc from "fast-check";
import type { Db } from "mongodb";
import {
  createAccountsRepository,
  setUpAccounts,
  type Account,
} from "../../../src/accounts/records/accounts-repository.ts";
import { createFileStore, setUpFiles } from "../../../src/benchmarks/records/file-store.ts";
import { createGridfsContents } from "../../../src/benchmarks/records/gridfs-contents.ts";
import type { Upload } from "../../../src/benchmarks/records/uploads.ts";
import { correctStoredBytes } from "../../../src/benchmarks/recover/correct-stored-bytes.ts";
import { dbThatPauses } from "../../helpers/pausing-db.ts";
import { testStores } from "../../helpers/stores.ts";

const { db, fileDb } = await testStores(test);
test.before(() => Promise.all([setUpFiles(db), setUpAccounts(db)]));
let now = new Date("2026-11-20T12:00:00Z");
const SECOND_MS = 1000;
const MAX_BYTES = 12;

/** The store of files and the accounts, as a process sees them. */
const openFor = (own: Db) =>
  createFileStore({
    mongo: { db: own },
    contents: createGridfsContents({ db, fileDb, timeoutMs: 60_000 }),
    accounts: createAccountsRepository(own),
    clock: () => now,
    config: { MAX_FILE_BYTES: 1000, UPLOAD_AGE_MS: 3_600_000 },
  });

const accounts = createAccountsRepository(db);
const files = openFor(db);
const uploads = db.collection<Upload>("uploads");
const accountsInDb = db.collection<Account>("accounts");

/** Compares all accounts with their files, as the nightly sweep does: so the tests come one after the other. */
const correct = (addedBefore: Date) => correctStoredBytes({ accounts, files }, addedBefore);

async function createAccount() {
  const accountId = randomUUID();
  await accounts.insertMissing([
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
    /** Stores a file that no account has yet. */
    put: (bytes: number) => files.put(Readable.from([Buffer.alloc(bytes)]), "a.csv"),
    count: (file: { file_id: string; bytes: number }, own = files) =>
      own.countBytes([file], { accountId, maxBytes: MAX_BYTES }),
    add: async (bytes: number) => {
      const file = await account.put(bytes);
      if (!(await account.count(file))) await files.remove([file.file_id]);
    },
    removeFirst: async () => {
      const fileId = await account.firstFile();
      await files.remove(fileId === undefined ? [] : [fileId]);
    },
    firstFile: async () => (await uploads.findOne({ account_id: accountId, bytes: { $gt: 0 } }))?._id,
    stored: async () => (await accountsInDb.findOne({ _id: accountId }))?.stored_bytes ?? 0,
    /** The sum of the bytes of the files that are the account's. */
    inFiles: async () =>
      (await uploads.find({ account_id: accountId }).toArray()).reduce(
        (sum, { bytes = 0 }) => sum + bytes,
        0,
      ),
    documents: () => uploads.countDocuments({ account_id: accountId }),
  };
  return account;
}

/** Begins work that waits before one of its writes until the returned function is called. Less work ends without a pause. */
async function stallBefore(write: number, work: (own: typeof files) => Promise<unknown>) {
  let resume = (): void => undefined;
  let ended: Promise<unknown> = Promise.resolve();
  await new Promise<unknown>((resolve, reject) => {
    const reached = async (count: number) => {
      if (count !== write) return;
      resolve(null);
      await new Promise<void>((resumed) => (resume = resumed));
    };
    ended = work(openFor(dbThatPauses(db, reached)));
    ended.then(resolve, reject);
  });
  return async () => {
    resume();
    await ended;
  };
}

/** Removes the files whose removal was interrupted. */
async function finishRemovals(): Promise<void> {
  for (const { fileId } of await files.findOrphaned(new Date(0), 1000))
    await files.removeOrphaned(fileId, new Date(0));
}

interface Action {
  do: "add" | "remove" | "night" | "finish" | "die" | "stall" | "resume";
  /** What dies or stalls. */
  what: "count" | "remove";
  number: number;
}

const actions = fc.array(
  fc.record<Action>({
    do: fc.constantFrom("add", "remove", "night", "night", "finish", "die", "stall", "stall", "resume"),
    what: fc.constantFrom("count", "remove"),
    // No work has more writes than three.
    number: fc.integer({ min: 1, max: 3 }),
  }),
  { minLength: 4, maxLength: 14 },
);

test.serial(
  "whoever dies or stalls, an account never has fewer bytes than its files nor more than it may, and as many after a night",
  async (t) => {
    const property = fc.asyncProperty(actions, async (sequence) => {
      const account = await createAccount();
      const stalled: { what: Action["what"]; since: Date; resume: () => Promise<void> }[] = [];
      const begin = async (what: Action["what"], write: number) => {
        const removed = await account.firstFile();
        if (what === "remove") return stallBefore(write, (own) => own.remove(removed ? [removed] : []));
        const file = await account.put(write);
        return stallBefore(write, (own) => account.count(file, own));
      };
      for (const { do: action, what, number } of sequence) {
        now = new Date(now.getTime() + SECOND_MS);
        if (action === "add") await account.add(number);
        if (action === "remove") await account.removeFirst();
        // A night regards no account to which bytes were added since the request began that has taken longest.
        if (action === "night") await correct(stalled[0]?.since ?? new Date(now.getTime() + 1));
        // Left out: a process stands still between the two writes of a removal while another ends it and a night looks at the account.
        // Then its late write gives the bytes back once more, and the account has too few until the next night.
        if (action === "finish" && stalled.every((one) => one.what !== "remove")) await finishRemovals();
        if (action === "die") await begin(what, number);
        if (action === "stall") stalled.push({ what, since: now, resume: await begin(what, number) });
        if (action === "resume") await stalled.shift()?.resume();
        const [stored, inFiles] = [await account.stored(), await account.inFiles()];
        if (stored < inFiles || inFiles > MAX_BYTES) return false;
      }
      for (const { resume } of stalled) await resume();
      await finishRemovals();
      await correct(new Date(now.getTime() + 1));
      return (await account.stored()) === (await account.inFiles());
    });
    await t.notThrowsAsync(fc.assert(property, { numRuns: 120 }));
  },
);

test.serial(
  "files that are counted at the same time never have more bytes together than the account may keep",
  async (t) => {
    const account = await createAccount();
    const put = await Promise.all(Array.from({ length: 10 }, () => account.put(5)));
    const taken = await Promise.all(put.map((file) => account.count(file)));
    t.is(taken.filter(Boolean).length, 2);
    t.deepEqual([await account.stored(), await account.inFiles()], [10, 10]);
  },
);

test.serial("a file that many remove at the same time gives its bytes back once", async (t) => {
  const account = await createAccount();
  for (const bytes of [1, 2, 3]) await account.add(bytes);
  const removed = (await account.firstFile()) ?? "";
  const left = 6 - ((await uploads.findOne({ _id: removed }))?.bytes ?? 0);
  await Promise.all(Array.from({ length: 8 }, () => files.remove([removed])));
  t.is(await account.stored(), left);
  const ids = (await uploads.find({ account_id: account.accountId }).toArray()).map(({ _id }) => _id);
  await Promise.all([files.remove(ids), files.remove(ids)]);
  t.deepEqual([await account.stored(), await account.documents()], [0, 0]);
});

test.serial(
  "an account from before its bytes were kept gets them by the sweep, and is counted from then on",
  async (t) => {
    const account = await createAccount();
    await account.add(4);
    await accountsInDb.updateOne(
      { _id: account.accountId },
      { $unset: { stored_bytes: "", stored_bytes_added_at: "" } },
    );
    await account.removeFirst();
    t.is(await account.stored(), 0);
    await account.add(3);
    await accountsInDb.updateOne({ _id: account.accountId }, { $unset: { stored_bytes: "" } });
    await account.add(5);
    t.deepEqual([await account.stored(), await account.inFiles()], [5, 8]);
    // Although bytes were added a moment ago: the account has too few.
    await correct(new Date(0));
    t.is(await account.stored(), 8);
  },
);

test.serial("an account that is being deleted takes no further file", async (t) => {
  const account = await createAccount();
  const file = await account.put(1);
  await accounts.markDeleting(account.accountId, now);
  t.false(await account.count(file));
  t.is(await account.documents(), 0);
});
