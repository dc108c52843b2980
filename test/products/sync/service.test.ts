import test from "ava";
import { startTestService } from "../../helpers/service.ts";
import { until } from "../../helpers/until.ts";
import { cpu } from "../catalogue-service.ts";

test("a sync job makes a change of the catalogue searchable, without the timer", async (t) => {
  // With this interval the sync timer runs once at the start and not again during the test.
  const { services, anonymous } = await startTestService(t, { constants: { SYNC_INTERVAL_MS: 3_600_000 } });
  const save = (price: number) =>
    services.catalogue.save("cpu", "test", [cpu("Ryzen 7 5800X", { price_usd: price })]);
  const findAt = async (price: number) => {
    const { body } = await anonymous.post("/products/cpu", {
      page: 1,
      limit: 1,
      query: "5800x",
      min_price: price,
      max_price: price,
    });
    return body.total as number;
  };
  const times: number[] = [];
  for (let price = 100; price < 110; price += 1) {
    await save(price);
    const savedAt = performance.now();
    await until(async () => (await findAt(price)) === 1, `the price ${price} is found`);
    times.push(performance.now() - savedAt);
  }
  t.log(`searchable after ${times.map(Math.round).join(", ")} ms`);
  t.is(times.length, 10);
});
