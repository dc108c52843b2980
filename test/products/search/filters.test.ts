import test from "ava";
import * as fc from "fast-check";
import { facts, reference, startServiceWithFacts, type Body } from "../reference-products.ts";

const service = await startServiceWithFacts(test);

async function ask(body: Body): Promise<{ results: { cpuid: number }[]; total: number }> {
  const answer = await service.client.post("/products/cpu", { page: 1, ...body });
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text} to ${JSON.stringify(body)}`);
  return answer.body;
}

const pick = <T>(...values: T[]) => fc.constantFrom(...values);
const list = (...values: string[]) => fc.array(pick(...values), { maxLength: 3 });
/** Generates a range that may lack one or both ends, and whose lower end is never above its upper end. */
const range = (low: number, high: number) => {
  const middle = Math.round((low + high) / 2);
  return fc.tuple(
    fc.option(fc.integer({ min: low, max: middle })),
    fc.option(fc.integer({ min: middle, max: high })),
  );
};

const bodies = fc
  .record(
    {
      sort_by: pick("make" as const, "manufacturer" as const, "price" as const),
      sort_dir: pick("asc" as const, "desc" as const),
      makes: list("AMD", "intel", "ELAN", "Zhao xin", "nobody"),
      sockets: list("LGA1700", "lga 1700", "am4", "AM-5", "AM3", "am3+", 'so"ck\\et', "Ö'; --", ""),
      ram_types: list("DDR4", "ddr-5", "lpddr5x", "DDR3"),
      price: range(50, 1100),
      cores: range(1, 20),
      frequency: range(1900, 4600),
      limit: fc.integer({ min: 1, max: 40 }),
    },
    { requiredKeys: ["limit"] },
  )
  .map(({ price, cores, frequency, ...rest }) => {
    const ends = { price, cores, frequency_mhz: frequency };
    const ranges = Object.entries(ends).flatMap(([name, pair]) => [
      [`min_${name}`, pair?.[0]],
      [`max_${name}`, pair?.[1]],
    ]);
    return Object.assign(
      rest,
      Object.fromEntries(ranges.filter(([, end]) => typeof end === "number")),
    ) as Body;
  });

test("any combination of product filters and sort orders finds the same products, page by page, as checking every product one by one", async (t) => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const expected = reference(body);
      const ids: number[] = [];
      for (let page = 1; page <= Math.ceil(expected.length / body.limit) + 1; page += 1) {
        const { results, total } = await ask({ ...body, page });
        t.is(total, expected.length, JSON.stringify(body));
        ids.push(...results.map(({ cpuid }) => cpuid));
      }
      t.deepEqual(ids, expected, JSON.stringify(body));
      found += expected.length;
    }),
    { numRuns: 150 },
  );
  t.log(`${found} products found`);
  t.true(found > 300, "the combinations must not all be empty");
});

const single: Body[] = [
  { limit: 1000 },
  { limit: 1000, makes: ["aMd"] },
  { limit: 1000, sockets: ["LGA-1700"] },
  { limit: 1000, ram_types: ["ddr 4", "LPDDR5X"] },
  { limit: 1000, min_price: 99 },
  { limit: 1000, max_price: 149.99 },
  { limit: 1000, min_cores: 8, max_cores: 8 },
  { limit: 1000, min_frequency_mhz: 3000 },
  { limit: 1000, max_frequency_mhz: 3000 },
  { limit: 1000, sort_by: "make" },
  { limit: 1000, sort_by: "manufacturer", sort_dir: "desc" },
  { limit: 1000, sort_by: "price" },
  { limit: 1000, sort_by: "price", sort_dir: "desc" },
];

for (const body of single) {
  test(`a single filter or sort order finds the right products in the right order: ${JSON.stringify(body)}`, async (t) => {
    const { results, total } = await ask(body);
    t.deepEqual(
      results.map(({ cpuid }) => cpuid),
      reference(body),
    );
    t.is(total, results.length);
    t.true(total > 0);
  });
}

test("products without a price come last in both sort directions and pass no price filter", async (t) => {
  const unpriced = facts.filter(({ price_usd }) => price_usd === null).map(({ id }) => id);
  for (const sort_dir of ["asc", "desc"] as const) {
    const { results } = await ask({ limit: 1000, sort_by: "price", sort_dir });
    const last = results.slice(-unpriced.length).map(({ cpuid }) => cpuid);
    t.deepEqual(
      last.toSorted((a, b) => a - b),
      unpriced,
    );
  }
  t.is((await ask({ limit: 1000, min_price: 0 })).total, facts.length - unpriced.length);
});

test("filter values with quotes, filter syntax or broken Unicode match nothing and cause no error", async (t) => {
  const values = [
    '"',
    "\\",
    '\\"',
    "'",
    "`",
    "] OR id > 0 OR x IN [",
    "\uD800",
    "\uDC00x",
    "\u0000",
    "-",
    "é".repeat(200),
    "😀".repeat(100),
  ];
  for (const value of values) {
    t.is((await ask({ limit: 10, sockets: [value] })).total, 0, JSON.stringify(value));
    t.true((await ask({ limit: 10, sockets: [value, "AM4"] })).total > 0);
  }
  t.is((await ask({ limit: 10, makes: Array.from({ length: 100 }, () => "x".repeat(200)) })).total, 0);
});

test("extreme numbers in product filters and page numbers cause no error", async (t) => {
  t.is(
    (await ask({ limit: 10, max_price: 1e300 })).total,
    (await ask({ limit: 10, min_price: -1e300 })).total,
  );
  t.is((await ask({ limit: 10, min_price: 5e-324, max_price: 1e-7 })).total, 0);
  t.deepEqual((await ask({ limit: 1000, page: Number.MAX_SAFE_INTEGER })).results, []);
});

test("an empty text in a filter counts as not given, alone or in a list, and the list's other values still count", async (t) => {
  for (const empty of ["", "  "]) {
    t.is((await ask({ limit: 10, sockets: [empty], makes: [empty, empty] })).total, facts.length);
    t.is(
      (await ask({ limit: 10, sockets: [empty, "AM4"] })).total,
      reference({ limit: 10, sockets: ["AM4"] }).length,
    );
    const fields = {
      query: empty,
      sort_by: empty,
      sort_dir: empty,
      variant: empty,
      chip: empty,
      min_cores: empty,
    };
    const { status, body, text } = await service.client.post("/products/cpu", {
      page: 1,
      limit: 10,
      ...fields,
    });
    t.is(status, 200, text);
    t.is(body.total, facts.length);
  }
});

test("an empty list of filter values filters nothing, and a filter that the product kind does not support has no effect", async (t) => {
  const { total } = await ask({ limit: 10, makes: [] });
  t.is(total, facts.length);
  const others = {
    manufacturers: ["NVIDIA"],
    min_vram_gb: 8,
    max_vram_gb: 16,
    vram_sizes: [8],
    memory_types: ["DDR5"],
    min_gb: 1,
    max_gb: 2,
    memory_sizes: [16],
    chipset_mans: ["AMD"],
    form_factors: ["ATX"],
    wifi_only: true,
  };
  t.is((await ask({ limit: 10, ...others })).total, facts.length);
});
