import test from "ava";
import { DAY_MS } from "../../../src/infra/days.ts";
import { cpuKind } from "../../../src/kinds/cpu.ts";
import { startServiceWithCpus, startCatalogueService } from "../catalogue-service.ts";

const service = await startServiceWithCpus(test);
const path = "/products/cpu";

const record = [
  "kind",
  "id",
  "cpuid",
  "make",
  "model",
  "cores",
  "threads",
  "base_clock",
  "url_slug",
  "socket",
  "ram_types",
  "price",
  "price_date",
  "boost_clock",
  "l3_cache_mb",
  "series",
  "microarchitecture",
  "core_family",
  "tdp_w",
  "integrated_graphics",
  "ecc",
  "part_numbers",
  "price_is_old",
  "scores",
  "value",
];

test("a processor has exactly the fields of the contract", async (t) => {
  const { body } = await service.client.post(path, { page: 1, limit: 5, query: "i7 13700k" });
  t.deepEqual(Object.keys(body), ["results", "total"]);
  const [found] = body.results;
  t.deepEqual(Object.keys(found), record);
  const { id, cpuid, price, price_date, price_is_old, ...rest } = found;
  t.true(Number.isInteger(cpuid));
  t.is(id, cpuid);
  t.true(price === null || price > 0);
  const yearAgo = new Date(Date.now() - 365 * DAY_MS).toISOString().slice(0, 10);
  t.is(price_is_old, price_date === null ? null : price_date < yearAgo);
  t.true(price_date === null || /^\d{4}-\d{2}-\d{2}$/.test(price_date));
  t.deepEqual(rest, {
    kind: "cpu",
    make: "Intel",
    model: "Core i7-13700K",
    cores: 16,
    threads: 24,
    base_clock: 3400,
    url_slug: "intel-core-i7-13700k",
    socket: "LGA1700",
    ram_types: ["DDR4", "DDR5"],
    boost_clock: 5400,
    l3_cache_mb: 30,
    series: "Core i7",
    microarchitecture: "Raptor Lake",
    core_family: "Raptor Lake-S",
    tdp_w: 125,
    integrated_graphics: true,
    ecc: null,
    part_numbers: ["BX8071513700K"],
    scores: [],
    value: null,
  });
});

test("a product list by GET without parameters is the first page of all products, sorted by make and model", async (t) => {
  const { status, body } = await service.client.get(path);
  t.is(status, 200);
  t.is(body.results.length, 20);
  const all = await service.client.post(path, { page: 1, limit: 1000 });
  t.is(body.total, all.body.results.length);
  t.deepEqual(body.results, all.body.results.slice(0, 20));
  t.deepEqual(body.results[0].make, "AMD");
});

const paging = { page: 1, limit: 10 };

/** Invalid request bodies, each with the pointers of all its faults. */
const wrongBodies: [string, unknown, string[]][] = [
  ["page 0", { ...paging, page: 0 }, ["/page"]],
  ["limit 0", { ...paging, limit: 0 }, ["/limit"]],
  ["limit 1001", { ...paging, limit: 1001 }, ["/limit"]],
  ["nothing", {}, ["/page", "/limit"]],
  ["a list", [], [""]],
  ["null", null, [""]],
  ["half a page", { ...paging, page: 1.5 }, ["/page"]],
  ["page as text", { ...paging, page: "1" }, ["/page"]],
  ["unknown field", { ...paging, colour: "red" }, ["/colour"]],
  ["null for a value", { ...paging, makes: null }, ["/makes"]],
  ["null for page", { ...paging, page: null }, ["/page"]],
  ["text in a number", { ...paging, min_cores: "8" }, ["/min_cores"]],
  ["half a core", { ...paging, min_cores: 1.5 }, ["/min_cores"]],
  ["one text for a list", { ...paging, makes: "AMD" }, ["/makes"]],
  ["a number in a list of texts", { ...paging, makes: ["AMD", 5] }, ["/makes/1"]],
  ["an object in a list", { ...paging, sockets: [{ $ne: 1 }] }, ["/sockets/0"]],
  ["too many values", { ...paging, makes: Array.from({ length: 101 }, () => "x") }, ["/makes"]],
  ["too long a value", { ...paging, makes: ["x".repeat(201)] }, ["/makes/0"]],
  ["too long a query", { ...paging, query: "x".repeat(201) }, ["/query"]],
  [
    "neither true nor false",
    { ...paging, ecc: 1, integrated_graphics: "true" },
    ["/ecc", "/integrated_graphics"],
  ],
  ["parts of a kind that there is not", { ...paging, fits: { case: "x" } }, ["/fits/case"]],
  ["a part that is no text", { ...paging, fits: { cpu: 5, gpu: null } }, ["/fits/cpu", "/fits/gpu"]],
  ["a build that is no id", { ...paging, fits_build: "1" }, ["/fits_build"]],
  // The request has two faults: it names both a build and parts, and the build does not exist.
  ["a build and parts", { ...paging, fits_build: 1, fits: {} }, ["/fits_build", "/fits_build"]],
  ["two texts", { ...paging, query: "x", q: "x" }, ["/query", "/q"]],
  ["three texts", { ...paging, query: "x", q: "y", search: 5 }, ["/query", "/q", "/search"]],
  ["an alias that is no text", { ...paging, search: ["x"] }, ["/search"]],
  ["a part that does not exist", { ...paging, fits: { cpu: "no-such" } }, ["/fits/cpu"]],
  [
    "parts, a build and a benchmark that do not exist, beside other faults",
    {
      page: 0.5,
      limit: 10,
      fits: { cpu: "no-such", case: "x" },
      fits_build: 999,
      benchmark_id: 999,
      min_gb: 2,
      max_gb: 1,
    },
    ["/page", "/fits/cpu", "/fits/case", "/fits_build", "/fits_build", "/benchmark_id", "/min_gb"],
  ],
  [
    "a part and a variant that do not exist",
    { ...paging, fits: { gpu: "x" }, benchmark_id: 15, variant: "x" },
    ["/fits/gpu", "/variant"],
  ],
  [
    "a reversed range beside half a core",
    { ...paging, min_tdp_w: 0.5, min_cores: 8, max_cores: 4 },
    ["/min_tdp_w", "/min_cores"],
  ],
  ["unknown order", { ...paging, sort_by: "colour" }, ["/sort_by"]],
  ["min above max", { ...paging, min_cores: 8, max_cores: 4 }, ["/min_cores"]],
  ["two ranges", { ...paging, min_price: 2, max_price: 1, min_gb: 2, max_gb: 1 }, ["/min_price", "/min_gb"]],
  [
    "a filter of another kind",
    { ...paging, vram_sizes: ["8"], wifi_only: 1 },
    ["/vram_sizes/0", "/wifi_only"],
  ],
  [
    "several at once",
    { page: 0, limit: 10, colour: "red", min_cores: 8, max_cores: 4, makes: null },
    ["/page", "/makes", "/colour", "/min_cores"],
  ],
];

for (const [name, sent, pointers] of wrongBodies) {
  test(`a search whose body has ${name} gets a 422 that names every fault`, async (t) => {
    const { status, body } = await service.client.post(path, JSON.stringify(sent));
    t.is(status, 422, JSON.stringify(body));
    const found = body.errors.map(({ pointer }: { pointer: string }) => pointer);
    t.deepEqual(found.toSorted(), pointers.toSorted());
    for (const { detail } of body.errors) t.true(detail.length > 10);
  });
}

test("the message about an unknown field of a search names the known field with the most similar name", async (t) => {
  const sent = { ...paging, minCores: 8, sortby: "price", colour: 1, fits: { motherbord: "x" } };
  const { body } = await service.client.post(path, sent);
  const details = new Map(
    body.errors.map(({ pointer, detail }: { pointer: string; detail: string }) => [pointer, detail]),
  );
  t.regex(String(details.get("/minCores")), /Did you mean min_cores\?/);
  t.regex(String(details.get("/sortby")), /Did you mean sort_by\?/);
  t.notRegex(String(details.get("/colour")), /Did you mean/);
  t.regex(String(details.get("/fits/motherbord")), /Did you mean motherboard\?.*Known fields: cpu, gpu/);
});

for (const name of ["q", "search"])
  test(`the parameter for the text of a product search may also be named ${name}`, async (t) => {
    const expected = (await service.client.post(path, { ...paging, query: "i7 13700k" })).body;
    t.deepEqual(
      (await service.client.post(path, { ...paging, [name]: "i7 13700k", query: "" })).body,
      expected,
    );
    t.deepEqual((await service.client.get(`${path}?limit=10&${name}=i7+13700k`)).body, expected);
  });

test("the message about a product filter whose minimum exceeds its maximum names both ends", async (t) => {
  const { body } = await service.client.post(path, { ...paging, min_price: 200.5, max_price: 100 });
  t.regex(body.errors[0].detail, /min_price 200\.5.*max_price 100/);
});

test("a range of a product filter may be a single value", async (t) => {
  const { status, body } = await service.client.post(path, { ...paging, min_cores: 8, max_cores: 8 });
  t.is(status, 200);
  t.true(body.results.every(({ cores }: { cores: number }) => cores === 8));
});

test("a product search whose body is not JSON gets a 400, and one of another content type a 415", async (t) => {
  t.is((await service.client.post(path, "{")).status, 400);
  t.is((await service.client.post(path, "page=1", { "Content-Type": "text/plain" })).status, 415);
});

test("a page of another website may search products, even if the browser sends a cookie", async (t) => {
  const headers = {
    Cookie: "session=x",
    Origin: "https://elsewhere.example",
    "Sec-Fetch-Site": "cross-site",
  };
  t.is((await service.client.post(path, paging, headers)).status, 200);
});

test("a search of an unknown kind of product gets a 404", async (t) => {
  const { status, body } = await service.client.get("/products/toaster");
  t.is(status, 404);
  t.regex(body.detail, /Known addresses: .*\/products\/cpu, \/products\/gpu/);
  const near = await service.client.get("/products/cpus");
  t.regex(near.body.detail, /The nearest address is \/products\/cpu\.$/);
});

test("the 404 for an unknown slug names the product with the most similar name", async (t) => {
  for (const address of [
    "/products/cpu/intel-core-i7-13750k",
    "/products/cpu/intel-core-i7-13750k/results",
  ]) {
    const { status, body } = await service.client.get(address);
    t.is(status, 404);
    t.regex(body.detail, /The most similar url_slug is intel-core-i7-13/);
  }
  t.is((await service.client.get(`/products/cpu/${"x-".repeat(300)}`)).status, 404);
});

test("a product search gets a 503 without a search index, and an empty list with an empty index", async (t) => {
  const { client, sync } = await startCatalogueService(t);
  const { status, headers } = await client.get(path);
  t.is(status, 503);
  t.truthy(headers.get("retry-after"));
  await sync.sync(cpuKind);
  t.deepEqual((await client.get(path)).body, { results: [], total: 0 });
  t.deepEqual((await client.get(`${path}?query=ryzen%205850x`)).body, { results: [], total: 0 });
  const filtered = { ...paging, query: "x", makes: ["AMD"], min_price: 1, sort_by: "price" };
  const unknown_values = [{ field: "makes", value: "AMD", nearest: [] }];
  t.deepEqual((await client.post(path, filtered)).body, { results: [], total: 0, unknown_values });
});
