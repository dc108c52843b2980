import test from "ava";
import { facts, fold, reference, startServiceWithFacts, type Body } from "../reference-products.ts";

interface FacetValue {
  value: string;
  count: number;
}

const service = await startServiceWithFacts(test);

test("each facet of a product search is counted with all filters of the request except its own", async (t) => {
  const filters = { limit: 10, makes: ["amd"], sockets: ["lga1700"], min_cores: 6 };
  const answer = await service.client.post("/products/cpu", { page: 1, ...filters, facets: true });
  t.is(answer.status, 200, answer.text);
  const { facets } = answer.body;
  const of = (body: Partial<Body>) => facts.filter(({ id }) => reference({ limit: 1, ...body }).includes(id));

  const { makes: _makes, ...withoutMakes } = filters;
  const expected: Record<string, number> = {};
  for (const { make } of of(withoutMakes)) expected[fold(make)] = (expected[fold(make)] ?? 0) + 1;
  const counted = facets.makes.map(({ value, count }: FacetValue) => [fold(value), count]);
  t.deepEqual(Object.fromEntries(counted), expected);
  t.true(facets.makes.length > 1);

  const { min_cores: _cores, ...withoutCores } = filters;
  const cores = of(withoutCores).map((one) => one.cores);
  t.deepEqual(facets.cores, { min: Math.min(...cores), max: Math.max(...cores) });

  const clocks = of(filters).map((one) => one.base_clock_mhz);
  t.deepEqual(facets.frequency_mhz, { min: Math.min(...clocks), max: Math.max(...clocks) });
  t.deepEqual(Object.keys(facets), [
    "makes",
    "sockets",
    "ram_types",
    "series",
    "price",
    "cores",
    "frequency_mhz",
    "tdp_w",
    "integrated_graphics",
    "ecc",
  ]);
});

test("spellings that a filter treats as equal are one facet value", async (t) => {
  const { body } = await service.client.post("/products/cpu", { page: 1, limit: 1, facets: true });
  const keys = body.facets.sockets.map(({ value }: FacetValue) => fold(value));
  t.is(new Set(keys).size, keys.length);
  const lga = body.facets.sockets.find(({ value }: FacetValue) => fold(value) === "lga1700");
  t.is(lga.count, reference({ limit: 1, sockets: ["LGA1700"] }).length);
});

test("a product search without results returns empty facets", async (t) => {
  const { body } = await service.client.post("/products/cpu", {
    page: 1,
    limit: 1,
    facets: true,
    query: "zzyzx",
  });
  t.deepEqual(body, {
    results: [],
    total: 0,
    facets: {
      makes: [],
      sockets: [],
      ram_types: [],
      series: [],
      price: { min: null, max: null },
      cores: { min: null, max: null },
      frequency_mhz: { min: null, max: null },
      tdp_w: { min: null, max: null },
      integrated_graphics: [],
      ecc: [],
    },
  });
});
