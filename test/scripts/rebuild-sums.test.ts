import test from "ava";
import { fileForm, scoreForm, smallCapture } from "../faults/results.ts";
import { runProgram } from "../helpers/processes.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });

test("spoiled sums and counts are made anew, and only where all is said to be stopped", async (t) => {
  const client = await service.signIn("spoiled");
  const build_id = await client.makeBuild();
  await client.add(scoreForm(build_id));
  await client.add(fileForm(build_id));
  const shown = async () => {
    const { usage, budgets } = (await client.get("/me")).body;
    const runs = (await client.get(`/builds/${build_id}/runs`)).body.total as number;
    const builds = (await client.get("/builds")).body.total as number;
    return { used: usage.used as number, bytes: budgets.kept_bytes.used as number, runs, builds };
  };
  const right = { used: 2, bytes: smallCapture.content.length, runs: 2, builds: 1 };
  for (const { run } of service.services.sweeps) await run();
  t.deepEqual(await shown(), right);

  const { db } = service.stores;
  for (const name of ["charge_sums", "kept_bytes", "build_counts"])
    await db.collection(name).updateMany({}, { $inc: { total: 5 } });
  for (const { run } of service.services.sweeps) await run();
  t.deepEqual(await shown(), { used: 7, bytes: right.bytes + 5, runs: 2, builds: 6 });

  const run = async (...args: string[]) => {
    const env = { ...process.env, ...service.stores.env };
    const program = runProgram(t, "scripts/rebuild-sums.ts", { args, env });
    return { code: await program.ended, ...program.output };
  };
  const refused = await run();
  t.is(refused.code, 1);
  t.regex(refused.stderr, /stop all web processes and workers first/);
  t.is((await shown()).used, 7);
  const { code, stderr } = await run("--all-stopped");
  t.is(code, 0, stderr);
  t.deepEqual(await shown(), right);
});
