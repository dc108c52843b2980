import test from "ava";
import { shareServiceWithSamples } from "../catalogue-service.ts";

const service = await shareServiceWithSamples(test);

const find = async (kind: string, request: Record<string, unknown>) =>
  (await service.client.post(`/products/${kind}`, { page: 1, limit: 20, ...request })).body;

const numbersOf = async (query: string) => {
  const { results } = await find("gpu", { query, limit: 100 });
  return results.map(({ chipset }: { chipset: string }) => chipset);
};

test("a query that compares two cards finds products for both cards alternately, beginning with the card that was typed first", async (t) => {
  for (const word of ["vs", "vs.", "versus", "or", "oder", "VS"]) {
    const chipsets = await numbersOf(`4070 ${word} 7800 xt`);
    t.deepEqual(chipsets.slice(0, 2), ["GeForce RTX 4070", "Radeon RX 7800 XT"], word);
    t.deepEqual(new Set(chipsets), new Set(["GeForce RTX 4070", "Radeon RX 7800 XT"]), word);
  }
  t.is((await numbersOf("7800 xt vs 4070"))[0], "Radeon RX 7800 XT");
});

test("a query can compare more than two models, and may contain ordinary words around their names", async (t) => {
  const { results, approximate } = await find("cpu", {
    query: "which is better ryzen 5 5600x or i5 12400f vs 7600x for gaming",
  });
  t.deepEqual(
    results.map(({ model }: { model: string }) => model),
    ["Ryzen 5 5600X", "Core i5-12400F", "Ryzen 5 7600X"],
  );
  t.is(approximate, undefined);
});

test("the pages of results of a comparison query neither overlap nor skip, and total and facets count the results for all compared models", async (t) => {
  const whole = await find("gpu", { query: "4060 vs 7600", limit: 100, facets: true });
  t.is(whole.results.length, whole.total);
  t.is(new Set(whole.results.map(({ id }: { id: number }) => id)).size, whole.total);
  const pages = [];
  for (let page = 1; (page - 1) * 2 < whole.total; page += 1)
    pages.push(...(await find("gpu", { query: "4060 vs 7600", page, limit: 2 })).results);
  t.deepEqual(pages, whole.results);
  const counted = whole.facets.manufacturers.map(({ count }: { count: number }) => count);
  t.is(
    counted.reduce((sum: number, count: number) => sum + count, 0),
    whole.total,
  );
  t.is(whole.facets.manufacturers.length, 2);
});

test("filters and sort orders apply to a comparison query as to any search", async (t) => {
  const amd = await find("gpu", { query: "4070 vs 7800 xt", makes: ["NVIDIA", "Sapphire"] });
  t.deepEqual(
    amd.results.map(({ make }: { make: string }) => make),
    ["NVIDIA", "Sapphire"],
  );
  const dearest = await find("gpu", { query: "4070 vs 5090", sort_by: "price", sort_dir: "desc" });
  t.is(dearest.results[0].chipset, "GeForce RTX 5090");
});

test("a query that compares two boards with the same chipset distinguishes them by the other words of their names", async (t) => {
  const { results, total } = await find("motherboard", { query: "msi b650 tomahawk vs asus tuf b650 plus" });
  const names = results.map(({ make, model }: { make: string; model: string }) => `${make} ${model}`);
  t.regex(names[0], /^MSI .*B650 TOMAHAWK/i);
  t.regex(names[1], /^ASUS .*TUF.*B650-PLUS/i);
  t.is(new Set(names).size, total);
  t.deepEqual(
    names.filter((name: string) => !/^MSI .*TOMAHAWK|^ASUS .*TUF.*PLUS/i.test(name)),
    [],
  );
});

test("a query that compares a model with a model that does not exist is searched like an ordinary query", async (t) => {
  const { results } = await find("gpu", { query: "4070 vs 7850 xt" });
  t.is(results[0].chipset, "GeForce RTX 4070");
  const halves = await find("gpu", { query: "rtx 4070 ti or super" });
  t.regex(halves.results[0].chipset, /4070 Ti/);
});

test("the search of all product kinds shows the results for both models of a query that compares two models", async (t) => {
  const { body } = await service.client.get("/products?query=5600x%20vs%2012400f");
  t.deepEqual(
    body.results.map(({ model }: { model: string }) => model),
    ["Ryzen 5 5600X", "Core i5-12400F"],
  );
});
