import { randomUUID } from "node:crypto";
import { Readable } from "node:stream";
import test from "ava";
import * as fc from "fast-check";
import { createFileStore, setUpFiles } from "../../../src/benchmarks/records/file-store.ts";
import { createGridfsContents } from "../../../src/benchmarks/records/gridfs-contents.ts";
import { createKeptBytes } from "../../../src/benchmarks/records/kept-bytes.ts";
import type { Upload } from "../../../src/benchmarks/records/uploads.ts";
import { dbThatPauses } from "../../helpers/pausing-db.ts";
import { testStores } from "../../helpers/stores.ts";

const { db, fileDb } = await testStores(test);
test.before(() => setUpFiles(db));
const clock = () => new Date("2026-11-20T12:00:00Z");
const files = createFileStore({
  mongo: { db, timeoutMs: 60_000 },
  contents: createGridfsContents({ db, fileDb, timeoutMs: 60_000 }),
  clock,
  config: { MAX_FILE_BYTES: 1000, UPLOAD_AGE_MS: 3_600_000 },
});
const uploads = db.collection<Upload>("uploads");

/** A new account, and the ids and bytes of its files. */
function createAccount() {
  const accountId = randomUUID();
  const stored = new Map<string, number>();
  return {
    stored,
    add: async (bytes: number) => {
      const file = await files.put(Readable.from([Buffer.alloc(bytes)]), "a.csv");
      await files.attach([file], { submissionId: randomUUID(), accountId });
      stored.set(file.file_id, bytes);
    },
    removeOne: async () => {
      const [fileId] = stored.keys();
      if (fileId === undefined) return;
      stored.delete(fileId);
      await files.remove([fileId]);
    },
    bytes: () => [...stored.values()].reduce((sum, bytes) => sum + bytes, 0),
    sum: (without: readonly string[] = []) => files.sumBytesOf(accountId, without),
    documents: () => uploads.countDocuments({ account_id: accountId }),
    /** Begins a step that waits before one of its writes until the returned function is called. */
    stallBefore: async (write: number) => {
      let resume = (): void => undefined;
      let ended: Promise<unknown> = Promise.resolve();
      await new Promise<unknown>((resolve, reject) => {
        const reached = async (count: number) => {
          if (count !== write) return;
          resolve(null);
          await new Promise<void>((resumed) => (resume = resumed));
        };
        ended = createKeptBytes(dbThatPauses(db, reached), clock).takeStep({ account_id: accountId });
        ended.then(resolve, reject);
      });
      return async () => {
        resume();
        await ended;
      };
    },
  };
}

type Action = { do: "add" | "remove" | "sweep" | "die" | "stall" | "resume"; number: number };

const actions = fc.array(
  fc.record<Action>({
    do: fc.constantFrom("add", "add", "remove", "remove", "sweep", "die", "stall", "resume"),
    number: fc.integer({ min: 1, max: 4 }),
  }),
  { minLength: 4, maxLength: 14 },
);

test("whoever dies or stalls while files come and go, the sum has the bytes of those that are kept", async (t) => {
  const property = fc.asyncProperty(actions, async (sequence) => {
    const account = createAccount();
    const stalled: (() => Promise<void>)[] = [];
    for (const { do: action, number } of sequence) {
      if (action === "add") await account.add(number);
      if (action === "remove") await account.removeOne();
      if (action === "sweep") await files.sumUpAll(60_000);
      if (action === "die") await account.stallBefore(number);
      if (action === "stall") stalled.push(await account.stallBefore(number));
      if (action === "resume") await stalled.shift()?.();
      const [left] = account.stored;
      if ((await account.sum()) !== account.bytes()) return false;
      if (left && (await account.sum([left[0]])) !== account.bytes() - left[1]) return false;
    }
    for (const resume of stalled) await resume();
    return (await account.sum()) === account.bytes() && (await account.documents()) === account.stored.size;
  });
  await t.notThrowsAsync(fc.assert(property, { numRuns: 40 }));
});

test("files that are removed at the same time leave nothing, neither a document nor a byte in the sum", async (t) => {
  const account = createAccount();
  for (let bytes = 1; bytes <= 12; bytes += 1) await account.add(bytes);
  await files.sumUpAll(60_000);
  await Promise.all(Array.from({ length: 12 }, () => account.removeOne()));
  t.is(await account.sum(), 0);
  t.is(await account.documents(), 0);
});
