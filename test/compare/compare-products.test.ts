import { parse } from "csv-parse/sync";
import test from "ava";
import { startRankedService } from "../standings/ranked-service.ts";

const service = await startRankedService(test);
const { anonymous, rank, amd } = service;
const { catalogue } = service.services;
const compare = (query: string) => anonymous.get(`/compare?${query}`);

const A_WEEK_AGO = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
const NEW_PRICE = { price_usd: 300, price_date: A_WEEK_AGO };
const OLD_PRICE = { price_usd: 200, price_date: "2020-01-01" };
const GAME = 16;

/** The saved products by their source ids: the id, the name in the query string of a comparison, and the chip. */
const products: Record<string, { id: number; name: string; chip: string }> = {};

/** Stores ranked results with the given scores, each for a new account's build with the given parts. */
async function measure(
  parts: object,
  scores: readonly number[],
  given: { benchmark_id?: number; variant?: string; settings?: object } = {},
): Promise<void> {
  for (const score of scores) await rank({ owner: `person ${(people += 1)}`, score, parts, ...given });
}
let people = 0;

const card = (sourceId: string, chipset: string, fields: object) => ({
  sourceId,
  fields: { make: "Maker", model: sourceId, chipset_make: "NVIDIA", chipset, vram_gb: 12, ...fields },
});

test.before(async () => {
  await catalogue.save("cpu", "compared", [
    {
      sourceId: "eight",
      fields: { make: "AMD", model: "Eight", cores: 8, threads: 16, socket: "AM5", ...NEW_PRICE },
    },
    {
      sourceId: "six",
      fields: { make: "AMD", model: "Six", cores: 6, threads: 12, socket: "AM5", ...OLD_PRICE },
    },
    { sourceId: "near", fields: { make: "AMD", model: "Near" } },
    { sourceId: "tray", fields: { make: "AMD", model: "Eight Tray" } },
    { sourceId: "few", fields: { make: "AMD", model: "Few", cores: 4 } },
  ]);
  await catalogue.save("gpu", "compared", [
    card("long card", "GeForce RTX 4070", { memory_type: "GDDR6X", length_mm: 300, ...NEW_PRICE }),
    card("short card", "GeForce RTX 4070", { memory_type: "GDDR6X", length_mm: 200 }),
    card("other card", "GeForce RTX 4060", { memory_type: "GDDR6" }),
  ]);
  await catalogue.save("ram", "compared", [
    { sourceId: "slow kit", fields: { make: "Maker", model: "Slow kit" } },
    { sourceId: "fast kit", fields: { make: "Maker", model: "Fast kit" } },
  ]);
  const stored = await service.stores.db.collection("products").find({ source: "compared" }).toArray();
  for (const { source_id, kind, id, url_slug, compared_as } of stored)
    products[String(source_id)] = {
      id: Number(id),
      name: `${kind}/${url_slug}`,
      chip: `chip/${compared_as}`,
    };
  const ofTen = [-200, -200, -100, -100, 0, 0, 100, 100, 200, 200];
  for (const [sourceId, median] of [
    ["eight", 15_200],
    ["near", 15_100],
  ] as const)
    await measure(
      { cpu: idOf(sourceId) },
      ofTen.map((distance) => median + distance),
    );
  await measure(
    { cpu: idOf("six") },
    Array.from({ length: 11 }, () => 11_400),
  );
  await measure({ cpu: idOf("few") }, [5000]);
  const ofGame = (preset: string) => ({
    benchmark_id: GAME,
    variant: "compared",
    settings: { resolution: "4K", preset },
  });
  await measure({ cpu: idOf("eight"), gpu: idOf("long card") }, [100, 100, 100, 100, 100], ofGame("High"));
  await measure({ cpu: idOf("six"), gpu: idOf("other card") }, [60, 60, 60, 60, 60], ofGame("High"));
  const ofLow = { ...ofGame("Low"), variant: "apart" };
  await measure({ gpu: idOf("long card") }, [200, 200, 200, 200, 200], ofLow);
  await measure({ gpu: idOf("other card") }, [90, 90, 90, 90, 90], { ...ofGame("High"), variant: "apart" });
});

const idOf = (sourceId: string): number => products[sourceId]?.id ?? 0;
const nameOf = (sourceId: string): string => products[sourceId]?.name ?? "";
const chipOf = (sourceId: string): string => products[sourceId]?.chip ?? "";

test("processors are compared by facts, prices and medians, and an old price gives no score per USD", async (t) => {
  const { status, body, text } = await compare(`products=${nameOf("eight")},${nameOf("six")}`);
  t.is(status, 200, text);
  t.is(body.kind, "cpu");
  t.like(body.compared[0], { product: nameOf("eight"), name: "AMD Eight", price: 300, price_is_old: false });
  t.like(body.compared[1], { price: 200, price_date: "2020-01-01", price_is_old: true });
  const factOf = (name: string) => body.facts.find(({ fact }: { fact: string }) => fact === name);
  t.like(factOf("cores"), { label: "Cores", differs: true, values: [8, 6] });
  t.like(factOf("socket"), { differs: false, values: ["AM5", "AM5"] });
  t.is(factOf("tdp_w"), undefined, "a fact that is known of none of them is left out");
  const [cinebench] = body.results;
  t.like(cinebench, { benchmark_id: 15, variant: null, title: null, higher_is_better: true });
  const [eight, six] = cinebench.values;
  t.like(eight, { builds: 10, median: 15_200, difference_percent: null, value: 50.6667 });
  t.like(six, { builds: 11, median: 11_400, difference_percent: -25, value: null });
  t.true(eight.p10 < eight.median && eight.p90 > eight.median);
});

test("the page of compared products says which is faster only where the spreads of their builds do not overlap", async (t) => {
  const pageOf = async (...names: string[]) =>
    (await anonymous.get(`/compare?products=${names.map(nameOf).join()}`, { Accept: "text/html" })).text;
  t.regex(await pageOf("eight", "six"), /−25\.0 % <span class="badge badge-bad">slower<\/span>/);
  t.regex(await pageOf("six", "eight"), /\+33\.3 % <span class="badge badge-good">faster<\/span>/);
  t.regex(await pageOf("eight", "near"), /−0\.7 % <span class="note">no clear difference<\/span>/);
  for (const same of [await pageOf("long card", "short card"), await pageOf("eight", "tray")]) {
    t.regex(same, /the same results/);
    t.false(same.includes(`<p class="difference">`));
  }
  const ofFew = await pageOf("long card", "other card");
  t.regex(ofFew, /−40\.0 %/, "five builds with each card");
  t.regex(ofFew, /The small range is the middle 80 % of builds/);
  t.notRegex(
    ofFew,
    />slower<|>faster<|>no clear difference<|100\.0 to/,
    "five builds have neither a range nor a verdict",
  );
});

test("the page of compared processors warns above the games that they depend on the graphics card, and says the settings of both once", async (t) => {
  const { text } = await anonymous.get(`/compare?products=${nameOf("eight")},${nameOf("six")}`, {
    Accept: "text/html",
  });
  const places = [
    "AMD Six",
    ">Benchmarks<",
    ">Cinebench R23 multi-core<",
    ">Games<",
    "do not tell which processor",
    ">compared<",
  ];
  const found = places.map((words) => text.indexOf(words));
  t.deepEqual(
    found,
    found.toSorted((a, b) => a - b),
    found.join(),
  );
  t.true((found[0] ?? -1) > 0);
  const [table = ""] = text.split("</table>");
  t.is(table.match(/3840x2160, High/g)?.length, 1);
  t.is(table.match(/Higher is better/g)?.length, 2, "once for each group");
  t.regex(table, /Compared with \S*AMD Eight\S*\./, "the baseline stands above the differences");
});

test("the baseline of a comparison can be any compared product that has a median", async (t) => {
  const names = `${nameOf("eight")},${nameOf("six")},${nameOf("few")}`;
  const differences = async (query: string) => {
    const { values } = (await compare(`products=${names}${query}`)).body.results[0];
    return values.map(({ difference_percent }: { difference_percent: number | null }) =>
      difference_percent === null ? null : Math.round(difference_percent),
    );
  };
  t.deepEqual(await differences(""), [null, -25, null]);
  t.deepEqual(await differences(`&baseline=${nameOf("six")}`), [33, null, null]);
  t.deepEqual(await differences(`&baseline=${nameOf("few")}`), [null, -25, null], "it has too few builds");
  const baselineOf = async (query: string) =>
    (await compare(`products=${names}${query}`)).body.results[0].baseline as string;
  t.is(await baselineOf(`&baseline=${nameOf("six")}`), nameOf("six"));
  t.is(
    await baselineOf(`&baseline=${nameOf("few")}`),
    nameOf("eight"),
    "the one that takes its place is named",
  );
  const { values } = (await compare(`products=${names}`)).body.results[0];
  t.like(values[2], { builds: 1, median: null, p10: null, value: null });
});

test("chips are compared by the facts of all their cards and by the lowest price, and cards by the results of their chip", async (t) => {
  const { body } = await compare(`products=${chipOf("long card")},${chipOf("other card")}`);
  t.is(body.kind, "chip");
  t.like(body.compared[0], { name: "NVIDIA GeForce RTX 4070 12 GB", price: 300, price_is_old: false });
  t.is(body.compared[1].price, null);
  const factOf = (name: string) => body.facts.find(({ fact }: { fact: string }) => fact === name);
  t.like(factOf("memory_type"), { differs: true, values: ["GDDR6X", "GDDR6"] });
  t.is(factOf("length_mm"), undefined, "the cards with the chip differ in their length");
  const ofGame = (answer: typeof body) =>
    answer.results.find(({ variant }: { variant: string }) => variant === "compared");
  t.like(ofGame(body).values[1], {
    median: 60,
    difference_percent: -40,
    resolution: "3840x2160",
    preset: "High",
  });
  const cards = (await compare(`products=${nameOf("short card")},${nameOf("other card")}`)).body;
  t.is(cards.compared[0].chip, chipOf("long card").split("/")[1]);
  t.like(ofGame(cards).values[0], { median: 100, builds: 5 });
});

test("a comparison of products shows no difference for game results with different settings, nor for processors in games", async (t) => {
  const { body } = await compare(`products=${chipOf("long card")},${chipOf("other card")}`);
  const apart = body.results.find(({ variant }: { variant: string }) => variant === "apart");
  t.is(apart.settings_differ, true);
  t.is(apart.baseline, null);
  for (const { difference_percent, value } of apart.values)
    t.deepEqual([difference_percent, value], [null, null], "the card with a price has no value, too");
  const markdown = await compare(`products=${chipOf("long card")},${chipOf("other card")}&format=markdown`);
  t.regex(markdown.text, /\| 200\.0 \(5 builds, 3840x2160, Low\) \|/);
  const ofProcessors = (await compare(`products=${nameOf("eight")},${nameOf("six")}`)).body;
  const game = ofProcessors.results.find(({ variant }: { variant: string }) => variant === "compared");
  t.like(game.values[1], { median: 60, difference_percent: null });
});

test("the page of a processor has its games below a heading that says what they depend on", async (t) => {
  const { text } = await anonymous.get(`/hardware/${nameOf("eight")}`, { Accept: "text/html" });
  const [others = "", games = ""] = text.split(/<th colSpan="7" scope="rowgroup">\s*Games/i);
  t.true(others.includes(">Cinebench R23 multi-core</bdi>"));
  t.regex(games, /^[^]*figures of games do not tell which processor is faster[^]*>compared<\/bdi>/);
});

test("the picture of a comparison of products has bars of medians that are compared, and else the names alone", async (t) => {
  const pictureOf = async (...names: string[]) => {
    const { status, text } = await anonymous.get(`/compare/preview.svg?products=${names.join()}`);
    t.is(status, 200, text);
    return Array.from(text.matchAll(/<text[^>]*>([^<]*)<\/text>/g), ([, shown = ""]) => shown);
  };
  t.deepEqual(await pictureOf(nameOf("eight"), nameOf("six")), [
    "AMD Eight and AMD Six",
    "Cinebench R23 multi-core",
    "median of the builds, higher is better",
    "AMD Eight",
    "15,200 points",
    "AMD Six",
    "11,400 points",
  ]);
  const ofChips = await pictureOf(chipOf("long card"), chipOf("other card"));
  t.true(ofChips.includes("100.0 fps"), "results with different settings are left out");
  t.false(ofChips.includes("200.0 fps"));
  t.deepEqual(await pictureOf(nameOf("eight"), nameOf("few")), [
    "AMD Eight and AMD Few",
    "They have no benchmark in common",
    "AMD Eight",
    "AMD Few",
  ]);
});

test("memory is compared by its facts alone, because no benchmark measures memory", async (t) => {
  const { status, body } = await compare(`products=${nameOf("slow kit")},${nameOf("fast kit")}`);
  t.is(status, 200);
  t.deepEqual([body.results, body.total], [[], 0]);
});

test("the answer to a faulty request for a comparison of products names every fault", async (t) => {
  const faultsOf = async (products: string) => {
    const { status, body } = await compare(`products=${products}`);
    t.is(status, 422, products);
    return (body.errors as { pointer: string; detail: string }[]).map(
      ({ pointer, detail }) => `${pointer} ${detail}`,
    );
  };
  const [eight, six] = [nameOf("eight"), nameOf("six")];
  const unknown = await faultsOf(
    `cpu/no-such-one,${eight},chip/none-at-all`.replace(",chip/none-at-all", ",cpu/nor-this"),
  );
  t.is(unknown.length, 2);
  t.regex(unknown[0] ?? "", /^\/products\/0 There is no cpu with the url_slug no-such-one/);
  t.regex(unknown[1] ?? "", /^\/products\/2 /);
  t.deepEqual(await faultsOf(`${eight},${nameOf("long card")}`), [
    "/products Expected products of one kind, found cpu and gpu.",
  ]);
  t.deepEqual(await faultsOf(`${eight},${eight}`), [
    `/products/1 Expected each id once, found "${eight}" again.`,
  ]);
  t.regex((await faultsOf(`${eight},psu/x`))[0] ?? "", /^\/products\/1 Expected <kind>\/<url_slug>/);
  t.regex((await faultsOf(eight))[0] ?? "", /at least 2 entries/);
  t.regex((await faultsOf([eight, six, "cpu/a", "cpu/b", "cpu/c"].join()))[0] ?? "", /at most 4 entries/);
});

test("a comparison of products as CSV has a row for each product and compared value, and as Markdown a column for each product, with escaped names", async (t) => {
  const names = `cpu/${amd.slug},${nameOf("eight")}`;
  const csv = await compare(`products=${names}&format=csv`);
  t.is(csv.headers.get("content-type"), "text/csv; charset=utf-8; header=present");
  const rows = parse<Record<string, string>>(csv.text, { columns: true });
  const rowOf = (figure: string) =>
    rows.find((row) => row["product"] === nameOf("eight") && row["figure"] === figure);
  t.like(rowOf("price"), { name: "AMD Eight", unit: "USD", value: "300" });
  t.like(rowOf("cores"), { value: "8", differs: "false" });
  t.like(rowOf("median"), { unit: "points", value: "15200", benchmark: "Cinebench R23", builds: "10" });
  t.is(rows.find((row) => row["product"] === `cpu/${amd.slug}`)?.["name"], "AMD Ryzen <b>7</b> & 5800X");
  const markdown = await compare(`products=${names}&format=markdown`);
  t.regex(markdown.headers.get("content-type") ?? "", /^text\/markdown/);
  const lines = markdown.text.trim().split("\n");
  t.is(lines[0], "|  | AMD Ryzen \\<b\\>7\\</b\\> \\& 5800X | AMD Eight |");
  const place = (start: string) => lines.findIndex((line) => line.startsWith(start));
  const score = place("| Cinebench R23 multi-core (points) |");
  t.regex(lines[score] ?? "", /\|\s+\| 15,200 \(10 builds\) \|$/);
  t.true(place("| price") < score && score < place("| Cores"));
});
