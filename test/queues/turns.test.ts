import test from "ava";
import * as fc from "fast-check";
import { testStores } from "../helpers/stores.ts";
import { openQueue, readInOrder, sweep, type Waiting } from "./waiting-files.ts";

const stores = await testStores(test);

test("after a thousand files of one account, the one file of another is read second", async (t) => {
  t.timeout(600_000);
  const opened = openQueue(t, stores);
  for (let sent = 0; sent < 1000; sent += 10) await opened.add("a", 10);
  for (let read = 0; read < 300; read += 1) t.is((await opened.next())?.account, "a");
  await opened.add("b", 1);
  t.is((await opened.next())?.account, "a");
  t.is((await opened.next())?.account, "b");
});

test("accounts share evenly, whatever they send at a time and whoever came first", async (t) => {
  const opened = openQueue(t, stores);
  await opened.add("many", 40);
  await opened.add("few", 10);
  for (let sent = 0; sent < 10; sent += 1) await opened.add("one by one", 1);
  const read: string[] = [];
  for (let taken = 0; taken < 30; taken += 1) read.push((await opened.next())?.account ?? "none");
  for (let round = 0; round < 30; round += 3)
    t.deepEqual(read.slice(round, round + 3).sort(), ["few", "many", "one by one"]);
});

test("an account that sends again and again gets no file ahead of those that wait", async (t) => {
  const opened = openQueue(t, stores);
  await opened.add("patient", 20);
  const read: string[] = [];
  for (let taken = 0; taken < 40; taken += 1) {
    await opened.add("greedy", 3);
    read.push((await opened.next())?.account ?? "none");
  }
  t.is(read.filter((account) => account === "patient").length, 20);
});

test("an account whose files are all read starts afresh, once nothing waits any more", async (t) => {
  const opened = openQueue(t, stores);
  await opened.add("a", 50);
  await readInOrder(opened, 40);
  await opened.add("b", 1);
  t.regex(await readInOrder(opened, 12), /^[ab]{11}-$/);
  t.is(await opened.queue.takeTurns("a", 1), 1);
});

test("a job that is added again keeps its place", async (t) => {
  const opened = openQueue(t, stores);
  const [, second] = await opened.add("a", 2);
  const [other] = await opened.add("b", 1);
  if (!second || !other) throw new Error("the files have to be there");
  for (let again = 0; again < 3; again += 1)
    await opened.queue.parseRun({ runId: second.runId, fencingToken: 0, turn: second.turn });
  const order = [await opened.next(), await opened.next(), await opened.next(), await opened.next()];
  t.deepEqual(
    order.map((file) => file?.account),
    ["a", "b", "a", undefined],
  );
});

test("a file whose job is tried again later does not wait for the rounds that others begin meanwhile", async (t) => {
  const opened = openQueue(t, stores);
  await opened.add("a", 20);
  t.is(await readInOrder(opened, 19), "a".repeat(19));
  const last = await (await opened.begin())?.fail();
  await opened.add("b", 3);
  await opened.add("c", 3);
  await last?.bringBack();
  t.is(await readInOrder(opened, 7), "bcabcbc");
});

for (const state of ["being read", "left by a dead worker"])
  test(`a file that is ${state} while others send, and comes back, does not wait for their rounds`, async (t) => {
    const opened = openQueue(t, stores);
    await opened.add("a", 20);
    t.is(await readInOrder(opened, 19), "a".repeat(19));
    let last = await opened.begin();
    if (state !== "being read") await last?.stall();
    await opened.add("b", 3);
    await opened.add("c", 3);
    if (state !== "being read") last = await opened.begin();
    t.is(last?.file.account, "a");
    await (await last?.fail())?.bringBack();
    t.is(await readInOrder(opened, 7), "bcabcbc");
  });

test("while a file of an old turn waits again, new files do not come before those that wait already", async (t) => {
  const opened = openQueue(t, stores);
  await opened.add("a", 12);
  const first = await (await opened.begin())?.fail();
  const second = await (await opened.begin())?.fail();
  t.is(await readInOrder(opened, 6), "a".repeat(6));
  await first?.bringBack();
  await second?.bringBack();
  await opened.add("b", 4);
  t.is(await readInOrder(opened, 2), "aa", "those of the old turns");
  await opened.add("c", 4);
  t.is(await readInOrder(opened, 12), "abcabcabcabc");
});

test("while a file of an old turn waits whose job was lost, new files do not come before those that wait already", async (t) => {
  const opened = openQueue(t, stores);
  await opened.add("a", 12);
  const begun = await opened.begin();
  if (!begun) throw new Error("the first file has to be there");
  await (await begun.fail()).lose();
  t.is(await readInOrder(opened, 7), "a".repeat(7));
  await sweep(opened, [begun.file]);
  await opened.add("b", 4);
  t.is(await readInOrder(opened, 9), "aabababab");
});

test("a file whose job is lost while all others are read is read in the round that is up, and its account's next file after it", async (t) => {
  const opened = openQueue(t, stores);
  await opened.add("a", 20);
  t.is(await readInOrder(opened, 19), "a".repeat(19));
  const begun = await opened.begin();
  if (!begun) throw new Error("the last file has to be there");
  await (await begun.fail()).lose();
  await opened.add("b", 4);
  await sweep(opened, [begun.file]);
  await opened.add("a", 1);
  await sweep(opened, [...opened.waiting.values()]);
  t.is(await readInOrder(opened, 6), "bababb");
});

const accounts = ["a", "b", "c", "d"];
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ add: fc.constantFrom(...accounts), count: fc.integer({ min: 1, max: 10 }) }),
  },
  { weight: 6, arbitrary: fc.record({ read: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 2, arbitrary: fc.constant({ fail: true as const }) },
  { weight: 2, arbitrary: fc.constant({ bringBack: true as const }) },
  { weight: 1, arbitrary: fc.constant({ sweep: true as const }) },
  { weight: 1, arbitrary: fc.constant({ lose: true as const }) },
);

/** Counts how many files of each account are read while a file waits. */
function createPatience() {
  const passed = new Map<string, number>();
  return (by: string): void => {
    passed.set(by, (passed.get(by) ?? 0) + 1);
    if ((passed.get(by) ?? 0) > 2) throw new Error(`a file waits for ${by} for the third time`);
  };
}

/** What has to hold of the files of a queue, whatever happens to it. */
function createModel() {
  /** The files of each account that no worker has begun, the oldest first, and what the oldest of them has waited for. */
  const own = new Map(accounts.map((account) => [account, [] as Waiting[]]));
  const patience = new Map<string, (by: string) => void>();
  /** The files that wait again, and what each has waited for. */
  const again = new Map<Waiting, (by: string) => void>();
  return {
    own,
    again,
    begin: (file: Waiting): void => {
      // A file that was begun before is read beside the rounds.
      if (again.delete(file)) return;
      if (own.get(file.account)?.shift() !== file)
        throw new Error(`${file.account} is not read in its order`);
      patience.delete(file.account);
      for (const wait of again.values()) wait(file.account);
      for (const other of accounts) {
        if (other === file.account || own.get(other)?.length === 0) continue;
        if (!patience.has(other)) patience.set(other, createPatience());
        patience.get(other)?.(file.account);
      }
    },
    /** After a loss of Redis, every file that is left is as though it had been sent now, in the order of the turns. */
    beginAnew: (files: readonly Waiting[]): void => {
      again.clear();
      for (const account of accounts) own.set(account, []);
      for (const file of files.toSorted((a, b) => a.turn - b.turn)) own.get(file.account)?.push(file);
    },
  };
}

test("in any sequence of sending, reading, errors, sweeps and losses of Redis, each account is read in its own order, and no file waits for more than two files of another account", async (t) => {
  t.timeout(600_000);
  const opened = openQueue(t, stores);
  const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
    const model = createModel();
    const failed: { file: Waiting; bringBack: () => Promise<void> }[] = [];
    for (const step of steps) {
      if ("add" in step) model.own.get(step.add)?.push(...(await opened.add(step.add, step.count)));
      if ("sweep" in step) await sweep(opened, [...opened.waiting.values()]);
      if ("lose" in step) {
        const lost = await opened.lose();
        failed.length = 0;
        model.beginAnew(lost);
        await sweep(opened, lost);
      }
      if ("fail" in step) {
        const begun = await opened.begin();
        if (begun) {
          model.begin(begun.file);
          failed.push({ file: begun.file, ...(await begun.fail()) });
        }
      }
      const back = "bringBack" in step ? failed.shift() : undefined;
      await back?.bringBack();
      if (back) model.again.set(back.file, createPatience());
      const wanted = "read" in step ? step.read : 0;
      for (let read = 0; read < wanted; read += 1) {
        const file = await opened.next();
        if (!file) break;
        model.begin(file);
      }
    }
    await opened.lose();
  });
  await t.notThrowsAsync(fc.assert(property, { numRuns: 60 }));
});
