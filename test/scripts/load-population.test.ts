import test from "ava";
import { runIdOf } from "../../scripts/admin/population/documents.ts";
import { simulatePopulation } from "../../scripts/admin/population/population.ts";
import { partsForSale } from "../../scripts/admin/population/store-population.ts";
import { loadPopulation } from "../../scripts/load-population.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasIndexes: true, env: { SWEEP_INTERVAL_MS: "1000" } });

test("a simulated population of builds is ranked, checked for outliers and reviewed before the service is said to be ready", async (t) => {
  t.timeout(600_000);
  const stored = await loadPopulation({ env: service.stores.env }, { seed: 6, builds: 500 });
  const runs = service.stores.db.collection("runs");
  t.is(await runs.countDocuments(), stored.runs);
  t.is(await runs.countDocuments({ ranking_due: true }), 0);
  // Only the check of all results compares a result with those of builds with the same parts, so these marks show that
  // the check has run.
  t.true((await runs.countDocuments({ "outlier_mark.by": "cohort" })) > 0);
  const ranked = { "outlier.detail": { $exists: true }, "review.decision": null, ranking: { $exists: true } };
  t.is(await runs.countDocuments(ranked), 0);

  // The builds with a Threadripper 3990X in the made-up population are far ahead of all others, and none of them
  // cheats.
  const { body } = await service.anonymous.get("/benchmarks/15/ranking?limit=1");
  const [first] = body.results;
  t.is(first.build.parts.cpu.model, "Ryzen Threadripper 3990X");
  const reviewed = await service.anonymous.get(`/benchmarks/runs/${first.run_id}`);
  t.is(reviewed.body.unranked, null);
  const left = await service.services.reviews.findUndecided(10_000);
  t.true(left.length > 0);
  const { runs: made } = simulatePopulation(await partsForSale(service.services.catalogue), {
    seed: 6,
    builds: 500,
  });
  const honest = new Set(made.flatMap(({ number, cheat }) => (cheat === null ? runIdOf(6, number) : [])));
  t.deepEqual(
    left.filter(({ _id }) => honest.has(_id)).map(({ _id }) => _id),
    [],
    "only results of cheats stay outliers",
  );
});
