import test, { type ExecutionContext } from "ava";
import * as fc from "fast-check";
import { readRow, type Cells } from "../../../src/products/import/import-row.ts";
import type { ImportOptions, SourceRow } from "../../../src/products/import/import-products.ts";
import { planTwins } from "../../../src/products/import/twins.ts";
import { gpuKind } from "../../../src/kinds/gpu.ts";
import { startCatalogueService } from "../catalogue-service.ts";

const card = (id: string, more: Cells = {}): Cells => ({
  source_id: id,
  make: "Acme",
  model: "Storm RTX 4070",
  chipset_make: "NVIDIA",
  chipset: "GeForce RTX 4070",
  part_numbers: `PN-${id}-0001`,
  ...more,
});

async function startImports(t: ExecutionContext) {
  const service = await startCatalogueService(t);
  return {
    /** Imports cards from a source that may have several records of one product. */
    run: (cards: readonly Cells[], more: Partial<ImportOptions> = {}) =>
      service.importRows(
        gpuKind,
        async function* (): AsyncGenerator<SourceRow> {
          for (const [index, cells] of cards.entries()) yield { line: index + 1, cells };
        },
        { hasTwins: true, ...more },
      ),
    /** Imports each card as a separate product, as from a source that has one record of each product. */
    runApart(cards: readonly Cells[]) {
      return this.run(cards, { hasTwins: false });
    },
    stored: service.stored,
    /** Returns the source id, public id and slug of each product that is not removed. */
    present: async () =>
      (await service.stored())
        .filter(({ removed }) => !removed)
        .map(({ source_id, id, url_slug }) => [source_id, id, url_slug]),
  };
}

const SLUG = "acme-storm-rtx-4070";

test("imported records that no known fact distinguishes become one product with the part numbers of all of these records", async (t) => {
  const { run, stored, present } = await startImports(t);
  const cards = [card("c"), card("a", { tdp_w: "200" }), card("b", { model: "STORM RTX-4070" })];
  t.like(await run(cards), { read: 3, new: 1, merged: 2, removed: 0 });
  t.deepEqual(await present(), [["a", 1, SLUG]]);
  const [product] = await stored();
  t.deepEqual(product?.fields["part_numbers"], ["PN-a-0001", "PN-b-0001", "PN-c-0001"]);
  t.like(product?.fields, { tdp_w: 200 });

  t.like(await run(cards), { new: 0, changed: 0, unchanged: 1, merged: 2, removed: 0 });
  t.like(await run(cards.toReversed(), { deleteMissing: "any" }), { unchanged: 1, merged: 2, removed: 0 });
  t.is((await stored())[0]?.revision, 1);
});

test("imported records that differ in a known fact stay separate products", async (t) => {
  const { run, present } = await startImports(t);
  const cards = [
    card("a", { tdp_w: "200" }),
    card("b", { tdp_w: "220" }),
    card("c", { model: "Storm RTX 4070 OC" }),
  ];
  t.like(await run(cards), { new: 3, merged: 0 });
  t.is((await present()).length, 3);
});

test("a product stays in the catalogue while its source has any record of the product, even if the record that gave the source id is gone", async (t) => {
  const { run, present } = await startImports(t);
  await run([card("a"), card("b"), card("c")]);
  t.like(await run([card("b"), card("c")], { deleteMissing: "any" }), { changed: 1, merged: 1, removed: 0 });
  t.deepEqual(await present(), [["a", 1, SLUG]]);
  t.like(await run([card("c")], { deleteMissing: "any" }), { changed: 1, removed: 0 });
  t.deepEqual(await present(), [["a", 1, SLUG]]);
  t.like(await run([card("c")], { deleteMissing: "any" }), { unchanged: 1, removed: 0 });
  t.like(await run([card("c"), card("a")], { deleteMissing: "any" }), { changed: 1, removed: 0 });
  t.deepEqual(await present(), [["a", 1, SLUG]]);
  t.like(await run([card("x", { model: "Other 4060" })], { deleteMissing: "any" }), { new: 1, removed: 1 });
  t.like(await run([card("x", { model: "Other 4060" }), card("c")]), { unchanged: 1, changed: 1 });
  t.deepEqual((await present())[0], ["a", 1, SLUG]);
});

test("an import does not remove a product whose only remaining record is invalid", async (t) => {
  const { run, present } = await startImports(t);
  await run([card("a"), card("b")]);
  t.like(await run([card("b", { tdp_w: "much" })], { deleteMissing: "any" }), { rejected: 1, removed: 0 });
  t.deepEqual(await present(), [["a", 1, SLUG]]);
});

test("products that were stored separately merge into the oldest product, which keeps its slug", async (t) => {
  const imports = await startImports(t);
  const cards = [card("c"), card("b"), card("a")];
  await imports.runApart(cards);
  t.is((await imports.present()).length, 3);
  t.like(await imports.run(cards, { isDryRun: true }), { changed: 1, merged: 2, removed: 2 });
  t.is((await imports.present()).length, 3);
  t.like(await imports.run(cards), { new: 0, changed: 1, merged: 2, removed: 2 });
  t.deepEqual(await imports.present(), [["c", 1, SLUG]]);
  t.like(await imports.run(cards), { unchanged: 1, merged: 2, removed: 0 });
});

test("if merged records of a product later differ, the product stays, and the other record gets back its product from before the merge", async (t) => {
  const imports = await startImports(t);
  await imports.runApart([card("a"), card("b")]);
  const before = await imports.present();
  await imports.run([card("a"), card("b")]);
  t.is((await imports.present()).length, 1);
  const apart = [card("a", { tdp_w: "200" }), card("b", { tdp_w: "220" })];
  t.like(await imports.run(apart, { deleteMissing: "any" }), { new: 0, changed: 2, removed: 0 });
  t.deepEqual(await imports.present(), before);
  t.deepEqual(
    (await imports.stored()).map(({ fields }) => fields["part_numbers"]),
    [["PN-a-0001"], ["PN-b-0001"]],
  );
});

test("the order of the records in a source does not change the imported products", (t) => {
  const cells = fc.record({
    model: fc.constantFrom("One", "one", "Two"),
    tdp_w: fc.constantFrom("", "200", "220"),
    length_mm: fc.constantFrom("", "300"),
  });
  const cards = fc.array(cells, { maxLength: 8 }).map((list) => list.map((more, n) => card(`id-${n}`, more)));
  const shuffled = cards.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  );
  const read = (list: readonly Cells[]) =>
    list.map((one) => {
      const row = readRow(gpuKind, one);
      if (row.faults) throw new Error(row.faults.join());
      return row;
    });
  const sorted = (list: readonly Cells[]) =>
    [...planTwins(gpuKind, read(list), []).products].toSorted(([a], [b]) => (a < b ? -1 : 1));
  fc.assert(
    fc.property(shuffled, ([list, other]) => {
      t.deepEqual(sorted(other), sorted(list));
    }),
    { numRuns: 100 },
  );
});
