import test from "ava";
import type { Account } from "../../src/accounts/index.ts";
import type { Run } from "../../src/benchmarks/model/run.ts";
import { inBatches } from "../../src/infra/batches.ts";
import { categoryIdOf } from "../../src/standings/model/category.ts";
import { contentOf, entryIdOf, isRanked, type Entry } from "../../src/standings/model/entry.ts";
import type { StoredCategory } from "../../src/standings/records/categories-repository.ts";
import { startServiceOnOwnMongodb } from "../helpers/own-mongodb.ts";

// After each change the service counts a build's runs up to its limit of runs. In this test the limit is two runs, so
// that this count hardly adds to the measured numbers.
const service = await startServiceOnOwnMongodb(test, {
  overrides: { buildLimits: (limits) => ({ ...limits, maxRuns: 2 }) },
});
const { db } = service.services.stores.mongo;
const { standings, ranks, runsRepository } = service.services;

/** The number of runs of the large build, and of the other documents of each kind that the test adds. */
const MANY = 1000;
const DOCUMENTS_AT_ONCE = 250;
const R23 = 15;

/** The numbers of documents and of index keys that MongoDB examines during a piece of work. */
interface Examined {
  documents: number;
  keys: number;
}

async function examined(work: () => Promise<unknown>): Promise<Examined> {
  const read = async () => {
    const { scanned, scannedObjects } = (await db.admin().command({ serverStatus: 1 }))["metrics"]
      .queryExecutor;
    return { documents: Number(scannedObjects), keys: Number(scanned) };
  };
  const before = await read();
  await work();
  const after = await read();
  return { documents: after.documents - before.documents, keys: after.keys - before.keys };
}

/**
 * Stores MANY further entries of the build's account, and MANY of other accounts, in the build's category. Also stores
 * MANY other categories with an entry of the build's account in each, and the other accounts.
 */
async function growAround(buildId: number): Promise<void> {
  const entries = db.collection<Entry>("standings");
  const entry = await entries.findOne({ build_id: buildId });
  if (!entry || !isRanked(entry)) throw new Error("the build has to be ranked");
  const parts = { cpu: "cpu-1", gpu: "gpu-2" };
  const worse = { run_id: "another run", score: 1, value: 1, created_at: new Date(0) };
  const entryOf = (n: number, account_id: string, category: string): Entry => ({
    _id: entryIdOf(FIRST_OTHER_BUILD + n, category),
    build_id: FIRST_OTHER_BUILD + n,
    benchmark_id: R23,
    category,
    revision: 1,
    ...contentOf({ account_id, parts }, worse),
  });
  const all = Array.from({ length: MANY }, (_, n) => [
    entryOf(n, entry.account_id, entry.category),
    entryOf(MANY + n, `account-${n}`, entry.category),
    entryOf(2 * MANY + n, entry.account_id, categoryIdOf(gameAt(n))),
  ]);
  for await (const some of inBatches(all.flat(), DOCUMENTS_AT_ONCE)) await entries.insertMany(some);
  await db.collection<StoredCategory>("standing_categories").insertMany(
    Array.from({ length: MANY }, (_, n) => ({
      _id: categoryIdOf(gameAt(n)),
      ...gameAt(n),
      texts: { resolution: null, preset: null },
      words: [`game${n}`],
    })),
  );
  await db.collection<Account>("accounts").insertMany(
    Array.from({ length: MANY }, (_, n) => ({
      _id: `account-${n}`,
      provider: "test",
      subject: String(n),
      name: "a name",
      tier: "free",
      role: "user",
      created_at: new Date(0),
    })),
  );
}

const FIRST_OTHER_BUILD = 1_000_000;
const gameAt = (n: number) => ({
  benchmark_id: 16,
  variant: `game${n}`,
  resolution: null,
  preset: null,
});

/** Creates a build with ranked runs; returns what MongoDB examines during each step that concerns one of the runs. */
async function examineBuild(name: string, copies: number) {
  const client = await service.signIn(name, "unlimited");
  const build_id = await client.makeBuild();
  const add = async (score: number) =>
    (await client.add({ build_id, benchmarks: { id: R23, runs: [score] } })).body.runs[0].run_id as string;
  const runId = await add(100);
  await standings.update(build_id, R23);
  const runs = db.collection<Run>("runs");
  const run = await runs.findOne({ _id: runId });
  if (!run?.ranking) throw new Error("the run has to be ranked");
  const { ranking } = run;
  const others = Array.from({ length: copies }, (_, n) => ({
    ...run,
    _id: `${runId}-${n}`,
    sequence: n + 2,
    score: 50,
    ranking: { ...ranking, value: 50 },
  }));
  if (others.length > 0) {
    await runs.insertMany(others);
    await growAround(build_id);
  }
  const best = await add(200);
  return {
    newBest: await examined(() => standings.update(build_id, R23)),
    nothing: await examined(() => standings.update(build_id, R23)),
    rejected: await examined(async () => {
      await runsRepository.review(best, { decision: "rejected", reason: null, decided_at: new Date() });
      await standings.update(build_id, R23);
    }),
    left: await examined(async () => {
      await runsRepository.markDeleting([runId]);
      await standings.leaveOut(build_id, [runId]);
    }),
    parts: await examined(async () => {
      await service.services.buildsRepository.update(build_id, { parts: { cpu: 1 } });
      await standings.update(build_id, undefined);
    }),
    sweep: await examined(() => standings.sweep.run()),
    read: await examined(() => client.get(`/benchmarks/runs/${best}`)),
    deleted: await examined(async () => {
      await service.services.buildsRepository.markDeleted([build_id], new Date());
      await standings.update(build_id, undefined);
    }),
  };
}

/**
 * The maximum number of further documents, and of further index keys, that a step may examine for the large build. For
 * an account with more than 32 entries in a category, the service queries the best entry in each rank list. The number
 * is far below the number of all documents around the large build.
 */
const FURTHER = 100;

test("updating the ranks of a build of 1,000 runs examines at most 100 more documents than for a build of one run", async (t) => {
  await ranks.refill();
  const small = await examineBuild("small", 0);
  const large = await examineBuild("large", MANY);
  t.log({ small, large });
  for (const [name, few] of Object.entries(small)) {
    const many = large[name as keyof typeof large];
    for (const what of ["documents", "keys"] as const)
      t.true(
        many[what] <= few[what] + FURTHER,
        `${name}: ${many[what]} ${what} in the large world, ${few[what]} in the small one`,
      );
  }
});
