import test from "ava";
import { productKinds } from "../../src/products/index.ts";
import { startRankedService } from "../standings/ranked-service.ts";
import { asBrowser, groupsOf } from "./html.ts";
import { textOf } from "./page-visits.ts";

const service = await startRankedService(test);
const { anonymous: client, rank, amd, gpu } = service;

let adasBuild = 0;
test.before("there are results, builds and search indexes", async () => {
  const ofChip = (chipset: string) => ({
    make: "Zotac",
    model: `${chipset} Twin`,
    chipset_make: "NVIDIA",
    chipset,
    vram_gb: 12,
  });
  await service.services.catalogue.save("gpu", "chips", [
    { sourceId: "one chip", fields: ofChip("GeForce RTX 9970") },
    { sourceId: "another chip", fields: ofChip("GeForce RTX 9970 SUPER") },
  ]);
  for (const kind of productKinds) await service.services.productSync.rebuild(kind);
  adasBuild = await rank({ owner: "ada", score: 15_310, parts: { cpu: amd.id, gpu: gpu.id } });
  const game = { benchmark_id: 16, variant: "Night <i>Rails</i>" };
  await rank({ ...game, owner: "bob", score: 60 });
  await rank({ owner: "cleo", score: 50, benchmark_id: 7, variant: "Time Spy" });
  await rank({ owner: "cleo", score: 40, benchmark_id: 17, variant: "Time Spy" });
});

const open = async (path: string, status = 200) => {
  const answer = await client.get(path, asBrowser);
  if (answer.status !== status) throw new Error(`expected ${status} at ${path}, found ${answer.status}`);
  return answer.text;
};
const linksOf = (html = "") => [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href = ""]) => href);
const accountIdOf = async (name: string) =>
  (await (await service.signIn(name)).get("/me")).body.account.account_id as string;

test("one search field finds hardware, games, builds and people, in groups", async (t) => {
  const hardware = groupsOf(await open("/search?query=5800x"));
  t.deepEqual([...hardware.keys()], ["Hardware"]);
  t.true(linksOf(hardware.get("Hardware")).includes(`/hardware/cpu/${amd.slug}`));

  const games = groupsOf(await open("/search?query=rails")).get("Games and tests");
  t.regex(games ?? "", /<bdi>Night &lt;i>Rails&lt;\/i><\/bdi>/);
  t.deepEqual(linksOf(games), ["/rankings/16?variant=Night+%3Ci%3ERails%3C%2Fi%3E"]);

  const people = groupsOf(await open("/search?query=ada"));
  t.deepEqual(linksOf(people.get("People")), [`/u/${await accountIdOf("ada")}`]);
  t.regex(
    textOf(people.get("People") ?? "").replaceAll(/\s+/g, " "),
    /ada 1 build · member since \w+ \d{4} · newest build: ada's build/,
  );
  t.deepEqual(linksOf(people.get("Builds")), [`/b/${adasBuild}`]);
  t.true(textOf(people.get("Builds") ?? "").includes("AMD Ryzen <b>7</b> & 5800X · MSI RTX 4070"));
  t.is((await open("/search?q=ada")).includes(`/b/${adasBuild}`), true, "the short name of the parameter");
});

test("the search shows how many products of each kind it has found, and how many builds only if the page shows the last of these builds", async (t) => {
  const ada = await open("/search?query=ada");
  t.regex(ada, /<h2[^>]*>Builds \(1\)<\/h2>/);
  t.regex(ada, /<h2[^>]*>People<\/h2>/, "the service looks at a limited number of accounts");
  const page = await open("/search?query=5800x");
  t.true(page.includes('<a href="/hardware/cpu?query=5800x">Processors</a> (1)'), page);
  t.false(page.includes("badge"), "products of one kind do not name their kind");
  const literal = await open("/search?query=5800x&literal=true&in=hardware");
  t.true(
    literal.includes('<a href="/hardware/cpu?query=5800x&amp;literal=true">Processors</a> (1)'),
    literal,
  );
});

test("beside a game the search shows the number of builds with a result in it, and of builds with the settings with which the game's ranking opens", async (t) => {
  const game = { benchmark_id: 16, variant: "hexworld", score: 90 };
  const [often, once] = ["1440p", "1080p"].map((resolution) => ({ resolution, preset: "Ultra" }));
  for (let n = 0; n < 5; n += 1)
    await rank({ ...game, owner: `often ${n}`, ...(often && { settings: often }) });
  await rank({ ...game, owner: "once", ...(once && { settings: once }) });
  const found = textOf(groupsOf(await open("/search?query=hexworld")).get("Games and tests") ?? "");
  t.regex(found, /hexworld Game benchmark · 6 builds · 2560x1440, Ultra: median 90\.0 fps of 5 builds/);
});

test("the search finds graphics tests and benchmarks by words of the benchmark and of the test", async (t) => {
  const found = async (text: string) => {
    const groups = groupsOf(await open(`/search?query=${encodeURIComponent(text)}`));
    return linksOf(groups.get("Games and tests"));
  };
  t.deepEqual((await found("time spy")).toSorted(), [
    "/rankings/17?variant=Time+Spy",
    "/rankings/7?variant=Time+Spy",
  ]);
  t.deepEqual(await found("spy test 2"), ["/rankings/17?variant=Time+Spy"]);
  t.deepEqual(await found("cinebench"), ["/rankings/15"], "benchmarks without results are left out");
  t.deepEqual(await found("time travel"), []);
});

test("the search shows no products with only similar names if a build has the searched name", async (t) => {
  await (await service.signIn("radeon rxx")).makeBuild("Ryzen 9 5999XYZ machine");
  const page = await open("/search?query=ryzen+9+5999xyz");
  t.deepEqual([...groupsOf(page).keys()], ["Builds"]);
  t.true(page.includes("Select two to eight builds") && !page.includes("products of one kind"));
  t.true([...groupsOf(await open("/search?query=ryzen+9+5999xyy")).keys()].includes("Hardware"));
});

test("a person with exactly the searched name comes before products with only similar names", async (t) => {
  await (await service.signIn("Zotax")).makeBuild("first");
  t.deepEqual([...groupsOf(await open("/search?query=zotax")).keys()], ["People", "Hardware"]);
  await (await service.signIn("Zotac")).makeBuild("second");
  t.deepEqual([...groupsOf(await open("/search?query=zotac")).keys()], ["Hardware", "People"]);
});

test("the search page links a group with more hits than it shows to all hits of the group, and has check boxes for builds", async (t) => {
  const owner = await service.signIn("collector");
  for (let n = 0; n < 22; n += 1) await owner.makeBuild(`Shelf ${n}`);
  const builds = groupsOf(await open("/search?query=shelf")).get("Builds") ?? "";
  t.is(builds.match(/name="builds"/g)?.length, 5);
  t.true(linksOf(builds).includes("/search?query=shelf&amp;in=builds"));
  const all = await open("/search?query=shelf&in=builds");
  t.deepEqual([...groupsOf(all).keys()], ["Builds"]);
  t.is(all.match(/name="builds"/g)?.length, 20);
  t.true(all.includes('href="/search?query=shelf&amp;in=builds&amp;page=2"'), all);
  const second = await open("/search?query=shelf&in=builds&page=2");
  const idsOf = (html: string) => [...html.matchAll(/name="builds" value="(\d+)"/g)].map(([, id]) => id);
  t.is(idsOf(second).length, 2);
  t.false(/<h2[^>]*>Builds \(/.test(builds + all), "the search has not counted all of them");
  t.regex(second, /<h2[^>]*>Builds \(22\)<\/h2>/);
  t.is(new Set([...idsOf(all), ...idsOf(second)]).size, 22, "no build stands on both pages");
  t.false(second.includes('rel="next"'));
  t.true(second.includes('rel="prev"'));
  t.regex(textOf(await open("/search?query=shelf&in=builds&page=3")), /The list ends before this page/);
  t.regex(all, /<form id="ticks" action="\/compare">/);
  const none = await open("/search?query=nobody+at+all&in=people");
  t.regex(textOf(none), /Nothing here is called “ ?nobody at all ?”/);
});

test("without a query the search page shows its field, and it says so if a search finds nothing", async (t) => {
  t.regex(await open("/search"), /<h1>Search<\/h1>/);
  const html = textOf(await open("/search?query=xyzzy+plugh"));
  t.regex(html, /No hardware, game, build or person is called “xyzzy plugh”|nearest names/);
  await open(`/search?query=${"x".repeat(201)}`, 422);
});

test("the suggestions of the search have the same groups as the search page", async (t) => {
  const suggest = async (query: string) =>
    (await client.get(`/search/suggestions?query=${encodeURIComponent(query)}`)).body.groups as {
      name: string;
      suggestions: { name: string; note: string; href: string }[];
    }[];
  const ada = await suggest("ada");
  t.deepEqual(
    ada.map(({ name }) => name).filter((name) => !name.startsWith("Hardware")),
    ["Builds", "People"],
  );
  const [build] = ada.find(({ name }) => name === "Builds")?.suggestions ?? [];
  t.like(build, { name: "ada's build", href: `/b/${adasBuild}` });
  const [first] = await suggest("5800x");
  t.is(first?.name, "Hardware");
  t.like(first?.suggestions[0], {
    name: "AMD Ryzen <b>7</b> & 5800X",
    note: "Processor",
    href: `/hardware/cpu/${amd.slug}`,
  });
  t.is((await client.get("/search/suggestions?query=")).status, 422);
});

test("a search for the number of several chips names each chip beside the cards that have it, and a search for a maker names none", async (t) => {
  const chipsIn = (html: string) =>
    [...html.matchAll(/href="\/hardware\/chip\/([^"]+)"/g)].map(([, slug]) => slug);
  const chips = ["nvidia-geforce-rtx-9970-12gb", "nvidia-geforce-rtx-9970-super-12gb"];
  t.deepEqual(
    chipsIn(await open("/search?query=9970")).toSorted((one, other) =>
      String(one).localeCompare(String(other)),
    ),
    chips,
  );
  t.deepEqual(chipsIn(await open("/search?query=rtx9970+super")), [chips[1]]);
  for (const text of ["zotac", "twin 12gb"])
    t.deepEqual(chipsIn(await open(`/search?query=${encodeURIComponent(text)}`)), [], text);
  const { body } = await client.get("/search/suggestions?query=9970");
  const [first] = body.groups as { suggestions: { name: string; note: string; href: string }[] }[];
  t.deepEqual(
    first?.suggestions.map(({ name, href }) => (href.includes("/chip/") ? name : "a card")),
    [
      "a card",
      "All cards with NVIDIA GeForce RTX 9970 12 GB",
      "a card",
      "All cards with NVIDIA GeForce RTX 9970 SUPER 12 GB",
    ],
  );
});

test.serial("the search page and its suggestions write the price of a product as lists do", async (t) => {
  await service.services.catalogue.save("gpu", "test", [
    {
      sourceId: "dear",
      fields: {
        make: "Gigabyte",
        model: "RTX 4090 Aorus",
        price_usd: 1599,
        price_date: new Date().toISOString().slice(0, 10),
      },
    },
  ]);
  for (const kind of productKinds) await service.services.productSync.rebuild(kind);
  const { body } = await client.get("/search/suggestions?query=4090+aorus");
  t.regex(body.groups[0].suggestions[0].note as string, /^Graphics card · \$1,599\.00/);
  const found = groupsOf(await open("/search?query=4090+aorus")).get("Hardware") ?? "";
  t.true(textOf(found).includes("$1,599.00"));
});

test.serial(
  "while Redis has no ranks, the search page shows the other groups, and says which group is missing",
  async (t) => {
    const { redis, keyPrefix } = service.stores;
    await redis.unlink(await redis.keys(`{${keyPrefix}:standings}*`));
    t.teardown(async () => service.services.ranks.refill());
    const groups = groupsOf(await open("/search?query=ada"));
    t.regex(groups.get("Games and tests") ?? "", /does not answer for the moment/);
    t.deepEqual(linksOf(groups.get("Builds")), [`/b/${adasBuild}`]);
  },
);
