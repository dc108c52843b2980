import test, { type ExecutionContext } from "ava";
import { freePort } from "../../embedded/index.ts";
import { fileForm, scoreForm } from "../faults/results.ts";
import { runProgram } from "../helpers/processes.ts";
import { startTestService } from "../helpers/service.ts";

// The drill after the loss of all stores is test/faults/restore.test.ts.

const service = await startTestService(test, { hasWorkers: false });
const { db, redis, keyPrefix } = service.stores;

async function restore(t: ExecutionContext, args: string[], env: Record<string, string> = {}) {
  const program = runProgram(t, "scripts/restore.ts", {
    args,
    env: { ...process.env, ...service.stores.env, ...env },
  });
  return { code: await program.ended, ...program.output };
}

const totalsOf = async (collection: string) =>
  (await db.collection<{ _id: string }>(collection).find().sort({ _id: 1 }).toArray()).map(
    ({ _id, ...sum }) => [_id, (sum as { total?: number }).total],
  );

test.serial(
  "sums of a copy that is not of one moment are corrected while the service runs, and the counters by them",
  async (t) => {
    const client = await service.signIn("torn");
    const build_id = await client.makeBuild();
    await client.add(scoreForm(build_id));
    await client.add(fileForm(build_id));
    for (const { run } of service.services.sweeps) await run();
    const all = async () => ({
      charges: await totalsOf("charge_sums"),
      bytes: await totalsOf("kept_bytes"),
      builds: await totalsOf("build_counts"),
    });
    const right = await all();
    t.is((await client.get("/me")).body.usage.used, 2);

    await db.collection("charge_sums").updateMany({}, { $inc: { total: 5 } });
    await db.collection("kept_bytes").deleteMany({});
    const orphaned = { _id: "nobody", owner_id: "nobody", total: 3, version: 1, changed_at: new Date(0) };
    await db.collection<typeof orphaned>("build_counts").insertOne(orphaned);
    for (const key of await redis.keys(`${keyPrefix}:usage:*`)) await redis.hset(key, "used", 7);
    const spoiled = await all();
    const dry = await restore(t, ["--dry-run"]);
    t.is(dry.code, 0, dry.stderr);
    t.regex(dry.stdout, /^sums +4 checked, 3 are wrong$/m);
    t.regex(dry.stdout, /^jobs +1 files are still to be read: 0 have lost their jobs$/m);
    t.deepEqual(await all(), spoiled);

    const done = await restore(t, []);
    t.is(done.code, 0, done.stderr);
    t.regex(done.stdout, /^sums +4 checked, 3 were wrong$/m);
    t.regex(done.stdout, /^counters +1 of \d{4}-\d\d are what the ledger says: 0 were lost, 1 were wrong$/m);
    const { builds, ...others } = await all();
    t.deepEqual({ builds: builds.filter(([id]) => id !== "nobody"), ...others }, right);
    t.is((await client.get("/me")).body.usage.used, 2);

    const torn = await restore(t, ["--torn-copy", "--all-stopped"]);
    t.is(torn.code, 0, torn.stderr);
    t.is((await client.get(`/builds/${build_id}/runs`)).body.total, 2);
    const { builds: remade, ...remadeOthers } = await all();
    t.deepEqual({ builds: remade, ...remadeOthers }, right);
  },
);

test.serial("a store that is away fails its own steps alone, and the exit code says so", async (t) => {
  const MEILI_URL = `http://127.0.0.1:${await freePort()}`;
  const { code, stdout } = await restore(t, [], { MEILI_URL });
  t.is(code, 1);
  t.regex(stdout, /^counters +1 of \d{4}-\d\d are what the ledger says: 0 were lost, 0 were wrong$/m);
  t.regex(stdout, /^index cpu +failed: /m);
  t.regex(stdout, /^not everything is restored: see above, and run this again$/m);
});

test.serial("what is asked for must make sense", async (t) => {
  const refusals = [
    [["--torn-copy"], /--torn-copy: stop all web processes and workers first/],
    [["--torn-copy", "--all-stopped", "--dry-run"], /leave out --dry-run/],
    [["--deleted-accounts", "/nowhere"], /--deleted-accounts: \/nowhere cannot be read/],
  ] as const;
  for (const [args, message] of refusals) {
    const { code, stderr } = await restore(t, [...args]);
    t.is(code, 1);
    t.regex(stderr, message);
  }
});
