import test from "ava";
import { partKinds } from "../../../src/kinds/kinds.ts";
import { startTestService } from "../../helpers/service.ts";
import { until } from "../../helpers/until.ts";
import { cpu } from "../catalogue-service.ts";

const service = await startTestService(test);
const { anonymous, services } = service;

const unpriced = { price_usd: null, price_date: null, part_numbers: [] };
const board = (model: string, fields: object) => ({
  sourceId: model,
  fields: {
    make: "ASUS",
    model,
    chipset_make: null,
    chipset: null,
    form_factor: "ATX",
    memory_slots: 4,
    max_memory_gb: 128,
    m2_slots: 2,
    has_wifi: null,
    series: null,
    socket: "AM4",
    ram_types: ["DDR4"],
    ...unpriced,
    ...fields,
  },
});
const kit = (model: string, fields: object) => ({
  sourceId: model,
  fields: {
    make: "Crucial",
    model,
    memory_type: "DDR4",
    capacity_gb: 16,
    modules: 2,
    module_gb: 8,
    speed_mts: 3200,
    cas_latency: null,
    form_factor: "288-pin DIMM",
    ecc: null,
    profiles: [],
    ...unpriced,
    ...fields,
  },
});
const card = (model: string, length_mm: number | null) => ({
  sourceId: model,
  fields: {
    make: "MSI",
    model,
    chipset_make: "AMD",
    chipset: "Radeon",
    vram_gb: 8,
    memory_type: null,
    base_clock_mhz: null,
    boost_clock_mhz: null,
    length_mm,
    tdp_w: null,
    series: null,
    ...unpriced,
  },
});

const catalogue = {
  cpu: [
    cpu("Zen3"),
    cpu("Unknown memory", { ram_types: [] }),
    cpu("Zen4", { socket: "AM5", ram_types: ["DDR5"] }),
    cpu("Xeon", { make: "Intel", socket: "LGA2011", ram_types: ["DDR3"] }),
    cpu("Threadripper", { socket: "TR4" }),
    cpu("Zen1", { core_family: "Summit Ridge" }),
    cpu("Mobile", { socket: "FP6" }),
  ],
  motherboard: [
    board("B550", { chipset: "B550" }),
    board("B450", { chipset: "B450", ram_types: ["DDR4"] }),
    board("Two slots", { memory_slots: 2, socket: "am-4" }),
    board("Unknown slots", { memory_slots: null }),
    board("Unknown memory", { ram_types: [] }),
    board("Thin", { form_factor: "Thin Mini-ITX" }),
    board("B650", { socket: "AM5", ram_types: ["DDR5"] }),
    board("Dual", { socket: "2 x LGA2011", ram_types: ["DDR3"] }),
    board("X399", { socket: "sTR4" }),
    board("Soldered", { socket: "Integrated Atom" }),
  ],
  ram: [
    kit("Pair", {}),
    kit("Four", { modules: 4 }),
    kit("Laptop", { form_factor: "260-pin SO-DIMM" }),
    kit("Unknown form", { form_factor: null }),
    kit("Five", { memory_type: "DDR5" }),
  ],
  gpu: [card("Long", 400), card("Unknown length", null)],
};

const untilFound = (kind: string, count: number) =>
  until(
    async () => (await anonymous.get(`/products/${kind}`)).body?.total === count,
    `${count} products of the kind ${kind} are found`,
  );

test.before(async () => {
  for (const [kind, products] of Object.entries(catalogue)) {
    await services.catalogue.save(kind, "test", products);
    await untilFound(kind, products.length);
  }
});

type Fits = Record<string, string>;

/**
 * Searches for products that fit the named parts, by POST and GET, whose responses must agree. Returns the models in
 * order, and for how many of them a fact about fit is unknown.
 */
async function fitting(kind: string, fits: Fits): Promise<[string[], number]> {
  const { status, body, text } = await anonymous.post(`/products/${kind}`, { page: 1, limit: 100, fits });
  if (status !== 200) throw new Error(text);
  const query = Object.entries(fits).map(([name, slug]) => `fits.${name}=${slug}`);
  const got = await anonymous.get(`/products/${kind}?limit=100&${query.join("&")}`);
  if (query.length > 0 && got.text !== text) throw new Error(`${got.text} is not ${text}`);
  return [body.results.map(({ model }: { model: string }) => model).toSorted(), body.fit_unknown];
}

/**
 * For each case: the searched kind, the named parts, the models that fit, and for how many of these models a fact is
 * unknown.
 */
const cases: [string, Fits, string[], number][] = [
  [
    "motherboard",
    { cpu: "amd-zen3" },
    ["B450", "B550", "Thin", "Two slots", "Unknown memory", "Unknown slots"],
    1,
  ],
  ["motherboard", { cpu: "amd-zen4" }, ["B650"], 0],
  ["motherboard", { cpu: "intel-xeon" }, ["Dual"], 0],
  ["motherboard", { cpu: "amd-threadripper" }, ["X399"], 0],
  [
    "motherboard",
    { cpu: "amd-unknown-memory" },
    ["B450", "B550", "Thin", "Two slots", "Unknown memory", "Unknown slots"],
    6,
  ],
  [
    "motherboard",
    { ram: "crucial-four" },
    ["B450", "B550", "Soldered", "Unknown memory", "Unknown slots", "X399"],
    3,
  ],
  ["motherboard", { ram: "crucial-laptop" }, ["Soldered", "Thin"], 1],
  ["motherboard", { ram: "crucial-five" }, ["B650", "Unknown memory"], 1],
  [
    "motherboard",
    { ram: "crucial-four", cpu: "amd-zen3" },
    ["B450", "B550", "Unknown memory", "Unknown slots"],
    2,
  ],
  ["ram", { motherboard: "asus-two-slots" }, ["Pair", "Unknown form"], 1],
  ["ram", { motherboard: "asus-b550" }, ["Four", "Pair", "Unknown form"], 1],
  ["ram", { motherboard: "asus-thin" }, ["Laptop", "Unknown form"], 1],
  ["ram", { motherboard: "asus-soldered" }, ["Four", "Laptop", "Pair", "Unknown form"], 4],
  ["ram", { cpu: "amd-zen4" }, ["Five"], 0],
  // Without a board, a processor with a desktop socket excludes laptop memory.
  ["ram", { cpu: "amd-zen3" }, ["Four", "Pair", "Unknown form"], 1],
  ["ram", { cpu: "amd-mobile" }, ["Four", "Laptop", "Pair", "Unknown form"], 0],
  ["ram", { cpu: "amd-zen3", motherboard: "asus-thin" }, ["Laptop", "Unknown form"], 1],
  // AMD's table of AM4 chipsets excludes the Ryzen 1000 series on B550.
  ["motherboard", { cpu: "amd-zen1" }, ["B450", "Thin", "Two slots", "Unknown memory", "Unknown slots"], 1],
  ["cpu", { motherboard: "asus-b450" }, ["Unknown memory", "Zen1", "Zen3"], 1],
  ["cpu", { motherboard: "asus-b550" }, ["Unknown memory", "Zen3"], 1],
  ["cpu", { motherboard: "asus-x399" }, ["Threadripper"], 0],
  ["cpu", { ram: "crucial-five" }, ["Unknown memory", "Zen4"], 1],
  ["cpu", { motherboard: "asus-b650", ram: "crucial-pair" }, [], 0],
  ["gpu", { cpu: "amd-zen3", motherboard: "asus-thin" }, ["Long", "Unknown length"], 0],
  ["ram", { gpu: "msi-long" }, ["Five", "Four", "Laptop", "Pair", "Unknown form"], 0],
  // A named part of the searched kind does not limit the results, because it is the part to replace.
  [
    "cpu",
    { cpu: "amd-zen4" },
    ["Mobile", "Threadripper", "Unknown memory", "Xeon", "Zen1", "Zen3", "Zen4"],
    0,
  ],
  ["cpu", { cpu: "amd-zen4", motherboard: "asus-b550" }, ["Unknown memory", "Zen3"], 1],
];

for (const [kind, fits, models, unknown] of cases) {
  test(`a search finds each ${kind} that fits ${JSON.stringify(fits)} and counts products of unknown fit`, async (t) => {
    t.deepEqual(await fitting(kind, fits), [models, unknown]);
  });
}

test("the filter `fits` applies together with all other filters and the query, and facets count only products that fit", async (t) => {
  const { body } = await anonymous.post("/products/motherboard", {
    page: 1,
    limit: 1,
    fits: { cpu: "amd-zen3" },
    min_ram_slots: 3,
    facets: true,
  });
  t.is(body.total, 4);
  t.is(body.fit_unknown, 1);
  t.deepEqual(body.facets.ram_slots, { min: 2, max: 4 });
  t.deepEqual(body.facets.sockets, [{ value: "AM4", count: 4 }]);
  const found = await anonymous.get("/products/motherboard?fits.cpu=amd-zen3&query=unknown&page=9");
  t.like(found.body, { results: [], total: 2, fit_unknown: 1 });
});

test("a search without `fits`, or with an empty `fits`, does not count products of unknown fit and excludes none", async (t) => {
  const { body } = await anonymous.get("/products/ram");
  t.false("fit_unknown" in body);
  const all = await anonymous.post("/products/ram", { page: 1, limit: 20, fits: {} });
  t.deepEqual(all.body, { ...body, fit_unknown: 0 });
});

// This test is serial, because it removes a product for a while that other tests expect to find.
test.serial(
  "a search by build finds products that fit its parts, as long as the build is public",
  async (t) => {
    const ada = await service.signIn("ada");
    const idOf = async (kind: string, query: string) => {
      const { body } = await anonymous.get(`/products/${kind}?query=${query}`);
      return body.results[0].id ?? body.results[0].cpuid;
    };
    const parts = { cpu: await idOf("cpu", "zen4"), gpu: await idOf("gpu", "long") };
    const made = await ada.post("/builds", { name: "mine", parts });
    const { build_id } = made.body.build;
    const fitting = async (id: number, client = anonymous) => {
      const { status, body } = await client.get(`/products/ram?fits_build=${id}`);
      return status === 200 ? body.results.map(({ model }: { model: string }) => model) : body.errors;
    };
    t.deepEqual(await fitting(build_id), ["Five"]);
    t.deepEqual(await fitting(build_id, ada), ["Five"]);
    const posted = await anonymous.post("/products/ram", { page: 1, limit: 5, fits_build: build_id });
    t.like(posted.body, { total: 1, fit_unknown: 0 });
    const refused = (id: number) => [{ pointer: "/fits_build", detail: `There is no build ${id}.` }];
    t.deepEqual(await fitting(build_id + 999), refused(build_id + 999));
    // A part of a build counts even after it is removed from the catalogue.
    await services.catalogue.remove("cpu", "test", ["Zen4"]);
    await untilFound("cpu", catalogue.cpu.length - 1);
    t.deepEqual(await fitting(build_id), ["Five"]);
    await services.catalogue.save("cpu", "test", catalogue.cpu);
    await untilFound("cpu", catalogue.cpu.length);
    t.is((await ada.send("DELETE", `/builds/${build_id}`)).status, 204);
    t.deepEqual(await fitting(build_id), refused(build_id));
  },
);

test("a search for products that fit unknown parts is refused, and the refusal names every unknown part", async (t) => {
  const fits = Object.fromEntries(partKinds.map((kind) => [kind, `no-such-${kind}`]));
  const posted = await anonymous.post("/products/ram", { page: 1, limit: 5, fits });
  t.is(posted.status, 422);
  const pointers = posted.body.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted();
  t.deepEqual(pointers, ["/fits/cpu", "/fits/gpu", "/fits/motherboard", "/fits/ram"]);
  for (const { detail } of posted.body.errors) t.regex(detail, /no-such/);
  // In a query string and in a request body an empty field counts as absent.
  t.is((await anonymous.get("/products/ram?fits.cpu=")).status, 200);
  const empty = await anonymous.post("/products/ram", { page: 1, limit: 5, fits: { cpu: "" } });
  t.is(empty.status, 200, empty.text);
  for (const slug of ["\u0000", "__proto__", "$ne", "x".repeat(200), "\uFFFF"]) {
    const got = await anonymous.get(`/products/ram?fits.cpu=${encodeURIComponent(slug)}`);
    t.is(got.status, 422, slug);
    t.deepEqual(
      got.body.errors.map(({ pointer }: { pointer: string }) => pointer),
      ["/fits/cpu"],
    );
  }
});
