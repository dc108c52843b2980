import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { startStores } from "../../embedded/index.ts";
import { openServices } from "../../src/compose/services.ts";
import { parseConfig, secretsOf } from "../../src/config.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { printTable } from "./measures.ts";

// Measures what an account's usage costs at 1, 10 000 and 200 000 submissions in a month: when its counter is there, when the
// counter was lost, after a refund, and when nothing was summed up yet. The last one is no part of a request.
// Run with: npm run bench:accounts

const COUNTS = [1, 10_000, 200_000];
const AT_A_TIME = 1000;
const TURNS = 20;

const dataDir = await mkdtemp(join(tmpdir(), "bench-accounts-"));
const running = await startStores({ dataDir, given: process.env, log: () => undefined });
const config = parseConfig({ ...process.env, ...running.env, NODE_ENV: "test", LOG_LEVEL: "silent" });
const logger = createLogger({ level: "silent", process: "bench", secrets: secretsOf(config) });
const services = await openServices(config, { logger, storeTimeoutMs: 10_000 });
try {
  await measureAll();
} finally {
  await services.close();
  await running.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function storeSubmissions(account_id: string, period: string, count: number): Promise<string> {
  const submissions = services.stores.mongo.db.collection<{ _id: string }>("submissions");
  const ids = Array.from({ length: count }, () => randomUUID());
  for (let from = 0; from < count; from += AT_A_TIME) {
    const batch = ids
      .slice(from, from + AT_A_TIME)
      .map((_id) => ({ _id, account_id, period, charged: 1, refunded: [], runs_created: true }));
    await submissions.insertMany(batch);
  }
  return ids[0] ?? "";
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
  const { usage, records, stores, clock } = services;
  const rows: string[][] = [];
  for (const count of COUNTS) {
    const account = { account_id: randomUUID(), tier: "unlimited" };
    const { account_id } = account;
    const { period } = await usage.lastChargeOf(account_id);
    const submissionId = await storeSubmissions(account_id, period, count);
    const start = performance.now();
    while ((await records.ledger.sumUpAll(60_000)) > 0);
    const summedUpMs = performance.now() - start;
    const loseCounter = () =>
      stores.redis.unlink(`${config.REDIS_KEY_PREFIX}:usage:{${account_id}}:${period}`);
    const read = () => usage.of(account);
    const nothing = async () => undefined;
    rows.push([
      `${count}`,
      await medianMs(read, nothing),
      await medianMs(read, loseCounter),
      await medianMs(async (turn) => {
        await records.ledger.refund(submissionId, `${turn}`);
        await usage.rebuild(account_id, period, submissionId);
      }, nothing),
      (summedUpMs / 1000).toFixed(1),
    ]);
  }
  console.log(`${clock().toISOString()}, median of ${TURNS}`);
  printTable(
    ["submissions", "usage (ms)", "counter lost (ms)", "refund (ms)", "summing all up once (s)"],
    rows,
  );
}
