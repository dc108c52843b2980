import test from "ava";
import * as fc from "fast-check";
import type { Run } from "../../../src/benchmarks/model/run.ts";
import type { StoredCategory } from "../../../src/standings/records/categories-repository.ts";
import { testStores } from "../../helpers/stores.ts";
import { CAPTURE, fileOf, makeRun } from "../../benchmarks/figures/stored-runs.ts";
import {
  inOrder,
  referenceEntries,
  referenceRanks,
  storedEntries,
  storedRanks,
} from "../reference-standings.ts";
import { openStandings, setUpStandings } from "./dying-standings.ts";

const stores = await testStores(test);
const { db, redis, keyPrefix } = stores;
const { runs, builds, catalogue, ranks, standings, dyingAt } = openStandings(stores);

/**
 * Saves a product under a number. The product gets this number as its id, because the test saves products in the order
 * of their numbers.
 */
const saveProduct = (kind: "cpu" | "gpu", number: number, model: string) =>
  catalogue.save(kind, "test", [{ sourceId: String(number), fields: { make: "Maker", model } }]);

test.before(async () => {
  await setUpStandings(stores);
  for (const kind of ["cpu", "gpu"] as const)
    for (const number of [1, 2]) await saveProduct(kind, number, `Model ${number}`);
});

const OWNERS = ["ada", "bob", "cleo", null] as const;
const BUILDS = 6;
const at = fc.nat({ max: 1000 });
const score = fc.constantFrom(10, 20, 20.5, 30, 70);
const parts = fc.record(
  { cpu: fc.constantFrom(1, 2), gpu: fc.constantFrom(1, 2), ram: fc.constantFrom(5) },
  { requiredKeys: [] },
);
const settings = fc.record(
  {
    resolution: fc.constantFrom("4K", "3840x2160", "1080p"),
    preset: fc.constantFrom("Ultra", "ultra", "Low"),
  },
  { requiredKeys: [] },
);
const variant = fc.constantFrom("doom.exe", "zelda.exe", null);
const reading = fc.record({ score, variant });
const weighed = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const step = fc.oneof(
  weighed(
    4,
    fc.record({
      do: fc.constant("submit a score" as const),
      at,
      score,
      benchmark_id: fc.constantFrom(3, 15),
    }),
  ),
  weighed(4, fc.record({ do: fc.constant("submit and complete a capture" as const), at, settings, reading })),
  weighed(2, fc.record({ do: fc.constant("reprocess" as const), at, reading })),
  weighed(
    2,
    fc.record({ do: fc.constant("review" as const), at, decision: fc.constantFrom("accepted", "rejected") }),
  ),
  weighed(3, fc.record({ do: fc.constant("delete a run" as const), at, isCutOff: fc.boolean() })),
  weighed(3, fc.record({ do: fc.constant("change parts" as const), at, parts })),
  weighed(
    2,
    fc.record({
      do: fc.constant("import another model" as const),
      kind: fc.constantFrom("cpu" as const, "gpu" as const),
      number: fc.constantFrom(1, 2),
      model: fc.constantFrom("Model 1", "Model 2", "Model 2 Tray", "Model 3"),
    }),
  ),
  weighed(1, fc.record({ do: fc.constant("delete a build" as const), at })),
  weighed(1, fc.record({ do: fc.constant("delete an account" as const), at })),
  weighed(1, fc.record({ do: fc.constant("lose Redis" as const) })),
  weighed(1, fc.record({ do: fc.constant("fill" as const) })),
  weighed(5, fc.record({ do: fc.constant("update" as const), at, times: fc.constantFrom(1, 2) })),
  weighed(
    6,
    fc.record({
      do: fc.constant("die" as const),
      at,
      call: fc.integer({ min: 1, max: 14 }),
      when: fc.constantFrom("before" as const, "after" as const),
    }),
  ),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The builds and runs that one generated sequence of steps changes. */
interface World {
  firstBuild: number;
  runs: Run[];
}

const buildAt = ({ firstBuild }: World, n: number): number => firstBuild + (n % BUILDS);
const isOfAny = (n: number) => (n % 2 === 0 ? 15 : n % 3 === 0 ? 3 : CAPTURE);

async function complete(
  run: Run,
  { score, variant }: { score: number; variant: string | null },
): Promise<void> {
  const claim = await runs.claim(run, run.created_at);
  if (!claim) return;
  const result = { score, variant, metrics: null, warnings: [], reader_version: 1 };
  await runs.complete(claim, result, run.created_at);
}

/** Deletes a run as the service does, but leaves the file of the run. */
async function deleteRun({ _id, build_id }: Run, service: typeof standings): Promise<void> {
  await runs.markDeleting([_id]);
  await service.leaveOut(build_id, [_id]);
  await runs.removeDeleted([_id], { mustHaveLeftRanking: true });
}

async function deleteAccount(world: World, owner: string): Promise<void> {
  const own = (await builds.findOfOwner(owner, { limit: 1000 })).map(({ _id }) => _id);
  await builds.markDeleted(own, new Date());
  const ids = world.runs.filter(({ build_id }) => own.includes(build_id)).map(({ _id }) => _id);
  await runs.markDeleting(ids);
  await runs.removeDeleted(ids, { mustHaveLeftRanking: false });
  await builds.removeOf(owner, own);
  await standings.accountData.removeAllOf(owner);
}

async function carryOut(world: World, next: Step): Promise<void> {
  const picked = "at" in next ? world.runs[next.at % Math.max(1, world.runs.length)] : undefined;
  switch (next.do) {
    case "submit a score":
    case "submit and complete a capture": {
      const build_id = buildAt(world, next.at);
      const fields =
        next.do === "submit a score"
          ? { score: next.score, benchmark_id: next.benchmark_id, ranking_due: true as const }
          : { file: fileOf("sha"), settings: next.settings };
      // No run of a deleted build stays, because the service refuses a submission to such a build or removes the runs
      // of the submission.
      if (!(await builds.has(build_id))) return;
      const run = makeRun(build_id, fields);
      await runs.insertMissing([run]);
      world.runs.push(run);
      if (next.do === "submit and complete a capture") await complete(run, next.reading);
      return;
    }
    case "reprocess": {
      const run = picked && (await runs.find(picked._id));
      if (!run || run.status !== "complete" || !run.file) return;
      const claim = await runs.claimComplete(run);
      const result = { ...next.reading, metrics: null, warnings: [], reader_version: 2 };
      if (claim) await runs.replaceResult(claim, result);
      return;
    }
    case "review":
      if (picked) {
        await runs.review(picked._id, { decision: next.decision, reason: null, decided_at: new Date() });
      }
      return;
    case "delete a run":
      if (picked) await deleteRun(picked, next.isCutOff ? dyingAt(next.at % 12, "after") : standings);
      return;
    case "change parts":
      await builds.update(buildAt(world, next.at), {
        parts: { cpu: null, gpu: null, ram: null, ...next.parts },
      });
      return;
    case "import another model":
      return void (await saveProduct(next.kind, next.number, next.model));
    case "delete a build":
      return builds.markDeleted([buildAt(world, next.at)], new Date());
    case "delete an account":
      return deleteAccount(world, `${OWNERS[next.at % 3]}-${world.firstBuild}`);
    case "lose Redis": {
      const keys = await redis.keys(`{${keyPrefix}:standings}*`);
      if (keys.length > 0) await redis.unlink(keys);
      return;
    }
    case "fill":
      return void (await ranks.refill());
    case "update": {
      const jobs = Array.from({ length: next.times }, () => [
        standings.update(buildAt(world, next.at), isOfAny(next.at)),
        standings.update(buildAt(world, next.at), undefined),
      ]);
      return void (await Promise.all(jobs.flat()));
    }
    case "die": {
      const dying = dyingAt(next.call, next.when);
      const isOfBuild = next.at % 3 === 0;
      if (next.at % 5 === 0) return void (await dying.sweep.run().catch(() => undefined));
      const job = dying.update(buildAt(world, next.at), isOfBuild ? undefined : isOfAny(next.at));
      return job.catch(() => undefined);
    }
  }
}

async function makeWorld(firstBuild: number): Promise<World> {
  for (let n = 0; n < BUILDS; n += 1) {
    const owner = OWNERS[n % OWNERS.length] ?? null;
    const owner_id = owner === null ? null : `${owner}-${firstBuild}`;
    const fields = { name: "a build", parts: { cpu: 1 }, created_at: new Date(), listed: 1 as const };
    await builds.insert({ _id: firstBuild + n, owner_id, ...fields });
  }
  return { firstBuild, runs: [] };
}

let nextBuild = 1;

test.serial(
  "ranking entries and ranks agree with runs and builds after any changes and after the death of a process at any point",
  async (t) => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      const world = await makeWorld(nextBuild);
      nextBuild += BUILDS;
      await ranks.refill();
      for (const next of steps) await carryOut(world, next);
      await ranks.refill();
      await standings.sweep.run();
      const expected = await referenceEntries(db);
      t.deepEqual(inOrder(await storedEntries(db)), inOrder(expected));
      t.deepEqual(await storedRanks(redis, keyPrefix), referenceRanks(expected));
      const stored = await db.collection<StoredCategory>("standing_categories").find().toArray();
      const ranked = [...new Set(expected.map(({ category }) => category))];
      t.deepEqual(
        stored.map(({ _id }) => _id).toSorted(),
        ranked.toSorted(),
        "a category without entries is removed",
      );
      t.is(await runs.findBuildWithRankingDue(null), null);
      t.is(await builds.findStandingDue(null), null);
      t.deepEqual(await catalogue.findStandingsDue(1), []);
      t.is(await db.collection("standings").countDocuments({ pending: { $exists: true } }), 0);
    });
    await fc.assert(property, { numRuns: 15 });
  },
);
