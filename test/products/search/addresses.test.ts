import test from "ava";
import { shareServiceWithSamples } from "../catalogue-service.ts";

const { client } = await shareServiceWithSamples(test);
const path = "/products/cpu";

/** Query strings, each with the body of the POST request that finds the same products. */
const addresses: [string, string, object][] = [
  [
    "cpu",
    "page=2&limit=3&query=ryzen%207&sort_by=price&sort_dir=desc",
    { page: 2, limit: 3, query: "ryzen 7", sort_by: "price", sort_dir: "desc" },
  ],
  ["cpu", "makes=AMD", { makes: ["AMD"] }],
  [
    "cpu",
    "makes=AMD,Intel&sockets=am4&sockets=LGA%201700,am-5",
    { makes: ["AMD", "Intel"], sockets: ["am4", "LGA 1700", "am-5"] },
  ],
  ["cpu", "makes=&sockets=,am4,,&ram_types=,", { makes: [], sockets: ["am4"], ram_types: [] }],
  // HTML forms also send empty fields.
  [
    "cpu",
    "page=&limit=&query=&sort_by=&sort_dir=&facets=&min_price=&max_price=300&min_cores=&ecc=&makes=&fits_build=&fits.cpu=",
    { max_price: 300 },
  ],
  ["gpu", "query=12gb%20under%20%24300&literal=true", { query: "12gb under $300", literal: true }],
  ["gpu", "query=12gb%20under%20%24300", { query: "12gb under $300" }],
  ["cpu", "min_price=&min_price=100", { min_price: 100 }],
  ["cpu", "makes=%20&sockets=%20,am4&query=%20&sort_by=%20&q=ryzen", { sockets: ["am4"], query: "ryzen" }],
  [
    "gpu",
    "search=rtx&has_price=true&sort_by=popularity",
    { query: "rtx", has_price: true, sort_by: "popularity" },
  ],
  ["cpu", "min_price=199.99&max_price=4e2&min_cores=08", { min_price: 199.99, max_price: 400, min_cores: 8 }],
  ["cpu", "min_price=-5&max_price=1e300", { min_price: -5, max_price: 1e300 }],
  [
    "cpu",
    "integrated_graphics=false&max_tdp_w=105&facets=true",
    { integrated_graphics: false, max_tdp_w: 105, facets: true },
  ],
  [
    "gpu",
    "vram_sizes=8,12&vram_sizes=16&manufacturers=nvidia&chipsets=GeForce%20RTX%204070",
    { vram_sizes: [8, 12, 16], manufacturers: ["nvidia"], chipsets: ["GeForce RTX 4070"] },
  ],
  [
    "ram",
    "modules=2&memory_types=ddr5&max_cas_latency=36&min_speed_mts=6000&ecc=false",
    { modules: [2], memory_types: ["ddr5"], max_cas_latency: 36, min_speed_mts: 6000, ecc: false },
  ],
  [
    "motherboard",
    "wifi_only=true&min_m2_slots=2&form_factors=atx,micro%20atx",
    { wifi_only: true, min_m2_slots: 2, form_factors: ["atx", "micro atx"] },
  ],
  [
    "motherboard",
    "wifi_only=false&fits.cpu=amd-ryzen-7-5800x",
    { wifi_only: false, fits: { cpu: "amd-ryzen-7-5800x" } },
  ],
];

for (const [kind, address, body] of addresses) {
  test(`a search by GET with ?${address} finds what the equal search by POST finds`, async (t) => {
    const got = await client.get(`/products/${kind}?${address}`);
    const posted = await client.post(`/products/${kind}`, { page: 1, limit: 20, ...body });
    t.is(got.status, 200, got.text);
    t.deepEqual(got.body, posted.body);
    t.true(got.body.total > 0);
  });
}

test("a filtered list of products may be cached, and a client that already has the list gets a 304", async (t) => {
  const address = `${path}?sockets=am4&min_cores=8&facets=true`;
  const { status, headers } = await client.get(address);
  t.is(status, 200);
  t.is(headers.get("cache-control"), "no-cache");
  // With If-None-Match, fetch would also send Cache-Control: no-cache, which asks for the whole response.
  const condition = { "If-None-Match": headers.get("etag") ?? "", "Cache-Control": "max-age=0" };
  t.is((await client.get(address, condition)).status, 304);
  t.is((await client.get(`${path}?sockets=am5`, condition)).status, 200);
});

/** Invalid query strings, each with the pointers of all its faults. */
const wrong: [string, string[]][] = [
  ["page=0", ["/page"]],
  ["page=x", ["/page"]],
  ["page=1.5", ["/page"]],
  ["page=1&page=2", ["/page"]],
  ["limit=1001", ["/limit"]],
  ["limit=-1", ["/limit"]],
  ["sort_by=colour", ["/sort_by"]],
  ["sort_dir=up", ["/sort_dir"]],
  [`query=${"x".repeat(201)}`, ["/query"]],
  ["query=a&query=b", ["/query"]],
  ["query=a&q=b&search=c", ["/query", "/q", "/search"]],
  ["q=a&search=a&page=0", ["/q", "/search", "/page"]],
  ["min_tdp_w=0.5&min_cores=8&max_cores=4", ["/min_tdp_w", "/min_cores"]],
  [
    "page=x&fits.cpu=no-such&benchmark_id=999&min_gb=2&max_gb=1",
    ["/page", "/fits/cpu", "/benchmark_id", "/min_gb"],
  ],
  ["min_cores=1.5", ["/min_cores"]],
  ["min_price=1&min_price=2", ["/min_price"]],
  ["max_price=1e999", ["/max_price"]],
  ["max_price=0x10&min_price=Infinity", ["/max_price", "/min_price"]],
  [
    "wifi_only=1&ecc=yes&integrated_graphics=no&facets=TRUE",
    ["/wifi_only", "/ecc", "/integrated_graphics", "/facets"],
  ],
  ["ecc=true&ecc=true", ["/ecc"]],
  ["vram_sizes=8,x&modules=2.5", ["/vram_sizes/1", "/modules/0"]],
  [`makes=${"a,".repeat(101)}`, ["/makes"]],
  [`makes=${"x".repeat(201)}`, ["/makes/0"]],
  ["min_cores=8&max_cores=4&page=0&sort_by=colour", ["/min_cores", "/page", "/sort_by"]],
  ["fits_build=0", ["/fits_build"]],
  ["fits_build=1&fits_build=2", ["/fits_build"]],
  // The request has two faults: it names both a build and parts, and the build does not exist.
  ["fits_build=1&fits.cpu=amd-ryzen-7-5800x", ["/fits_build", "/fits_build"]],
  ["fits.cpu=a&fits.cpu=b", ["/fits/cpu"]],
];

for (const [query, pointers] of wrong) {
  test(`a search by GET with ?${query.slice(0, 60)} gets a 422 that names ${pointers.join(", ")}`, async (t) => {
    const { status, body } = await client.get(`${path}?${query}`);
    t.is(status, 422, JSON.stringify(body));
    const found = body.errors.map(({ pointer }: { pointer: string }) => pointer);
    t.deepEqual(found.toSorted(), pointers.toSorted());
    for (const { detail } of body.errors) t.true(detail.length > 10);
  });
}

test("unknown parameter names are ignored, including names that every object has, such as `constructor`", async (t) => {
  const { body } = await client.get(path);
  const ofObjects = ["__proto__=x", "constructor=x", "toString=x", "hasOwnProperty=x"];
  const bracketed = ["makes[]=Intel", "makes[$ne]=Intel", "makes.0=Intel", "$where=1"];
  const parts = ["fits=cpu", "fits.case=x", "fits.__proto__=x", "fits.=x"];
  const answer = await client.get(
    `${path}?${["colour=red", ...ofObjects, ...bracketed, ...parts].join("&")}`,
  );
  t.is(answer.status, 200, answer.text);
  t.deepEqual(answer.body, body);
});

test("a search parameter after more than a thousand other parameters takes effect", async (t) => {
  const { body } = await client.get(`${path}?${"a=&".repeat(1200)}sockets=am4`);
  t.deepEqual(body, (await client.get(`${path}?sockets=am4`)).body);
});

test("hostile values in a query string find nothing and cause no error", async (t) => {
  const all = (await client.get(path)).body.total;
  const values = [
    '"',
    "\\",
    "'] OR id > 0 OR x IN ['",
    '"] OR id EXISTS',
    "\u0000",
    "\u0000AMD\u0000x",
    "\uFFFF",
    "__proto__",
    "toString",
    "[object Object]",
    "%",
    "é".repeat(200),
  ];
  for (const value of values) {
    const { status, body, text } = await client.get(`${path}?sockets=${encodeURIComponent(value)}`);
    t.is(status, 200, text);
    t.is(body.total, 0, JSON.stringify(value));
  }
  t.is((await client.get(`${path}?sockets=${",".repeat(10_000)}`)).body.total, all);
});

test("bytes in a query string that are no UTF-8 get a 400, and a percent sign that begins no escape is a percent sign", async (t) => {
  for (const query of ["query=%FF", "sockets=%E0%A4%A", "colour=%C3%28", "%80=1", "query=%ED%A0%80"])
    for (const address of [path, "/products", "/hardware/cpu"]) {
      const { status, body } = await client.get(`${address}?${query}`);
      t.is(status, 400, query);
      t.regex(body.detail, /not UTF-8/);
    }
  for (const query of ["query=100%", "query=caf%C3%A9", "query=%F0%9F%98%80", "sockets=%zz"])
    t.is((await client.get(`${path}?${query}`)).status, 200, query);
});
