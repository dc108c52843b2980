import test from "ava";
import { adminCommandsOf } from "../helpers/admin-command.ts";
import { startTestService } from "../helpers/service.ts";

test("the command `moderate` reports that rankings follow later if it cannot update the rankings, and the sweep updates the rankings", async (t) => {
  const service = await startTestService(t, { hasWorkers: false });
  const admin = adminCommandsOf(service);
  const owner = await service.signIn("owner");
  const build = await owner.makeBuild();
  const { body } = await owner.add({ build_id: build, benchmarks: { id: 15, runs: [1000] } });
  const { run_id } = body.runs[0];
  const standings = service.stores.db.collection<{ _id: string; benchmark_id: number; build_id?: number }>(
    "standings",
  );
  // While this entry is stored, a unique index keeps MongoDB from storing another entry of the same benchmark.
  await standings.insertOne({ _id: "in the way", benchmark_id: 15 });
  const index = await standings.createIndex({ benchmark_id: 1 }, { name: "one_entry", unique: true });

  const hidden = await admin("moderate", "--run", run_id, "--hide", "--reason", "an insult in its label");
  t.is(hidden.stdout, `run ${run_id} of build ${build} is hidden\n`);
  const restored = await admin("moderate", "--run", run_id, "--restore");
  t.is(restored.code, 0, restored.stderr);
  t.is(
    restored.stdout,
    `run ${run_id} of build ${build} is shown again; the rankings are updated within a minute\n`,
  );
  t.regex(
    (await admin("moderate", "--build", String(build), "--restore")).stdout,
    /was not hidden; the rankings are updated within a minute\n$/,
  );

  await standings.dropIndex(index);
  await standings.deleteOne({ _id: "in the way" });
  t.is(await standings.countDocuments({ build_id: build }), 0);
  await service.services.standings.sweep.run();
  t.true((await standings.countDocuments({ build_id: build })) > 0);
});
