import test, { type ExecutionContext } from "ava";
import type { Run } from "../../src/benchmarks/model/run.ts";
import { createLogger } from "../../src/infra/logger.ts";
import type { Client } from "../helpers/client.ts";
import { startTestService } from "../helpers/service.ts";
import { smallCapture } from "../faults/results.ts";
import { eventually } from "../faults/system.ts";
import { startWorkers } from "../../workers/start-workers.ts";

/**
 * Sends files to a service without workers, then lets one worker read one file at a time. Returns the accounts in the
 * order in which their files are read.
 */
async function orderOf(
  t: ExecutionContext,
  send: (sendAs: (name: string, files: number) => Promise<void>) => Promise<void>,
  { isRedisLost = false } = {},
): Promise<string[]> {
  const service = await startTestService(t, {
    hasWorkers: false,
    env: { PARSE_CONCURRENCY: "1", SWEEP_AGE_MS: "50", SWEEP_INTERVAL_MS: "3600000" },
  });
  const { stores, config } = service;
  const clients = new Map<string, { client: Client; build_id: number }>();
  const names = new Map<string, string>();
  await send(async (name, files) => {
    const known = clients.get(name);
    const client = known?.client ?? (await service.signIn(name, "unlimited"));
    const build_id = known?.build_id ?? (await client.makeBuild());
    clients.set(name, { client, build_id });
    names.set((await client.get("/me")).body.account.account_id, name);
    const sent = Array.from({ length: files }, () => smallCapture);
    const added = await client.add({ build_id, benchmarks: { id: 16 }, files: sent });
    if (added.status !== 200) throw new Error(added.text);
  });
  if (isRedisLost) {
    const keys = await stores.redis.keys(`*${stores.keyPrefix}*`);
    await stores.redis.unlink(keys);
    const old = new Date(Date.now() - 60_000);
    await stores.db.collection("runs").updateMany({}, { $set: { touched_at: old } });
    t.true((await service.services.runs.requeueOverdue(new Date(Date.now() - 1000))) > 0);
  }
  const order: string[] = [];
  const services = service.servicesWith({
    runsRepository: (runs) => ({
      ...runs,
      claimNew: async (runId, at) => {
        const claimed = await runs.claimNew(runId, at);
        if (claimed) order.push(names.get(claimed.run.account_id) ?? "nobody");
        return claimed;
      },
    }),
  });
  const logger = createLogger({ level: "silent", process: "test", secrets: [] });
  const workers = await startWorkers(config, { ...services, sweeps: [] }, logger);
  t.teardown(() => workers.stop());
  const runs = stores.db.collection<Run>("runs");
  const unread = () => runs.countDocuments({ status: { $in: ["queued", "processing"] } });
  t.is(await eventually(unread, (count) => count === 0), 0);
  return order;
}

test("workers read each account's first file before any account's second, so that no account waits for many files of another", async (t) => {
  t.timeout(600_000);
  const order = await orderOf(t, async (sendAs) => {
    await sendAs("a", 10);
    await sendAs("a", 10);
    await sendAs("b", 1);
    await sendAs("c", 3);
  });
  t.is(order.join(""), `abcacac${"a".repeat(17)}`);
});

test("after a loss of Redis, the first file of each account is still read before the second file of any account", async (t) => {
  t.timeout(600_000);
  const order = await orderOf(
    t,
    async (sendAs) => {
      await sendAs("a", 8);
      await sendAs("b", 1);
      await sendAs("c", 2);
    },
    { isRedisLost: true },
  );
  t.deepEqual(order.slice(0, 3).sort(), ["a", "b", "c"]);
  t.deepEqual(order.slice(3, 5).sort(), ["a", "c"]);
  t.is(order.slice(5).join(""), "a".repeat(6));
});
