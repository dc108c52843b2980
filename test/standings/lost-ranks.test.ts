import test from "ava";
import { startTestService } from "../helpers/service.ts";
import { until } from "../helpers/until.ts";

const paths = ["/benchmarks/15/ranking", "/benchmarks/7/variants", "/benchmarks/7/variants?query=spy"];

test("a request for ranks that Redis has lost gets a response with Retry-After, and a job copies the ranks to Redis again", async (t) => {
  // With this interval no sweep runs a second time during the test, so that only a job fills the ranks.
  const service = await startTestService(t, { env: { SWEEP_INTERVAL_MS: "3600000" } });
  const { anonymous, stores } = service;
  const answers = async (path: string) => (await anonymous.get(path)).status === 200;
  await until(() => answers("/benchmarks/15/ranking"), "the ranks are filled at the start");
  const { redis, keyPrefix } = stores;
  for (const path of paths) {
    const lose = async () => {
      await redis.unlink(await redis.keys(`{${keyPrefix}:standings}*`));
      return anonymous.get(path);
    };
    let lost = await lose();
    // If the job of an earlier request has filled the ranks again just before this request, lose the ranks once more.
    await until(
      async () => lost.status !== 200 || (lost = await lose()).status !== 200,
      "the ranks are lost",
    );
    t.is(lost.status, 503);
    t.is(lost.headers.get("retry-after"), "1");
    t.is(lost.body.type, "http://bench.test/problems/try-again");
    await until(() => answers(path), "a job has filled the ranks");
  }
});

test("a product whose scores were to be compared while Redis had no ranks gets its scores as soon as Redis has the ranks again", async (t) => {
  let held = Promise.resolve();
  const service = await startTestService(t, {
    // With this interval no sweep runs a second time during the test, because the sweep would compare the scores, too.
    env: { SWEEP_INTERVAL_MS: "3600000" },
    overrides: {
      queue: (queue) => ({
        ...queue,
        fillRanks: async () => {
          await held;
          await queue.fillRanks();
        },
      }),
    },
  });
  const { anonymous, stores, services } = service;
  await services.catalogue.save("cpu", "test", [
    { sourceId: "a", fields: { make: "AMD", model: "Ryzen 7 5800X" } },
  ]);
  const areRanked = async (builds: number) =>
    (await anonymous.get("/benchmarks/15/ranking")).body.total === builds;
  await until(() => areRanked(0), "the ranks are filled at the start");
  for (let index = 0; index < 5; index += 1) {
    const client = await service.signIn(`person ${index}`);
    const { body } = await client.post("/builds", { name: "tower", parts: { cpu: 1 } });
    const { build_id } = body.build;
    await client.add({ build_id, benchmarks: { id: 15, runs: [15_000 + index] } });
  }
  await until(() => areRanked(5), "all results are ranked");
  const products = stores.db.collection("products");
  const isScored = async () =>
    (await products.countDocuments({ "scores.builds": 5, scores_due: { $exists: false } })) === 1;
  await until(isScored, "the product has its score");

  // No job fills the ranks until the test has seen that no product is compared without them.
  let release = (): void => undefined;
  held = new Promise((resolve) => (release = resolve));
  await stores.redis.unlink(await stores.redis.keys(`{${stores.keyPrefix}:standings}*`));
  await products.updateMany({}, { $set: { scores: [], scores_due: true } });
  t.is(await services.productScores.check(), 0, "no product is compared while there are no ranks");
  t.is(await products.countDocuments({ scores_due: { $exists: true } }), 1);
  release();
  // A process adds at most one job a second that fills lost ranks, so the check above may have added none. Each request
  // for the ranking may add one.
  await until(async () => (await areRanked(5)) && (await isScored()), "the product has its score again");
});
