import { once } from "node:events";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { findExecutable, freePort, startGuarded } from "../../embedded/index.ts";
import { openRedis, waitForRedis } from "../../src/infra/redis.ts";
import { temporaryFolder } from "../helpers/processes.ts";
import { lastingFaults, usageOf } from "./audit.ts";
import { checkLog, passRefusal, startOnOwnStores } from "./refusing-stores.ts";
import { eventually } from "./system.ts";

const TIMEOUT_MS = 300_000;
const ALL_SLOTS = [0, 16_383] as const;

/** Starts a Redis for this test alone. Returns its address and a connection. */
async function startRedis(t: ExecutionContext, ...settings: string[]) {
  const dir = temporaryFolder(t);
  const port = await freePort();
  const command = findExecutable(["redis-server", "valkey-server"], process.env["PATH"]);
  if (command === undefined) throw new Error("this test needs redis-server or valkey-server on the PATH");
  const args = ["--port", String(port), "--dir", dir, "--save", "", ...settings];
  const redis = startGuarded({ name: "redis", command, args, env: process.env, logFile: join(dir, "log") });
  t.teardown(async () => {
    redis.kill();
    await redis.ended;
  });
  const url = `redis://127.0.0.1:${port}`;
  const connection = openRedis({ url, timeoutMs: 60_000, silenceTimeoutMs: 60_000 });
  connection.on("error", () => undefined);
  t.teardown(async () => connection.disconnect());
  await waitForRedis(connection, TIMEOUT_MS);
  return { url, connection };
}

test("while Redis loads its data, submissions get a 503 and no run counts as used, and the log has two lines", async (t) => {
  t.timeout(900_000);
  const { url, connection } = await startRedis(
    t,
    "--enable-debug-command",
    "yes",
    // While Redis loads its data, it responds to commands each time it has read this number of bytes.
    "--loading-process-events-interval-bytes",
    "1024",
    "--rdbcompression",
    "no",
  );
  const { stores, client, build_id, lines } = await startOnOwnStores(t, { given: { REDIS_URL: url } });
  const filler = Object.fromEntries(
    Array.from({ length: 2000 }, (_, n) => [`filler ${n}`, `${n} `.repeat(500)]),
  );
  await connection.mset(filler);
  let loaded: Promise<unknown> = Promise.resolve();
  const accepted = await passRefusal(t, {
    client,
    build_id,
    name: "LOADING",
    begin: async () => {
      await connection.config("SET", "key-load-delay", 50_000);
      const loading = connection.duplicate();
      loading.on("error", () => undefined);
      await once(loading, "ready");
      loaded = loading.call("DEBUG", "RELOAD").finally(() => loading.disconnect());
      loaded.catch(() => undefined);
      await eventually(
        () => connection.info("persistence"),
        (info) => info.includes("loading:1"),
      );
      await t.throwsAsync(connection.get("filler 1"), { message: /^LOADING / });
    },
    end: () => connection.config("SET", "key-load-delay", 0),
  });
  await t.notThrowsAsync(loaded);
  t.deepEqual(await usageOf(stores, client), { ledger: accepted, counter: accepted, rebuilt: accepted });
  t.deepEqual(await lastingFaults(stores.db), []);
  await checkLog(t, lines, "Redis");
});

test("while a Redis cluster is incomplete, submissions get a 503 and no run counts as used, and the log has few lines", async (t) => {
  t.timeout(900_000);
  const { url, connection } = await startRedis(t, "--cluster-enabled", "yes");
  const take = () => connection.cluster("ADDSLOTSRANGE", ...ALL_SLOTS);
  await take();
  const isWhole = async () => (await connection.cluster("INFO")).includes("cluster_state:ok");
  t.true(await eventually(isWhole, Boolean));
  const { stores, client, build_id, lines } = await startOnOwnStores(t, { given: { REDIS_URL: url } });
  const accepted = await passRefusal(t, {
    client,
    build_id,
    name: "CLUSTERDOWN",
    begin: async () => {
      await connection.cluster("DELSLOTSRANGE", ...ALL_SLOTS);
      t.false(await eventually(isWhole, (whole) => !whole));
      await t.throwsAsync(connection.get("a"), { message: /^CLUSTERDOWN / });
    },
    end: take,
  });
  t.deepEqual(await usageOf(stores, client), { ledger: accepted, counter: accepted, rebuilt: accepted });
  t.deepEqual(await lastingFaults(stores.db), []);
  await checkLog(t, lines, "Redis");
});
