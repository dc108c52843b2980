import test from "ava";
import * as fc from "fast-check";
import type { ProductKind } from "../../../src/products/kinds/kind.ts";
import { startServiceWithSamples, sampleFiles } from "../catalogue-service.ts";
import { fold } from "../reference-products.ts";

/** Set CATALOGUE_RUNS=1000 for the long run. */
const RUNS = Number(process.env["CATALOGUE_RUNS"] ?? 100);

const service = await startServiceWithSamples(test);
const stored = service.products;

type Fields = Readonly<Record<string, unknown>>;
type Request = Record<string, unknown>;

interface Stored {
  id: number;
  fields: Fields;
}

const productsOf = ({ name }: ProductKind): Stored[] => stored.filter(({ kind }) => kind === name);

const textsOf = (value: unknown): string[] => [value].flat().filter((text) => typeof text === "string");

/** Returns a check of one product for each filter of a request that the kind supports. */
function checksOf({ filters }: ProductKind, request: Request): Map<string, (fields: Fields) => boolean> {
  const checks = new Map<string, (fields: Fields) => boolean>();
  for (const [name, field] of Object.entries(filters.textLists)) {
    const wanted = new Set((request[name] as string[] | undefined)?.map(fold));
    if (wanted.size > 0)
      checks.set(name, (fields) => textsOf(fields[field]).some((text) => wanted.has(fold(text))));
  }
  for (const [name, field] of Object.entries(filters.numberLists)) {
    const wanted = request[name] as number[] | undefined;
    if (wanted && wanted.length > 0) checks.set(name, (fields) => wanted.includes(fields[field] as number));
  }
  for (const [name, field] of Object.entries(filters.ranges)) {
    const [min, max] = [request[`min_${name}`], request[`max_${name}`]] as (number | undefined)[];
    if (min === undefined && max === undefined) continue;
    checks.set(name, (fields) => {
      const value = fields[field];
      return typeof value === "number" && value >= (min ?? -Infinity) && value <= (max ?? Infinity);
    });
  }
  for (const [name, field] of Object.entries(filters.flags))
    if (request[name] === true) checks.set(name, (fields) => fields[field] === true);
  return checks;
}

function matching(kind: ProductKind, request: Request, without?: string): Stored[] {
  const checks = [...checksOf(kind, request)].filter(([name]) => name !== without).map(([, check]) => check);
  return productsOf(kind).filter(({ fields }) => checks.every((check) => check(fields)));
}

/** Computes the facets of a request from every product: the count of each key for lists, both ends for ranges. */
function expectedFacets(kind: ProductKind, request: Request): Record<string, unknown> {
  const facets: Record<string, unknown> = {};
  for (const [name, field] of Object.entries({ ...kind.filters.textLists, ...kind.filters.numberLists })) {
    const counts: Record<string, number> = {};
    for (const { fields } of matching(kind, request, name))
      for (const value of [fields[field]].flat())
        if (typeof value === "string" || typeof value === "number")
          counts[fold(`${value}`)] = (counts[fold(`${value}`)] ?? 0) + 1;
    facets[name] = counts;
  }
  for (const [name, field] of Object.entries(kind.filters.ranges)) {
    const values = matching(kind, request, name).flatMap(({ fields }) => (fields[field] ?? []) as number);
    facets[name] =
      values.length > 0 ? { min: Math.min(...values), max: Math.max(...values) } : { min: null, max: null };
  }
  return facets;
}

/** Turns the facets of a response into the shape of the expected ones. */
function foldFacets(facets: Record<string, unknown>): Record<string, unknown> {
  const folded = Object.entries(facets).map(([name, facet]) => {
    if (!Array.isArray(facet)) return [name, facet];
    return [name, Object.fromEntries(facet.map(({ value, count }) => [fold(String(value)), count]))];
  });
  return Object.fromEntries(folded) as Record<string, unknown>;
}

const subarrayOf = (values: unknown[]) => fc.subarray(values, { maxLength: Math.min(3, values.length) });

/** A kind and a request with any of its filters, with values that occur in its products. */
const requests = fc.constantFrom(...sampleFiles.map(([kind]) => kind)).chain((kind) => {
  const occurring = (field: string) => [
    ...new Set(productsOf(kind).flatMap(({ fields }) => fields[field] ?? [])),
  ];
  const lists = Object.entries({ ...kind.filters.textLists, ...kind.filters.numberLists }).map(
    ([name, field]) => [name, subarrayOf(occurring(field))] as const,
  );
  const ends = Object.entries(kind.filters.ranges).flatMap(([name, field]) => {
    const values = (occurring(field) as number[]).map(Math.trunc).toSorted((a, b) => a - b);
    const middle = Math.floor(values.length / 2);
    const low = values.slice(0, middle + 1);
    const high = values.slice(middle);
    if (values.length === 0) return [];
    return [
      [`min_${name}`, fc.constantFrom(...low)] as const,
      [`max_${name}`, fc.constantFrom(...high)] as const,
    ];
  });
  const flags = Object.keys(kind.filters.flags).map((name) => [name, fc.boolean()] as const);
  const filters = fc.record(
    Object.fromEntries([...lists, ...ends, ...flags]) as Record<string, fc.Arbitrary<unknown>>,
    {
      requiredKeys: [],
    },
  );
  return fc.record({ kind: fc.constant(kind), filters, limit: fc.integer({ min: 5, max: 60 }) });
});

test("in every kind, facets, totals and all pages together agree with checking every product one by one", async (t) => {
  t.timeout(30_000 + RUNS * 500);
  let found = 0;
  await fc.assert(
    fc.asyncProperty(requests, async ({ kind, filters, limit }) => {
      const expected = matching(kind, filters);
      const ids: number[] = [];
      for (let page = 1; page <= Math.ceil(expected.length / limit) + 1; page += 1) {
        const request = { ...filters, page, limit, facets: page === 1 };
        const { status, body, text } = await service.client.post(`/products/${kind.name}`, request);
        if (status !== 200) throw new Error(text);
        if (page === 1) t.deepEqual(foldFacets(body.facets), expectedFacets(kind, filters));
        t.is(body.total, expected.length);
        ids.push(...body.results.map((one: { id?: number; cpuid?: number }) => one.id ?? one.cpuid));
      }
      t.deepEqual(
        ids.toSorted((a, b) => a - b),
        expected.map(({ id }) => id).toSorted((a, b) => a - b),
      );
      found += expected.length;
    }),
    { numRuns: RUNS },
  );
  t.log(`${RUNS} requests, ${found} products found`);
  t.true(found > RUNS, "the combinations must not all be empty");
});

/** Each filter of the contract, for a kind that supports it. */
const filters: [string, Request][] = [
  ["gpu", { makes: ["msi"] }],
  ["gpu", { manufacturers: ["amd"] }],
  ["gpu", { min_vram_gb: 16, max_vram_gb: 24 }],
  ["gpu", { vram_sizes: [12, 20] }],
  ["ram", { memory_types: ["ddr-5"] }],
  ["ram", { min_gb: 32, max_gb: 48 }],
  ["ram", { memory_sizes: [64] }],
  ["motherboard", { chipset_mans: ["INTEL"] }],
  ["motherboard", { form_factors: ["micro-atx", "mini itx"] }],
  ["motherboard", { wifi_only: true }],
  ["motherboard", { sockets: ["lga 1700", "am-5"] }],
  ["motherboard", { ram_types: ["ddr5"] }],
  ["gpu", { min_price: 500, max_price: 1000 }],
];

for (const [name, request] of filters) {
  test(`the filter finds the right products of the kind ${name}: ${JSON.stringify(request)}`, async (t) => {
    const [kind] = sampleFiles.find(([one]) => one.name === name) ?? [];
    if (!kind) throw new Error(`no kind ${name}`);
    const { body } = await service.client.post(`/products/${name}`, { page: 1, limit: 1000, ...request });
    const ids = body.results.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b);
    t.deepEqual(
      ids,
      matching(kind, request)
        .map(({ id }) => id)
        .toSorted((a, b) => a - b),
    );
    t.true(ids.length > 0 && ids.length < productsOf(kind).length);
  });
}

test("graphics cards can be sorted by the maker of the card and by the maker of the chip", async (t) => {
  const sorted = async (sort_by: string) => {
    const { body } = await service.client.post("/products/gpu", { page: 1, limit: 1000, sort_by });
    return body.results as { make: string; manufacturer: string }[];
  };
  const makes = (await sorted("make")).map(({ make }) => make.toLowerCase());
  const manufacturers = (await sorted("manufacturer")).map(({ manufacturer }) => manufacturer);
  t.deepEqual(makes, makes.toSorted());
  t.deepEqual(manufacturers, manufacturers.toSorted());
  t.notDeepEqual(makes[0], manufacturers[0]);
});
