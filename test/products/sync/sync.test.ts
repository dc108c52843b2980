import test from "ava";
import { until } from "../../helpers/until.ts";
import { cpuKind } from "../../../src/kinds/cpu.ts";
import { createLogger } from "../../../src/infra/logger.ts";
import { createProductsRepository } from "../../../src/products/catalogue/products-repository.ts";
import type { SearchDocument } from "../../../src/products/indexing/search-document.ts";
import type { ProductSync } from "../../../src/products/sync/sync.ts";
import { startSyncTimer } from "../../../src/products/sync/sync-timer.ts";
import { createSyncProductsHandler } from "../../../workers/sync-products.ts";
import { cpu, startCatalogueService, type CatalogueService } from "../catalogue-service.ts";

const verified = { verify: true };

async function found(
  service: CatalogueService,
  body: object = {},
): Promise<{ model: string; price: number | null }[]> {
  const answer = await service.client.post("/products/cpu", { page: 1, limit: 1000, ...body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.results;
}

const modelsIn = async (service: CatalogueService, body: object = {}) =>
  (await found(service, body)).map(({ model }) => model);

async function taskCount(service: CatalogueService): Promise<number> {
  return (await service.engine.tasks.getTasks({ indexUids: [service.index.uid], limit: 1 })).total;
}

test("saved products are searchable after a sync of the search index, and then no longer marked as changed", async (t) => {
  const service = await startCatalogueService(t);
  await service.catalogue.save("cpu", "test", [cpu("A"), cpu("B")]);
  t.true(await service.sync.isDue(cpuKind));
  await service.sync.sync(cpuKind);
  t.deepEqual(await modelsIn(service), ["A", "B"]);
  t.false(await service.sync.isDue(cpuKind));
});

test("a changed price of a product is searchable after the sync job", async (t) => {
  const service = await startCatalogueService(t);
  const handle = createSyncProductsHandler({ productSync: service.sync });
  await service.saveAll([cpu("A", { price_usd: 100 })]);
  await service.catalogue.save("cpu", "test", [cpu("A", { price_usd: 80.5 })]);
  await handle({ kind: "cpu" });
  t.deepEqual(
    (await found(service, { max_price: 90 })).map(({ price }) => price),
    [80.5],
  );
});

test("a removed product disappears from searches, and comes back under its id and slug if it is saved again", async (t) => {
  const service = await startCatalogueService(t);
  await service.saveAll([cpu("A"), cpu("B")]);
  const [before] = await service.stored();
  t.is(await service.catalogue.remove("cpu", "test", ["A", "nothing"]), 1);
  t.is(await service.catalogue.remove("cpu", "test", ["A"]), 0);
  await service.sync.sync(cpuKind);
  t.deepEqual(await modelsIn(service), ["B"]);
  t.false(await service.sync.isDue(cpuKind));

  t.deepEqual(await service.saveAll([cpu("A")]), ["changed"]);
  t.deepEqual(await modelsIn(service), ["A", "B"]);
  const [after] = await service.stored();
  t.is(after?.id, before?.id);
  t.is(after?.url_slug, before?.url_slug);
});

test("a sync sends all changed products, even if they take more than one batch", async (t) => {
  const service = await startCatalogueService(t);
  await service.saveAll(Array.from({ length: 2100 }, (_, n) => cpu(`Model ${n}`)));
  t.is((await service.client.post("/products/cpu", { page: 3, limit: 1000 })).body.total, 2100);
});

test("a product is marked as changed again if a late sender may have overwritten its newer revision in the search index", async (t) => {
  const service = await startCatalogueService(t);
  await service.catalogue.save("cpu", "test", [cpu("A", { price_usd: 1 })]);
  const [old] = await service.stored();
  const repository = createProductsRepository(service.db);
  await service.saveAll([cpu("A", { price_usd: 2 })]);
  t.false(await service.sync.isDue(cpuKind));
  // Report revision 1 as sent after revision 2 was sent and its mark removed, as a sender does that has lost its lease.
  if (old) await repository.markSent([old]);
  t.true(await service.sync.isDue(cpuKind));
});

test("edits of products while syncs run are never lost", async (t) => {
  const service = await startCatalogueService(t);
  await service.saveAll([cpu("A")]);
  for (let price = 1; price <= 30; price += 1) {
    const saved = service.catalogue.save("cpu", "test", [cpu("A", { price_usd: price })]);
    const synced = service.sync.sync(cpuKind);
    await saved;
    await Promise.all([synced, service.sync.sync(cpuKind)]);
    t.false(await service.sync.isDue(cpuKind));
    t.is((await found(service))[0]?.price, price);
  }
});

test("the holder of the lease sends an edit that arrives between the holder's last check for changes and the release of the lease", async (t) => {
  const service = await startCatalogueService(t);
  await service.saveAll([cpu("A")]);
  const originalIndex = service.engine.index.bind(service.engine);
  let edits = 0;
  // Edit a product when the verifying sync counts the documents: this is its last step, after its last search for
  // changes.
  service.engine.index = (uid: string) => {
    const index = originalIndex<SearchDocument>(uid);
    const getStats = index.getStats.bind(index);
    index.getStats = async () => {
      const stats = await getStats();
      edits += 1;
      await service.catalogue.save("cpu", "test", [cpu("A", { price_usd: 5 })]);
      await service.sync.sync(cpuKind);
      return stats;
    };
    return index as never;
  };
  await service.sync.sync(cpuKind, verified);
  t.true(edits > 0);
  t.false(await service.sync.isDue(cpuKind));
  t.is((await found(service))[0]?.price, 5);
});

test("products that sort as equal come in the order of their ids, in whatever order they were indexed", async (t) => {
  const service = await startCatalogueService(t);
  await service.saveAll([cpu("A", { model: "same" }), cpu("B", { model: "same" })]);
  await service.catalogue.remove("cpu", "test", ["A", "B"]);
  await service.sync.sync(cpuKind);
  await service.saveAll([cpu("B", { model: "same" })]);
  await service.saveAll([cpu("A", { model: "same" })]);
  for (const query of ["", "same"]) {
    const { body } = await service.client.post("/products/cpu", { page: 1, limit: 10, query });
    t.deepEqual(
      body.results.map(({ cpuid }: { cpuid: number }) => cpuid),
      [1, 2],
    );
  }
});

test("a sync with no changed products gives Meilisearch no task", async (t) => {
  const service = await startCatalogueService(t);
  await service.saveAll([cpu("A")]);
  const before = await taskCount(service);
  await service.sync.sync(cpuKind, verified);
  await service.saveAll([cpu("A")]);
  t.is(await taskCount(service), before);
});

test("a sync of products restores settings of a search index that were changed by hand", async (t) => {
  const service = await startCatalogueService(t);
  await service.saveAll([cpu("A", { price_usd: 5 })]);
  await service.index
    .updateSettings({ filterableAttributes: [], pagination: { maxTotalHits: 3 } })
    .waitTask();
  await service.sync.sync(cpuKind);
  t.deepEqual(await modelsIn(service, { min_price: 1 }), ["A"]);
});

test("a verifying sync of products refills a search index that was emptied", async (t) => {
  const service = await startCatalogueService(t);
  await service.saveAll([cpu("A"), cpu("B")]);
  await service.index.deleteAllDocuments().waitTask();
  await service.sync.sync(cpuKind, verified);
  t.deepEqual(await modelsIn(service), ["A", "B"]);
});

test("any sync of products rebuilds a search index that was deleted", async (t) => {
  const service = await startCatalogueService(t);
  await service.saveAll([cpu("A"), cpu("B")]);
  await service.engine.deleteIndex(service.index.uid).waitTask();
  await service.sync.sync(cpuKind);
  t.deepEqual(await modelsIn(service), ["A", "B"]);
});

test("a verifying sync of products replaces an index that another program created under the service's name, even one of the same size", async (t) => {
  const service = await startCatalogueService(t);
  await service.saveAll([cpu("A")]);
  await service.engine.deleteIndex(service.index.uid).waitTask();
  await service.index.addDocuments([{ id: 99, model: "foreign" }], { primaryKey: "id" }).waitTask();
  await service.sync.sync(cpuKind, verified);
  t.deepEqual(await modelsIn(service), ["A"]);
});

test("a search index with the fingerprint of another release is rebuilt once", async (t) => {
  const service = await startCatalogueService(t);
  await service.saveAll([cpu("A")]);
  await service.index.updateDocuments([{ id: 1, codes: "", words: "" }]).waitTask();
  const states = service.db.collection<{ _id: string; fingerprint: string }>("search_indexes");
  await states.updateOne({ _id: service.index.uid }, { $set: { fingerprint: "of an older release" } });
  const startedLater = service.startSync();
  await startedLater.sync(cpuKind);
  t.deepEqual(await modelsIn(service, { query: "amd" }), ["A"]);
  const before = await taskCount(service);
  await startedLater.sync(cpuKind);
  t.is(await taskCount(service), before);
});

test("of two releases that run side by side, the release that started later determines the structure of the search index until it stops", async (t) => {
  const service = await startCatalogueService(t);
  let now = Date.now();
  const old = service.startSync(() => new Date(now));
  const later = service.startSync(() => new Date(now));
  const laterKind = { ...cpuKind, searchTexts: ["{socket}"] };
  const fingerprintOf = async () =>
    (await service.db.collection("search_indexes").findOne({}))?.["fingerprint"] as unknown;
  await service.catalogue.save("cpu", "test", [cpu("A")]);
  await old.sync(cpuKind, verified);
  await later.sync(laterKind, verified);
  const laterFingerprint = await fingerprintOf();
  t.deepEqual(await modelsIn(service, { query: "am4" }), ["A"]);

  await service.catalogue.save("cpu", "test", [cpu("B")]);
  await old.sync(cpuKind, verified);
  t.is(await fingerprintOf(), laterFingerprint);
  t.true(await old.isDue(cpuKind), "the edit is left to the later release");
  await later.sync(laterKind);
  t.deepEqual(await modelsIn(service, { query: "am4" }), ["A", "B"]);

  now += 10 * 60_000;
  await service.catalogue.save("cpu", "test", [cpu("C")]);
  await old.sync(cpuKind);
  t.not(await fingerprintOf(), laterFingerprint);
  t.deepEqual(await modelsIn(service), ["A", "B", "C"]);
});

test("syncs that run at the same time send each change of a product once", async (t) => {
  const service = await startCatalogueService(t);
  await service.saveAll([cpu("A")]);
  const before = await taskCount(service);
  await service.catalogue.save("cpu", "test", [cpu("A", { price_usd: 1 })]);
  await Promise.all([1, 2, 3, 4].map(() => service.sync.sync(cpuKind)));
  t.is(await taskCount(service), before + 1);
});

test("the sync timer sends changes that no job has sent to the index, until the timer is stopped", async (t) => {
  const service = await startCatalogueService(t);
  const timer = startSyncTimer({
    productSync: service.sync,
    kinds: [cpuKind],
    intervalMs: 20,
    logger: service.logger,
  });
  await service.catalogue.save("cpu", "test", [cpu("A")]);
  await until(async () => (await service.client.get("/products/cpu")).body.total === 1, "the change is sent");
  t.deepEqual(await modelsIn(service), ["A"]);
  await timer.stop();
  await service.catalogue.save("cpu", "test", [cpu("B")]);
  await new Promise((resolve) => setTimeout(resolve, 150));
  t.true(await service.sync.isDue(cpuKind));
});

test("an error of the sync timer is logged, and the next run of the timer tries again", async (t) => {
  const logged: unknown[] = [];
  const logger = createLogger({ level: "silent", process: "test", secrets: [] });
  logger.error = (entry: unknown) => void logged.push(entry);
  await new Promise<void>((resolve) => {
    let rounds = 0;
    const failing: Pick<ProductSync, "isDue" | "sync"> = {
      isDue: async () => true,
      sync: async () => {
        rounds += 1;
        if (rounds === 3) setTimeout(() => void timer.stop().then(resolve));
        throw new Error("unavailable");
      },
    };
    const timer = startSyncTimer({ productSync: failing, kinds: [cpuKind], intervalMs: 5, logger });
  });
  t.is(logged.length, 3);
});

test("a sync job for an unknown product kind is not retried", async (t) => {
  const handle = createSyncProductsHandler({
    productSync: {
      isDue: async () => false,
      sync: async () => {
        t.fail();
      },
    },
  });
  await t.throwsAsync(handle({ kind: "toaster" }), { name: "UnrecoverableError" });
});

test("`findParts` returns parts by id, removed parts only if the caller asks for them, and `findPartsOf` the known parts of each build", async (t) => {
  const service = await startCatalogueService(t);
  await service.saveAll([cpu("A"), cpu("B")]);
  await service.catalogue.remove("cpu", "test", ["B"]);
  const parts = await service.catalogue.findParts("cpu", [1, 2, 3]);
  t.deepEqual([...parts], [[1, { id: 1, make: "AMD", model: "A", url_slug: "amd-a" }]]);
  t.deepEqual([...(await service.catalogue.findParts("cpu", [2], { includeRemoved: true })).keys()], [2]);
  t.is((await service.catalogue.findParts("gpu", [1])).size, 0);
  const ofBuilds = await service.catalogue.findPartsOf([{ cpu: 2, gpu: 1 }, {}, { cpu: 1 }]);
  t.deepEqual(
    ofBuilds.map(({ cpu, gpu }) => [cpu?.model, gpu]),
    [
      ["B", undefined],
      [undefined, undefined],
      ["A", undefined],
    ],
  );
});
