import { readFileSync } from "node:fs";
import test from "ava";
import { parse } from "csv-parse/sync";
import { cpusFile, startServiceWithCpus } from "../catalogue-service.ts";

const service = await startServiceWithCpus(test);
const models = parse<{ make: string; model: string }>(readFileSync(cpusFile), { columns: true });

async function find(query: string, more: object = {}) {
  const { status, body } = await service.client.post("/products/cpu", { page: 1, limit: 20, query, ...more });
  if (status !== 200) throw new Error(`${query}: ${JSON.stringify(body)}`);
  return body as {
    results: { make: string; model: string; price: number | null }[];
    total: number;
    approximate?: true;
  };
}

const wanted: Record<string, string> = {
  "R7 5800X": "Ryzen 7 5800X",
  "i7 13700k": "Core i7-13700K",
  "ryzen 7800 x3d": "Ryzen 7 7800X3D",
  "ryzn 5 7600x": "Ryzen 5 7600X",
  "5800x": "Ryzen 7 5800X",
  "intel 7700": "Core i7-7700",
  "7700 amd": "Ryzen 7 7700",
  "threadriper 3990x": "Ryzen Threadripper 3990X",
  "13700 k": "Core i7-13700K",
  "core i5 136OOKF": "Core i5-13600KF",
  "5600x 3.7 ghz boxed": "Ryzen 5 5600X",
  '-"5950x': "Ryzen 9 5950X",
};

for (const [query, model] of Object.entries(wanted)) {
  test(`a search for ${query} finds the model ${model}`, async (t) => {
    const { results, approximate } = await find(query);
    t.is(results[0]?.model, model);
    t.is(approximate, undefined);
  });
}

test("a search for 5800x finds the 5800X first and then the 5800X3D", async (t) => {
  const { results } = await find("5800x");
  t.deepEqual(
    results.map(({ model }) => model),
    ["Ryzen 7 5800X", "Ryzen 7 5800X3D"],
  );
});

for (const query of ["5850X", "ryzen 7 5850x"]) {
  test(`a search for ${query}, which does not exist, finds the nearest names, marked as approximate`, async (t) => {
    const { results, approximate, total } = await find(query);
    t.true(approximate);
    t.is(results[0]?.model, "Ryzen 7 5800X");
    t.true(total >= results.length);
  });
}

test("the response to a search with approximate results is marked as approximate on every page and in every order", async (t) => {
  t.true((await find("ryzen 7 5850x", { page: 2, limit: 1 })).approximate);
  t.true((await find("ryzen 7 5850x", { sort_by: "price" })).approximate);
  t.is((await find("ryzen 7 5800x", { page: 2, limit: 1 })).approximate, undefined);
  t.is((await find("i7 13700", { sort_by: "price" })).approximate, undefined);
  // A page after the last one is empty. The search does not list the nearest names there, because products match.
  t.deepEqual(await find("ryzen 7 5800x", { page: 9 }), { results: [], total: 2 });
});

test("the pages of a search that finds only similar names together list all models, the most similar first", async (t) => {
  for (const query of ["ryzen 7 5850x", "i7 15700k raptor", "7900xx"]) {
    const { results, total, approximate } = await find(query, { limit: 100 });
    t.true(approximate);
    t.is(results.length, total);
    for (const limit of [1, 3, 7]) {
      const pages = [];
      for (let page = 1; (page - 1) * limit < total; page += 1)
        pages.push(...(await find(query, { page, limit })).results);
      t.deepEqual(pages, results, `${query}, ${limit} a page`);
    }
  }
});

test("the results of a text query with sort_by are sorted over all pages", async (t) => {
  const { results, total } = await find("ryzen 7", { sort_by: "price", sort_dir: "desc", limit: 100 });
  t.is(results.length, total);
  const prices = results.flatMap(({ price }) => price ?? []);
  t.true(prices.length > 5);
  t.deepEqual(
    prices,
    prices.toSorted((a, b) => b - a),
  );
});

test("the text and the filters of a product search apply together", async (t) => {
  const { results, total } = await find("7700", { makes: ["intel"] });
  t.true(total >= 1);
  t.true(results.every(({ make }) => make === "Intel"));
  t.is(results[0]?.model, "Core i7-7700");
});

test("a product search by a text that matches no product finds nothing", async (t) => {
  t.deepEqual(await find("zzyzx quux"), { results: [], total: 0 });
});

test("a product search by a text without a letter or a digit lists all products", async (t) => {
  for (const query of ["", "   ", '"', "---", "\uD800"]) t.is((await find(query)).total, models.length);
});

test("a product search by a text with query syntax, broken Unicode or many words causes no error", async (t) => {
  const queries = [
    "'; drop table",
    '"""',
    "\\",
    "😀".repeat(100),
    "a ".repeat(100),
    "ｒｙｚｅｎ ７",
    "-".repeat(200),
    "1".repeat(200),
    "\u0000",
    "price:asc",
    "makes = AMD OR 1=1",
  ];
  for (const query of queries) t.true((await find(query)).total >= 0, query);
});

/** Four spellings of a model, each of which distinguishes the model from all others. */
const spellings: ((model: string, make: string) => string)[] = [
  (model, make) => `${make} ${model}`,
  (model) => model.toLowerCase().replaceAll("-", " "),
  (model) => model.replaceAll(/[ -]/g, ""),
  (model) =>
    model
      .replace(/(\d{3,5})([A-Z])/, "$1 $2")
      .replace("Ryzen ", "R")
      .replace("Core ", ""),
];

test("every product model is the first search result for its name in any of four spellings", async (t) => {
  const wrong: string[] = [];
  for (const { make, model } of models) {
    for (const spell of spellings) {
      const { results } = await find(spell(model, make), { limit: 1 });
      if (results[0]?.model !== model) wrong.push(`${spell(model, make)}: ${results[0]?.model}`);
    }
  }
  t.true(models.length >= 140);
  t.deepEqual(wrong, []);
});

test("a product search by a model number alone finds a model with that number", async (t) => {
  const wrong: string[] = [];
  for (const { model } of models) {
    const number = model.split(/[ -]/).at(-1) ?? "";
    const { results } = await find(number, { limit: 1 });
    if (!results[0]?.model.split(/[ -]/).includes(number)) wrong.push(`${number}: ${results[0]?.model}`);
  }
  t.deepEqual(wrong, []);
});
