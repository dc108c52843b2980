import test from "ava";
import type { Run } from "../../src/benchmarks/model/run.ts";
import { startTestService } from "../helpers/service.ts";
import { storeCopies } from "../helpers/stored-runs.ts";

/** The number of runs that one step of an update ranks. */
const RUNS_A_STEP = 200;

let claims = 0;
const service = await startTestService(test, {
  hasWorkers: false,
  overrides: {
    runsRepository: (runs) => ({
      ...runs,
      // Another step claims one of the runs that the first step has claimed.
      claimRankingDue: async (...args) => {
        const { due, ...claimed } = await runs.claimRankingDue(...args);
        claims += 1;
        if (claims > 1) return { due, ...claimed };
        const [lost, ...kept] = due;
        await collection().updateOne({ _id: lost?.run_id ?? "" }, { $set: { ranking_step: "another step" } });
        return { due: kept, ...claimed };
      },
    }),
  },
});
const collection = () => service.stores.db.collection<Run>("runs");

test("an update of the standings ranks all changed runs of a build, even if another step claims one of its first runs", async (t) => {
  const client = await service.signIn("many runs");
  const build_id = await client.makeBuild();
  const { body } = await client.add({ build_id, benchmarks: { id: 15, runs: [100] } });
  await storeCopies(service.stores.db, body.runs[0].run_id as string, RUNS_A_STEP);
  const countDue = () => collection().countDocuments({ ranking_due: true });
  t.is(await countDue(), RUNS_A_STEP + 1);
  await service.services.standings.update(build_id, 15);
  t.is(await countDue(), 0);
});
