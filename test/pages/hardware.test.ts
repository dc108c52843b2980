import test from "ava";
import { productKinds } from "../../src/kinds/kinds.ts";
import { startServiceWithSamples } from "../products/catalogue-service.ts";
import { asBrowser, slugsOf } from "./html.ts";
import { textOf } from "./page-visits.ts";

const service = await startServiceWithSamples(test);
const { client, services } = service;
test.before("the ranks are filled before the first test", async () => services.ranks.refill());

/** Requests a page as a browser would, and returns the HTML. */
const open = async (path: string, status = 200) => {
  const answer = await client.get(path, asBrowser);
  if (answer.status !== status) throw new Error(`expected ${status} at ${path}, found ${answer.status}`);
  return answer.text;
};

for (const query of [
  "",
  "?query=ryzen+7",
  "?makes=AMD&makes=Intel&max_price=300&sort_by=price",
  "?sort_by=price&sort_dir=desc&limit=5&page=2",
  "?sockets=am4,AM5&integrated_graphics=true",
  "?query=5850x",
  "?fits.motherboard=msi-mag-b550-tomahawk",
])
  test(`the page of processors shows the results of the API for the same query: ${query || "none"}`, async (t) => {
    // If the query has neither a text nor an order, the page lists the most popular products first, but the API sorts
    // by make and model.
    const asked = /query=|sort_by=/.test(query) ? query : `${query || "?"}&sort_by=popularity`;
    const { status, body, text } = await client.get(`/products/cpu${asked}`);
    if (status !== 200)
      return void t.is((await client.get(`/hardware/cpu${query}`, asBrowser)).status, status, text);
    const html = await open(`/hardware/cpu${query}`);
    const wanted = (body.results as { url_slug: string }[]).map(({ url_slug }) => url_slug);
    t.true(wanted.length > 0, query);
    t.deepEqual(slugsOf(html, "cpu"), wanted);
    t.regex(html, new RegExp(`<strong>${(body.total as number).toLocaleString("en")}</strong> `));
    t.is(html.includes("with the most similar names"), body.approximate === true);
  });

test("the search form shows every value of a facet with its number of products, and the least and greatest value of each range", async (t) => {
  const { body } = await client.get("/products/cpu?facets=true&makes=AMD");
  const html = await open("/hardware/cpu?makes=AMD");
  for (const { value, count } of body.facets.makes as { value: string; count: number }[]) {
    const field = new RegExp(`name="makes" value="${value}"[^>]*>.*?class="count">${count}<`);
    t.regex(html, field, value);
    t.is(new RegExp(`name="makes" value="${value}" checked`).test(html), value === "AMD", value);
  }
  t.regex(html, new RegExp(`name="min_price"[^>]*placeholder="${body.facets.price.min}"`));
  t.regex(html, new RegExp(`name="max_tdp_w"[^>]*placeholder="${body.facets.tdp_w.max}"`));
});

test("values of a long filter list that have no check box are typed into a field, and a typed value gets a checked box", async (t) => {
  const { body } = await client.get("/products/gpu?facets=true");
  const values = (body.facets.chipsets as { value: string }[]).map(({ value }) => value);
  t.true(values.length > 40, "the sample catalogue has many chipsets");
  const boxesIn = (html: string) =>
    [...html.matchAll(/<input type="checkbox" name="chipsets" value="([^"]*)"( checked)?/g)].map(
      ([, value, checked]) => ({ value, isChosen: checked !== undefined }),
    );
  const html = await open("/hardware/gpu");
  const offered = [...html.matchAll(/<option>([^<]*)</g)].map(([, value]) => value);
  t.regex(html, /<input name="chipsets" list="chipsets-values"/);
  t.deepEqual([...boxesIn(html).map(({ value }) => value), ...offered], values);
  const last = values.at(-1) ?? "";
  t.true(offered.includes(last));
  // A browser sends the empty fields and the check boxes of the form for filters, too.
  const query = new URLSearchParams({ min_price: "", chipsets: last });
  const filtered = await open(`/hardware/gpu?chipsets=&${query}`);
  t.deepEqual(
    boxesIn(filtered).filter(({ isChosen }) => isChosen),
    [{ value: last, isChosen: true }],
  );
});

test("the search page has for each set filter a link to the same search without the filter, and another link that removes all filters", async (t) => {
  const query =
    "makes=AMD&makes=Intel&sockets=AM4&min_price=100&max_price=300&ecc=true&query=core&sort_by=price";
  const html = await open(`/hardware/cpu?${query}`);
  const chips = [...html.matchAll(/<a class="chip" href="([^"]*)">(.*?)<\/a>/g)].map(
    ([, href = "", text = ""]) => [
      text
        .replaceAll(/<[^>]*>/g, "")
        .replace(/\s+/g, " ")
        .trim(),
      new URL(href.replaceAll("&amp;", "&"), "http://x").searchParams.toString(),
    ],
  );
  const without = (...names: string[]) => {
    const pairs = [...new URLSearchParams(query)].filter(
      ([name, value]) => !names.includes(name) && !names.includes(value),
    );
    return new URLSearchParams(pairs);
  };
  const sorted = (text: string | URLSearchParams) => [...new URLSearchParams(text)].map(String).toSorted();
  const expected = [
    ["Remove the filter Make AMD×", without("AMD")],
    ["Remove the filter Make Intel×", without("Intel")],
    ["Remove the filter Socket AM4×", without("AM4")],
    ["Remove the filter Price from $100 up to $300×", without("min_price", "max_price")],
    ["Remove the filter ECC yes×", without("ecc")],
  ] as const;
  t.deepEqual(
    chips.map(([text, rest]) => [text, sorted(rest ?? "")]),
    expected.map(([text, rest]) => [text, sorted(rest)]),
  );
  t.regex(html, /<a class="chips-clear" href="\/hardware\/cpu\?query=core">/);
});

test("the page of a search without results says that nothing matches, and links to wider searches", async (t) => {
  const html = await open("/hardware/cpu?query=xyzzy&makes=AMD");
  t.regex(html, /No processor matches “<bdi>xyzzy<\/bdi>” with these filters\./);
  for (const href of ["/hardware/cpu?query=xyzzy", "/search?query=xyzzy", "/hardware/cpu"])
    t.true(html.includes(`<a href="${href}">`), href);
  t.true(html.includes('name="makes" value="AMD" checked'), "the filter can still be removed");
});

test("a page number after the last page of results gives a page with a link to the first page", async (t) => {
  const html = await open("/hardware/cpu?page=999");
  t.regex(html, /The list ends before this page\. ?<a href="\/hardware\/cpu">/);
});

test("the pages of hardware show user input as plain text", async (t) => {
  const typed = `"><script>alert(1)</script>`;
  const query = new URLSearchParams({ query: typed, makes: typed, "fits.cpu": "x" });
  const html = await open(`/hardware/motherboard?${new URLSearchParams({ query: typed, makes: typed })}`);
  t.false(html.includes("<script>alert"));
  t.true(html.includes("&lt;script>") || html.includes("&lt;script&gt;"));
  t.is((await client.get(`/hardware/motherboard?${query}`, asBrowser)).status, 422);
});

test("a page of products begins with the most popular ones, and has links to other orders", async (t) => {
  const html = await open("/hardware/gpu");
  t.regex(html, /<a href="\/hardware\/gpu" aria-current="true">Popularity<\/a>/);
  t.regex(html, /<a href="\/hardware\/gpu\?sort_by=make">Name<\/a>/);
  t.regex(await open("/hardware/gpu?sort_by=popularity"), /aria-current="true">Popularity<\/a>/);
  t.false(html.includes("The number of builds with a product"), "nothing is measured");
  const found = await open("/hardware/gpu?query=rtx");
  t.regex(found, /aria-current="true">Best match<\/a>/);
  t.regex(found, /<a href="\/hardware\/gpu\?query=rtx&amp;sort_by=popularity">Popularity<\/a>/);
});

test("the search form has a field for products with a price, and the set filter has a link that removes it", async (t) => {
  t.regex(await open("/hardware/cpu"), /<input type="checkbox" name="has_price" value="true"\/?>/);
  const html = await open("/hardware/cpu?has_price=true");
  t.regex(html, /name="has_price" value="true" checked/);
  t.regex(html, /<a class="chip" href="\/hardware\/cpu">.*?Price<\/span> <bdi>known/s);
});

test("the search page names a filter value that no product has, with links to the same search with similar values", async (t) => {
  const html = await open("/hardware/cpu?makes=AMD&sockets=AM6&page=2");
  t.regex(html, /No processor has “<bdi>AM6<\/bdi>” as Socket\./);
  t.true(html.includes('<a href="/hardware/cpu?makes=AMD&amp;sockets=AM5">AM5</a>'), html);
  t.regex(await open("/hardware/cpu?sockets=Socket+AM5"), /name="sockets" value="AM5" checked/);
});

test("a search page for faulty filters shows the products without the faulty filters, and every fault on top", async (t) => {
  const html = await open("/hardware/cpu?limit=x&min_price=3&max_price=2&makes=AMD", 422);
  t.regex(html, /<input[^>]*id="min_price" name="min_price" value="3"[^>]*aria-invalid/);
  const [faults = ""] = /<div role="alert">[^]*?<form/.exec(html) ?? [];
  t.regex(
    faults,
    /<a href="#min_price">Price<\/a>: “from” \(3\) is above “up to” \(2\)\. Change one of them\.<\/li>/,
  );
  t.is(html.match(/is above “up to”/g)?.length, 2, "on top and at the field");
  t.regex(
    html,
    /<p class="fault" id="price-fault">“from” \(3\) is above “up to” \(2\)\. Change one of them\.<\/p>/,
  );
  for (const end of ["min", "max"])
    t.regex(html, new RegExp(`id="${end}_price"[^>]*aria-invalid="true"[^>]*aria-describedby="price-fault"`));
  const cores = await open("/hardware/cpu?min_cores=9&max_cores=2", 422);
  t.regex(cores, /id="min_cores"[^]*id="min_price"/, "faulty ranges come first");
  t.regex(faults, /Results on a page: Expected a number, found (?:"|&quot;)x/);
  t.notRegex(html, /class="chip"[^>]*>[^<]*<[^>]*>Price/, "neither end of the range is applied");
  t.regex(html, /name="max_price" value="2"/);
  t.regex(html, /name="makes" value="AMD" checked/, "the valid filters stay");
  t.notRegex(html, /\/min_price|min_price 3/);
  t.regex(textOf(html), /The list below is shown without these filters\./);
});

test("the page of memory has no order by performance, because no benchmark measures memory; cards are ordered by the benchmarks that measure cards", async (t) => {
  const memory = await open("/hardware/ram");
  t.false(memory.includes("sort_by=performance"));
  t.false(memory.includes("sort_by=value"));
  t.true(memory.includes("sort_by=price"));
  const cards = await open("/hardware/gpu");
  t.true(cards.includes("sort_by=performance"));
  t.true(cards.includes("sort_by=value"));
  t.false(cards.includes("benchmark_id=15"), "Cinebench judges no graphics card");
  const chosen = await open("/hardware/gpu?sort_by=performance&benchmark_id=16");
  t.true(chosen.includes("benchmark_id=16"));
});

/** Returns the labels of set filters on a page, each with the query of its link. */
const chipsIn = (html: string) =>
  [...html.matchAll(/<a class="chip" href="([^"]*)">(.*?)<\/a>/g)].map(([, href = "", text = ""]) => [
    text
      .replaceAll(/<[^>]*>/g, "")
      .replace(/\s+/g, " ")
      .trim()
      .replace(/^Remove the filter (.*?) ?×$/, "$1"),
    new URL(href.replaceAll("&amp;", "&"), "http://x").searchParams.toString(),
  ]);

test("the search page has for each filter read from words of the text a link to the search without these words, and a link to search every word as typed", async (t) => {
  const query = "cheap+12gb+rdna+2+card+under+%24500&makes=MSI";
  for (const [path, makes] of [
    ["/hardware/gpu", "&makes=MSI"],
    ["/search", ""],
  ] as const) {
    const html = await open(`${path}?query=${query}`);
    const chips = new Map(chipsIn(html).map(([text = "", rest = ""]) => [text, rest.split("&").toSorted()]));
    const without = (text: string) => [...(makes ? ["makes=MSI"] : []), `query=${text}`];
    t.deepEqual(chips.get("Memory 12 GB"), without("cheap+rdna+2+card+under+%24500"), path);
    t.deepEqual(chips.get("Architecture RDNA 2"), without("cheap+12gb+card+under+%24500"), path);
    t.deepEqual(chips.get("Price up to $500"), without("cheap+12gb+rdna+2+card"), path);
    t.true(html.includes("Ignored: “cheap”."), path);
    const [, link = ""] = /<a href="([^"]*)">Search for every word as typed<\/a>/.exec(html) ?? [];
    t.is(new URL(link.replaceAll("&amp;", "&"), "http://x").searchParams.get("literal"), "true", path);
    t.false((await open(link.replaceAll("&amp;", "&"))).includes("Architecture"), path);
  }
  const literal = await open("/hardware/gpu?query=12gb&literal=true");
  t.deepEqual(chipsIn(literal), [["Every word as typed", "query=12gb"]]);
});

test("the page of a chip lists its cards from the lowest price on, and pages of cards and of searches link to the page of the chip", async (t) => {
  const { body } = await client.get("/products/gpu?query=rtx+4060+ventus");
  const [card] = body.results as { url_slug: string; chip: string }[];
  t.is(card?.chip, "nvidia-geforce-rtx-4060-8gb");
  const linkTo = (name: string) =>
    `<a class="action" href="/hardware/chip/nvidia-geforce-rtx-4060-8gb">${name}</a>`;
  const name = "NVIDIA GeForce RTX 4060 8\u00A0GB";
  for (const [path, link] of [
    [`/hardware/gpu/${card?.url_slug}`, "Results and cards of this chip"],
    ["/hardware/gpu?query=rtx+4060+ventus", `Results and cards of ${name}`],
    ["/search?query=rtx+4060+ventus", `${name} (chip)`],
  ] as const)
    t.true((await open(path)).includes(linkTo(link)), path);
  for (const path of [
    "/hardware/gpu",
    "/hardware/gpu?query=asus",
    "/search?query=asus",
    "/hardware/gpu?query=rtx+4065",
    "/search?query=rtx+4065",
  ])
    t.notRegex(await open(path), /Results and cards of|\(chip\)/, path);
  t.true((await client.get("/products/gpu?query=rtx+4065")).body.approximate);
  const filtered = await open("/hardware/gpu?chip=nvidia-geforce-rtx-4060-8gb");
  t.regex(filtered, /<span class="chip-name">Chip<\/span> <bdi>NVIDIA GeForce RTX 4060 8 GB/);
  const html = await open("/hardware/chip/nvidia-geforce-rtx-4060-8gb");
  t.regex(html, /<h1>NVIDIA GeForce RTX 4060 8 GB<\/h1>/);
  const answer = await client.get("/products/chip/nvidia-geforce-rtx-4060-8gb");
  const wanted = (answer.body.cards as { url_slug: string }[]).map(({ url_slug }) => url_slug);
  t.true(wanted.length > 1);
  t.deepEqual(slugsOf(html, "gpu"), wanted);
  t.regex(await open("/hardware/chip/no-such-chip", 404), /No graphics card has the chip no-such-chip/);
});

test("the page of products that fit a given part names that part", async (t) => {
  const [cpu] = (await client.get("/products/cpu?query=ryzen+7+5800x")).body.results;
  const html = await open(`/hardware/motherboard?fits.cpu=${cpu.url_slug}`);
  t.true(
    textOf(html).includes("The support list of the board’s maker says which processors a board starts."),
  );
  t.regex(html, /Fits<\/span> <bdi>AMD Ryzen 7 5800X/);
  t.true(
    html.includes(`<input type="hidden" name="fits.cpu" value="${cpu.url_slug}"`),
    "the form of further filters keeps the part",
  );
});

test("the page of an unknown product says that there is no such product", async (t) => {
  t.regex(await open("/hardware/cpu/no-such", 404), /There is no cpu with the url_slug no-such/);
});

test("the page of all kinds of hardware shows the number of products of each kind", async (t) => {
  const html = await open("/hardware");
  for (const { name: kind } of productKinds) {
    const { total } = (await client.get(`/products/${kind}?limit=1`)).body;
    t.regex(html, new RegExp(`href="/hardware/${kind}">[^<]*</a></h2><p class="soft">${total} products`));
  }
});
