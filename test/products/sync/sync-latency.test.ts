import test from "ava";
import { cpu, startCatalogueService } from "../catalogue-service.ts";

const EDITS = 20;

test("an edit of a product is searchable as soon as the sync that sends it to the index has ended", async (t) => {
  const service = await startCatalogueService(t);
  await service.saveAll(Array.from({ length: 500 }, (_, n) => cpu(`Model ${n}`)));
  const times: number[] = [];
  for (let price = 1; price <= EDITS; price += 1) {
    const startedAt = performance.now();
    await service.saveAll([cpu("Model 7", { price_usd: price })]);
    const { body } = await service.client.post("/products/cpu", {
      page: 1,
      limit: 1,
      min_price: price,
      max_price: price,
    });
    t.is(body.total, 1);
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  const median = times[EDITS / 2] ?? Infinity;
  t.log(`median ${Math.round(median)} ms, slowest ${Math.round(times.at(-1) ?? 0)} ms`);
});
