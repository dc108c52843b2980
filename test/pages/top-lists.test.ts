import { readFileSync } from "node:fs";
import test from "ava";
import { productKinds } from "../../src/products/index.ts";
import { openTestService } from "../helpers/service.ts";
import { onTeardown } from "../helpers/stores.ts";
import { until } from "../helpers/until.ts";
import { textOf } from "./page-visits.ts";

// The search of all kinds of product needs the index of each kind, even of kinds without products, so create all
// indexes.
const service = await openTestService({ hasIndexes: true, constants: { TOP_LISTS_MAX_AGE_MS: 0 } });
const { catalogue } = service.services;
const PRICE_DAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const cpu = (sourceId: string, model: string, price: object) => ({
  sourceId,
  fields: { make: "AMD", model, ...price },
});
const priced = (price_usd: number, price_date = PRICE_DAY) => ({ price_usd, price_date });
await catalogue.save("cpu", "test", [
  cpu("a", "Ryzen 7 5800X", priced(250)),
  cpu("b", "Ryzen 5 5600", priced(100)),
  cpu("c", "Ryzen 9 5950X", priced(100, "2019-01-01")),
]);
const card = (sourceId: string, make: string, chipset: string) => ({
  sourceId,
  fields: { make, model: chipset, chipset_make: "NVIDIA", chipset: `GeForce ${chipset}`, vram_gb: 12 },
});
await catalogue.save("gpu", "test", [card("a", "MSI", "RTX 4070"), card("b", "ASUS", "RTX 4070")]);
onTeardown(test, service.close);

const TIME_SPY = { name: "a.xml", content: readFileSync("data/samples/3dmark-time-spy.xml") };
const listsOf = async () => {
  const { text } = await service.anonymous.get("/", { Accept: "text/html" });
  const [, lists = ""] = text.split('<ul class="top-lists">');
  const [inside = ""] = lists.split("Take part");
  const sections = inside.split("<h2>").slice(1).map(textOf);
  return sections.filter((one) => one !== "");
};

test("the first page lists the processors with the most speed for the money, the fastest chips and the most measured games", async (t) => {
  t.deepEqual(await listsOf(), [], "nothing is measured yet");
  for (let person = 0; person < 5; person += 1) {
    const client = await service.signIn(`person ${person}`);
    for (const id of [1, 2, 3]) {
      const { body } = await client.post("/builds", { name: `tower ${id}`, parts: { cpu: id, gpu: 1 } });
      const { build_id } = body.build;
      await client.add({ build_id, benchmarks: { id: 15, runs: [10_000 * id + person] } });
      if (id === 1) await client.add({ build_id, benchmarks: { id: 7 }, files: [TIME_SPY] });
    }
  }
  const products = service.stores.db.collection("products");
  const isScored = async () =>
    (await products.countDocuments({ "scores.builds": 5, scores_due: { $exists: false } })) === 5;
  await until(isScored, "all products have a score");
  // The index may get the scores of some of these products before those of others.
  const isListed = async () => {
    const [cpus = "", chips = ""] = await listsOf();
    return ["5600", "5800X"].every((name) => cpus.includes(name)) && chips.includes("RTX 4070");
  };
  await until(isListed, "the search indexes have the scores of all products");
  const [cpus = "", chips = ""] = await listsOf();
  t.regex(
    cpus,
    /Best value for multi-core work Median score in Cinebench R23 multi-core per \$100 of the price listed here /,
  );
  const [cheap, dear] = ["Ryzen 5 5600", "Ryzen 7 5800X"].map((name) => cpus.indexOf(name));
  t.true(cheap !== undefined && dear !== undefined && cheap !== -1 && cheap < dear, cpus);
  t.regex(cpus, /AMD Ryzen 5 5600 20,000 points per \$100 .* of the highest at \$100\.00 on \d+ \w+ \d{4}/);
  t.false(cpus.includes("5950X"), "an old price is no price");
  t.regex(chips, /Fastest graphics chips Medians in Time Spy graphics test 1 /);
  t.is(chips.match(/RTX 4070/g)?.length, 1, "cards with the same chip count as one");

  const found = await service.anonymous.get("/search?query=5600", { Accept: "text/html" });
  t.regex(
    textOf(found.text),
    /AMD Ryzen 5 5600 20,002 points median of 5 builds in Cinebench R23 multi-core \$100\.00 price of \d+ \w+ \d{4}/,
  );
  const ofChip = await service.anonymous.get("/search?query=rtx+4070", { Accept: "text/html" });
  t.regex(
    textOf(ofChip.text),
    /RTX 4070 12\sGB \(chip\) Median [\d.]+ fps in Time Spy graphics test 1, of 5 builds/,
  );
  t.true(textOf(found.text).includes("Select two to four products of one kind, then press"));

  const list = await service.anonymous.get("/hardware/gpu?sort_by=make", { Accept: "text/html" });
  t.regex(textOf(list.text), /RTX 4070 5 builds with this chip/);

  const { text } = await service.anonymous.get("/", { Accept: "text/html" });
  t.regex(textOf(text), /About 20 results of 15 builds so far\./);
  t.true(text.length < 30 * 1024);
});

test("a process reads the lists of the first page again only after a minute", async (t) => {
  const aged = await openTestService({ hasWorkers: false });
  t.teardown(aged.close);
  await aged.services.ranks.refill();
  for (const kind of productKinds) await aged.services.productSync.rebuild(kind);
  const open = () => aged.anonymous.get("/", { Accept: "text/html" });
  const count = async () => /of (\d+) builds? so far/.exec(textOf((await open()).text))?.[1];
  const owner = await aged.signIn("ada");
  const build_id = await owner.makeBuild();
  await owner.add({ build_id, benchmarks: { id: 15, runs: [900] } });
  t.is(await count(), "1");
  await owner.makeBuild();
  t.is(await count(), "1", "the list of a minute ago");
});
