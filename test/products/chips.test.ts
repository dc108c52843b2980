import test from "ava";
import { cpuKind } from "../../src/kinds/cpu.ts";
import { gpuKind } from "../../src/kinds/gpu.ts";
import { createLogger } from "../../src/infra/logger.ts";
import { createCatalogue, type ProductInput } from "../../src/products/catalogue/catalogue.ts";
import { dbThatPauses } from "../helpers/pausing-db.ts";
import { startTestService } from "../helpers/service.ts";
import { untilScored } from "../helpers/until-scored.ts";
import { until } from "../helpers/until.ts";

const service = await startTestService(test);
const { anonymous, services, stores } = service;
const { catalogue, standings, ranks } = services;
const CHIP = "nvidia-geforce-rtx-4070-12gb";
const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const PRICE_DAY = dayBefore(7);

const card = (sourceId: string, price_usd: number | null, fields: object = {}): ProductInput => ({
  sourceId,
  fields: {
    make: "Maker",
    model: sourceId,
    chipset_make: "NVIDIA",
    chipset: "GeForce RTX 4070",
    vram_gb: 12,
    price_usd,
    price_date: price_usd === null ? null : PRICE_DAY,
    ...fields,
  },
});
const processor = (sourceId: string, model: string): ProductInput => ({
  sourceId,
  fields: { make: "AMD", model, cores: 8, threads: 16, base_clock_mhz: 3800, socket: "AM5" },
});

const ids: Record<string, number> = {};
const slugs: Record<string, string> = {};

test.before(async () => {
  await catalogue.save("gpu", "test", [
    card("dear", 700, { chipset: "GeForce RTX 4070 LHR" }),
    card("unpriced", null),
    card("cheap", 500),
    card("other", 900, { chipset: "GeForce RTX 4080", vram_gb: 16 }),
    card("unknown", 10, { vram_gb: null }),
  ]);
  await catalogue.save("cpu", "test", [
    processor("boxed", "Ryzen 7 7700"),
    processor("tray", "Ryzen 7 7700 OEM/Tray"),
  ]);
  for (const { source_id, id, url_slug } of await stores.db.collection("products").find().toArray()) {
    ids[String(source_id)] = Number(id);
    slugs[String(source_id)] = String(url_slug);
  }
  await ranks.refill();
});

let people = 0;

/** Adds a build of a new account with a Cinebench score. Returns the id of the run. */
async function measure(cpu: string, gpu: string, score: number): Promise<string> {
  people += 1;
  const client = await service.signIn(`person ${people}`);
  const parts = { cpu: ids[cpu], gpu: ids[gpu] };
  const made = await client.post("/builds", { name: "measured", parts });
  const { body } = await client.add({
    build_id: made.body.build.build_id,
    benchmarks: { id: 15, runs: [score] },
  });
  return body.runs[0].run_id as string;
}

const standingOf = async (runId: string) =>
  (await anonymous.get(`/benchmarks/runs/${runId}`)).body.standing as Record<
    string,
    { builds: number } | null
  >;

test.serial(
  "results of builds are compared across all cards with the same chip and all packages of the same processor model",
  async (t) => {
    const runs: string[] = [];
    for (const [index, [cpu, gpu]] of [
      ["boxed", "dear"],
      ["tray", "cheap"],
      ["boxed", "unpriced"],
      ["tray", "dear"],
      ["boxed", "cheap"],
    ].entries())
      runs.push(await measure(String(cpu), String(gpu), 15_000 + index));
    const apart = await measure("boxed", "unknown", 15_010);
    const resultsOf = async (name: string) =>
      (await anonymous.get(`/products/cpu/${slugs[name]}/results`)).body;
    await until(async () => (await resultsOf("boxed")).results[0]?.builds === 6, "all are ranked");
    const standing = await standingOf(runs[0] ?? "");
    t.like(standing, { all: { builds: 6 }, same_gpu: { builds: 5 }, same_cpu_and_gpu: { builds: 5 } });
    t.is((await standingOf(apart))["same_gpu"], null, "a card of unknown memory size is another chip");

    for (const name of [ids["cheap"], slugs["cheap"], CHIP]) {
      const { body } = await anonymous.get(`/benchmarks/15/ranking?gpu=${name}&cpu=amd-ryzen-7-7700`);
      t.is(body.total, 5, String(name));
    }
    for (const package_ of ["boxed", "tray"]) {
      const body = await resultsOf(package_);
      t.like(body, { part: "model", total: 1 });
      t.like(body.results[0], { benchmark_id: 15, builds: 6, median: 15_002.5 });
    }
    const ofCard = await anonymous.get(`/products/gpu/${slugs["dear"]}/results`);
    t.deepEqual(ofCard.body, { part: "chip", results: [], total: 0 }, "Cinebench judges no graphics card");
    t.deepEqual((await anonymous.get(`/products/chip/${CHIP}/results`)).body, ofCard.body);
  },
);

test.serial(
  "every package of a processor has the scores of the processor's model, and a value (score per USD) from its own price",
  async (t) => {
    await catalogue.setPrices("cpu", [
      { key: { source: "test", source_id: "boxed" }, price_usd: 300, price_date: PRICE_DAY },
      { key: { source: "test", source_id: "tray" }, price_usd: 250, price_date: PRICE_DAY },
    ]);
    // Remove the stored scores, because a worker may have computed them when only five of the six builds were ranked.
    await stores.db.collection("products").updateMany({}, { $set: { scores: [], scores_due: true } });
    await untilScored(service);
    for (const [package_, price] of [
      ["boxed", 300],
      ["tray", 250],
    ] as const) {
      const { body } = await anonymous.get(`/products/cpu/${slugs[package_]}`);
      t.deepEqual(body.scores, [{ benchmark_id: 15, variant: null, median: 15_002.5, builds: 6 }]);
      t.is(body.value, Number((15_002.5 / price).toPrecision(6)));
    }
    t.deepEqual((await anonymous.get(`/products/gpu/${slugs["dear"]}`)).body.scores, []);
    await catalogue.save("cpu", "test", [processor("late", "Ryzen 7 7700 MPK")]);
    await untilScored(service);
    const late = await stores.db.collection("products").findOne({ source_id: "late" });
    t.is(late?.["scores"]?.[0]?.median, 15_002.5, "a new package has the scores that its model has already");
  },
);

test.serial(
  "the response about a chip lists its cards, the cheapest first; the 404 for an unknown chip names the most similar chip",
  async (t) => {
    const { status, body } = await anonymous.get(`/products/chip/${CHIP}`);
    t.is(status, 200);
    t.deepEqual(body.chip, {
      slug: CHIP,
      title: "NVIDIA GeForce RTX 4070 12 GB",
      manufacturer: "NVIDIA",
      chipset: "GeForce RTX 4070",
      vram_gb: 12,
      cards: 3,
      price: {
        lowest: 500,
        highest: 700,
        currency: "USD",
        date: PRICE_DAY,
        highest_date: PRICE_DAY,
        price_is_old: false,
        known: 2,
        of: 3,
      },
      scores: [],
    });
    t.deepEqual(
      body.cards.map(({ id }: { id: number }) => id),
      [ids["cheap"], ids["dear"], ids["unpriced"]],
    );
    const record = await anonymous.get(`/products/gpu/${slugs["cheap"]}`);
    t.deepEqual(body.cards[0], record.body);
    t.is(record.body.chip, CHIP);
    const unknown = await anonymous.get("/products/chip/nvidia-geforce-rtx-4080-12gb");
    t.is(unknown.status, 404);
    t.regex(unknown.body.detail, /The most similar chip is nvidia-geforce-rtx-4080-16gb/);
    t.is((await anonymous.get("/products/chip/none/results")).status, 404);
    t.is((await anonymous.get("/products/chip/none/histogram.svg?benchmark=7&variant=x")).status, 404);
    const histogram = await anonymous.get(
      `/products/chip/${CHIP}/histogram.svg?benchmark=7&variant=Time%20Spy`,
    );
    t.regex(histogram.text, /NVIDIA GeForce RTX 4070 12 GB/);
  },
);

test.serial("a list of graphics cards can be limited to one chip, by GET and POST", async (t) => {
  for (const kind of [cpuKind, gpuKind]) await services.productSync.sync(kind);
  const idsOf = ({ body }: { body: { results: { id: number }[] } }) =>
    body.results.map(({ id }) => id).toSorted((a, b) => a - b);
  const cards = [ids["dear"], ids["unpriced"], ids["cheap"]];
  t.deepEqual(idsOf(await anonymous.get(`/products/gpu?chip=${CHIP}`)), cards);
  const post = (body: object) => anonymous.post("/products/gpu", { page: 1, limit: 10, ...body });
  t.deepEqual(idsOf(await post({ chip: CHIP, max_price: 600 })), [ids["cheap"]]);
  t.is((await post({ chip: "none" })).body.total, 0);
  t.is((await post({ chip: "" })).body.total, 5, "an empty text counts as not given");
  t.is((await anonymous.post("/products/cpu", { page: 1, limit: 10, chip: CHIP })).body.total, 3);
});

test.serial(
  "an import that changes the model or chip of a product updates the ranks of builds with the product and the product's scores",
  async (t) => {
    await catalogue.save("cpu", "test", [processor("tray", "Ryzen 9 7900")]);
    await standings.sweep.run();
    const path = (name: string) => `/benchmarks/15/ranking?cpu=${name}`;
    t.is((await anonymous.get(path("amd-ryzen-7-7700"))).body.total, 4);
    t.is((await anonymous.get(path("amd-ryzen-9-7900"))).body.total, 2);
    await untilScored(service);
    for (const package_ of ["boxed", "late", "tray"]) {
      const stored = await stores.db.collection("products").findOne({ source_id: package_ });
      t.deepEqual(stored?.["scores"], [], `fewer than five builds have the model of ${package_}`);
    }
    const entries = () =>
      stores.db
        .collection("standings")
        .find({}, { projection: { revision: 0, pending: 0 } })
        .sort({ _id: 1 })
        .toArray();
    const before = await entries();
    await standings.rebuildAll(() => undefined);
    t.deepEqual(await entries(), before, "a rebuild from scratch finds the same");
    t.is((await anonymous.get(path("amd-ryzen-9-7900"))).body.total, 2);
  },
);

const sourceIdsOf = (body: { cards: { model: string }[] }) => body.cards.map(({ model }) => model);

test.serial(
  "the response about a chip states the range of its cards' current prices, or of old prices if no card has a current price",
  async (t) => {
    const chipset = "GeForce RTX 3090";
    const priced = (sourceId: string, price_usd: number | null, price_date: string | null) =>
      card(sourceId, price_usd, { chipset, vram_gb: 24, price_date });
    await catalogue.save("gpu", "prices", [
      priced("old", 300, "2019-05-01"),
      priced("older", 2500, "2018-05-01"),
      priced("nothing", null, null),
      priced("today", 900, dayBefore(0)),
      priced("last week", 700, dayBefore(7)),
    ]);
    const get = async () => (await anonymous.get("/products/chip/nvidia-geforce-rtx-3090-24gb")).body;
    const { chip, ...cards } = await get();
    t.deepEqual(chip.price, {
      currency: "USD",
      known: 4,
      of: 5,
      lowest: 700,
      highest: 900,
      date: dayBefore(7),
      highest_date: dayBefore(0),
      price_is_old: false,
    });
    t.deepEqual(sourceIdsOf(cards), ["last week", "today", "old", "older", "nothing"]);
    await catalogue.remove("gpu", "prices", ["today", "last week"]);
    const { price } = (await get()).chip;
    t.like(price, { lowest: 300, highest: 2500, known: 2, of: 3, price_is_old: true });
    t.like(price, { date: "2019-05-01", highest_date: "2018-05-01" });
  },
);

test.serial("a chip whose cards are all removed is unknown, and never the nearest chip", async (t) => {
  const chipset = "GeForce RTX 2060";
  await catalogue.save("gpu", "removals", [
    card("removed", null, { chipset }),
    card("stays", null, { chipset, vram_gb: 6 }),
  ]);
  const removed = "/products/chip/nvidia-geforce-rtx-2060-12gb";
  t.is((await anonymous.get(`${removed}/results`)).status, 200);
  await catalogue.remove("gpu", "removals", ["removed"]);
  const answer = await anonymous.get(removed);
  t.is(answer.status, 404);
  t.regex(answer.body.detail, /The most similar chip is nvidia-geforce-rtx-2060-6gb\.$/);
  t.is((await anonymous.get(`${removed}/results`)).status, 404);
  t.is((await anonymous.get("/benchmarks/15/ranking?gpu=nvidia-geforce-rtx-2060-12gb")).status, 200);
  await catalogue.remove("gpu", "removals", ["stays"]);
  t.notRegex((await anonymous.get(removed)).body.detail, /most similar chip is nvidia-geforce-rtx-2060-12gb/);
  t.notRegex((await anonymous.get("/products/chip/-12gb")).body.detail, /nearest/);
});

test.serial("simultaneous imports leave a card with the chip that its fields name", async (t) => {
  for (const isNew of [true, false]) {
    const model = isNew ? "raced when new" : "raced when known";
    if (!isNew) await catalogue.save("gpu", "race", [card(model, 100)]);
    const other = card(model, 100, { chipset: "GeForce GTX 1080", vram_gb: 8 });
    // The other import writes its products between the first read and the first write of the slower import.
    const reached = async (write: number) => {
      if (write === 1) await catalogue.save("gpu", "race", [other]);
    };
    const queue = { syncProducts: async () => undefined };
    const slower = createCatalogue({
      db: dbThatPauses(stores.db, reached),
      clock: () => new Date(),
      logger: createLogger({ level: "silent", process: "test", secrets: [] }),
      queue,
    });
    await slower.save("gpu", "race", [card(model, 100, { length_mm: 300 })]);
    const stored = await stores.db.collection("products").findOne({ source_id: model });
    const { body } = await anonymous.get(`/products/gpu/${stored?.["url_slug"]}`);
    t.like(body, { chipset: "GeForce RTX 4070", length_mm: 300, chip: CHIP }, model);
  }
});
