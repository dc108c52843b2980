import test from "ava";
import type { Client } from "../../helpers/client.ts";
import { startTestService } from "../../helpers/service.ts";
import { until } from "../../helpers/until.ts";
import { cpu } from "../catalogue-service.ts";

const service = await startTestService(test, { env: { SWEEP_INTERVAL_MS: "60000" } });
const R23 = 15;

/** Saves two processors, and returns their ids and slugs in the order of their names. */
async function saveProcessors() {
  await service.services.catalogue.save("cpu", "test", [
    cpu("Old", { price_usd: 100 }),
    cpu("New", { price_usd: 200 }),
  ]);
  const stored = await service.stores.db.collection("products").find({ kind: "cpu" }).toArray();
  return ["Old", "New"].map((name) => {
    const product = stored.find(({ source_id }) => source_id === name);
    return { id: product?.["id"] as number, slug: product?.["url_slug"] as string };
  }) as [{ id: number; slug: string }, { id: number; slug: string }];
}

async function submit(client: Client, cpuId: number, score: number) {
  const { body } = await client.post("/builds", { name: "measured", parts: { cpu: cpuId } });
  const build_id = body.build.build_id as number;
  const added = await client.add({ build_id, benchmarks: { id: R23, runs: [score] } });
  return { build_id, run_id: added.body.runs[0].run_id as string };
}

test("new results change product search and upgrades without a manual step, and the results of a deleted run disappear from both", async (t) => {
  t.timeout(600_000);
  const [old, fresh] = await saveProcessors();
  const clients = await Promise.all([1, 2, 3, 4, 5].map((n) => service.signIn(`measurer ${n}`)));
  const submitted = [];
  for (const [index, client] of clients.entries()) {
    submitted.push(await submit(client, old.id, 10_000 + index));
    await submit(client, fresh.id, 15_000 + index);
  }
  const best = async () =>
    (await service.anonymous.get("/products/cpu?sort_by=performance&sort_dir=desc")).body;
  await until(async () => (await best()).unmeasured === 0, "both processors are measured");
  const { results } = await best();
  t.deepEqual(
    results.map(({ cpuid, scores, value }: { cpuid: number; scores: object[]; value: number }) => ({
      cpuid,
      scores,
      value,
    })),
    [
      {
        cpuid: fresh.id,
        scores: [{ benchmark_id: R23, variant: null, median: 15_002, builds: 5 }],
        value: 75.01,
      },
      {
        cpuid: old.id,
        scores: [{ benchmark_id: R23, variant: null, median: 10_002, builds: 5 }],
        value: 100.02,
      },
    ],
  );
  const [first] = submitted;
  const upgrades = await service.anonymous.get(`/builds/${first?.build_id}/upgrades?kind=cpu`);
  t.is(upgrades.body.total, 1);
  t.like(upgrades.body.results[0], { expected_gain_percent: 49.99, median: 15_002, builds: 5 });
  t.like(upgrades.body.present, { median: 10_002, builds: 5, score: 10_000 });

  await clients[0]?.send("DELETE", `/benchmarks/runs/${first?.run_id}`);
  await until(async () => (await best()).unmeasured === 1, "four builds are too few for a median");
  const { body } = await service.anonymous.get(`/products/cpu/${old.slug}`);
  t.deepEqual([body.scores, body.value], [[], null]);
});
