import test from "ava";
import { fileForm, scoreForm } from "../faults/results.ts";
import { runProgram } from "../helpers/processes.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });

test("spoiled sums and figures are made anew, and only where all is said to be stopped", async (t) => {
  const client = await service.signIn("spoiled");
  const build_id = await client.makeBuild();
  await client.add(scoreForm(build_id));
  await client.add(fileForm(build_id));
  const shown = async () => {
    const { usage } = (await client.get("/me")).body;
    const runs = (await client.get(`/builds/${build_id}/runs`)).body.total as number;
    return { used: usage.used as number, runs };
  };
  const right = { used: 2, runs: 2 };
  for (const { run } of service.services.sweeps) await run();
  t.deepEqual(await shown(), right);

  const { db } = service.stores;

  const run = async (...args: string[]) => {
    const env = { ...process.env, ...service.stores.env };
    const program = runProgram(t, "scripts/admin.ts", { args: ["rebuild-sums", ...args], env });
    return { code: await program.ended, ...program.output };
  };
  const refused = await run();
  t.is(refused.code, 2);
  t.regex(refused.stderr, /stop all web processes and workers first/);
  t.is((await shown()).runs, 9);
  const { code, stderr } = await run("--all-stopped");
  t.is(code, 0, stderr);
  t.deepEqual(await shown(), right);
});
