import test from "ava";
import { cpuKind } from "../../../src/kinds/cpu.ts";
import { openTestService } from "../../helpers/service.ts";
import { onTeardown } from "../../helpers/stores.ts";
import { cpu } from "../catalogue-service.ts";
import { createMeasuredWorld } from "./measured-world.ts";

const DAY_MS = 86_400_000;

// The time of the service's clock, which the tests advance.
let now = new Date("2030-06-30T23:59:59.900Z");
const clock = () => now;
const service = await openTestService({ hasWorkers: false, overrides: { clock: () => clock } });
onTeardown(test, service.close);
const { anonymous, services } = service;
const measured = createMeasuredWorld(services);

const products = [
  cpu("Passing", { price_usd: 100, price_date: "2029-06-30" }),
  cpu("Passing later", { price_usd: 120, price_date: "2029-07-02" }),
  cpu("Current", { price_usd: 200, price_date: "2030-06-01" }),
  cpu("Without a day", { price_usd: 400, price_date: null }),
  cpu("Old", { price_usd: 1, price_date: "2029-06-29" }),
  cpu("Without a price"),
];

/**
 * Returns the model and value of each product in the order of value, and whether its price is old. Throws if the search
 * and the response for a product differ.
 */
async function byValue() {
  const { body } = await anonymous.get("/products/cpu?sort_by=value&sort_dir=desc");
  const found = body.results as {
    model: string;
    value: number | null;
    price_is_old: boolean | null;
    url_slug: string;
  }[];
  for (const { url_slug, value, price_is_old } of found) {
    const alone = (await anonymous.get(`/products/cpu/${url_slug}`)).body;
    if (alone.value !== value || alone.price_is_old !== price_is_old) throw new Error(`${url_slug} differs`);
  }
  return found.map(({ model, value, price_is_old }) => [model, value, price_is_old]);
}

const models = async (query: string) =>
  ((await anonymous.get(`/products/cpu?${query}`)).body.results as { model: string }[]).map(
    ({ model }) => model,
  );

test.before(async () => {
  await services.catalogue.save("cpu", "test", products);
  measured.variant("r23", 15, null, 100);
  const stored = await service.stores.db.collection("products").find({ kind: "cpu" }).toArray();
  for (const { compared_as } of stored)
    await measured.median("r23", "cpu", compared_as as string, { median: 12_000, builds: 10 });
  await measured.scores.check();
  await services.productSync.sync(cpuKind);
});

test.serial(
  "an old price and a price without a day give no value (score per USD), but filters and sorts by price use them",
  async (t) => {
    t.deepEqual(await byValue(), [
      ["Passing", 120, false],
      ["Passing later", 100, false],
      ["Current", 60, false],
      ["Old", null, true],
      ["Without a day", null, null],
      ["Without a price", null, null],
    ]);
    t.deepEqual(await models("sort_by=price"), [
      "Old",
      "Passing",
      "Passing later",
      "Current",
      "Without a day",
      "Without a price",
    ]);
    t.deepEqual(await models("max_price=100&sort_by=price"), ["Old", "Passing"]);
  },
);

test.serial(
  "a product whose price becomes old loses its value (score per USD) and its place in the order by value, without a write to its fields",
  async (t) => {
    const fieldsBefore = await service.stores.db
      .collection("products")
      .find({ kind: "cpu" })
      .project({ fields: 1 })
      .toArray();
    now = new Date("2030-07-01T00:00:00.000Z");
    const [first] = await byValue();
    t.deepEqual(
      first,
      ["Passing", null, true],
      "the value at once, the order with the next check of the index",
    );
    await services.productSync.sync(cpuKind, { verify: true });
    t.deepEqual(await byValue(), [
      ["Passing later", 100, false],
      ["Current", 60, false],
      ["Old", null, true],
      ["Passing", null, true],
      ["Without a day", null, null],
      ["Without a price", null, null],
    ]);
    const fieldsAfter = await service.stores.db
      .collection("products")
      .find({ kind: "cpu" })
      .project({ fields: 1 })
      .toArray();
    t.deepEqual(fieldsAfter, fieldsBefore);
  },
);

test.serial(
  "the next price check finds prices that became old while no process ran, and a check that finds none writes nothing",
  async (t) => {
    const revisions = async () =>
      (await service.stores.db.collection("products").find({ kind: "cpu" }).sort({ id: 1 }).toArray()).map(
        ({ revision }) => revision as number,
      );
    const before = await revisions();
    now = new Date("2030-07-02T12:00:00.000Z");
    await services.productSync.sync(cpuKind, { verify: true });
    t.deepEqual(await revisions(), before, "2029-07-02 is exactly a year ago");
    now = new Date(now.getTime() + 30 * DAY_MS);
    await services.productSync.sync(cpuKind, { verify: true });
    t.deepEqual(
      (await byValue()).map(([model]) => model),
      ["Current", "Old", "Passing", "Passing later", "Without a day", "Without a price"],
    );
    const after = await revisions();
    await services.productSync.sync(cpuKind, { verify: true });
    t.deepEqual(await revisions(), after);
    t.is(after.filter((revision, index) => revision !== before[index]).length, 1);
  },
);

test.serial(
  "a new price, or a larger PRICE_MAX_AGE_DAYS, gives a product with an old price its value (score per USD) again",
  async (t) => {
    await services.catalogue.setPrices("cpu", [
      { key: { source: "test", source_id: "Old" }, price_usd: 50, price_date: "2030-07-30" },
    ]);
    await services.productSync.sync(cpuKind);
    t.deepEqual((await byValue())[0], ["Old", 240, false]);
    // Set the clock to a day on which the price of `Current` is exactly a year old and the prices of 2029 are too old.
    now = new Date("2031-06-01T00:00:00.000Z");
    await services.productSync.sync(cpuKind, { verify: true });
    t.deepEqual(
      (await byValue()).filter(([, value]) => value !== null),
      [
        ["Old", 240, false],
        ["Current", 60, false],
      ],
    );
    // Setting the clock back has the same effect as a larger PRICE_MAX_AGE_DAYS: older prices are current again.
    now = new Date("2030-06-30T00:00:00.000Z");
    await services.productSync.sync(cpuKind, { verify: true });
    t.deepEqual((await byValue()).slice(0, 3), [
      ["Old", 240, false],
      ["Passing", 120, false],
      ["Passing later", 100, false],
    ]);
  },
);
