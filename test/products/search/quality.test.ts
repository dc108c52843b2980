import test from "ava";
import { cpuKind } from "../../../src/kinds/cpu.ts";
import { gpuKind } from "../../../src/kinds/gpu.ts";
import { productKinds } from "../../../src/kinds/kinds.ts";
import { nameKey } from "../../../src/products/import/name-key.ts";
import { shareRealCatalogue, shareServiceWithSamples } from "../catalogue-service.ts";
import { createAsk, expectationOf, failuresOf, judgements, topOf, typedJudgements } from "./judgements.ts";
import { declareTypedTests } from "./typed-tests.ts";

// The tests of this file use the sample catalogue, and also all of OpenDB if EXTRA_CATALOGUE names a folder with files
// such as opendb-cpu.ndjson.

const MIN_SHARE = 0.98;

const large = await shareRealCatalogue(test);
const service = await shareServiceWithSamples(test);

const ask = createAsk(service.search);

test("in the sample catalogue the expected product is the first result of nearly every search query", async (t) => {
  const products = new Map<string, Record<string, unknown>[]>();
  for (const { name } of productKinds) {
    const { body } = await service.client.post(`/products/${name}`, { page: 1, limit: 1000 });
    products.set(name, body.results);
  }
  const judged = judgements.filter((one) => products.get(one.kind)?.some(expectationOf(one)));
  const failures = await failuresOf(ask, judged);
  for (const failure of failures) t.log(failure);
  t.log(`${judged.length - failures.length} of ${judged.length} right`);
  t.true(judged.length >= 250, `${judged.length} judgements are of products of the sample catalogue`);
  t.true(failures.length <= judged.length * (1 - MIN_SHARE));
});

declareTypedTests(test, {
  name: "the sample catalogue",
  ask,
  products: async () => service.products,
  minJudged: 200,
  failing: [],
});

test("in every product kind, a search for a model that does not exist finds the most similar names, marked as approximate", async (t) => {
  const unknown: [string, string, RegExp][] = [
    ["cpu", "ryzen 7 5850x", /5800X|5950X/],
    ["gpu", "rtx 4075", /40[67]0/],
    ["gpu", "rx 7850 xt", /7800 XT|7900 XT|7700 XT/],
    ["motherboard", "z791 tomahawk", /Z790|TOMAHAWK/],
    ["ram", "ddr5 6050", /DDR5/],
  ];
  for (const [kind, query, nearest] of unknown) {
    const { body } = await service.client.post(`/products/${kind}`, { page: 1, limit: 5, query });
    t.true(body.approximate, query);
    t.regex(body.results[0].model, nearest, query);
  }
});

/** Removes words for the packaging, and words that only some records of the same processor add. */
const withoutPacking = (model: string) => model.replace(/ \(?OEM ?\/ ?Tray\)?$|^A-Series | X$/g, "");

/** Spellings of a processor's model, each of which distinguishes the model from all others. */
const spellings: ((model: string, make: string) => string)[] = [
  (model, make) => `${make} ${model}`,
  (model) => model.toLowerCase().replaceAll("-", " "),
  (model) => model.toUpperCase().replaceAll(" ", "-"),
  (model, make) => `${model.toLowerCase()} ${make.toLowerCase()} processor`,
  (model) =>
    model
      .replace(/(\d{3,5})([A-Z])/, "$1 $2")
      .replace("Ryzen ", "R")
      .replace(/^Core (?=i)/, ""),
];

if (large) {
  const askLarge = createAsk(large.search);

  declareTypedTests(test, {
    name: "all of OpenDB",
    ask: askLarge,
    products: large.stored,
    minJudged: typedJudgements.length,
    failing: ["further held-out"],
  });

  for (const { name } of productKinds) {
    test(`in all of OpenDB the expected ${name} is the first result of nearly every search query`, async (t) => {
      for (const part of ["tune", "held-out"] as const) {
        const judged = judgements.filter((one) => one.kind === name && one.part === part);
        const failures = await failuresOf(askLarge, judged);
        const right = judged.length - failures.length;
        t.log(`${part}: ${right} of ${judged.length} right, ${((100 * right) / judged.length).toFixed(1)} %`);
        // The test always allows one failure, because with few queries a single failure would exceed the allowed share.
        t.true(failures.length <= Math.max(1, judged.length * (1 - MIN_SHARE)), failures.join("\n"));
      }
    });
  }

  test("in all of OpenDB every processor is the first search result for its name in any of five spellings", async (t) => {
    const wrong: string[] = [];
    const products = (await large.stored()).filter(({ kind }) => kind === cpuKind.name);
    const keyOf = (make: unknown, model: unknown) =>
      nameKey(`${String(make)} ${withoutPacking(String(model))}`);
    for (const { fields } of products) {
      const model = withoutPacking(fields.model);
      for (const spell of spellings) {
        const typed = spell(model, fields.make);
        const { top } = await topOf(large.search, cpuKind, typed);
        if (keyOf(top?.["make"], top?.["model"]) !== keyOf(fields.make, model))
          wrong.push(`${typed}: ${String(top?.["model"])}`);
      }
    }
    t.log(`${products.length * spellings.length} queries`);
    t.true(products.length > 650);
    t.deepEqual(wrong, []);
  });

  test("in all of OpenDB a card with the typed chip is the first search result, for every chip in four spellings", async (t) => {
    const wrong: string[] = [];
    const products = (await large.stored()).filter(({ kind }) => kind === gpuKind.name);
    const chips = new Set(products.map(({ fields }) => String(fields["chipset"])));
    const variants: ((chip: string) => string)[] = [
      (chip) => chip,
      (chip) => chip.toLowerCase(),
      (chip) => chip.replace(/^(?:GeForce|Radeon) (?=RTX|GTX|GT|RX)/, ""),
      (chip) =>
        chip.replace(/^(?:GeForce|Radeon) (?=RTX|GTX|GT|RX)/, "").replace(/(\d) (Ti|XT|XTX)\b/, "$1$2"),
    ];
    for (const chip of chips) {
      for (const spell of variants) {
        const { top } = await topOf(large.search, gpuKind, spell(chip));
        const found = String(top?.["chipset"]);
        if (
          !nameKey(found)
            .split(" ")
            .includes(nameKey(chip).split(" ")[0] ?? "") &&
          found !== chip
        )
          wrong.push(`${spell(chip)}: ${found}`);
      }
    }
    t.log(`${chips.size * variants.length} queries, ${wrong.length} wrong`);
    t.deepEqual(wrong, []);
  });
}
