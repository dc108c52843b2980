import test from "ava";
import type { ProductInput } from "../../../src/products/catalogue/catalogue.ts";
import { doubtfulRecords } from "../../../src/products/import/doubtful-records.ts";
import { cpuKind } from "../../../src/kinds/cpu.ts";
import { motherboardKind } from "../../../src/kinds/motherboard.ts";
import { mendedModel } from "../../../src/products/indexing/name-keys.ts";

const record = (sourceId: string, model: string, partNumbers: string[] = []): ProductInput => ({
  sourceId,
  fields: { make: "Acme", model, part_numbers: partNumbers },
});

const noTwins = { products: new Map<string, ProductInput>() };

test("imported records with the name or a part number of another product are reported as doubtful, once for each reason", (t) => {
  const records = [
    record("a", "Ryzen 5 7500F", ["100-1", "100-2"]),
    record("b", "Ryzen™ 5 7500F", ["100-2"]),
    record("c", "Ryzen 5 7600", ["100-3"]),
  ];
  t.deepEqual(doubtfulRecords(cpuKind, records, noTwins), [
    {
      sourceId: "b",
      reason:
        "Acme Ryzen™ 5 7500F: expected a name that no other record has, found the same name in record a",
    },
    {
      sourceId: "b",
      reason:
        "Acme Ryzen™ 5 7500F: expected part numbers that no other record has, found 100-2 in record a too",
    },
  ]);
});

test("imported records that become one product may share its name and part numbers without being reported as doubtful", (t) => {
  const records = [record("a", "Ryzen 5 7600", ["100-1"]), record("b", "Ryzen 5 7600", ["100-1"])];
  const [product] = records;
  if (!product) throw new Error("expected a record");
  const products = new Map([["a", product] as const, ["b", product] as const]);
  t.deepEqual(doubtfulRecords(cpuKind, records, { products }), []);
});

test("imported processor names that repeat the product line, and board names with a misplaced word, are reported as doubtful", (t) => {
  const reasons = (found: ReturnType<typeof doubtfulRecords>) => found.map(({ reason }) => reason);
  t.deepEqual(
    reasons(doubtfulRecords(cpuKind, [record("a", "FX FX 8370E"), record("b", "FX-8370")], noTwins)),
    ["Acme FX FX 8370E: expected the name of the product line once, found the name twice"],
  );
  const boards = [record("a", "Z77 A-GD65 ATX"), record("b", "B840 PRO -P WIFI"), record("c", "X99 X99-A")];
  t.deepEqual(reasons(doubtfulRecords(motherboardKind, boards, noTwins)), [
    "Acme Z77 A-GD65 ATX: expected Z77A-GD65 ATX, found a name that is cut apart",
    "Acme B840 PRO -P WIFI: expected B840-P PRO WIFI, found a name that is cut apart",
  ]);
});

test("imported names of boards and processors without a misplaced word stay unchanged", (t) => {
  for (const model of ["B550-A PRO", "ROG STRIX Z690-A GAMING WIFI D4", "Ryzen 7 5800X", "MAG B650 TOMAHAWK"])
    t.is(mendedModel({ model }), model);
});
