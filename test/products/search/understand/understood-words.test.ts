import test from "ava";
import * as fc from "fast-check";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { findKind, productKinds, type ProductKind } from "../../../../src/kinds/kinds.ts";
import { productSearchBody } from "../../../../src/products/schemas.ts";
import { readWords, without, wordRules } from "../../../../src/products/search/understand/read-words.ts";
import { productsOf } from "../../brute-force.ts";
import { shareRealCatalogue, shareServiceWithSamples } from "../../catalogue-service.ts";

// The tests of this file use the sample catalogue. If EXTRA_CATALOGUE names a folder with all of OpenDB and
// judged-names.csv, the tests also use that catalogue.

const large = await shareRealCatalogue(test);
const { client, products } = await shareServiceWithSamples(test);

type Fields = Readonly<Record<string, unknown>>;

function kindOf(name: string): ProductKind {
  const kind = findKind(name);
  if (!kind) throw new Error(`expected a kind, found ${name}`);
  return kind;
}

/** Sends a search for at most a thousand products of a kind. Returns the body of the response. */
async function ask(kind: string, request: Record<string, unknown>) {
  const { status, body, text } = await client.post(`/products/${kind}`, { page: 1, limit: 1000, ...request });
  if (status !== 200) throw new Error(text);
  return body;
}

const slugsIn = (results: readonly { url_slug: string }[]) =>
  results.map(({ url_slug }) => url_slug).toSorted();

/** Returns the slugs of all products of a kind that meet a condition. */
const slugsOf = (kind: string, meets: (fields: Fields) => boolean) =>
  slugsIn(productsOf(products, kindOf(kind)).filter(({ fields }) => meets(fields)));

const meaningOf = (kind: ProductKind, text: string) =>
  readWords(kind, text)
    .flatMap(({ filters }) => filters.map(({ field, value }) => `${field} ${value}`))
    .join("; ");

test("each rule that turns search words into filters reads its own examples as documented", (t) => {
  for (const { examples } of wordRules)
    for (const [example, meaning] of Object.entries(examples)) {
      const [, kind = "", text = ""] = /^(\w+): (.*)$/.exec(example) ?? [];
      t.is(meaningOf(kindOf(kind), text), meaning, example);
    }
});

const priced = (min: number, max: number) => (fields: Fields) => {
  const price = fields["price_usd"];
  return typeof price === "number" && price >= min && price <= max;
};
const has =
  (field: string, ...values: unknown[]) =>
  (fields: Fields) =>
    values.includes(fields[field]);
const matches = (field: string, pattern: RegExp) => (fields: Fields) => pattern.test(String(fields[field]));
const all =
  (...conditions: ((fields: Fields) => boolean)[]) =>
  (fields: Fields) =>
    conditions.every((meets) => meets(fields));

/** For each case: a kind, a search text, and the condition that the found products and no others must meet. */
const meant: [kind: string, text: string, (fields: Fields) => boolean][] = [
  ["gpu", "under 300", priced(0, 300)],
  ["gpu", "below 200 $", priced(0, 200)],
  ["gpu", "300-400", priced(300, 400)],
  ["cpu", "cheap processor for $150", priced(0, 150)],
  ["ram", "over 100 dollars", priced(100, Infinity)],
  ["motherboard", "between $150 and $200", priced(150, 200)],
  ["motherboard", "b650 under 200", all(matches("chipset", /^B650$/), priced(0, 200))],
  ["gpu", "12gb gpu", has("vram_gb", 12)],
  ["gpu", "12gb gpu under 300", all(has("vram_gb", 12), priced(0, 300))],
  ["gpu", "8 gb or 12 gb card", has("vram_gb", 8, 12)],
  ["gpu", "at least 16gb vram", (fields) => Number(fields["vram_gb"]) >= 16],
  ["ram", "32gb ddr5", all(has("capacity_gb", 32), has("memory_type", "DDR5"))],
  ["ram", "64gb ram", has("capacity_gb", 64)],
  ["cpu", "5000", matches("model", /^Ryzen .*\b5\d{3}/)],
  ["cpu", "ryzen 7000", matches("model", /^Ryzen .*\b7\d{3}/)],
  ["cpu", "ryzen 9 5000 series", matches("model", /^Ryzen 9 5\d{3}/)],
  ["cpu", "13th gen", matches("model", /^Core i\d-13\d{3}/)],
  ["cpu", "intel 14000", matches("model", /^Core i\d-14\d{3}/)],
  ["cpu", "i5 12th gen under 200", all(matches("model", /^Core i5-12\d{3}/), priced(0, 200))],
  ["cpu", "core ultra 200", matches("model", /^Core Ultra \d 2\d\d/)],
  ["gpu", "rtx 40 series", matches("chipset", /RTX 40\d0/)],
  ["gpu", "gtx 10 series", matches("chipset", /GTX 10\d0/)],
  ["gpu", "radeon rx 9000 series", matches("chipset", /RX 90\d0/)],
  ["gpu", "rx 7000", matches("chipset", /RX 7\d{3}/)],
  ["gpu", "arc b series", matches("chipset", /Arc B\d{3}/)],
  ["gpu", "blackwell", matches("chipset", /RTX 50\d0/)],
  ["gpu", "ada lovelace", matches("chipset", /RTX 40\d0/)],
  ["gpu", "ampere", matches("chipset", /RTX 30\d0/)],
  ["gpu", "turing", matches("chipset", /RTX 20\d0|GTX 16\d0/)],
  ["gpu", "pascal", matches("chipset", /GTX 10\d0/)],
  ["gpu", "rdna 4", matches("chipset", /RX 90\d0/)],
  ["gpu", "RDNA3", matches("chipset", /RX 7\d{3}/)],
  ["gpu", "rdna 2 8gb", all(matches("chipset", /RX 6\d{3}/), has("vram_gb", 8))],
  ["gpu", "rdna 1", matches("chipset", /RX 5\d{3}\b/)],
  ["gpu", "polaris", matches("chipset", /RX 5\d0\b/)],
  ["gpu", "alchemist", matches("chipset", /Arc A\d{3}/)],
  ["gpu", "battlemage", matches("chipset", /Arc B\d{3}/)],
];

for (const [kind, text, meets] of meant)
  test(`a search for "${text}" finds exactly the products of the kind ${kind} that meet the condition in words`, async (t) => {
    const body = await ask(kind, { query: text });
    const wanted = slugsOf(kind, meets);
    t.true(wanted.length > 0, "the sample catalogue has such products");
    t.deepEqual(slugsIn(body.results), wanted);
    t.is(body.total, wanted.length);
    t.false("approximate" in body);
    t.true(body.understood.length > 0);
  });

test("a price limit in a search text, in any spelling, finds the same products as a price filter", async (t) => {
  const spellings: [RegExp, (price: number) => string][] = [
    [/max/, (price) => `under ${price}`],
    [/max/, (price) => `gpu < $${price}`],
    [/max/, (price) => `up to ${price.toLocaleString("en")} dollars`],
    [/max/, (price) => `${price} bucks`],
    [/min/, (price) => `more than ${price} usd`],
    [/min/, (price) => `min. $ ${price}`],
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 50, max: 2500 }),
      fc.constantFrom(...spellings),
      async (price, spelling) => {
        const [end, spell] = spelling;
        const query = spell(price);
        const field = end.test("max") ? "max_price" : "min_price";
        const [found, filtered] = [await ask("gpu", { query }), await ask("gpu", { [field]: price })];
        t.deepEqual(slugsIn(found.results), slugsIn(filtered.results), query);
        t.like(found.understood, [{ field, value: price }], query);
      },
    ),
    { numRuns: 40 },
  );
});

test("the search response lists the words that were turned into filters, with field and value, and the words that were ignored", async (t) => {
  const body = await ask("gpu", { query: "Cheap 12GB gpu under $300, 1440p" });
  t.deepEqual(body.understood, [
    { words: "12GB", field: "vram_sizes", value: 12 },
    { words: "under $300", field: "max_price", value: 300 },
  ]);
  t.deepEqual(body.ignored_words, ["Cheap", "1440p"]);
  t.deepEqual((await ask("gpu", { query: "300-400" })).understood, [
    { words: "300-400", field: "min_price", value: 300 },
    { words: "300-400", field: "max_price", value: 400 },
  ]);
  t.deepEqual((await ask("gpu", { query: "rdna 3" })).understood, [
    { words: "rdna 3", field: "architecture", value: "RDNA 3" },
  ]);
});

test("words of a search text that no found product has are listed in the response as ignored words", async (t) => {
  t.deepEqual((await ask("gpu", { query: "4070 overclocked purple" })).ignored_words, [
    "overclocked",
    "purple",
  ]);
  t.deepEqual((await ask("cpu", { query: "cheap i5 for 1440p" })).ignored_words, ["cheap", "1440p"]);
  t.false("ignored_words" in (await ask("gpu", { query: "asus dual rtx 4060" })));
  t.false("ignored_words" in (await ask("cpu", { query: "7800 x3d" })));
  t.false("understood" in (await ask("cpu", { query: "7800 x3d" })));
});

test("a price in another currency than USD in a search text is ignored", async (t) => {
  const body = await ask("gpu", { query: "12gb under 300 €" });
  t.deepEqual(body.ignored_words, ["under 300 €"]);
  t.deepEqual(slugsIn(body.results), slugsOf("gpu", has("vram_gb", 12)));
});

test("filters in the search text and in the request apply together, and a facet is counted without the filter on the facet's own field", async (t) => {
  const body = await ask("gpu", { query: "under 300", manufacturers: ["AMD"], facets: true });
  const wanted = all(priced(0, 300), has("chipset_make", "AMD"));
  t.deepEqual(slugsIn(body.results), slugsOf("gpu", wanted));
  const { body: other } = await client.post("/products/gpu", {
    page: 1,
    limit: 1,
    manufacturers: ["AMD"],
    facets: true,
  });
  t.deepEqual(body.facets.price, other.facets.price);
});

test("a search with literal=true turns no word of its text into a filter", async (t) => {
  const body = await ask("gpu", { query: "12gb", literal: true });
  t.false("understood" in body);
  const { body: got } = await client.get("/products/gpu?query=12gb&literal=true&limit=1000");
  t.deepEqual(got.results, body.results);
  t.is((await client.get("/products/gpu?query=12gb&literal=perhaps")).status, 422);
});

test("if no product that passes the filters of a search text has the text's other words, all that pass the filters are approximate results", async (t) => {
  const body = await ask("cpu", { query: "zzyzx qqfoo under 200" });
  t.true(body.approximate);
  t.deepEqual(body.ignored_words, ["zzyzx", "qqfoo"]);
  t.deepEqual(slugsIn(body.results), slugsOf("cpu", priced(0, 200)));
  t.is((await ask("gpu", { query: "4070 under 100" })).total, 0);
});

test("a generation or an architecture in a search text is no filter in another product kind, whose names may contain these words", async (t) => {
  for (const [kind, query] of [
    ["motherboard", "ryzen 5000"],
    ["cpu", "rdna 3"],
    ["cpu", "32gb"],
  ] as const)
    t.false("understood" in (await ask(kind, { query })), `${kind}: ${query}`);
  t.true((await ask("motherboard", { query: "ryzen 5000" })).total > 0);
});

test("the search of all product kinds shows only the kinds in which words of the text can be turned into filters", async (t) => {
  const { body } = await client.get("/products?query=12gb%20gpu%20under%20300&limit=1000");
  t.deepEqual(slugsIn(body.results), slugsOf("gpu", all(has("vram_gb", 12), priced(0, 300))));
  t.deepEqual(body.understood, [
    { words: "12gb", field: "vram_sizes", value: 12 },
    { words: "under 300", field: "max_price", value: 300 },
  ]);
  const { body: literal } = await client.get("/products?query=12gb%20gpu%20under%20300&literal=true");
  t.false("understood" in literal);
});

test("no product name in the sample catalogue contains words that the search turns into a filter", (t) => {
  for (const { kind, fields } of products)
    for (const name of [`${fields.make} ${fields.model}`, fields.model])
      t.is(meaningOf(kindOf(kind), name), "", name);
});

test("the search removes a price after the name of a model from the search text and changes nothing else of the name", async (t) => {
  for (const [text, rest] of [
    ["ryzen 5 5600 - 120€", "ryzen 5 5600 - "],
    ["rtx 3060 - 300 eur", "rtx 3060 - "],
    ["rx 580 - 600 usd", "rx 580 - "],
    ["rtx 4070 usd 600", "rtx 4070 "],
  ] as const) {
    const kind = kindOf(text.startsWith("ryzen") ? "cpu" : "gpu");
    t.is(without(text, readWords(kind, text)).trim(), rest.trim(), text);
  }
});

if (large) {
  test("no product name in OpenDB contains words that the search turns into a filter", async (t) => {
    for (const { kind, fields } of await large.stored())
      if (meaningOf(kindOf(kind), `${fields.make} ${fields.model}`) !== "")
        t.fail(`${fields.make} ${fields.model}`);
    t.pass();
  });

  test("the first search result for a real product name is the same with and without literal=true", async (t) => {
    const rows = parse<{ query: string; kind: string }>(
      readFileSync(join(large.folder, "judged-names.csv")),
      {
        columns: true,
      },
    );
    const read = productKinds.flatMap((kind) =>
      rows.filter((row) => row.kind === kind.name && readWords(kind, row.query).length > 0),
    );
    for (const { kind, query } of read) {
      const find = async (literal: boolean) =>
        large.search.find(kindOf(kind), productSearchBody.parse({ page: 1, limit: 1, query, literal }));
      const [understood, literal] = [await find(false), await find(true)];
      t.is(understood.results[0]?.["url_slug"], literal.results[0]?.["url_slug"], query);
      t.is(understood.approximate, literal.approximate, query);
    }
    t.true(read.length <= rows.length / 100, `${read.length} of ${rows.length} names`);
  });
}
