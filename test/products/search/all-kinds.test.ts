import test from "ava";
import * as fc from "fast-check";
import { productKinds } from "../../../src/products/index.ts";
import { roundRobinSpans } from "../../../src/products/search/round-robin-spans.ts";
import { shareServiceWithSamples } from "../catalogue-service.ts";

const { client, products } = await shareServiceWithSamples(test);

interface Result {
  kind: string;
  url_slug: string;
  make: string;
}

interface Answer {
  results: Result[];
  total: number;
  kinds: { kind: string; total: number }[];
  approximate?: true;
}

async function ask(query: string): Promise<Answer> {
  const { status, body, text } = await client.get(`/products?${query}`);
  if (status !== 200) throw new Error(text);
  return body;
}

const kindsIn = (results: readonly Result[]) => [...new Set(results.map(({ kind }) => kind))].toSorted();

test("each result of the search of all product kinds is the product's record as in the search of one kind, plus the kind", async (t) => {
  const { results, total } = await ask("query=ryzen%207%205800x&limit=1");
  const one = await client.get("/products/cpu?query=ryzen%207%205800x&limit=1");
  t.deepEqual(results, [{ kind: "cpu", ...one.body.results[0] }]);
  t.is(total, one.body.total);
  t.is(Object.keys(results[0] ?? {})[0], "kind");
});

test("in the search of all product kinds, kinds that match equally well alternate, and all pages together are the products that each kind finds alone", async (t) => {
  const alone = new Map<string, string[]>();
  for (const { name } of productKinds) {
    const { body } = await client.get(`/products/${name}?query=asus&limit=1000`);
    if (body.total > 0)
      alone.set(
        name,
        body.results.map(({ url_slug }: Result) => url_slug),
      );
  }
  t.true(alone.size >= 2, "several kinds are made by ASUS");
  const expected: string[] = [];
  for (let place = 0; place < Math.max(...[...alone.values()].map(({ length }) => length)); place += 1)
    for (const slugs of alone.values()) if (slugs[place] !== undefined) expected.push(slugs[place] ?? "");
  const counts = [...alone].map(([kind, slugs]) => ({ kind, total: slugs.length }));
  t.deepEqual((await ask("query=asus&limit=1")).kinds, counts);
  for (const limit of [1, 7, 1000]) {
    const found: string[] = [];
    for (let page = 1; page <= Math.ceil(expected.length / limit) + 1; page += 1) {
      const { results, total } = await ask(`query=asus&page=${page}&limit=${limit}`);
      t.is(total, expected.length);
      found.push(...results.map(({ url_slug }) => url_slug));
    }
    t.deepEqual(found, expected);
  }
});

/** Queries, each with the only kinds of product in which the search of all kinds has to find results. */
const meant: [string, string[]][] = [
  ["5800x", ["cpu"]],
  ["rtx 4070", ["gpu"]],
  ["msi rtx 4070 super", ["gpu"]],
  ["asus b650", ["motherboard"]],
  ["ddr5 6000 cl30", ["ram"]],
  ["corsair vengeance", ["ram"]],
  ["best graphics card", ["gpu"]],
  ["processors", ["cpu"]],
  ["quiet ryzen 5000", ["cpu"]],
  ["ryzen", ["cpu"]],
  ["ryzn", ["cpu"]],
  ["core ultra", ["cpu"]],
  ["ddr5", ["cpu", "motherboard", "ram"]],
  ["ryzen motherboard", ["motherboard"]],
  ["ram", ["ram"]],
];

for (const [query, kinds] of meant) {
  test(`the search "${query}" finds only ${kinds.join(" and ")}, as exact results`, async (t) => {
    const answer = await ask(`query=${encodeURIComponent(query)}&limit=100`);
    t.deepEqual(kindsIn(answer.results), kinds);
    t.false("approximate" in answer);
  });
}

for (const name of ["q", "search"])
  test(`in the search of all product kinds the text may also be named ${name}`, async (t) => {
    t.deepEqual(await ask(`limit=3&${name}=ryzen+7+5800x`), await ask("limit=3&query=ryzen+7+5800x"));
  });

test("a single word in the name of another product gives only approximate results for a search for an unknown product", async (t) => {
  const unknown = [
    ["Apple M1 Pro", "Samsung 980 PRO 1TB", "Noctua NH-D15", "Crucial T700 X870", "OptiPlex 7050"],
    [
      "AMD Radeon(TM) R7 Graphics",
      "Intel(R) Graphics",
      "GeForce RTX 4090 D",
      "RX 6600 M",
      "RTX 4060 Laptops",
    ],
    ["AMD Radeon Pro 5700 XT", "AMD Radeon Instinct MI50 16GB"],
  ];
  for (const query of unknown.flat()) {
    const { approximate = false, total } = await ask(`query=${encodeURIComponent(query)}`);
    t.true(approximate || total === 0, query);
  }
});

test("a card that exists only under a longer name is an approximate result of the search of all product kinds", async (t) => {
  const answer = await ask("query=msi%20rtx%204070&limit=5");
  t.true(answer.approximate);
  t.deepEqual(kindsIn(answer.results), ["gpu"]);
});

test("the search of all product kinds finds nearest names only if no kind has an exact result", async (t) => {
  const answer = await ask("query=ryzen%207%205850x&limit=5");
  t.true(answer.approximate);
  t.true(kindsIn(answer.results).includes("cpu"));
  t.deepEqual(await ask("query=zzyzx"), { results: [], total: 0, kinds: [] });
});

test("without a text, the search of all product kinds lists all products, and caches may store its response", async (t) => {
  const answer = await client.get("/products?limit=8");
  t.is(answer.body.total, products.length);
  t.is(kindsIn(answer.body.results).length, productKinds.length);
  t.is((await ask("")).results.length, 20);
  t.is(answer.headers.get("cache-control"), "no-cache");
  t.truthy(answer.headers.get("etag"));
  t.deepEqual((await ask("page=999999999999999&limit=1000")).results, []);
});

test("the search of all product kinds reports every invalid value and ignores unknown parameters", async (t) => {
  const { status, body } = await client.get(`/products?page=0&limit=1001&query=${"x".repeat(201)}`);
  t.is(status, 422);
  t.deepEqual(body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted(), [
    "/limit",
    "/page",
    "/query",
  ]);
  t.deepEqual(
    await ask("query=asus&makes=x&min_price=x&__proto__=1&constructor=2&sort_by=colour"),
    await ask("query=asus"),
  );
  const faulty = await client.get("/products?page=0&q=a&search=b&min_price=2&max_price=1&fits_build=0.5");
  t.deepEqual(faulty.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted(), [
    "/page",
    "/q",
    "/search",
  ]);
  for (const query of ['"', "\\", "-", "%00", "a".repeat(200)])
    t.is((await client.get(`/products?query=${encodeURIComponent(query)}`)).status, 200, query);
});

test("the merging of product lists by alternating entries leaves no gap and no overlap between pages", (t) => {
  const lengths = fc.array(fc.nat(12), { maxLength: 5 });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 9 }), (sizes, limit) => {
      const merged: string[] = [];
      for (let place = 0; place < 12; place += 1)
        for (const [list, size] of sizes.entries()) if (place < size) merged.push(`${list}:${place}`);
      for (let begin = 0; begin <= merged.length; begin += limit) {
        const entries = roundRobinSpans(sizes, begin, begin + limit).flatMap((span, list) =>
          Array.from({ length: span.end - span.begin }, (_, index) => `${list}:${span.begin + index}`),
        );
        t.deepEqual(entries.toSorted(), merged.slice(begin, begin + limit).toSorted());
      }
    }),
  );
  t.deepEqual(roundRobinSpans([3, 1e9], 1e18, 1e18 + 1000), [
    { begin: 3, end: 3 },
    { begin: 1e9, end: 1e9 },
  ]);
});
