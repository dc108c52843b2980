import { join } from "node:path";
import test from "ava";
import { cpuKind } from "../../src/products/kinds/cpu.ts";
import { gpuKind } from "../../src/products/kinds/gpu.ts";
import { productKinds } from "../../src/products/kinds.ts";
import { nameKey } from "../../src/products/name-key.ts";
import { readOpenDbRows } from "../../src/products/sources/opendb-rows.ts";
import { openProductApp } from "../products/product-app.ts";
import type { ProductApp } from "../products/product-app.ts";
import { failuresOf, judgements, topOf } from "./judgements.ts";

// Over all of OpenDB: EXTRA_CATALOGUE names a folder with opendb-cpu.ndjson and its like.

const MIN_SHARE = 0.98;

const folder = process.env["EXTRA_CATALOGUE"];

async function openCatalogue(extra: string): Promise<ProductApp> {
  const app = await openProductApp();
  for (const kind of productKinds) {
    await app.importRows(kind, () => readOpenDbRows(kind, join(extra, `opendb-${kind.name}.ndjson`)));
    await app.sync.rebuild(kind);
  }
  return app;
}

const withoutPacking = (model: string) => model.replace(/ \(?OEM\/Tray\)?$/, "");

/** Ways of writing a processor's model, each with everything that tells it from others. */
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

if (folder !== undefined) {
  const app = await openCatalogue(folder);
  test.after.always(app.close);

  for (const { name } of productKinds) {
    test(`over all of OpenDB what is meant stands on top: ${name}`, async (t) => {
      for (const part of ["tune", "held-out"] as const) {
        const judged = judgements.filter((one) => one.kind === name && one.part === part);
        const failures = await failuresOf(app.search, judged);
        const right = judged.length - failures.length;
        t.log(`${part}: ${right} of ${judged.length} right, ${((100 * right) / judged.length).toFixed(1)} %`);
        // One may be wrong where there are so few that a single one is more than the share.
        t.true(failures.length <= Math.max(1, judged.length * (1 - MIN_SHARE)), failures.join("\n"));
      }
    });
  }

  test("no other model stands above the one that was typed, for every processor in five spellings", async (t) => {
    const wrong: string[] = [];
    const products = (await app.stored()).filter(({ kind }) => kind === cpuKind.name);
    const keyOf = (make: unknown, model: unknown) =>
      nameKey(`${String(make)} ${withoutPacking(String(model))}`);
    for (const { fields } of products) {
      const model = withoutPacking(fields.model);
      for (const spell of spellings) {
        const typed = spell(model, fields.make);
        const { top } = await topOf(app.search, cpuKind, typed);
        if (keyOf(top?.["make"], top?.["model"]) !== keyOf(fields.make, model))
          wrong.push(`${typed}: ${String(top?.["model"])}`);
      }
    }
    t.log(`${products.length * spellings.length} queries`);
    t.true(products.length > 700);
    t.deepEqual(wrong, []);
  });

  test("no card of another chip stands above, for every chip in four spellings", async (t) => {
    const wrong: string[] = [];
    const products = (await app.stored()).filter(({ kind }) => kind === gpuKind.name);
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
        const { top } = await topOf(app.search, gpuKind, spell(chip));
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
} else {
  test("the large catalogue is only searched where EXTRA_CATALOGUE names it", (t) => t.pass());
}
