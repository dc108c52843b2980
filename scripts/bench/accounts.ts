import { randomUUID } from "node:crypto";
import { ObjectId } from "mongodb";
import { openBenchServices } from "./bench-services.ts";
import { printTable } from "./measures.ts";

// Measures what an account's usage costs at 1, 10 000 and 200 000 submissions in a month: when its counter is there, when the
// counter was lost, after a refund, and when nothing was summed up yet. The last one is no part of a request. Then the same for the
// bytes of as many files, and for the list of as many builds.
// Run with: npm run bench:accounts

const COUNTS = [1, 10_000, 200_000];
const AT_A_TIME = 1000;
const TURNS = 20;

const { config, services, close } = await openBenchServices("accounts");
try {
  await measureAll();
} finally {
  await close();
}

/** Stores so many documents in a collection, and returns their ids. */
async function storeMany<Id extends string | number>(
  collection: string,
  ids: readonly Id[],
  fields: object,
): Promise<readonly Id[]> {
  const documents = services.stores.mongo.db.collection<{ _id: Id }>(collection);
  for (let from = 0; from < ids.length; from += AT_A_TIME) {
    await documents.insertMany(
      ids.slice(from, from + AT_A_TIME).map((_id) => Object.assign({ _id }, fields)),
    );
  }
  return ids;
}

function newIds(count: number): string[] {
  return Array.from({ length: count }, () => randomUUID());
}

/** Returns how many seconds it takes until nothing is left to be summed up. */
async function secondsOf(sumUpAll: (ms: number) => Promise<number>): Promise<string> {
  const start = performance.now();
  while ((await sumUpAll(60_000)) > 0);
  return ((performance.now() - start) / 1000).toFixed(1);
}

async function medianMs(
  act: (turn: number) => Promise<unknown>,
  prepare: () => Promise<unknown>,
): Promise<string> {
  const durations: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    await prepare();
    const start = performance.now();
    await act(turn);
    durations.push(performance.now() - start);
  }
  return (durations.toSorted((a, b) => a - b)[TURNS / 2] ?? 0).toFixed(1);
}

async function measureAll(): Promise<void> {
  console.log(`${services.clock().toISOString()}, median of ${TURNS}`);
  await measureUsage();
  await measureFiles();
  await measureBuilds();
}

async function nothing(): Promise<void> {}

async function measureUsage(): Promise<void> {
  const { usage, records, stores } = services;
  const rows: string[][] = [];
  for (const count of COUNTS) {
    const account = { account_id: randomUUID(), tier: "unlimited" };
    const { account_id } = account;
    const { period } = await usage.lastChargeOf(account_id);
    const submission = { account_id, period, charged: 1, refunded: [], runs_created: true };
    const [submissionId = ""] = await storeMany("submissions", newIds(count), submission);
    const summedUpSeconds = await secondsOf(records.ledger.sumUpAll);
    const loseCounter = () =>
      stores.redis.unlink(`${config.REDIS_KEY_PREFIX}:usage:{${account_id}}:${period}`);
    const read = () => usage.of(account);
    rows.push([
      `${count}`,
      await medianMs(read, nothing),
      await medianMs(read, loseCounter),
      await medianMs(async (turn) => {
        await records.ledger.refund(submissionId, `${turn}`);
        await usage.rebuild(account_id, period, submissionId);
      }, nothing),
      summedUpSeconds,
    ]);
  }
  printTable(
    ["submissions", "usage (ms)", "counter lost (ms)", "refund (ms)", "summing all up once (s)"],
    rows,
  );
}

async function measureFiles(): Promise<void> {
  const { files } = services.records;
  const rows: string[][] = [];
  for (const count of COUNTS) {
    const account_id = randomUUID();
    const upload = { account_id, state: "referenced", bytes: 45_000, touched_at: services.clock() };
    const fileIds = Array.from({ length: count }, () => new ObjectId().toHexString());
    const ids = await storeMany("uploads", fileIds, upload);
    const summedUpSeconds = await secondsOf(files.sumUpAll);
    const sum = () => files.sumBytesOf(account_id, []);
    const last = ids.at(-1) ?? "";
    rows.push([
      `${count}`,
      await medianMs(sum, nothing),
      await medianMs((turn) => files.remove([ids[turn] ?? last]), nothing),
      summedUpSeconds,
    ]);
  }
  printTable(["files", "sum of bytes (ms)", "removal of a file (ms)", "summing all up once (s)"], rows);
}

async function measureBuilds(): Promise<void> {
  const { storedBuilds } = services;
  const rows: string[][] = [];
  let next = 1;
  for (const count of COUNTS) {
    const owner_id = randomUUID();
    const build = { name: "a build", parts: {}, owner_id, created_at: services.clock(), listed: 1 };
    const numbers = Array.from({ length: count }, (_, index) => next + index);
    const ids = await storeMany("builds", numbers, build);
    next += count;
    const summedUpSeconds = await secondsOf(storedBuilds.sumUpAll);
    const list = () => storedBuilds.listOf(owner_id, { page: 1, limit: 20 });
    const last = ids.at(-1) ?? 0;
    rows.push([
      `${count}`,
      await medianMs(list, nothing),
      await medianMs(async (turn) => {
        await storedBuilds.markDeleted([ids[turn] ?? last], services.clock());
        await list();
      }, nothing),
      summedUpSeconds,
    ]);
  }
  printTable(["builds", "list (ms)", "deletion and list (ms)", "summing all up once (s)"], rows);
}
