import test from "ava";
import { eventually } from "../faults/system.ts";
import { untilScored } from "../helpers/until-scored.ts";
import { textOf, visitsOf } from "../pages/page-visits.ts";
import { startRankedService } from "./ranked-service.ts";

const service = await startRankedService(test);
const { anonymous, rank, amd } = service;
const { catalogue, standings } = service.services;

const GAME = 16;
const high = { resolution: "4K", preset: "Ultra" };
const low = { resolution: "1080p", preset: "Low" };
const named = "named.game";
const mixed = "mixed.game";
/**
 * A game in which the fast card was measured at high settings, the slow card at low ones, and a third card at unknown
 * ones.
 */
const apart = "apart.game";

let slow: { id: number; slug: string };
let fast: { id: number; slug: string };
let third: { id: number; slug: string };
let owners = 0;

/**
 * Stores ranked results with the given scores, each for a new account's build with the card. Returns the ids of the
 * builds.
 */
async function measure(
  gpu: { id: number },
  scores: readonly number[],
  { variant, settings }: { variant: string; settings?: typeof high },
): Promise<number[]> {
  const builds = [];
  for (const score of scores) {
    owners += 1;
    const parts = { cpu: amd.id, gpu: gpu.id };
    const given = { owner: `gamer ${owners}`, score, parts, benchmark_id: GAME, variant };
    builds.push(await rank({ ...given, ...(settings && { settings }) }));
  }
  return builds;
}

const around = (median: number, count: number) =>
  Array.from({ length: count }, (_, index) => median + (index - (count - 1) / 2) / 10);

let slowBuild = 0;
let fastBuild = 0;
let lowBuild = 0;
let mixedBuild = 0;

test.before(async () => {
  const cardOf = (chipset: string) => ({
    sourceId: chipset,
    fields: { make: "MSI", model: chipset, chipset_make: "NVIDIA", chipset, vram_gb: 8 },
  });
  await catalogue.save("gpu", "chips", [
    cardOf("GeForce RTX 4060"),
    cardOf("GeForce RTX 4090"),
    cardOf("GeForce RTX 4080"),
  ]);
  const found = await catalogue.identities("gpu", "chips");
  const idOf = (name: string) => found.find(({ source_id }) => source_id === name)!.id;
  const partOf = async (name: string) => {
    const id = idOf(name);
    return { id, slug: (await catalogue.findParts("gpu", [id])).get(id)!.url_slug };
  };
  slow = await partOf("GeForce RTX 4060");
  fast = await partOf("GeForce RTX 4090");
  third = await partOf("GeForce RTX 4080");
  // The slow card has a higher frame rate than the fast card, because most results of the slow card have low settings.
  [lowBuild = 0] = await measure(slow, around(140, 10), { variant: named, settings: low });
  [slowBuild = 0] = await measure(slow, around(40, 5), { variant: named, settings: high });
  [fastBuild = 0] = await measure(fast, around(90, 11), { variant: named, settings: high });
  await measure(slow, around(140, 5), { variant: mixed });
  [mixedBuild = 0] = await measure(fast, around(90, 5), { variant: mixed });
  await measure(fast, around(90, 4), { variant: mixed, settings: high });
  await measure(fast, around(90, 6), { variant: apart, settings: high });
  await measure(slow, around(140, 5), { variant: apart, settings: low });
  await measure(third, around(70, 5), { variant: apart });
  await catalogue.markAllScoresDue("gpu");
  await untilScored(service);
});

const upgradesOf = async (build: number, variant: string) =>
  (await anonymous.get(`/builds/${build}/upgrades?kind=gpu&benchmark_id=${GAME}&variant=${variant}`)).body;
const standingOf = async (build: number, variant: string) => {
  const [account] = await service.stores.db
    .collection<{ build_id: number; account_id: string }>("standings")
    .find({ build_id: build })
    .toArray();
  const owned = { _id: build, owner_id: account!.account_id };
  const read = () => standings.ofBuild(owned, [{ benchmark_id: GAME, variant }]);
  // Try again while Redis is slow, because the service then cannot read the ranks.
  const [standing] = (await eventually(read, (found) => found !== undefined)) ?? [];
  return standing;
};
const resultOf = async (slug: string, variant: string) => {
  const { body } = await anonymous.get(`/products/gpu/${slug}/results`);
  return body.results.find((row: { variant: string }) => row.variant === variant);
};

test("if results of a game name their settings, cards are compared at the most measured resolution and preset", async (t) => {
  t.like(await resultOf(slow.slug, named), {
    median: 40,
    builds: 5,
    resolution: "3840x2160",
    preset: "Ultra",
  });
  t.is((await resultOf(slow.slug, named)).settings_mixed, undefined);
  t.like(await upgradesOf(fastBuild, named), { total: 0, present: { median: 90, builds: 11 } });
  const toFast = await upgradesOf(slowBuild, named);
  t.like(toFast, { total: 1, present: { median: 40, builds: 5, score: 39.8 } });
  t.like(toFast.results[0], { expected_gain_percent: 125, median: 90, builds: 11 });
  t.is(toFast.settings_mixed, undefined);
  const { body } = await anonymous.get(`/products/gpu/${slow.slug}`);
  const scores = body.scores.filter(({ variant }: { variant: string }) => variant === named);
  t.deepEqual(scores, [{ benchmark_id: GAME, variant: named, median: 40, builds: 5 }]);
  const query = `benchmark=${GAME}&variant=${named}`;
  const svg = (await anonymous.get(`/products/gpu/${slow.slug}/histogram.svg?${query}`)).text;
  t.true(svg.includes("3840x2160, Ultra · 5 builds"));
});

test("a card that was not measured with a game's most measured settings is listed with the card's own most measured settings", async (t) => {
  const ofFast = {
    resolution: "3840x2160",
    preset: "Ultra",
    builds: 6,
    median: 90,
    settings_mixed: undefined,
  };
  const ofSlow = {
    resolution: "1920x1080",
    preset: "Low",
    builds: 5,
    median: 140,
    settings_mixed: undefined,
  };
  const ofThird = { resolution: undefined, preset: undefined, builds: 5, median: 70, settings_mixed: true };
  t.like(await resultOf(fast.slug, apart), ofFast);
  t.like(await resultOf(slow.slug, apart), ofSlow);
  t.like(await resultOf(third.slug, apart), ofThird);
  for (const { slug } of [slow, fast, third]) {
    const { body } = await anonymous.get(`/products/gpu/${slug}/results`);
    t.is(body.total, body.results.length);
  }
  const chartOf = async ({ slug }: typeof slow) =>
    (await anonymous.get(`/products/gpu/${slug}/histogram.svg?benchmark=${GAME}&variant=${apart}`)).text;
  t.true((await chartOf(slow)).includes("1920x1080, Low · 5 builds"));
  t.true((await chartOf(third)).includes("settings are mixed · 5 builds"));

  const visits = visitsOf(service, null);
  for (const { slug } of [slow, third]) {
    const { html } = await visits.open(`/hardware/gpu/${slug}`);
    const [, href = ""] = new RegExp(`href="(/rankings/${GAME}[^"]*variant=${apart}[^"]*)"`).exec(html) ?? [];
    const ranking = textOf((await visits.open(href.replaceAll("&amp;", "&"))).html);
    t.regex(ranking, /\b5 (?:of \d+ )?builds[.,]/, "the ranking has the results of the row");
  }
});

test("the rank of a build counts only builds that were measured with the same resolution and preset", async (t) => {
  const ofLow = await standingOf(lowBuild, named);
  t.like(ofLow, { all: { builds: 10, rank: 10 }, same_gpu: { builds: 10 } });
  t.is(ofLow?.settings_mixed, undefined);
  t.like(await standingOf(slowBuild, named), { all: { builds: 16, rank: 16 }, same_gpu: { builds: 5 } });
});

test("if fewer than half of a game's results name their settings, all are compared, and responses and pages say that settings are mixed", async (t) => {
  t.like(await resultOf(fast.slug, mixed), {
    median: 90,
    builds: 9,
    resolution: undefined,
    settings_mixed: true,
  });
  t.like(await standingOf(mixedBuild, mixed), { settings_mixed: true, all: { builds: 14 } });
  t.like(await upgradesOf(mixedBuild, mixed), { settings_mixed: true, total: 1 });
  const { body } = await anonymous.get(`/products/gpu/${fast.slug}`);
  t.like(
    body.scores.find(({ variant }: { variant: string }) => variant === mixed),
    { builds: 9, settings_mixed: true },
  );
  const page = textOf((await visitsOf(service, null).open(`/hardware/gpu/${fast.slug}`)).html);
  t.regex(page, /settings are mixed/);
});

test("a ranking of a game says that settings are mixed unless it is limited to a resolution and a preset", async (t) => {
  const path = `/benchmarks/${GAME}/ranking?variant=${named}`;
  t.true((await anonymous.get(path)).body.settings_mixed);
  t.true((await anonymous.get(`${path}&resolution=4K`)).body.settings_mixed);
  const { body } = await anonymous.get(`${path}&resolution=4K&preset=ultra`);
  t.deepEqual([body.settings_mixed, body.total], [undefined, 16]);
  t.is((await anonymous.get("/benchmarks/15/ranking")).body.settings_mixed, undefined);
});

test("the page of a game's ranking opens with the most measured settings, or says which settings are mixed if most results name none", async (t) => {
  const visits = visitsOf(service, null);
  const open = async (variant: string, settings = "") =>
    (await visits.open(`/rankings/${GAME}?variant=${variant}${settings}`)).html;
  const opened = await open(named);
  const text = textOf(opened);
  t.regex(
    text,
    /Shown at 3840x2160, Ultra, the most measured settings of this game: 16 of 26 builds, median [\d.]+ fps\. All settings/,
  );
  t.regex(text, /Resolution 3840x2160/);
  t.false(text.includes("Settings are mixed"));
  const [, all = ""] = /href="([^"]*)">Remove all/.exec(opened) ?? [];
  t.false(text.includes("Show results with any settings"), "one link removes all filters");
  const ofAll = textOf((await visits.open(all.replaceAll("&amp;", "&"))).html);
  t.regex(ofAll, /\b26 builds, median [\d.]+ fps\./);
  const SAID = "Settings are mixed: these results have different";
  t.true(ofAll.includes(`${SAID} resolutions and presets`), ofAll);
  t.true(textOf(await open(named, "&resolution=4K")).includes(`${SAID} presets`));
  t.true(textOf(await open(named, "&preset=low")).includes(`${SAID} resolutions,`));
  t.false(textOf(await open(named, "&resolution=4K&preset=ultra")).includes(SAID));
  const ofMixed = textOf(await open(mixed));
  t.true(/\b14 builds[.,]/.test(ofMixed) && ofMixed.includes(SAID), ofMixed);
});

test("a game's ranking that is limited to a part opens with the part's most measured settings, and says if filters leave nothing", async (t) => {
  const visits = visitsOf(service, null);
  const ofSlow = `/rankings/${GAME}?variant=${apart}&gpu=${slow.id}`;
  const opened = textOf((await visits.open(ofSlow)).html);
  t.regex(opened, /\b5 (?:of \d+ )?builds[.,]/);
  t.true(opened.includes("the most measured settings of builds with these parts: 5 "), opened);
  t.regex(opened, /Resolution 1920x1080/);
  const { html } = await visits.open(`${ofSlow}&resolution=4K&preset=ultra`);
  t.true(textOf(html).includes("No result with these filters."));
  const [, any = ""] = /href="([^"]*)">Show results with any settings/.exec(html) ?? [];
  t.regex(textOf((await visits.open(any.replaceAll("&amp;", "&"))).html), /\b5 (?:of \d+ )?builds[.,]/);
});

test("each link from a page of a game's ranking to another page keeps the chosen settings", async (t) => {
  const visits = visitsOf(service, null);
  const linkOf = async (query: string) => {
    const { html } = await visits.open(`/rankings/${GAME}?limit=4&variant=${named}${query}`);
    const [, href = ""] = /href="([^"]*[?&;]page=2[^"]*)"/.exec(html) ?? [];
    return new URLSearchParams(href.replaceAll("&amp;", "&").split("?")[1]);
  };
  for (const [query, resolution, preset] of [
    ["", "3840x2160", "Ultra"],
    ["&resolution=&preset=", "", ""],
    ["&preset=low", "", "low"],
  ] as const) {
    const link = await linkOf(query);
    t.deepEqual([link.get("resolution"), link.get("preset")], [resolution, preset], query);
  }
});
