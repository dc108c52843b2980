import test from "ava";
import type { Run } from "../../src/benchmarks/model/run.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { startWorkers } from "../../workers/start-workers.ts";
import { startTestService } from "../helpers/service.ts";
import { onTeardown, scopeOfHooks } from "../helpers/stores.ts";
import { until } from "../helpers/until.ts";
import { storedEntries } from "./reference-standings.ts";

let looks = 0;
/** Lets the first job continue: after the first search that finds no run to rank, the job waits for this call. */
let release: () => void = () => undefined;
const released = new Promise<void>((resolve) => (release = resolve));

const service = await startTestService(test, {
  hasWorkers: false,
  overrides: {
    runsRepository: (runs) => ({
      ...runs,
      claimRankingDue: async (...args) => {
        const due = await runs.claimRankingDue(...args);
        if (due.length > 0) return due;
        looks += 1;
        if (looks === 1) await released;
        return due;
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

test("a run that is added after a ranking job has searched for new runs for the last time is ranked by another job", async (t) => {
  const client = await service.signIn("busy");
  const build_id = await client.makeBuild();
  const add = (score: number) => client.add({ build_id, benchmarks: { id: 15, runs: [score] } });
  const isDue = () => db.collection<Run>("runs").countDocuments({ ranking_due: true });
  await add(100);
  await until(async () => looks === 1, "the first job has searched for the last time");
  for (const score of [200, 400, 300]) await add(score);
  t.is(await isDue(), 3);
  release();
  await until(async () => (await storedEntries(db))[0]?.score === 400, "the best run is ranked");
  await until(async () => (await isDue()) === 0, "no run is left to be ranked");
});
