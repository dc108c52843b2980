import test from "ava";
import { cpuKind } from "../../../src/kinds/cpu.ts";
import { gpuKind } from "../../../src/kinds/gpu.ts";
import type { ProductDocument } from "../../../src/products/catalogue/products-repository.ts";
import { productsOf } from "../brute-force.ts";
import { sampleFiles, startServiceWithSamples } from "../catalogue-service.ts";
import { createMeasuredWorld } from "./measured-world.ts";

const service = await startServiceWithSamples(test);
const measured = createMeasuredWorld(service);

/** For each model and chip: the number of builds in each benchmark, and the largest of these numbers. */
const buildsOf = new Map<string, number>();
const keyOf = ({ kind, compared_as }: Pick<ProductDocument, "kind" | "compared_as">) =>
  `${kind}:${compared_as}`;

test.before(async () => {
  for (const [category, benchmark_id, variant, kind] of [
    ["r23", 15, null, cpuKind],
    ["timespy", 7, "Time Spy", gpuKind],
    ["wildlife", 17, "Wild Life", gpuKind],
  ] as const) {
    measured.variant(category, benchmark_id, variant, 1000);
    for (const product of productsOf(service.products, kind).filter(({ id }) => id % 3 === 0)) {
      const builds = 5 + ((product.id * (category === "timespy" ? 7 : 11)) % 20);
      const own = `${category} ${keyOf(product)}`;
      if (buildsOf.has(own)) continue;
      buildsOf.set(own, builds);
      buildsOf.set(keyOf(product), Math.max(builds, buildsOf.get(keyOf(product)) ?? 0));
      await measured.median(category, kind.name, product.compared_as ?? "", { median: product.id, builds });
    }
  }
  await measured.scores.check();
  for (const kind of [cpuKind, gpuKind]) await service.sync.sync(kind);
});

interface Result {
  id: number;
  scores: { builds: number }[];
}

/** Returns the generation of a product's memory: 5 for DDR5 and GDDR5, 0 if it is unknown. */
function memoryOf({ fields }: ProductDocument): number {
  const types = [fields["ram_types"], fields["memory_type"]]
    .flat()
    .map((type) => /ddr(\d)/i.exec(String(type))?.[1]);
  return Math.max(0, ...types.map((digit) => Number(digit ?? 0)));
}

for (const [kind] of sampleFiles)
  test(`sort_by=popularity lists the most measured ${kind.plural} first, then those with newer memory, in either direction`, async (t) => {
    const ask = async (body: object): Promise<{ results: Result[]; total: number }> =>
      (
        await service.client.post(`/products/${kind.name}`, {
          page: 1,
          limit: 1000,
          sort_by: "popularity",
          ...body,
        })
      ).body;
    const { results, total } = await ask({});
    const all = productsOf(service.products, kind);
    t.is(total, all.length);
    const found = results.flatMap(({ id }) => all.filter((product) => product.id === id));
    t.is(new Set(found).size, all.length);
    const places = found.map((product) => [buildsOf.get(keyOf(product)) ?? 0, memoryOf(product)] as const);
    for (const [index, [builds, memory]] of places.entries()) {
      const [nextBuilds, nextMemory] = places[index + 1] ?? ([0, 0] as const);
      t.true(builds > nextBuilds || (builds === nextBuilds && memory >= nextMemory), `place ${index}`);
    }
    for (const sort_dir of ["asc", "desc"]) t.deepEqual((await ask({ sort_dir })).results, results);
    const pages = await Promise.all([1, 2, 3].map((page) => ask({ page, limit: 20 })));
    t.deepEqual(
      pages.flatMap((page) => page.results),
      results.slice(0, 60),
    );
  });

test("sort_by=popularity also sorts the products that a text query finds", async (t) => {
  const asked = { page: 1, limit: 1000, query: "ryzen", sort_by: "popularity" };
  const { results } = (await service.client.post("/products/cpu", asked)).body;
  t.true(results.length > 20);
  const builds = results.map(({ scores }: Result) => Math.max(0, ...scores.map((score) => score.builds)));
  t.deepEqual(
    builds,
    builds.toSorted((a: number, b: number) => b - a),
  );
});

test("of products that match a text equally well, those that more builds have measured come first, and other variants of a model last", async (t) => {
  const asked = { page: 1, limit: 1000, query: "ryzen" };
  const { results } = (await service.client.post("/products/cpu", asked)).body;
  const builds = results.map(({ scores }: Result) => Math.max(0, ...scores.map((score) => score.builds)));
  t.is(builds[0], Math.max(...builds));
  const named = (await service.client.post("/products/gpu", { ...asked, query: "rtx 4070" })).body.results;
  const chips = named.map(({ chipset }: { chipset: string }) => chipset);
  const last = chips.lastIndexOf("GeForce RTX 4070");
  t.true(
    last >= 0 &&
      chips.length > last + 1 &&
      chips.slice(0, last).every((chip: string) => chip === "GeForce RTX 4070"),
    String(chips),
  );
});

test("without sort_by, the API lists products by make and model", async (t) => {
  const { body } = await service.client.get("/products/cpu?limit=1000");
  const makes = body.results.map(({ make }: { make: string }) => make.toLowerCase());
  t.deepEqual(makes, makes.toSorted());
});
