import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import { cpuKind } from "../../../src/kinds/cpu.ts";
import { runProgram } from "../../helpers/processes.ts";
import { cpu, startCatalogueService, type CatalogueService } from "../catalogue-service.ts";

/** How many rebuilds the test of rebuilds under load runs. Set REINDEX_ROUNDS=20 for a long run. */
const ROUNDS = Number(process.env["REINDEX_ROUNDS"] ?? 3);
const PRODUCTS = 3100;
/** Prices in USD above this value come from edits that a test makes during a rebuild. */
const EDITED = 1000;

const some = (count: number) => Array.from({ length: count }, (_, n) => cpu(`Model ${n}`, { price_usd: 1 }));

/** Searches repeatedly until the test calls the returned function, which returns the faults of all responses. */
function keepSearching(service: CatalogueService, expectedTotal: number) {
  const faults = new Set<string>();
  const stopping = new AbortController();
  let count = 0;
  const search = async () => {
    while (!stopping.signal.aborted) {
      const { status, body } = await service.client.post("/products/cpu", {
        page: 1,
        limit: 5,
        makes: ["AMD"],
      });
      count += 1;
      if (status !== 200) faults.add(`status ${status}`);
      else if (body.total !== expectedTotal) faults.add(`total ${body.total}`);
      await sleep(10);
    }
  };
  const running = Promise.all([search(), search()]);
  return async () => {
    stopping.abort();
    await running;
    return { faults: [...faults], count };
  };
}

/**
 * Edits products repeatedly until the test calls the returned function, which returns the last price of each edited
 * product.
 */
function keepEditing(service: CatalogueService, round: number) {
  const prices = new Map<string, number>();
  const stopping = new AbortController();
  const edit = async () => {
    for (let n = 0; !stopping.signal.aborted; n += 1) {
      const name = `Model ${(n * 997) % PRODUCTS}`;
      const price = EDITED + round * 100_000 + n;
      await service.catalogue.save("cpu", "test", [cpu(name, { price_usd: price })]);
      prices.set(name, price);
      // Alternate short and long pauses between edits. During a long pause, the rebuild sends more documents to
      // Meilisearch, and the next edit waits for all of them.
      await sleep(n % 4 === 3 ? 300 : 20);
    }
  };
  const running = edit();
  return async () => {
    stopping.abort();
    await running;
    return prices;
  };
}

async function pricesIn(service: CatalogueService): Promise<Map<string, number>> {
  const prices = new Map<string, number>();
  for (let page = 1; page <= Math.ceil(PRODUCTS / 1000); page += 1) {
    const { body } = await service.client.post("/products/cpu", { page, limit: 1000 });
    for (const { model, price } of body.results) prices.set(model, price);
  }
  return prices;
}

async function indexesOf(service: CatalogueService): Promise<string[]> {
  const { results } = await service.engine.getRawIndexes({ limit: 1000 });
  return results.map(({ uid }) => uid).filter((uid) => uid.startsWith(service.index.uid));
}

/** Returns how many documents Meilisearch has received for the indexes of a service. */
async function documentsSent({ engine, index }: CatalogueService): Promise<number> {
  const { results } = await engine.tasks.getTasks({ types: ["documentAdditionOrUpdate"], limit: 1000 });
  return results
    .filter(({ indexUid }) => indexUid?.startsWith(index.uid))
    .reduce((sum, { details }) => sum + (details?.receivedDocuments ?? 0), 0);
}

test.serial("the first build of a search index sends each product once", async (t) => {
  const service = await startCatalogueService(t);
  await service.catalogue.save("cpu", "test", some(30));
  await service.sync.rebuild(cpuKind);
  t.is(await documentsSent(service), 30);
  t.is((await service.client.get("/products/cpu")).body.total, 30);
  t.is(await service.db.collection("products").countDocuments({ dirty: true }), 0);
});

test.serial(
  "while a search index is rebuilt, every search returns all products, and no edit is lost",
  async (t) => {
    t.timeout(600_000 + ROUNDS * 30_000);
    const service = await startCatalogueService(t);
    await service.saveAll(some(PRODUCTS));
    for (let round = 1; round <= ROUNDS; round += 1) {
      const stopSearching = keepSearching(service, PRODUCTS);
      const stopEditing = keepEditing(service, round);
      const shares: number[] = [];
      await service.sync.rebuild(cpuKind, { onProgress: (share) => shares.push(share) });
      const edited = await stopEditing();
      await service.sync.sync(cpuKind);
      const { faults, count } = await stopSearching();
      t.log(`round ${round}: ${count} searches, ${edited.size} products edited`);
      t.deepEqual(faults, []);
      t.true(count > 10 && edited.size > 2);
      t.deepEqual(
        shares,
        shares.toSorted((a, b) => a - b),
      );
      t.is(shares.at(-1), 1);
      const found = await pricesIn(service);
      t.is(found.size, PRODUCTS);
      t.deepEqual(
        [...edited].filter(([name, price]) => found.get(name) !== price),
        [],
      );
      t.deepEqual(await indexesOf(service), [service.index.uid]);
    }
  },
);

test.serial(
  "an edit of a product is not lost while Meilisearch processes the chunk with that product",
  async (t) => {
    const service = await startCatalogueService(t);
    await service.saveAll(some(PRODUCTS));
    const { tasks } = service.engine;
    const waitForTask = tasks.waitForTask.bind(tasks);
    const edited = new Map<string, number>();
    tasks.waitForTask = async (...args) => {
      const [task] = args;
      const isChunk = typeof task === "object" && task.type === "documentAdditionOrUpdate";
      if (edited.size === 0 && isChunk) {
        // Edit one product of each chunk of the rebuild while Meilisearch processes the first chunks.
        const names = Array.from({ length: PRODUCTS / 200 }, (_, n) => `Model ${n * 200}`);
        for (const name of names) edited.set(name, EDITED + 1);
        await service.catalogue.save(
          "cpu",
          "test",
          names.map((name) => cpu(name, { price_usd: EDITED + 1 })),
        );
      }
      return waitForTask(...args);
    };
    await service.sync.rebuild(cpuKind);
    t.true(edited.size > 10);
    await service.sync.sync(cpuKind);
    const found = await pricesIn(service);
    t.deepEqual(
      [...edited].filter(([name, price]) => found.get(name) !== price),
      [],
    );
  },
);

test.serial(
  "a rebuild of the search index whose last chunk fails leaves the live index unchanged",
  async (t) => {
    const service = await startCatalogueService(t);
    await service.saveAll(some(PRODUCTS));
    const { createdAt } = await service.index.getRawInfo();
    const { tasks } = service.engine;
    const waitForTask = tasks.waitForTask.bind(tasks);
    tasks.waitForTask = async (...args) => {
      const task = await waitForTask(...args);
      const isLastChunk = task.details?.receivedDocuments === PRODUCTS % 1000;
      return isLastChunk ? { ...task, status: "failed", error: null } : task;
    };
    await t.throwsAsync(service.sync.rebuild(cpuKind), { message: /^Meilisearch's task \d+ is failed: / });
    t.is((await service.index.getRawInfo()).createdAt, createdAt);
    t.deepEqual(await indexesOf(service), [service.index.uid]);
  },
);

test.serial("an edit of a product becomes searchable while the search index is rebuilt", async (t) => {
  const service = await startCatalogueService(t);
  await service.saveAll(some(PRODUCTS));
  const done = new AbortController();
  const rebuilding = service.sync.rebuild(cpuKind).then(() => done.abort());
  const times: number[] = [];
  let foundDuring = 0;
  for (let price = 2; !done.signal.aborted; price += 1) {
    const startedAt = performance.now();
    await service.catalogue.save("cpu", "test", [cpu("Model 3", { price_usd: price })]);
    const find = () =>
      service.client.post("/products/cpu", { page: 1, limit: 1, min_price: price, max_price: price });
    while ((await find()).body.total === 0) {
      // A rebuild of the index may leave the last edits of products to the next sync.
      if (done.signal.aborted) await service.sync.sync(cpuKind);
      await sleep(5);
    }
    times.push(Math.round(performance.now() - startedAt));
    if (!done.signal.aborted) foundDuring += 1;
  }
  await rebuilding;
  t.log(`searchable after ${times.join(", ")} ms, ${foundDuring} of ${times.length} during the rebuild`);
  t.true(foundDuring > 0);
});

test.serial(
  "while the first search index is built, searches get a 503 and never an incomplete list",
  async (t) => {
    const service = await startCatalogueService(t);
    await service.catalogue.save("cpu", "test", some(PRODUCTS));
    const seen = new Set<unknown>();
    const done = new AbortController();
    const building = service.sync.sync(cpuKind).then(() => done.abort());
    while (!done.signal.aborted) {
      const { status, body } = await service.client.get("/products/cpu");
      seen.add(status === 200 ? body.total : status);
    }
    await building;
    seen.add((await service.client.get("/products/cpu")).body.total);
    t.deepEqual([...seen], [503, PRODUCTS]);
  },
);

test.serial(
  "killing a rebuild of the search index at any point leaves searches unchanged, and the next rebuild cleans up",
  async (t) => {
    t.timeout(600_000);
    const service = await startCatalogueService(t);
    await service.saveAll(some(PRODUCTS));
    let killed = 0;
    for (const delayMs of [50, 200, 350]) {
      const script = runProgram(t, "scripts/reindex.ts", { args: ["--kind", "cpu"], env: service.env });
      const before = (await service.index.getRawInfo()).createdAt;
      while ((await indexesOf(service)).length === 1 && script.child.exitCode === null) await sleep(5);
      await sleep(delayMs);
      script.child.kill("SIGKILL");
      if ((await script.ended) === "SIGKILL") killed += 1;
      t.is((await service.client.get("/products/cpu")).body.total, PRODUCTS);
      t.truthy(before);
    }
    t.log(`killed ${killed} of three`);
    t.true(killed > 0, "at least one rebuild must have been killed before its end");
    await service.catalogue.save("cpu", "test", [cpu("Model 1", { price_usd: 77 })]);
    await service.sync.rebuild(cpuKind);
    t.deepEqual(await indexesOf(service), [service.index.uid]);
    t.is((await pricesIn(service)).get("Model 1"), 77);
  },
);

test.serial("a verifying sync removes the search index that a killed rebuild left behind", async (t) => {
  const service = await startCatalogueService(t);
  await service.saveAll(some(3));
  await service.engine.createIndex(`${service.index.uid}__left-behind`).waitTask();
  await service.sync.sync(cpuKind, { verify: true });
  t.deepEqual(await indexesOf(service), [service.index.uid]);
});

test.serial("the reindex script refuses an unknown product kind and names the known kinds", async (t) => {
  const service = await startCatalogueService(t);
  const script = runProgram(t, "scripts/reindex.ts", { args: ["--kind", "toaster"], env: service.env });
  t.is(await script.ended, 2);
  t.regex(script.output.stderr, /expected one of cpu\|gpu\|ram\|motherboard(?:\|\w+)*, found toaster/);
});
