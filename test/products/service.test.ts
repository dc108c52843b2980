import test from "ava";
import { startTestService } from "../helpers/service.ts";
import { cpu } from "./product-app.ts";

const DEADLINE_MS = 5000;

test("a change made through the catalogue is searchable by its job alone", async (t) => {
  // The timer looks once at the start and then not again.
  const { services, anonymous } = await startTestService(t, { env: { SYNC_INTERVAL_MS: "3600000" } });
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
    while ((await findAt(price)) === 0) {
      if (performance.now() - savedAt > DEADLINE_MS) throw new Error(`price ${price} is not found`);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    times.push(performance.now() - savedAt);
  }
  t.log(`searchable after ${times.map(Math.round).join(", ")} ms`);
  t.is(times.length, 10);
});
