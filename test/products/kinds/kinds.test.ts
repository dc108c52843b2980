import test from "ava";
import { assertSearchesAgree, matching, productsOf, type Request } from "../brute-force.ts";
import { cpuKind } from "../../../src/kinds/cpu.ts";
import { ramKind } from "../../../src/kinds/ram.ts";
import { shareRealCatalogue, sampleFiles, shareServiceWithSamples } from "../catalogue-service.ts";

// The tests of this file use the sample catalogue, and also all of OpenDB if EXTRA_CATALOGUE names a folder with files
// such as opendb-cpu.ndjson.

/** How many generated requests each test sends. Set CATALOGUE_RUNS=1000 for a long run. */
const RUNS = Number(process.env["CATALOGUE_RUNS"] ?? 100);

const large = await shareRealCatalogue(test);
const service = await shareServiceWithSamples(test);
const kinds = sampleFiles.map(([kind]) => kind);

if (large)
  test("in all of OpenDB, any search finds the same products as checking every product one by one", async (t) => {
    t.timeout(600_000 + RUNS * 5000);
    const catalogue = await large.stored();
    await assertSearchesAgree(t, { catalogue, client: large.client, kinds, runs: RUNS });
  });

if (large)
  test("in all of OpenDB, the memory that fits a processor agrees with checking every kit one by one, for every socket", async (t) => {
    const catalogue = await large.stored();
    const bySocket = new Map(
      productsOf(catalogue, cpuKind).map(({ fields, url_slug }) => [fields["socket"], url_slug]),
    );
    t.true(bySocket.size >= 15);
    for (const [socket, cpu] of bySocket) {
      const request = { fits: { cpu } };
      const { body } = await large.client.post("/products/ram", { ...request, page: 1, limit: 1 });
      t.is(body.total, matching(catalogue, ramKind, request).length, String(socket));
    }
  });

test("in every kind of product, facets, totals and all pages together agree with checking every product one by one", async (t) => {
  t.timeout(600_000 + RUNS * 500);
  await assertSearchesAgree(t, { catalogue: service.products, client: service.client, kinds, runs: RUNS });
});

/** Every filter of the product search, with a kind of product that supports the filter. */
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
  ["motherboard", { sockets: ["TR4"] }],
  ["motherboard", { ram_types: ["ddr5"] }],
  ["gpu", { min_price: 500, max_price: 1000 }],
  ["cpu", { min_tdp_w: 100 }],
  ["cpu", { max_tdp_w: 65 }],
  ["cpu", { integrated_graphics: true }],
  ["cpu", { integrated_graphics: false }],
  ["cpu", { series: ["ryzen 7"] }],
  ["gpu", { chipsets: ["geforce rtx 4070"] }],
  ["gpu", { max_length_mm: 300 }],
  ["gpu", { max_tdp_w: 200 }],
  ["ram", { min_speed_mts: 5600, max_speed_mts: 6000 }],
  ["ram", { max_cas_latency: 30 }],
  ["ram", { modules: [1, 4] }],
  ["ram", { memory_form_factors: ["so-dimm"] }],
  ["motherboard", { chipsets: ["b650", "Z790"] }],
  ["motherboard", { min_ram_slots: 4 }],
  ["motherboard", { min_m2_slots: 3 }],
];

for (const [name, request] of filters) {
  test(`the filter finds the right products of the kind ${name}: ${JSON.stringify(request)}`, async (t) => {
    const [kind] = sampleFiles.find(([one]) => one.name === name) ?? [];
    if (!kind) throw new Error(`no kind ${name}`);
    const { body } = await service.client.post(`/products/${name}`, { page: 1, limit: 1000, ...request });
    const ids = body.results
      .map(({ id, cpuid = id }: { id: number; cpuid?: number }) => cpuid)
      .toSorted((a: number, b: number) => a - b);
    t.deepEqual(
      ids,
      matching(service.products, kind, request)
        .map(({ id }) => id)
        .toSorted((a, b) => a - b),
    );
    t.true(ids.length > 0 && ids.length < productsOf(service.products, kind).length);
  });
}

test("a request with filters of all product kinds applies each filter to the kinds that have it, and ignores it for the others", async (t) => {
  const ofAll = {
    makes: ["ASUS", "Corsair", "AMD"],
    sockets: ["AM5"],
    ram_types: ["DDR5"],
    manufacturers: ["NVIDIA"],
    vram_sizes: [12],
    memory_types: ["DDR5"],
    memory_sizes: [32],
    chipset_mans: ["AMD"],
    form_factors: ["ATX"],
    wifi_only: true,
  };
  const found: string[] = [];
  for (const [kind] of sampleFiles) {
    const { body } = await service.client.post(`/products/${kind.name}`, { page: 1, limit: 1, ...ofAll });
    t.is(body.total, matching(service.products, kind, ofAll).length);
    if (body.total > 0) found.push(kind.name);
  }
  for (const name of ["cpu", "gpu", "ram", "motherboard"]) t.true(found.includes(name), name);
});

for (const [kind] of sampleFiles)
  test(`has_price leaves only products with a price: ${kind.plural}`, async (t) => {
    const total = async (more: object) =>
      (await service.client.post(`/products/${kind.name}`, { page: 1, limit: 1, ...more })).body.total;
    const all = productsOf(service.products, kind);
    const priced = all.filter(({ fields }) => typeof fields["price_usd"] === "number");
    t.is(await total({ has_price: true }), priced.length);
    t.is(await total({ has_price: false }), all.length);
    t.is((await service.client.get(`/products/${kind.name}?has_price=true`)).body.total, priced.length);
  });

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
