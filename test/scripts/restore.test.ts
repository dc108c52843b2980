import test from "ava";
import { freePort } from "../../embedded/index.ts";
import { fileForm, scoreForm } from "../faults/results.ts";
import { adminCommandsOf } from "../helpers/admin-command.ts";
import { startTestService } from "../helpers/service.ts";

// The tests of this file check the arguments and single steps of a restore; test/faults/restore.test.ts tests the
// restore after the loss of all stores.

const service = await startTestService(test, { hasWorkers: false });
const { redis, keyPrefix } = service.stores;

const restore = async (args: string[], settings: Record<string, string> = {}) =>
  adminCommandsOf(service, { LOG_LEVEL: "info", ...settings })("restore", ...args);

test.serial(
  "restore recomputes counters of an older copy while the service runs, and data derived from runs if all processes are stopped",
  async (t) => {
    const client = await service.signIn("torn");
    const build_id = await client.makeBuild();
    await client.add(scoreForm(build_id));
    await client.add(fileForm(build_id));
    for (const { run } of service.services.sweeps) await run();
    t.is((await client.get("/me")).body.usage.used, 2);

    for (const key of await redis.keys(`${keyPrefix}:usage:{*`)) await redis.hset(key, "total", 7);
    const dry = await restore(["--dry-run"]);
    t.is(dry.code, 0, dry.stderr);
    t.is((await client.get("/me")).body.usage.used, 7, "a dry run changes no counter");
    t.regex(dry.stdout, /^jobs +1 files are still to be read: 0 have lost their jobs$/m);

    const done = await restore([]);
    t.is(done.code, 0, done.stderr);
    t.regex(
      done.stdout,
      /^counters +removed all run counters; the next request of an account rebuilds its counter$/m,
    );
    t.is((await client.get("/me")).body.usage.used, 2);

    const torn = await restore(["--torn-copy", "--all-stopped"]);
    t.is(torn.code, 0, torn.stderr);
    t.is((await client.get(`/builds/${build_id}/runs`)).body.total, 2);
  },
);

test.serial(
  "if a store is unavailable, only the steps of a restore that need the store fail, and the exit code is 1",
  async (t) => {
    const MEILI_URL = `http://127.0.0.1:${await freePort()}`;
    const { code, stdout } = await restore([], { MEILI_URL });
    t.is(code, 1);
    t.regex(
      stdout,
      /^counters +removed all run counters; the next request of an account rebuilds its counter$/m,
    );
    t.regex(stdout, /^index cpu +failed: /m);
    t.regex(stdout, /^not everything is restored: see the failed steps above, and run the command again$/m);
  },
);

test.serial("restore refuses contradictory or invalid arguments", async (t) => {
  const refusals = [
    [["--torn-copy"], /--torn-copy: stop all web processes and workers first/],
    [["--torn-copy", "--all-stopped", "--dry-run"], /leave out --dry-run/],
    [["--deleted-accounts", "/nowhere"], /--deleted-accounts: \/nowhere cannot be read/],
  ] as const;
  for (const [args, message] of refusals) {
    const { code, stderr } = await restore([...args]);
    t.is(code, 2);
    t.regex(stderr, message);
  }
});
