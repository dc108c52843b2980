import { join } from "node:path";
import type { ExecutionContext } from "ava";
import { findExecutable, freePort, startGuarded, type GuardedProcess } from "../../embedded/index.ts";
import { openRedis, waitForRedis } from "../../src/infra/redis.ts";
import { temporaryFolder } from "./processes.ts";

const TIMEOUT_MS = 20_000;

/**
 * Starts a Redis for a test alone, which ends with the test. This Redis writes a dump only on request, and reads
 * `dump.rdb` in its folder when it starts.
 */
export async function startOwnRedis(t: ExecutionContext) {
  const dir = temporaryFolder(t);
  const port = await freePort();
  let running: GuardedProcess | undefined;
  const start = () => {
    const command = findExecutable(["redis-server", "valkey-server"], process.env["PATH"]);
    if (command === undefined) throw new Error("this test needs redis-server or valkey-server on the PATH");
    const args = ["--port", String(port), "--dir", dir, "--save", ""];
    running = startGuarded({ name: "redis", command, args, env: process.env, logFile: join(dir, "log") });
  };
  const stop = async () => {
    running?.kill();
    await running?.ended;
  };
  start();
  const url = `redis://127.0.0.1:${port}`;
  const redis = openRedis({ url, timeoutMs: TIMEOUT_MS, silenceTimeoutMs: TIMEOUT_MS });
  // Ignore errors of the connection: without a listener, ioredis would print each of these errors.
  redis.on("error", () => undefined);
  t.teardown(async () => {
    redis.disconnect();
    await stop();
  });
  await waitForRedis(redis, TIMEOUT_MS);
  return { url, redis, start, stop, dir };
}
