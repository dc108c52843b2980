import test from "ava";
import { startServiceWithSamples } from "../products/catalogue-service.ts";
import { asBrowser, slugsOf } from "./html.ts";
import { textOf } from "./page-visits.ts";

const { client, services } = await startServiceWithSamples(test);
test.before("the ranks are filled before the first test", async () => services.ranks.refill());

const open = async (path: string): Promise<string> => (await client.get(path, asBrowser)).text;

test("a list of cards has the column of a fact if at least one of its cards has the fact", async (t) => {
  const { body } = await client.get("/products/gpu?facets=true&limit=1");
  const shares: number[] = [];
  for (const { value } of body.facets.makes as { value: string }[]) {
    const query = new URLSearchParams({ makes: value, sort_by: "popularity" });
    const cards = (await client.get(`/products/gpu?${query}`)).body.results as { length_mm: number | null }[];
    const known = cards.filter(({ length_mm }) => length_mm !== null).length;
    t.is(/<th[^>]*>Length<\/th>/.test(await open(`/hardware/gpu?${query}`)), known > 0, value);
    shares.push(known / cards.length);
  }
  t.true(shares.includes(0) && shares.some((share) => share > 0 && share < 1), "both cases occur");
});

test("the page of a card whose power is unknown says so, and shows the power in which the other cards with its chip agree", async (t) => {
  const slug = "asrock-radeon-rx-7900-xt-phantom-gaming-20gb-oc";
  const { body } = await client.get(`/products/gpu/${slug}`);
  t.is(body.tdp_w, null);
  const page = await open(`/hardware/gpu/${slug}`);
  t.regex(
    textOf(page),
    /Not known of this product: .*TDP.*\. The other cards with the same chip have, as far as known, the values below; this card may differ\. .*TDP 315 W/,
  );
  const [, chip = ""] = /The other cards with <a href="([^"]+)">the same chip/.exec(page) ?? [];
  t.regex(textOf(await open(chip)), /TDP 315 W/);
});

test("a list of many pages has a field for the number of a page, which keeps the filters and the order", async (t) => {
  const html = await open("/hardware/cpu?sort_by=price&sort_dir=desc&limit=5&makes=AMD");
  const { body } = await client.get("/products/cpu?makes=AMD&limit=1");
  const last = Math.ceil(body.total / 5);
  t.true(last >= 8);
  t.regex(html, new RegExp(`<input type="number" form="to-page" name="page" min="1" max="${last}"`));
  t.regex(html, /<form id="to-page" action="\/hardware\/cpu"><\/form>/);
  const fields = [...html.matchAll(/<input type="hidden" form="to-page" name="([^"]*)" value="([^"]*)"/g)];
  const query = fields.map(([, name, value]) => `${name}=${value}`).join("&");
  const third = await client.get(`/products/cpu?sort_by=price&sort_dir=desc&limit=5&makes=AMD&page=3`);
  t.deepEqual(
    slugsOf(await open(`/hardware/cpu?${query}&page=3`), "cpu"),
    (third.body.results as { url_slug: string }[]).map(({ url_slug }) => url_slug),
  );
  t.notRegex(await open("/hardware/cpu?limit=100"), /to-page" name/);
});

test("a list offers pages of 20, 50 and 100 products, and keeps the other parameters", async (t) => {
  const html = await open("/hardware/cpu?makes=AMD&page=2");
  const [, sizes = ""] = /Products on a page:(.*?)<\/nav>/.exec(html) ?? [];
  t.deepEqual(
    [
      ...sizes.matchAll(
        /<a href="([^"]*)"( aria-current="true")?><span class="visually-hidden">Show <\/span>(\d+)/g,
      ),
    ].map(([, href, current, size]) => [size, href, current !== undefined]),
    [
      ["20", "/hardware/cpu?makes=AMD", true],
      ["50", "/hardware/cpu?makes=AMD&amp;limit=50", false],
      ["100", "/hardware/cpu?makes=AMD&amp;limit=100", false],
    ],
  );
  t.is(slugsOf(await open("/hardware/cpu?limit=50"), "cpu").length, 50);
  t.notRegex(await open("/hardware/cpu?query=5800x3d"), /Products on a page/);
});

test("the list and the page of memory with a current price show the price of a GB", async (t) => {
  const { body } = await client.get("/products/ram?sort_by=price&has_price=true&limit=100");
  const kit = (
    body.results as {
      price: number;
      price_is_old: boolean;
      capacity_gb: number;
      url_slug: string;
      model: string;
    }[]
  ).find(({ price_is_old }) => !price_is_old);
  if (!kit) return void t.fail("the sample catalogue has no memory with a current price");
  const perGb = `$${(kit.price / kit.capacity_gb).toFixed(2)} per GB`;
  t.true(textOf(await open(`/hardware/ram/${kit.url_slug}`)).includes(perGb), perGb);
  t.true(textOf(await open("/hardware/ram?sort_by=price&has_price=true&limit=100")).includes(perGb), perGb);
  t.notRegex(textOf(await open("/hardware/cpu?sort_by=price&has_price=true")), / per GB/);
});

test("lists of products, pages of products and chips, and the search say once where prices come from, and how old they may be", async (t) => {
  for (const path of [
    "/hardware/ram",
    "/hardware/cpu/amd-ryzen-7-5800x",
    "/hardware/chip/nvidia-geforce-rtx-4060-8gb",
    "/search?query=5800x",
  ]) {
    const text = textOf(await open(path));
    t.is(text.split("Prices in US dollars come with the catalogue").length, 2, path);
    t.regex(text, /A price without a day, or of more than [\d,]+ days ago, is no current price\./, path);
  }
});

test("the page of a product shows facts with units, the price, and which facts are unknown", async (t) => {
  const [cpu] = (await client.get("/products/cpu?query=ryzen+7+5800x")).body.results;
  const html = await open(`/hardware/cpu/${cpu.url_slug}`);
  t.regex(html, /<h1><span class="make">AMD<\/span> Ryzen 7 5800X<\/h1>/);
  t.regex(html, new RegExp(`<dt>Cores</dt><dd>${cpu.cores}</dd>`));
  t.regex(html, /<dt>Base clock<\/dt><dd>3,800<span class="unit"> MHz<\/span><\/dd>/);
  const [, specifications = ""] = html.split('<h2 id="facts">');
  const names = [...specifications.matchAll(/<dt>([^<]+)<\/dt>/g)].map(([, name = ""]) => name);
  const first = ["Cores", "Threads", "Base clock", "Boost clock", "L3 cache", "TDP", "Socket"];
  t.deepEqual(names.slice(0, first.length), first, "clocks stand together, the cache after them");
  t.true(html.includes(cpu.price.toFixed(2)));
  t.true(html.includes("Nobody has measured a build with it yet."));
  t.notRegex(html, /class="histogram"|class="results /);
  t.true(
    html.includes(
      `<a href="/hardware/motherboard?fits.cpu=${cpu.url_slug}">Motherboards for this processor</a>`,
    ),
  );
});

test("the filters of a search leave out a filter that would change nothing, because all found products have the same value", async (t) => {
  const { body } = await client.get("/products/cpu?facets=true&query=ryzen");
  const only = (body.facets.makes as { value: string; count: number }[]).map(({ value }) => value);
  t.deepEqual([only, body.facets.makes[0].count], [["AMD"], body.total]);
  t.true((await open("/hardware/cpu?query=core")).includes("<legend>Socket"));
  t.false((await open("/hardware/cpu?query=ryzen")).includes('name="makes"'));
  t.true((await open("/hardware/cpu?query=ryzen&makes=AMD")).includes('name="makes" value="AMD" checked'));
});

test("the ranking of games without any results offers no game to choose", async (t) => {
  const html = await open("/rankings/16");
  t.regex(html, /Nobody has measured this yet\./);
  t.notRegex(html, /<select name="variant"/);
});

test("the page of memory says that no benchmark measures memory", async (t) => {
  const { body } = await client.get("/products/ram?limit=1");
  const page = textOf(await open(`/hardware/ram/${String(body.results[0].url_slug)}`));
  t.true(page.includes("There are no results of memory kits: no benchmark here measures"));
});

test("the search page shows all found products if there are at most eight, and otherwise the first five", async (t) => {
  for (const [query, isWhole] of [
    ["4070", true],
    ["ryzen", false],
  ] as const) {
    const { body } = await client.get(`/products?query=${query}`);
    const page = await open(`/search?query=${query}`);
    t.is((body.total as number) <= 8, isWhole);
    t.is(page.match(/class="found-product/g)?.length, isWhole ? body.total : 5);
    t.is(textOf(page).includes(`Show all ${String(body.total)} of Hardware`), !isWhole);
  }
});

test("without results of builds, memory of one type and speed is sorted by its CAS latency", async (t) => {
  const { body } = await client.get("/products/ram?sort_by=popularity&limit=64");
  const kits = body.results as { memory_type: string; speed_mts: number; cas_latency: number | null }[];
  const pairs = kits.slice(1).map((kit, index) => [kits[index] ?? kit, kit] as const);
  const ofOneSpeed = pairs.filter(
    ([one, next]) => one.memory_type === next.memory_type && one.speed_mts === next.speed_mts,
  );
  t.true(ofOneSpeed.length > 10);
  const isInOrder = ofOneSpeed.every(([one, next]) => (one.cas_latency ?? 200) <= (next.cas_latency ?? 200));
  t.true(isInOrder);
});
