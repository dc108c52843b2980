import { readFileSync } from "node:fs";
import test from "ava";
import { browserTest, openWindow } from "../helpers/chromium.ts";
import { openTestService } from "../helpers/service.ts";
import { onTeardown } from "../helpers/stores.ts";
import { until } from "../helpers/until.ts";
import { wideTables } from "./axe.ts";

const service = await openTestService({});
const { catalogue } = service.services;
const PRICE_DAY = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
const priced = { price_usd: 250, price_date: PRICE_DAY };
await catalogue.save("cpu", "test", [
  { sourceId: "a", fields: { make: "AMD", model: "Ryzen 7 5800X", l3_cache_mb: 32, ...priced } },
  { sourceId: "b", fields: { make: "AMD", model: "Ryzen 9 5900X" } },
  { sourceId: "c", fields: { make: "AMD", model: "Ryzen 5 5600" } },
]);
await catalogue.save("gpu", "test", [
  {
    sourceId: "a",
    fields: {
      make: "MSI",
      model: "RTX 4070",
      chipset_make: "NVIDIA",
      chipset: "GeForce RTX 4070",
      vram_gb: 12,
      ...priced,
    },
  },
]);
const unpriced = { make: "Palit", model: "RTX 4070", chipset_make: "NVIDIA", chipset: "GeForce RTX 4070" };
await catalogue.save("gpu", "test", [{ sourceId: "b", fields: { ...unpriced, vram_gb: 12 } }]);
onTeardown(test, service.close);

const TIME_SPY = { name: "a.xml", content: readFileSync("data/samples/3dmark-time-spy.xml") };
/** The id of a run of 3DMark. */
let graphicsRun = "";
const pageOf = async (path: string) => {
  const { status, text } = await service.anonymous.get(path, { Accept: "text/html" });
  return { status, text };
};

test.serial(
  "the page of a product shows one median, one number of builds and one value per $100, also while the stored median is a little older",
  async (t) => {
    for (let index = 0; index < 5; index += 1) {
      const client = await service.signIn(`person ${index}`);
      const { body } = await client.post("/builds", { name: "tower", parts: { cpu: 1, gpu: 1 } });
      const { build_id } = body.build;
      await client.add({ build_id, benchmarks: { id: 15, runs: [15_000 + index] } });
      const added = await client.add({ build_id, benchmarks: { id: 7 }, files: [TIME_SPY] });
      graphicsRun = added.body.runs[0].run_id as string;
      const faster = (await client.post("/builds", { name: "faster", parts: { cpu: 2 } })).body.build;
      await client.add({ build_id: faster.build_id, benchmarks: { id: 15, runs: [20_000 + index] } });
    }
    const products = service.stores.db.collection("products");
    const isScored = async () =>
      (await products.countDocuments({ "scores.builds": 5, scores_due: { $exists: false } })) === 4;
    await until(isScored, "all products have a score");
    const PLACE =
      '<a href="/hardware/cpu?sort_by=performance&amp;sort_dir=desc">2nd of 2 processors with five builds or more</a>';
    await until(
      async () => (await pageOf("/hardware/cpu/amd-ryzen-7-5800x")).text.includes(PLACE),
      "the page of a processor says the place of its median, which the search index knows",
    );
    await products.updateMany({}, { $set: { "scores.0.median": 14_990, "scores.0.builds": 4 } });

    const cpu = await pageOf("/hardware/cpu/amd-ryzen-7-5800x");
    t.is(cpu.status, 200);
    t.true(cpu.text.includes("15,002") && cpu.text.includes("median of 5 builds"));
    t.regex(cpu.text, /6,000<span class="unit"> points per \$100/);
    t.regex(cpu.text, /<dt>L3 cache<\/dt><dd>32<span class="unit"> MB/);
    t.notRegex(cpu.text, /percentile: <\/span>\d/, "five builds are too few for percentiles");
    t.regex(
      cpu.text,
      /<a href="\/hardware\/cpu\/amd-ryzen-7-5800x\?benchmark=15#measured" aria-current="true">Chart<span/,
    );
    t.regex(cpu.text, /<a href="\/rankings\/15\?cpu=1">Ranking of builds<span/);
    for (const old of ["14,990", "median of 4 builds"]) t.false(cpu.text.includes(old), old);

    const card = await pageOf("/hardware/gpu/msi-rtx-4070");
    t.is(card.status, 200);
    t.false(card.text.includes("14,990"));
    t.true(card.text.includes("median of 5 builds with any card of this chip"));
    t.true(card.text.includes("These results are of all cards with this chip, of any maker."));
    t.false(cpu.text.includes("this chip"));
    const chip = await pageOf("/hardware/chip/nvidia-geforce-rtx-4070-12gb");
    t.false(
      chip.text.includes('class="bar"'),
      "all cards of a chip have one median, which a bar would not tell",
    );
    const bar = /<svg class="bar"[^>]*><title>100 % of the highest<\/title>/;
    await until(
      async () => bar.test((await pageOf("/hardware/gpu")).text),
      "the list of cards, which the search index answers, has a bar",
    );
    t.is(
      (await pageOf("/hardware/gpu")).text.split("same chip as above").length,
      2,
      "of two cards the second",
    );
    t.is(chip.status, 200);
    t.true(chip.text.includes("median of 5 builds"), "its score stands beside its price");
    t.false(
      chip.text.includes("chips with five builds or more"),
      "the only measured chip has no place, although two cards have it",
    );
    t.true(chip.text.includes('A graphics chip, on <a href="#cards">2 cards</a>'));
    t.regex(chip.text, /Specifications of the chip<\/h2>.*<dt>Memory<\/dt><dd>12<span class="unit"> GB/);
    const SAME = '<a href="/hardware/chip/nvidia-geforce-rtx-4070-12gb">same chip from $250.00</a>';
    t.true((await pageOf("/hardware/gpu/palit-rtx-4070")).text.includes(SAME));
    t.false(card.text.includes("same chip from"), "the card has a price itself");
    t.false(chip.text.includes("14,990"));
  },
);

test.serial(
  "the rank of a run of 3DMark on its page names the graphics test by which the run is ranked, and the unit",
  async (t) => {
    const { text } = await pageOf(`/r/${graphicsRun}`);
    t.regex(text, /<h3>All builds, by graphics test 1<\/h3>/);
    t.regex(text, /Median: [\d.]+ fps\./);
    t.false(text.includes("Typed-in scores"), "a file proves the result");
  },
);

for (const { parts, reason } of [
  { parts: {}, reason: "Same processor model: the build does not name its processor." },
  { parts: { cpu: 3 }, reason: "Same processor model: fewer than five such builds are known so far." },
])
  test.serial(
    `the page of a run says why the run has no rank among builds with its processor: ${reason}`,
    async (t) => {
      const client = await service.signIn(`owner of ${JSON.stringify(parts)}`);
      const { body } = await client.post("/builds", { name: "other", parts });
      const added = await client.add({ build_id: body.build.build_id, benchmarks: { id: 15, runs: [9000] } });
      const { text } = await pageOf(`/r/${String(added.body.runs[0].run_id)}`);
      t.regex(text, /<h3>All builds<\/h3>/);
      t.true(text.includes(reason));
      t.is(text.split("Same processor model").length, 2, "the cohort is named once");
      t.true(text.includes("Typed-in scores are ranked, too; no file proves them."));
    },
  );

browserTest("on a telephone no table of a measured product has to be scrolled sideways", async (t) => {
  const page = await (await openWindow(t)).newPage();
  for (const width of [320, 375]) {
    await page.setViewport({ width, height: 800 });
    for (const path of ["cpu/amd-ryzen-7-5800x", "gpu/msi-rtx-4070", "chip/nvidia-geforce-rtx-4070-12gb"]) {
      await page.goto(`${service.url}/hardware/${path}`);
      t.not(await page.$("table.results"), null, path);
      t.deepEqual(await wideTables(page), [], `${path} at ${width} px`);
    }
  }
});
