import test from "ava";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import { categoryIdOf } from "../../../src/standings/model/category.ts";
import type { StoredCategory } from "../../../src/standings/records/categories-repository.ts";
import { CAPTURE, makeRun } from "../../benchmarks/figures/stored-runs.ts";
import { testStores } from "../../helpers/stores.ts";
import {
  inOrder,
  referenceEntries,
  referenceRanks,
  storedEntries,
  storedRanks,
  type ReferenceEntry,
} from "../reference-standings.ts";
import { storeParts } from "../stored-parts.ts";
import { openStandings, setUpStandings } from "./dying-standings.ts";

const stores = await testStores(test);
const { db, redis, keyPrefix } = stores;
const { runs, builds, ranks, standings, marked, dyingAt } = openStandings(stores);
test.before(async () => {
  await setUpStandings(stores);
  await storeParts(db, [{ cpu: 1 }, { cpu: 2, gpu: 3 }]);
});

const MAX_CALLS = 100;

let buildId = 0;

/**
 * Returns a run, at a resolution, of a game of which no other build has a run. The service removes the run's two
 * categories, with and without the resolution, once the build has no run.
 */
const newRun = (score: number): Run =>
  makeRun(buildId, {
    benchmark_id: CAPTURE,
    variant: `game-${buildId}.exe`,
    settings: { resolution: "4K" },
    score,
    ranking_due: true,
  });

/**
 * Changes of a build with one ranked run, by their names in test titles. `job` is the id of the benchmark in the job
 * that the change adds, and `marks` are the models and chips whose scores the change affects, by default the processor.
 */
const changes: Record<string, { apply: (run: Run) => Promise<unknown>; job?: number; marks?: string[] }> = {
  "a better run": { apply: () => runs.insertMissing([newRun(20)]), job: CAPTURE },
  "a deleted run": { apply: (run) => runs.markDeleting([run._id]), job: CAPTURE },
  "other parts": {
    apply: () => builds.update(buildId, { parts: { cpu: 2, gpu: 3, ram: 4 } }),
    marks: ["cpu-1", "cpu-2", "gpu-3"],
  },
  "a deleted build": { apply: () => builds.markDeleted([buildId], new Date()) },
};

/** Creates a build with a ranked run, and removes all other builds and runs. */
async function makeBuild(): Promise<Run> {
  for (const name of ["builds", "runs", "standings", "standing_categories"])
    await db.collection(name).deleteMany({});
  await ranks.refill({ isForced: true });
  buildId += 1;
  const fields = { name: "b", parts: { cpu: 1 }, created_at: new Date(), listed: 1 as const };
  await builds.insert({ _id: buildId, owner_id: `owner-${buildId}`, ...fields });
  const run = newRun(10);
  await runs.insertMissing([run]);
  await standings.update(buildId, CAPTURE);
  return run;
}

/** Returns the categories that must be stored: those that have entries. */
function expectedCategories(entries: readonly ReferenceEntry[]): StoredCategory[] {
  const ranked = new Set(entries.map(({ category }) => category));
  const variant = `game-${buildId}.exe`;
  const all = [null, "3840x2160"].map((resolution): StoredCategory => {
    const category = { benchmark_id: CAPTURE, variant, resolution, preset: null };
    const texts = { resolution: resolution && "4K", preset: null };
    const words = resolution === null ? ["game", String(buildId), "exe"] : [];
    const title = resolution === null ? { title: variant } : {};
    return Object.assign(category, { _id: categoryIdOf(category), texts, words, ...title });
  });
  return byId(all.filter(({ _id }) => ranked.has(_id)));
}

const byId = (categories: readonly StoredCategory[]) =>
  categories.toSorted((a, b) => (a._id < b._id ? -1 : 1));

for (const [name, { apply, job, marks = ["cpu-1"] }] of Object.entries(changes))
  test.serial(
    `after ${name}, a process that dies after any call to a store leaves an update of standings that the next process completes`,
    async (t) => {
      for (let call = 1; ; call += 1) {
        if (call > MAX_CALLS) throw new Error("the job never ends");
        const run = await makeBuild();
        marked.length = 0;
        await apply(run);
        const hasDied = await dyingAt(call, "after")
          .update(buildId, job)
          .then(
            () => false,
            () => true,
          );
        await standings.sweep.run();
        const expected = await referenceEntries(db);
        t.deepEqual(inOrder(await storedEntries(db)), inOrder(expected), `call ${call}`);
        t.deepEqual(await storedRanks(redis, keyPrefix), referenceRanks(expected), `call ${call}`);
        const categories = await db.collection<StoredCategory>("standing_categories").find().toArray();
        t.deepEqual(byId(categories), expectedCategories(expected), `call ${call}`);
        const slugs = new Set(marked.flatMap((parts) => Object.values(parts)));
        t.deepEqual(slugs, new Set(marks), `call ${call}`);
        if (!hasDied) return t.true(call > 5);
      }
    },
  );

test.serial(
  "an update leaves no ranking entry of a deleted build, even if a worker died while writing the first entry of the build",
  async (t) => {
    await ranks.refill();
    const states = new Set<unknown>();
    for (let call = 1; call <= MAX_CALLS; call += 1) {
      buildId += 1;
      const fields = { name: "b", parts: { cpu: 1 }, created_at: new Date(), listed: 1 as const };
      await builds.insert({ _id: buildId, owner_id: `owner-${buildId}`, ...fields });
      await runs.insertMissing([newRun(10)]);
      const hasDied = await dyingAt(call, "after")
        .update(buildId, CAPTURE)
        .then(
          () => false,
          () => true,
        );
      const left = await db.collection("standings").find({ build_id: buildId }).toArray();
      states.add(left.length === 0 ? "none" : left[0]?.["run_id"] === null ? "empty" : "ranked");
      // Delete the runs as the deletion of their account does. This also removes the marks that make the service update
      // the ranks of the build.
      await db.collection("runs").deleteMany({ build_id: buildId });
      await db.collection("builds").deleteMany({ _id: buildId as never });
      await standings.update(buildId, CAPTURE);
      t.is(await db.collection("standings").countDocuments({ build_id: buildId }), 0, `call ${call}`);
      if (!hasDied) break;
    }
    t.deepEqual(states, new Set(["none", "empty", "ranked"]));
  },
);
