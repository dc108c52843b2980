import { randomUUID } from "node:crypto";
import test from "ava";
import * as fc from "fast-check";
import { createLogger } from "../../src/infra/logger.ts";
import { createJobQueue, queuePrefix, type JobQueue } from "../../src/queues/job-queue.ts";
import { testStores, type TestStores } from "../helpers/stores.ts";

const stores = await testStores(test);

/** A file that waits for a worker. */
interface Waiting {
  account: string;
  runId: string;
  turn: number;
}

/** Opens a queue of its own in Redis. `next` takes the job that a worker would get; no worker takes any. */
function openQueue(t: { teardown(fn: () => Promise<void>): void }, { redis }: TestStores = stores) {
  const prefix = `${stores.keyPrefix}-${randomUUID()}`;
  const queue = createJobQueue({
    redis,
    config: { REDIS_KEY_PREFIX: prefix },
    timeoutMs: 10_000,
    logger: createLogger({ level: "silent", process: "test", secrets: [] }),
    storeLog: { failed: () => undefined },
  });
  t.teardown(() => queue.close());
  const waiting = new Map<string, Waiting>();
  return {
    queue,
    waiting,
    add: async (account: string, count: number): Promise<Waiting[]> => {
      const first = await queue.takeTurns(account, count);
      const files = Array.from({ length: count }, (_unused, index) => ({
        account,
        runId: randomUUID(),
        turn: first + index,
      }));
      for (const file of files) await enqueue(queue, waiting, file);
      return files;
    },
    next: async (): Promise<Waiting | undefined> => {
      const [job = ""] = await redis.zpopmin(`${queuePrefix(prefix)}:parse-run:prioritized`);
      const file = waiting.get(job);
      waiting.delete(job);
      return file;
    },
    /** Loses all that Redis has of the queue, and gives back what waited. */
    lose: async (): Promise<Waiting[]> => {
      const keys = await redis.keys(`*${prefix}*`);
      if (keys.length > 0) await redis.unlink(keys);
      const lost = [...waiting.values()];
      waiting.clear();
      return lost;
    },
  };
}

async function enqueue(queue: JobQueue, waiting: Map<string, Waiting>, file: Waiting): Promise<void> {
  await queue.parseRun({ runId: file.runId, fencingToken: 0, turn: file.turn });
  waiting.set(`${file.runId}-0`, file);
}

/** Queues files again as the sweep does: those of the lowest turns first. */
async function sweep({ queue, waiting }: ReturnType<typeof openQueue>, files: Waiting[]): Promise<void> {
  for (const file of files.toSorted((a, b) => a.turn - b.turn)) {
    await queue.keepTurn(file.account, file.turn);
    await enqueue(queue, waiting, file);
  }
}

test("after a thousand files of one account, the one file of another is read second", async (t) => {
  t.timeout(60_000);
  const opened = openQueue(t);
  for (let sent = 0; sent < 1000; sent += 10) await opened.add("a", 10);
  for (let read = 0; read < 300; read += 1) t.is((await opened.next())?.account, "a");
  await opened.add("b", 1);
  t.is((await opened.next())?.account, "a");
  t.is((await opened.next())?.account, "b");
});

test("accounts share evenly, whatever they send at a time and whoever came first", async (t) => {
  const opened = openQueue(t);
  await opened.add("many", 40);
  await opened.add("few", 10);
  for (let sent = 0; sent < 10; sent += 1) await opened.add("one by one", 1);
  const read: string[] = [];
  for (let taken = 0; taken < 30; taken += 1) read.push((await opened.next())?.account ?? "none");
  for (let round = 0; round < 30; round += 3)
    t.deepEqual(read.slice(round, round + 3).sort(), ["few", "many", "one by one"]);
});

test("an account that sends again and again gets no file ahead of those that wait", async (t) => {
  const opened = openQueue(t);
  await opened.add("patient", 20);
  const read: string[] = [];
  for (let taken = 0; taken < 40; taken += 1) {
    await opened.add("greedy", 3);
    read.push((await opened.next())?.account ?? "none");
  }
  t.is(read.filter((account) => account === "patient").length, 20);
});

test("an account whose files are all read starts afresh, once nothing waits any more", async (t) => {
  const opened = openQueue(t);
  await opened.add("a", 50);
  while (await opened.next());
  t.is(await opened.queue.takeTurns("a", 1), 1);
});

test("a job that is added again keeps its place", async (t) => {
  const opened = openQueue(t);
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

const accounts = ["a", "b", "c", "d"];
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ add: fc.constantFrom(...accounts), count: fc.integer({ min: 1, max: 10 }) }),
  },
  { weight: 6, arbitrary: fc.record({ read: fc.integer({ min: 1, max: 8 }) }) },
  { weight: 1, arbitrary: fc.constant({ lose: true as const }) },
);

test("in any sequence of sending, reading and losses of Redis, each account is read in its own order, and nobody waits for more than two files of any other", async (t) => {
  t.timeout(120_000);
  const property = fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
    const opened = openQueue({ teardown: () => undefined });
    /** The waiting files of each account, the oldest first. */
    const own = new Map<string, Waiting[]>(accounts.map((account) => [account, []]));
    /** How many files of others were read since an account had its oldest waiting file, by both accounts. */
    const passed = new Map<string, number>();
    for (const step of steps) {
      if ("add" in step) own.get(step.add)?.push(...(await opened.add(step.add, step.count)));
      if ("lose" in step) await sweep(opened, await opened.lose());
      const wanted = "read" in step ? step.read : 0;
      for (let taken = 0; taken < wanted; taken += 1) {
        const file = await opened.next();
        if (!file) break;
        const oldest = own.get(file.account)?.shift();
        if (oldest?.runId !== file.runId) throw new Error(`${file.account} was not read in its order`);
        for (const other of accounts) {
          const pair = `${other} waits for ${file.account}`;
          const isWaiting = other !== file.account && (own.get(other)?.length ?? 0) > 0;
          passed.set(pair, isWaiting ? (passed.get(pair) ?? 0) + 1 : 0);
          if ((passed.get(pair) ?? 0) > 2) throw new Error(`${pair} for the third time`);
          if (other !== file.account) passed.set(`${file.account} waits for ${other}`, 0);
        }
      }
    }
    await opened.lose();
    await opened.queue.close();
  });
  await t.notThrowsAsync(fc.assert(property, { numRuns: 60 }));
});
