import test from "ava";
import { Queue } from "bullmq";
import { productKinds } from "../../../src/products/index.ts";
import { searchIndexUid } from "../../../src/products/indexing/search-index.ts";
import { queuePrefix } from "../../../src/queues/job-queue.ts";
import { syncProductsJob } from "../../../src/queues/jobs.ts";
import { startTestService, type TestService } from "../../helpers/service.ts";
import { onTeardown } from "../../helpers/stores.ts";
import { until } from "../../helpers/until.ts";
import { cpu } from "../catalogue-service.ts";

/** With this interval the sync timer runs once at the start and not again during a test. */
const constants = { SYNC_INTERVAL_MS: 3_600_000 };

const totalOf = async ({ anonymous }: TestService, kind: string): Promise<number | null> => {
  const { status, body } = await anonymous.get(`/products/${kind}`);
  return status === 200 ? body.total : null;
};

async function dropIndexes({ services, config }: TestService): Promise<void> {
  const { client } = services.stores.searchEngine;
  for (const { name } of productKinds)
    await client.deleteIndex(searchIndexUid(config.MEILI_INDEX_PREFIX, name)).waitTask({ timeout: 60_000 });
}

test("product searches make the service rebuild the lost indexes of all product kinds, without the timer", async (t) => {
  const service = await startTestService(t, { constants });
  const names = Array.from({ length: 30 }, (_, n) => `Ryzen 7 ${n + 1}800X`);
  await service.services.catalogue.save(
    "cpu",
    "test",
    names.map((name) => cpu(name)),
  );
  await until(async () => (await totalOf(service, "cpu")) === names.length, "the products are found");
  // If the job of an earlier search has created an index again just before this search, drop the indexes once more.
  const isLost = async () => {
    await dropIndexes(service);
    return (await service.anonymous.get("/products/gpu")).status === 503;
  };
  await until(isLost, "a search finds no index");
  await until(async () => (await totalOf(service, "cpu")) === names.length, "the products are found again");
  for (const { name } of productKinds)
    await until(async () => (await totalOf(service, name)) !== null, `${name} has an index again`);
  t.pass();
});

test("many product searches without an index add one sync job for each product kind", async (t) => {
  const service = await startTestService(t, { constants, hasWorkers: false });
  const queue = new Queue(syncProductsJob.name, {
    connection: { url: service.config.REDIS_URL },
    prefix: queuePrefix(service.config.REDIS_KEY_PREFIX),
  });
  onTeardown(t, () => queue.close());
  const flood = async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, async () => service.anonymous.get("/products/cpu")),
    );
    for (const { status } of answers) t.is(status, 503);
  };
  await flood();
  await until(async () => (await queue.getWaitingCount()) === productKinds.length, "every kind has its job");
  // While a job to restore the index of a kind waits, further requests for the restoration add no job, whichever
  // process sends them.
  for (const { name } of productKinds) await service.services.queue.restoreIndex(name);
  await flood();
  const payloads = (await queue.getWaiting()).map(({ data }) => data);
  t.deepEqual(
    payloads.toSorted((a, b) => a.kind.localeCompare(b.kind)),
    productKinds
      .map(({ name }) => ({ kind: name, is_index_lost: true }))
      .toSorted((a, b) => a.kind.localeCompare(b.kind)),
  );
});

test("the page of a measured product is shown without the rank of its median while the search index is lost", async (t) => {
  const service = await startTestService(t, { constants, hasWorkers: false });
  const { catalogue, scoreVariants, ranks } = service.services;
  await ranks.refill();
  await catalogue.save("cpu", "test", [cpu("Ryzen 7 5800X")]);
  const score = { category: "r23-_category", benchmark_id: 15, variant: null, builds: 10 };
  await scoreVariants.save([score]);
  const products = service.stores.db.collection("products");
  await products.updateOne({}, { $set: { scores: [{ ...score, median: 15_000 }] } });
  const page = await service.anonymous.get("/hardware/cpu/amd-ryzen-7-5800x", { Accept: "text/html" });
  t.is(page.status, 200);
  t.false(page.text.includes("with five builds or more"));
});
