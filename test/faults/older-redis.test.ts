import { copyFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { startOwnRedis } from "../helpers/own-redis.ts";
import { startTestService } from "../helpers/service.ts";
import { brokenCapture, fileForm, scoreForm } from "./results.ts";
import { eventually } from "./system.ts";

test("after Redis came back with an older dump, the first round of the sweep corrects the run counters: no run is free, no refund is lost", async (t) => {
  t.timeout(900_000);
  const { url, redis, start, stop, dir } = await startOwnRedis(t);

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
    await service.services.usage.sweep.run();
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
