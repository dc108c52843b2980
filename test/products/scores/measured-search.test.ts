import test from "ava";
import * as fc from "fast-check";
import { cpuKind } from "../../../src/kinds/cpu.ts";
import { gpuKind } from "../../../src/kinds/gpu.ts";
import type { ProductKind } from "../../../src/kinds/kinds.ts";
import type { ProductDocument } from "../../../src/products/catalogue/products-repository.ts";
import { asBrowser } from "../../pages/html.ts";
import { matching, productsOf, type Request } from "../brute-force.ts";
import { startServiceWithSamples } from "../catalogue-service.ts";
import { createMeasuredWorld } from "./measured-world.ts";

/** The age in days above which a price counts as old. Some prices of the sample catalogue are older, others are not. */
const MAX_AGE_DAYS = 2500;
const service = await startServiceWithSamples(test, { PRICE_MAX_AGE_DAYS: String(MAX_AGE_DAYS) });
const measured = createMeasuredWorld(service);

/**
 * The benchmark variants with medians. In each variant the products of `kind` whose id is a multiple of `every` have a
 * median.
 */
const categories = [
  { category: "r23-_category", benchmark_id: 15, variant: null, kind: cpuKind, every: 2 },
  { category: "timespy", benchmark_id: 7, variant: "Time Spy", kind: gpuKind, every: 2 },
  { category: "wildlife", benchmark_id: 7, variant: "Wild Life", kind: gpuKind, every: 3 },
  { category: "game", benchmark_id: 16, variant: "Game.exe", kind: cpuKind, every: 5 },
] as const;

const medianOf = new Map<string, number>();
const keyOf = (category: string, { kind, compared_as }: Pick<ProductDocument, "kind" | "compared_as">) =>
  `${category} ${kind}:${compared_as}`;
test.before(async () => {
  for (const [place, { category, benchmark_id, variant, kind, every }] of categories.entries()) {
    measured.variant(category, benchmark_id, variant, 1000 - place);
    for (const product of productsOf(service.products, kind).filter(({ id }) => id % every === 0)) {
      const { id, compared_as: slug = "" } = product;
      // Give some products equal medians, so that the tests cover the order by make and model. All cards of a chip have
      // the same median.
      const median = ((id * 7919) % 40) * 25.5 + 100;
      medianOf.set(keyOf(category, product), median);
      await measured.median(category, kind.name, slug, { median, builds: 5 + (id % 9) });
    }
  }
  await measured.scores.check();
  for (const kind of [cpuKind, gpuKind]) await service.sync.sync(kind);
});

/**
 * Returns the price of a product if the price is at most MAX_AGE_DAYS old; null for an older price or an unknown day.
 */
function currentPriceOf({
  fields: { price_usd, price_date },
}: (typeof service.products)[number]): number | null {
  const days = typeof price_date === "string" ? (Date.now() - Date.parse(price_date)) / 86_400_000 : Infinity;
  return typeof price_usd === "number" && Math.floor(days) <= MAX_AGE_DAYS ? price_usd : null;
}

type Asked = Request & { sort_by: string; sort_dir: string; min_score?: number | undefined };
type Category = (typeof categories)[number];

/**
 * Checks every product one by one. Returns the ids that a request finds, in order, and how many of these products are
 * unmeasured.
 */
function expected({ category, kind }: Category, { min_score, ...request }: Asked) {
  const scoreOf = (product: ProductDocument) => medianOf.get(keyOf(category, product));
  const found = matching(service.products, kind, request).filter(
    (product) => min_score === undefined || (scoreOf(product) ?? -Infinity) >= min_score,
  );
  const sortedBy = (product: (typeof found)[number]) => {
    const [score, price] = [scoreOf(product), currentPriceOf(product)];
    if (request.sort_by === "performance" || score === undefined) return score;
    return price === null ? undefined : score / price;
  };
  const compareText = (a: string, b: string) => {
    const [x, y] = [a.toLowerCase(), b.toLowerCase()];
    if (x === y) return 0;
    return x < y ? -1 : 1;
  };
  const ordered = found.toSorted((a, b) => {
    const [x, y] = [sortedBy(a), sortedBy(b)];
    if (x !== y) {
      if (x === undefined) return 1;
      if (y === undefined) return -1;
      return request.sort_dir === "asc" ? x - y : y - x;
    }
    return (
      compareText(a.fields.make, b.fields.make) || compareText(a.fields.model, b.fields.model) || a.id - b.id
    );
  });
  return {
    ids: ordered.map(({ id }) => id),
    unmeasured: found.filter((product) => scoreOf(product) === undefined).length,
  };
}

const idOf = (record: { id?: number; cpuid?: number }) => record.id ?? record.cpuid;

const requests = fc.record({
  of: fc.constantFrom(...categories),
  asAddress: fc.boolean(),
  limit: fc.integer({ min: 5, max: 60 }),
  sort_by: fc.constantFrom("performance", "value"),
  sort_dir: fc.constantFrom("asc", "desc"),
  filters: fc.record(
    {
      min_score: fc.constantFrom(0, 200, 611.5, 5000),
      min_price: fc.constantFrom(50, 200),
      max_price: fc.constantFrom(400, 900),
      makes: fc.constantFrom(["AMD"], ["intel", "MSI"], ["Gigabyte", "ASUS", "amd"]),
      manufacturers: fc.constantFrom(["NVIDIA"], ["amd"]),
    },
    { requiredKeys: [] },
  ),
});

test("any search sorted by performance or value finds the same products, page by page, as checking every product one by one", async (t) => {
  let found = 0;
  await fc.assert(
    fc.asyncProperty(requests, async ({ of, asAddress, limit, filters, ...sort }) => {
      const asked = { ...filters, ...sort };
      const right = expected(of, asked);
      const scored = {
        benchmark_id: of.benchmark_id,
        ...(of.variant !== null && { variant: of.variant }),
      };
      const ids: unknown[] = [];
      for (let page = 1; page <= Math.ceil(right.ids.length / limit) + 1; page += 1) {
        const request: Request = { ...asked, ...scored, page, limit };
        const query = new URLSearchParams(
          Object.entries(request).map(([name, value]): [string, string] => [name, String(value)]),
        );
        const answer = asAddress
          ? await service.client.get(`/products/${of.kind.name}?${query.toString()}`)
          : await service.client.post(`/products/${of.kind.name}`, request);
        if (answer.status !== 200) throw new Error(answer.text);
        t.is(answer.body.total, right.ids.length);
        t.is(answer.body.unmeasured, right.unmeasured);
        t.deepEqual(answer.body.scored_by, { benchmark_id: of.benchmark_id, variant: of.variant });
        ids.push(...answer.body.results.map(idOf));
      }
      t.deepEqual(ids, right.ids, JSON.stringify({ of: of.category, ...asked }));
      found += ids.length;
    }),
    { numRuns: 60 },
  );
  t.log(`${found} products found`);
  t.true(found > 60, "the combinations must not all be empty");
});

const post = async (kind: ProductKind, body: object) =>
  (await service.client.post(`/products/${kind.name}`, { page: 1, limit: 5, ...body })).body;

test("the results of a text query can be sorted by performance, and the response counts the unmeasured products among them", async (t) => {
  const found = await post(cpuKind, { query: "ryzen", sort_by: "performance", sort_dir: "desc", limit: 100 });
  const ids = found.results.map(idOf) as number[];
  const cpuOf = (id: number) => productsOf(service.products, cpuKind).find((product) => product.id === id)!;
  const scores = ids.map((id) => medianOf.get(keyOf("r23-_category", cpuOf(id))));
  const known = scores.filter((score) => score !== undefined);
  t.deepEqual(
    scores.slice(0, known.length),
    known.toSorted((a, b) => b - a),
  );
  t.is(found.unmeasured, found.total - known.length);
  t.true(known.length > 1 && known.length < found.total);
});

test("the default benchmark is Cinebench R23 for processors and the most measured 3DMark test for cards; other kinds have none", async (t) => {
  const cpus = await post(cpuKind, { sort_by: "performance", sort_dir: "desc" });
  t.deepEqual(cpus.scored_by, { benchmark_id: 15, variant: null });
  const [best] = cpus.results;
  const score = best.scores.find(({ benchmark_id }: { benchmark_id: number }) => benchmark_id === 15);
  t.is(score.median, Math.max(...medianOfKind("r23-_category")));
  const product = service.products.find(({ kind, id }) => kind === "cpu" && id === best.cpuid);
  const price = product ? currentPriceOf(product) : null;
  t.is(best.value, price === null ? null : Number((score.median / price).toPrecision(6)));
  const cards = await post(gpuKind, { sort_by: "value" });
  t.deepEqual(cards.scored_by, { benchmark_id: 7, variant: "Time Spy" });

  for (const kind of ["ram", "motherboard"])
    for (const sort of ["performance", "value"]) {
      const { status, body } = await service.client.get(`/products/${kind}?sort_by=${sort}`);
      t.is(status, 422);
      t.is(body.errors[0].pointer, "/sort_by");
      t.regex(body.errors[0].detail, /^Memory and motherboards are not compared by any benchmark/);
    }
  const all = await service.client.post("/products/ram", {
    page: 1,
    limit: 1,
    sort_by: "value",
    benchmark_id: 15,
    variant: "Time Spy",
    min_score: 1,
  });
  t.deepEqual(
    all.body.errors.map(({ pointer }: { pointer: string }) => pointer),
    ["/sort_by", "/benchmark_id", "/variant", "/min_score"],
  );
});

test("the search page of a product kind offers to compare products by the benchmarks that have results", async (t) => {
  const offered = async (path: string) => {
    const { text } = await service.client.get(path, asBrowser);
    const list = /<details class="compared-by">.*?<\/details>/s.exec(text)?.[0] ?? "";
    return [...list.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, name]) => name);
  };
  t.deepEqual(await offered("/hardware/cpu"), ["Cinebench R23 multi-core", "Game benchmark"]);
  t.deepEqual(await offered("/hardware/gpu"), ["3DMark graphics test 1", "Game benchmark"]);
  t.deepEqual(await offered("/hardware/gpu?benchmark_id=18"), [
    "3DMark graphics test 3",
    "3DMark graphics test 1",
    "Game benchmark",
  ]);
});

test("the score bars of a product list have one scale on all pages of the list: the highest score of the product kind", async (t) => {
  const highest = Math.max(...medianOfKind("r23-_category"));
  for (const query of ["sort_dir=asc", "sort_dir=desc", "sort_dir=desc&page=2"]) {
    const { text } = await service.client.get(`/hardware/cpu?sort_by=performance&${query}`, asBrowser);
    const rows = [
      ...text.matchAll(
        /<td class="number measured"><span class="cell-name">Median[^<]*<\/span>([\d.,]+).*?class="bar-value" width="([\d.]+)"/gs,
      ),
    ];
    t.true(rows.length > 5, query);
    for (const [, score = "", width] of rows)
      t.true(
        Math.abs(Number(width) - (100 * Number(score.replace(",", ""))) / highest) < 0.15,
        `${score} ${width}`,
      );
  }
});

const medianOfKind = (category: string) =>
  [...medianOf].flatMap(([key, median]) => (key.startsWith(`${category} `) ? [median] : []));

test("an unknown benchmark or variant is refused with the known names; with a benchmark without results no product is measured", async (t) => {
  const refusal = async (query: string) => {
    const { status, body } = await service.client.get(`/products/gpu?${query}`);
    t.is(status, 422, query);
    return body.errors[0] as { pointer: string; detail: string };
  };
  t.deepEqual((await refusal("benchmark_id=99&sort_by=value")).pointer, "/benchmark_id");
  const variant = await refusal("variant=Port%20Royal&min_score=3");
  t.is(variant.pointer, "/variant");
  t.regex(variant.detail, /Time Spy, Wild Life/);
  const other = await refusal("benchmark_id=15");
  t.is(other.pointer, "/benchmark_id");
  t.regex(
    other.detail,
    /by which graphics cards are compared, found 15\. These benchmarks are: 7 \(3DMark graphics test 1\), .*16 \(Game benchmark\)/,
  );
  const cpus = await service.client.get("/products/cpu?benchmark_id=15&variant=x");
  t.regex(cpus.body.errors[0].detail, /Cinebench R23 has none/);
  const folded = await service.client.get("/products/gpu?variant=timespy&sort_by=performance&limit=1");
  t.deepEqual(folded.body.scored_by, { benchmark_id: 7, variant: "Time Spy" });

  const nothing = await post(gpuKind, { benchmark_id: 18, sort_by: "performance" });
  t.is(nothing.unmeasured, nothing.total);
  t.true(nothing.total > 0);
  t.is((await post(gpuKind, { benchmark_id: 18, min_score: 0 })).total, 0);
});

test("every response with a product record has the product's scores: a list, a response by slug, and the search of all product kinds", async (t) => {
  const product = productsOf(service.products, cpuKind).find(
    (one) => one.id % 10 === 0 && currentPriceOf(one) !== null,
  );
  if (!product) throw new Error("no product is measured in both benchmarks");
  const [r23, game] = ["r23-_category", "game"].map((category) => medianOf.get(keyOf(category, product))) as [
    number,
    number,
  ];
  const builds = 5 + (product.id % 9);
  const { body } = await service.client.get(`/products/cpu/${product.url_slug}`);
  t.deepEqual(body.scores, [
    { benchmark_id: 15, variant: null, median: r23, builds },
    { benchmark_id: 16, variant: "Game.exe", median: game, builds },
  ]);
  t.is(body.value, Number((r23 / Number(product.fields["price_usd"])).toPrecision(6)));
  const listed = await post(cpuKind, { query: `${product.fields.make} ${product.fields.model}` });
  t.deepEqual(listed.results[0], body);
  t.is(listed.scored_by, undefined);
  const query = encodeURIComponent(`${product.fields.make} ${product.fields.model}`);
  const everything = await service.client.get(`/products?query=${query}`);
  t.deepEqual(everything.body.results[0], { kind: "cpu", ...body });
  const board = await service.client.get("/products/motherboard?limit=1");
  t.deepEqual([board.body.results[0].scores, board.body.results[0].value], [[], null]);
});

test("the rank of a median counts each measured chip or model once, however many products have it", async (t) => {
  for (const { kind, category } of categories.slice(0, 2)) {
    const keys = new Set(productsOf(service.products, kind).map((product) => keyOf(category, product)));
    const medians = [...keys].flatMap((key) => medianOf.get(key) ?? []);
    for (const median of [Math.max(...medians), Math.min(...medians), 405]) {
      const rank = 1 + medians.filter((other) => other > median).length;
      t.deepEqual(await service.search.placeOf(kind, median), { rank, measured: medians.length });
    }
  }
});
