import test from "ava";
import { DAY_MS } from "../../../src/infra/days.ts";
import type { Category } from "../../../src/standings/model/category.ts";
import { createCategoriesRepository } from "../../../src/standings/records/categories-repository.ts";
import { productsOf } from "../../products/brute-force.ts";
import { untilScored } from "../../helpers/until-scored.ts";
import { startServiceWithSamples } from "../../products/catalogue-service.ts";
import { createEqualCards } from "./equal-cards.ts";
import { around, createResults } from "./stored-results.ts";

// The prices of the parts have today's day, unless a test gives another day.
const service = await startServiceWithSamples(test, {});

const r23: Category = { benchmark_id: 15, variant: null, resolution: null, preset: null };
const game: Category = { benchmark_id: 16, variant: "Game.exe", resolution: null, preset: null };

const timeSpy: Category = { benchmark_id: 7, variant: "Time Spy", resolution: null, preset: null };

const { measure, storeResult } = createResults(service);

const cpus = productsOf(service.products, { name: "cpu" });
const onSocket = (socket: string) => cpus.filter(({ fields }) => fields["socket"] === socket);
const board = productsOf(service.products, { name: "motherboard" }).find(
  ({ fields }) => fields["socket"] === "AM5",
)!;
const [present, better, dearer, worse, rare, slight, uncertain] = onSocket("AM5").filter(
  ({ fields }) => fields["price_usd"] !== null,
) as [Product, Product, Product, Product, Product, Product, Product];
const [unfitting] = onSocket("LGA1700") as [Product];
const [card, otherCard] = productsOf(service.products, { name: "gpu" }) as [Product, Product];
type Product = (typeof cpus)[number];
const cards = createEqualCards();

interface Upgrade {
  part: { cpuid?: number; id?: number; price: number };
  expected_gain_percent: number;
  expected_gain_interval: { low_percent: number; high_percent: number };
  expected_score: number | null;
  price: number | null;
  price_date: string | null;
  price_per_percent: number | null;
  builds: number;
  median: number;
  measured_with: { id: number } | null;
  fits: true;
}

let buildId = 0;

const dayBefore = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const TODAY = dayBefore(0);

async function setPriceDate({ _id }: Product, day: string | null): Promise<void> {
  await service.db
    .collection("products")
    .updateOne({ _id: _id as never }, { $set: { "fields.price_date": day } });
}

test.before(async () => {
  const categories = createCategoriesRepository(service.db);
  for (const category of [r23, game, timeSpy])
    await categories.insertMissing([{ category, texts: { resolution: null, preset: null }, title: null }]);
  await measure(r23, { cpu: present.id }, around(20_000, 11));
  await measure(r23, { cpu: better.id }, around(25_000, 9));
  await measure(r23, { cpu: dearer.id }, around(30_000, 6));
  await measure(r23, { cpu: worse.id }, around(15_000, 7));
  await measure(r23, { cpu: rare.id }, around(40_000, 4));
  // The processor `slight` gains less than 3 %; `uncertain` gains 5 %, but the interval of its gain reaches below 0.
  await measure(r23, { cpu: slight.id }, around(20_500, 9));
  await measure(r23, { cpu: uncertain.id }, [10_000, 11_000, 12_000, 21_000, 30_000, 31_000, 32_000]);
  await measure(r23, { cpu: unfitting.id }, around(50_000, 9));
  // In the game, most builds with the better processor also have a faster card. In builds with the same card the better
  // processor gains less.
  await measure(game, { cpu: present.id, gpu: card.id }, around(1000, 8));
  await measure(game, { cpu: better.id, gpu: card.id }, around(1100, 6));
  await measure(game, { cpu: better.id, gpu: otherCard.id }, around(2000, 15));
  await measure(game, { cpu: dearer.id, gpu: otherCard.id }, around(3000, 6));
  await cards.save(service);
  // The scores lie close around 100 and 150, so that the confidence intervals are narrow.
  await measure(timeSpy, { gpu: card.id }, [98, 99, 100, 101, 102]);
  for (const id of [cards.twins[0]!, cards.rival])
    await measure(timeSpy, { gpu: id }, [148, 149, 150, 151, 152]);

  for (const product of [better, dearer]) await setPriceDate(product, TODAY);

  const owner = await service.signIn("owner");
  const parts = { cpu: present.id, motherboard: board.id, gpu: card.id };
  const made = await owner.post("/builds", { name: "mine", parts });
  buildId = made.body.build.build_id;
  await storeResult(r23, { buildId, accountId: made.body.build.owner.account_id, parts }, 21_000);

  await service.services.ranks.refill({ isForced: true });
  for (const kind of ["cpu", "gpu"]) await service.catalogue.markAllScoresDue(kind);
  await untilScored(service);
});

const ask = async (query: string, id = buildId) => service.client.get(`/builds/${id}/upgrades?${query}`);
const upgradesTo = async (query: string, id = buildId): Promise<Upgrade[]> => {
  const { status, body, text } = await ask(query, id);
  if (status !== 200) throw new Error(text);
  return body.results;
};
const idsOf = (upgrades: readonly Upgrade[]) => upgrades.map(({ part }) => part.cpuid ?? part.id);

test("upgrades list the parts that fit the build, with the gain over the present part and the price of each percent of gain", async (t) => {
  const { status, body } = await ask("kind=cpu&sort_by=gain");
  t.is(status, 200);
  const results = body.results as Upgrade[];
  t.deepEqual(
    idsOf(results),
    [dearer.id, better.id],
    "without parts that do not fit, are slower or not certainly faster, or have too few results",
  );
  t.deepEqual([body.benchmark_id, body.variant, body.total, body.fit_unknown], [15, null, 2, 0]);
  // The builds with the present processor are the owner's build, whose score is 21 000, and 11 others around 20 000.
  const median = 20_005;
  t.like(body.present, { median, builds: 12, score: 21_000 });
  t.like(body.present.part, { kind: "cpu", id: present.id, url_slug: present.url_slug });
  const [first, second] = results as [Upgrade, Upgrade];
  t.is(first.expected_gain_percent, Math.round((30_000 / median - 1) * 1e4) / 100);
  t.is(second.expected_gain_percent, Math.round((25_000 / median - 1) * 1e4) / 100);
  // Without the upper limit of expected scores, the scores would be 26,243 (better processor) and 31,492 points (dearer
  // one). Nine tenths of the builds with these processors have at most 25,032 and 30,020 points.
  t.is(second.expected_score, 25_032);
  t.is(first.expected_score, 30_020);
  t.deepEqual([first.builds, first.median, first.measured_with], [6, 30_000, null]);
  t.deepEqual(body.benchmark, { id: 15, name: "Cinebench R23", unit: "points" });
  const { low_percent: low, high_percent: high } = first.expected_gain_interval;
  t.true(low < first.expected_gain_percent && first.expected_gain_percent < high && high - low < 1);
  t.deepEqual([first.price, first.price_date], [Number(dearer.fields["price_usd"]), TODAY]);
  const perPercent = Number(first.price) / (100 * (30_000 / median - 1));
  t.is(first.price_per_percent, Math.round(perPercent * 100) / 100);
  const record = await service.client.get(`/products/cpu/${dearer.url_slug}`);
  t.deepEqual(first.part, record.body);
});

test("a list of upgrades can be limited and sorted by price, and has pages", async (t) => {
  const prices = new Map([dearer, better].map(({ id, fields }) => [id, Number(fields["price_usd"])]));
  const limit = Math.min(...prices.values());
  t.deepEqual(
    idsOf(await upgradesTo(`kind=cpu&sort_by=gain&max_price=${limit}`)),
    [dearer.id, better.id].filter((id) => (prices.get(id) ?? 0) <= limit),
  );
  const byPrice = await upgradesTo("kind=cpu");
  const costs = byPrice.map(({ price_per_percent }) => price_per_percent ?? Infinity);
  t.deepEqual(
    costs,
    costs.toSorted((a, b) => a - b),
  );
  t.true(costs.every(Number.isFinite));
  const pages = [];
  for (const page of [1, 2, 3, 4])
    pages.push(...(await upgradesTo(`kind=cpu&sort_by=gain&limit=1&page=${page}`)));
  t.deepEqual(idsOf(pages), [dearer.id, better.id]);
});

test.serial("a price older than a year is shown with its day, but not used to filter or sort", async (t) => {
  for (const [price_date, counts] of [
    [dayBefore(364), true],
    [dayBefore(366), false],
    [null, false],
  ] as const) {
    await setPriceDate(dearer, price_date);
    const [first] = await upgradesTo("kind=cpu&sort_by=gain");
    t.is(first?.part.cpuid, dearer.id);
    t.deepEqual([first?.price, first?.price_date], [Number(dearer.fields["price_usd"]), price_date]);
    t.is(first?.price_per_percent !== null, counts);
    const affordable = idsOf(await upgradesTo("kind=cpu&max_price=100000"));
    t.is(affordable.includes(dearer.id), counts, "a price limit takes only prices that count");
    const [cheapest] = await upgradesTo("kind=cpu");
    if (!counts) t.is(cheapest?.part.cpuid, better.id, "parts without a price that counts come last");
  }
  await setPriceDate(dearer, TODAY);
});

test("in a game, a new CPU is compared only in builds with the same graphics card", async (t) => {
  const { body } = await ask("kind=cpu&benchmark_id=16");
  t.like(body, { total: 1, present: { median: 1000, builds: 8, score: null } });
  const [upgrade] = body.results as [Upgrade];
  t.is(upgrade.part.cpuid, better.id, "no build has the dearer processor beside the same card");
  t.like(upgrade, { expected_gain_percent: 10, builds: 6, median: 1100, expected_score: null });
  t.is(upgrade.measured_with?.id, card.id);

  const owner = await service.signIn("without a card");
  const made = await owner.post("/builds", { name: "no card", parts: { cpu: present.id } });
  const withoutCard = await ask("kind=cpu&benchmark_id=16", made.body.build.build_id);
  t.like(withoutCard.body, { total: 0, fit_unknown: 0, present: { median: null, builds: 0 } });
});

test.serial("a list of upgrades has a chip once, with its cheapest card of a current price", async (t) => {
  const setPrice = (id: number, price: number | null, day: string) => cards.setPrice(service, id, price, day);
  const [old, cheap, dear, unpriced] = cards.twins as [number, number, number, number];
  await setPrice(old, 100, dayBefore(1000));
  await setPrice(cheap, 300, TODAY);
  await setPrice(dear, 400, TODAY);
  await setPrice(unpriced, null, TODAY);
  await setPrice(cards.rival, 200, dayBefore(1000));
  const { body } = await ask("kind=gpu");
  t.deepEqual(
    (body.results as Upgrade[]).map(({ part, price, expected_gain_percent }) => [
      part.id,
      price,
      expected_gain_percent,
    ]),
    [
      [cheap, 300, 50],
      [cards.rival, 200, 50],
    ],
    "of equal gains the one with a current price comes first",
  );
  t.is(body.total, 2);
  t.deepEqual(idsOf(await upgradesTo("kind=gpu&max_price=250")), []);
  await setPrice(cheap, 500, TODAY);
  t.deepEqual(idsOf(await upgradesTo("kind=gpu&max_price=450")), [dear]);
  for (const [id, price] of [
    [old, 700],
    [cheap, 600],
    [dear, 650],
  ] as const)
    await setPrice(id, price, dayBefore(1000));
  t.deepEqual(idsOf(await upgradesTo("kind=gpu")), [cards.rival, cheap], "else the lowest old price counts");
});

test("a request for unknown builds, parts or benchmarks is refused, and a request without enough results gets an empty list", async (t) => {
  const refusal = async (query: string, id = buildId) => {
    const { status, body } = await ask(query, id);
    return [status, body.errors?.[0]?.pointer ?? null];
  };
  t.deepEqual(await refusal("kind=cpu", 999_999), [404, null]);
  t.deepEqual(await refusal(""), [422, "/kind"]);
  t.deepEqual(await refusal("kind=ram"), [422, "/kind"]);
  t.deepEqual(await refusal("kind=cpu&benchmark_id=99"), [422, "/benchmark_id"]);
  t.deepEqual(await refusal("kind=cpu&benchmark_id=16&variant=Other"), [422, "/variant"]);
  t.deepEqual(await refusal("kind=cpu&max_price=cheap"), [422, "/max_price"]);

  const owner = await service.signIn("another");
  const make = async (parts: object) =>
    (await owner.post("/builds", { name: "b", parts })).body.build.build_id as number;
  t.deepEqual(await refusal("kind=cpu", await make({ gpu: card.id })), [422, "/kind"]);
  const rarelyMeasured = await ask("kind=cpu", await make({ cpu: rare.id }));
  t.like(rarelyMeasured.body, { total: 0, results: [] });
  t.like(rarelyMeasured.body.present, { median: null, builds: 4, score: null });
  const judging = await ask("kind=cpu&benchmark_id=7");
  t.is(judging.status, 422);
  t.regex(judging.body.errors[0].detail, /These benchmarks are: 15 \(Cinebench R23\)/);
  const nothing = await ask("kind=gpu&benchmark_id=18");
  t.like(nothing.body, { benchmark_id: 18, variant: null, total: 0, results: [] });
});

test("a part that may not fit a build, because the data of the board are incomplete, is counted among upgrades and not listed", async (t) => {
  const owner = await service.signIn("third");
  const [unknownBoard] = productsOf(service.products, { name: "motherboard" });
  await service.db
    .collection("products")
    .updateOne(
      { _id: unknownBoard!._id as never },
      { $set: { "fields.socket": null, "fields.ram_types": [] } },
    );
  const made = await owner.post("/builds", {
    name: "b",
    parts: { cpu: present.id, motherboard: unknownBoard!.id },
  });
  const { body } = await ask("kind=cpu", made.body.build.build_id);
  t.deepEqual([body.results, body.total], [[], 0]);
  t.is(body.fit_unknown, 3, "two processors of the socket, and one of another socket");
});

test.serial("while the ranks are unavailable, a request for upgrades gets a 503", async (t) => {
  const { redis } = service.services.stores;
  const key = `{${service.config.REDIS_KEY_PREFIX}:standings}:ready`;
  const ready = await redis.get(key);
  t.truthy(ready);
  await redis.del(key);
  const { status, headers } = await ask("kind=cpu");
  await redis.set(key, ready!);
  t.is(status, 503);
  t.truthy(headers.get("retry-after"));
});
