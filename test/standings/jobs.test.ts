import test from "ava";
import type { Run } from "../../src/benchmarks/model/run.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { startWorkers } from "../../workers/start-workers.ts";
import { startTestService } from "../helpers/service.ts";
import { onTeardown, scopeOfHooks } from "../helpers/stores.ts";
import { until } from "../helpers/until.ts";
import { storedEntries } from "./reference-standings.ts";

let steps = 0;
/** Lets the first job continue: after its only step, in which it has ranked all runs, the job waits for this call. */
let release: () => void = () => undefined;
const released = new Promise<void>((resolve) => (release = resolve));

const service = await startTestService(test, {
  hasWorkers: false,
  overrides: {
    runsRepository: (runs) => ({
      ...runs,
      clearRankingDue: async (...args) => {
        const told = await runs.clearRankingDue(...args);
        steps += 1;
        if (steps === 1) await released;
        return told;
      },
    }),
  },
});
const { db } = service.stores;
const scope = scopeOfHooks(test);

test.before(async () => {
  // The workers have no sweeps, so that only jobs rank runs.
  const logger = createLogger({ level: "silent", process: "test", secrets: [] });
  const workers = await startWorkers(service.config, { ...service.services, sweeps: [] }, logger);
  onTeardown(scope, workers.stop);
});

test("a run that is added after a ranking job has ranked its last run is ranked by another job", async (t) => {
  const client = await service.signIn("busy");
  const build_id = await client.makeBuild();
  const add = (score: number) => client.add({ build_id, benchmarks: { id: 15, runs: [score] } });
  const isDue = () => db.collection<Run>("runs").countDocuments({ ranking_due: true });
  await add(100);
  await until(async () => steps === 1, "the first job has ranked its run");
  for (const score of [200, 400, 300]) await add(score);
  t.is(await isDue(), 3);
  release();
  await until(async () => (await storedEntries(db))[0]?.score === 400, "the best run is ranked");
  await until(async () => (await isDue()) === 0, "no run is left to be ranked");
});
