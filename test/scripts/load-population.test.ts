import test from "ava";
import { loadPopulation } from "../../scripts/load-population.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasIndexes: true, env: { SWEEP_INTERVAL_MS: "1000" } });

test("a made-up population is ranked and checked for outliers before the service is said to be ready", async (t) => {
  t.timeout(300_000);
  const stored = await loadPopulation({ env: service.stores.env }, { seed: 1, builds: 500 });
  const runs = service.stores.db.collection("runs");
  t.is(await runs.countDocuments(), stored.runs);
  t.is(await runs.countDocuments({ ranking_due: true }), 0);
  // Only the check of all results compares results with the results of builds with the same parts.
  t.true((await runs.countDocuments({ "outlier_mark.by": "cohort" })) > 0);
  const ranked = { "outlier.detail": { $exists: true }, ranking: { $exists: true } };
  t.is(await runs.countDocuments(ranked), 0);
});
