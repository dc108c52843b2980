import test from "ava";
import type { Category } from "../../../src/standings/model/category.ts";
import { createCategoriesRepository } from "../../../src/standings/records/categories-repository.ts";
import { productsOf } from "../../products/brute-force.ts";
import { untilScored } from "../../helpers/until-scored.ts";
import { startServiceWithSamples } from "../../products/catalogue-service.ts";
import { around, createResults } from "./stored-results.ts";

const service = await startServiceWithSamples(test, {});
const { measure, storeResult } = createResults(service);

const whole = { resolution: null, preset: null };
const r23: Category = { benchmark_id: 15, variant: null, ...whole };
const timeSpy: Category = { benchmark_id: 7, variant: "Time Spy", ...whole };
const game = { benchmark_id: 16, variant: "Played.exe" };
const settings = { resolution: "1920x1080", preset: "ultra" };
const otherSettings = { resolution: "3840x2160", preset: "ultra" };

type Product = (typeof service.products)[number];
const [present, better] = productsOf(service.products, { name: "cpu" }).filter(
  ({ fields }) => fields["socket"] === "AM5",
) as [Product, Product];
const chips = new Set<unknown>();
/** Four cards with different chips. */
const [card, rival, rare, faster] = productsOf(service.products, { name: "gpu" }).filter(
  ({ compared_as }) => !chips.has(compared_as) && chips.add(compared_as),
) as [Product, Product, Product, Product];

test.before(async () => {
  const categories = createCategoriesRepository(service.db);
  const ofGame = Array.from([whole, settings, otherSettings], (of): Category => Object.assign({}, game, of));
  for (const category of [r23, timeSpy, ...ofGame]) {
    const { resolution, preset } = category;
    await categories.insertMissing([{ category, texts: { resolution, preset }, title: null }]);
  }
  await measure(r23, { cpu: present.id }, around(20_000, 11));
  await measure(r23, { cpu: better.id }, around(25_000, 9));
  await measure(timeSpy, { gpu: card.id }, [98, 99, 100, 101, 102]);
  for (const { id } of [rival, rare, faster]) await measure(timeSpy, { gpu: id }, [148, 149, 150, 151, 152]);

  // In the game, the rival card is slower than the present card at equal settings, and faster only at other settings.
  // Too few builds with the rare card have the present card's settings.
  const play = async (of: typeof settings, { id }: Product, scores: readonly number[]) => {
    for (const category of [whole, of]) await measure({ ...game, ...category }, { gpu: id }, scores);
  };
  await play(settings, card, [46, 47, 48, 49, 50, 51, 52, 53, 54]);
  await play(settings, rival, [40, 41, 42, 43, 44]);
  await play(otherSettings, rival, [400, 410, 420, 430, 440, 450]);
  await play(settings, rare, [1, 2, 3, 4]);
  await play(settings, faster, [60, 61, 62, 63, 64]);

  await service.services.ranks.refill({ isForced: true });
  for (const kind of ["cpu", "gpu"]) await service.catalogue.markAllScoresDue(kind);
  await untilScored(service);
});

interface Upgrade {
  part: { cpuid?: number; id?: number };
  expected_gain_percent: number;
  expected_score: number | null;
  median: number;
}

/** Creates a build with the given parts and, if a score is given, a result in Cinebench R23; returns its upgrades. */
async function upgradesOf(kind: string, parts: object, score?: number): Promise<Upgrade[]> {
  const owner = await service.signIn(`owner of ${JSON.stringify(parts)} ${score}`);
  const made = await owner.post("/builds", { name: "mine", parts });
  const { build_id, owner: of } = made.body.build;
  // Add the result without updating the ranks, so that it changes no median.
  if (score !== undefined)
    await storeResult(r23, { buildId: build_id, accountId: of.account_id, parts }, score);
  const { status, body, text } = await service.client.get(
    `/builds/${build_id}/upgrades?kind=${kind}&limit=100`,
  );
  if (status !== 200) throw new Error(text);
  return body.results;
}

test("an upgrade's expected score is the build's score times the ratio of medians, if builds with the new part reach this score", async (t) => {
  const expectedFrom = async (score: number) => {
    const found = (await upgradesOf("cpu", { cpu: present.id }, score)).find(
      ({ part }) => part.cpuid === better.id,
    );
    t.is(found?.expected_gain_percent, 25);
    return found?.expected_score;
  };
  t.is(await expectedFrom(19_000), 23_750);
  // The expected score is limited to 25,032 points: nine tenths of the builds with the new processor have at most this
  // score.
  t.is(await expectedFrom(20_100), 25_032);
  t.is(
    await expectedFrom(25_500),
    null,
    "the build is above nine tenths of the builds with the new processor",
  );
});

test("a card that gains in 3DMark, but is measured slower in games with the same settings, is no upgrade", async (t) => {
  const found = await upgradesOf("gpu", { gpu: card.id });
  const chipOf = (id?: number) =>
    service.products.find((one) => one.kind === "gpu" && one.id === id)?.compared_as;
  t.deepEqual(
    new Set(found.map(({ part }) => chipOf(part.id))),
    new Set([rare.compared_as, faster.compared_as]),
    "the rival is slower, and of the rare card too little is known",
  );
  for (const { expected_gain_percent } of found) t.is(expected_gain_percent, 50);
});
