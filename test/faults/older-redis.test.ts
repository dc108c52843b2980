import { copyFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { findExecutable, freePort, startGuarded, type GuardedProcess } from "../../embedded/index.ts";
import { openRedis, waitForRedis } from "../../src/infra/redis.ts";
import { temporaryFolder } from "../helpers/processes.ts";
import { startTestService } from "../helpers/service.ts";
import { brokenCapture, fileForm, scoreForm } from "./results.ts";
import { eventually } from "./system.ts";

const TIMEOUT_MS = 20_000;

test("Redis comes back with an older dump: no run is given away, and no refund is lost", async (t) => {
  t.timeout(900_000);
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
  t.teardown(stop);
  start();
  const url = `redis://127.0.0.1:${port}`;
  const redis = openRedis({ url, timeoutMs: TIMEOUT_MS, silenceTimeoutMs: TIMEOUT_MS });
  // ioredis prints each error of a connection for which nobody listens.
  redis.on("error", () => undefined);
  t.teardown(async () => redis.disconnect());
  await waitForRedis(redis, TIMEOUT_MS);

  const service = await startTestService(t, {
    hasWorkers: false,
    env: { REDIS_URL: url, TIER_LIMITS: '{"small":6}' },
  });
  const client = await service.signIn("older dump", "small");
  const build_id = await client.makeBuild();
  const me = () => client.get("/me");
  const submit = async () => (await client.add(scoreForm(build_id))).status;
  const restoreOlder = async () => {
    await stop();
    copyFileSync(join(dir, "older.rdb"), join(dir, "dump.rdb"));
    start();
    await eventually(me, ({ status }) => status === 200);
  };
  const keepDump = async () => {
    await redis.save();
    copyFileSync(join(dir, "dump.rdb"), join(dir, "older.rdb"));
  };

  t.is(await submit(), 200);
  await keepDump();
  for (let sent = 0; sent < 4; sent += 1) t.is(await submit(), 200);
  await restoreOlder();
  t.deepEqual([await submit(), await submit()], [200, 402]);
  await restoreOlder();
  t.is((await me()).body.usage.used, 6);

  const other = await service.signIn("older dump with a failing run", "small");
  const added = await other.add(fileForm(await other.makeBuild(), brokenCapture));
  await keepDump();
  await service.services.runParser.parse(added.body.runs[0].run_id);
  await restoreOlder();
  t.is((await other.get("/me")).body.usage.used, 0);
});
