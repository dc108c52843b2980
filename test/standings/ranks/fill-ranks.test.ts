import { copyFileSync } from "node:fs";
import { join } from "node:path";
import test from "ava";
import { startOwnRedis } from "../../helpers/own-redis.ts";
import { testStores } from "../../helpers/stores.ts";
import { until } from "../../helpers/until.ts";
import { requireExact } from "./brute-force.ts";
import { categoryId, createRankWorld, type Given } from "./rank-world.ts";

const everything = { category: categoryId, cohort: "all", isHigherBetter: true };
const firstOf = { offset: 0, limit: 1 };

const builds: Given[] = Array.from({ length: 130 }, (_, buildId) => ({
  buildId,
  accountId: `account-${buildId % 60}`,
  parts: { cpu: `cpu-${buildId % 2}`, ...(buildId % 3 > 0 && { gpu: `gpu-${buildId % 3}` }) },
  score: 100 + ((buildId * 31) % 97),
}));

/**
 * Creates entries and ranks. While the ranks are filled, they await a function of the test before they read each entry.
 */
async function createStreamedWorld(t: Parameters<typeof testStores>[0]) {
  const stores = await testStores(t);
  let beforeEntry = async (_index: number): Promise<void> => undefined;
  const world = await createRankWorld(stores);
  for (const build of builds) await world.write(build);
  const observed = await createRankWorld(stores, {
    config: { REDIS_KEY_PREFIX: world.prefix },
    entries: {
      ...world.entries,
      streamRanked: async function* () {
        let index = 0;
        for await (const entry of world.entries.streamRanked()) {
          await beforeEntry(index);
          index += 1;
          yield entry;
        }
      },
    },
  });
  return {
    ...world,
    stores,
    ranks: observed.ranks,
    onEntry: (act: typeof beforeEntry) => {
      beforeEntry = act;
    },
  };
}

test("changes of ranking entries that are stored at any point while the ranks are copied from MongoDB to Redis are in the copy", async (t) => {
  t.timeout(600_000);
  const world = await createStreamedWorld(t);
  world.onEntry(async (index) => {
    if (index % 23 !== 0) return;
    t.is(await world.ranks.pageOf(everything, firstOf), null);
    const build = builds[(index * 7) % builds.length] as Given;
    const changes = [{ score: 1 }, { score: null }, { score: 900 + index }, { parts: { gpu: "gpu-9" } }];
    await world.put({ ...build, ...changes[index % changes.length] });
  });
  t.true(await world.ranks.refill());
  await requireExact(t, world);
  t.false(await world.ranks.refill());
});

test("an entry of a ranking that changes after it was read for a copy of the ranks in Redis is updated in the copy", async (t) => {
  const world = await createStreamedWorld(t);
  // Change the entries when the last entry is read to be copied to Redis: entries are written to Redis only after a
  // whole batch is read, so the first entries have already been read.
  world.onEntry(async (index) => {
    if (index === 99) for (const build of builds) await world.put({ ...build, score: 5 });
  });
  t.true(await world.ranks.refill());
  t.is((await world.ranks.pageOf(everything, firstOf))?.members[0]?.score, 5);
  await requireExact(t, world);
});

test("if a process dies while copying the ranks to Redis, the ranks stay unreadable, and the next process copies them from the beginning", async (t) => {
  t.timeout(600_000);
  const world = await createStreamedWorld(t);
  for (const died of [0, 99, 115]) {
    world.onEntry(async (index) => {
      if (index === died) throw new Error("the filler dies");
    });
    await t.throwsAsync(world.ranks.refill(), { message: "the filler dies" });
    t.is(await world.ranks.pageOf(everything, firstOf), null);
    await world.put({ ...(builds[died] as Given), score: 1000 + died });
  }
  world.onEntry(async () => undefined);
  t.true(await world.ranks.refill());
  await requireExact(t, world);
  const generations = await world.stores.redis.smembers(`${world.root}:generations`);
  const kept = await world.stores.redis.keys(`${world.root}:*:all`);
  t.deepEqual(
    kept,
    generations.map((generation) => `${world.root}:${generation}:${categoryId}:all`),
  );
  t.is(generations.length, 1);
});

test("if Redis is emptied while the ranks are copied to Redis, the ranks are unreadable until all of them are copied again", async (t) => {
  const world = await createStreamedWorld(t);
  world.onEntry(async (index) => {
    if (index === 115) await world.stores.redis.unlink(await world.stores.redis.keys(`${world.root}*`));
  });
  t.false(await world.ranks.refill());
  t.is(await world.ranks.pageOf(everything, firstOf), null);
  world.onEntry(async () => undefined);
  t.true(await world.ranks.refill());
  await requireExact(t, world);
});

test("a process that copies the ranks to Redis writes nothing more after another process has copied them meanwhile", async (t) => {
  const world = await createStreamedWorld(t);
  const other = await createRankWorld(world.stores, { config: { REDIS_KEY_PREFIX: world.prefix } });
  let isFirst = true;
  world.onEntry(async (index) => {
    if (index !== 115 || !isFirst) return;
    isFirst = false;
    // Remove the lease of the first process that copies the ranks, as if the lease had expired.
    await world.stores.db.collection("leases").deleteMany({});
    t.true(await other.ranks.refill());
    await world.put({ ...(builds[0] as Given), score: 1 });
  });
  t.false(await world.ranks.refill());
  await requireExact(t, world);
});

test("a process that copies the ranks to Redis ends the copying after the current step when it is told to stop", async (t) => {
  const world = await createStreamedWorld(t);
  const stopping = new AbortController();
  let streamed = 0;
  world.onEntry(async (index) => {
    streamed = index;
    if (index === 10) stopping.abort();
  });
  t.false(await world.ranks.refill({ signal: stopping.signal }));
  t.is(streamed, 99);
});

test("an older copy of the ranks that a restarted Redis loads is not read, but replaced by a new copy", async (t) => {
  t.timeout(600_000);
  const stores = await testStores(t);
  const { redis, start, stop, dir } = await startOwnRedis(t);
  const world = await createRankWorld(stores, { redis });
  for (const build of builds.slice(0, 20)) await world.write(build);
  t.true(await world.ranks.refill());
  const { of, places } = await world.write({ ...(builds[0] as Given), score: 500 });
  await redis.save();
  copyFileSync(join(dir, "dump.rdb"), join(dir, "older.rdb"));
  await world.ranks.update(of, places);
  await requireExact(t, world);

  await stop();
  copyFileSync(join(dir, "older.rdb"), join(dir, "dump.rdb"));
  start();
  await until(async () => (await redis.ping().catch(() => "")) === "PONG", "Redis is back");
  t.true((await redis.exists(`${world.root}:ready`)) === 1);
  t.is(await world.ranks.pageOf(everything, firstOf), null);
  t.true(await world.ranks.refill());
  await requireExact(t, world);
});
