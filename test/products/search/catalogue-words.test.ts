import test from "ava";
import type { ProductDocument } from "../../../src/products/catalogue/products-repository.ts";
import { toSearchDocument } from "../../../src/products/indexing/search-document.ts";
import { cpuKind } from "../../../src/kinds/cpu.ts";
import { findKind } from "../../../src/kinds/kinds.ts";
import { shareServiceWithSamples } from "../catalogue-service.ts";

const service = await shareServiceWithSamples(test);

const [baseProduct] = service.products as [ProductDocument];

const find = async (kind: string, query: string) => {
  const { body } = await service.client.post(`/products/${kind}`, { page: 1, limit: 100, query });
  return body as { results: Record<string, unknown>[]; total: number; approximate?: true };
};

/** A part number as people type or paste it, and the one product that has it. */
const partNumbers: [kind: string, query: string, model: string][] = [
  ["cpu", "100-100000651WOF", "Ryzen 7 5800X3D"],
  ["cpu", "100100000651wof", "Ryzen 7 5800X3D"],
  ["cpu", "amd 100-100000651wof", "Ryzen 7 5800X3D"],
  ["cpu", "bx8071513700k", "Core i7-13700K"],
  ["cpu", "BX80684I99900K", "Core i9-9900K"],
  ["ram", "CMK32GX5M2B6000C30", "Vengeance DDR5-6000 CL30 32GB (2x16GB)"],
  ["ram", "F5-6000J3038F16GX2-TZ5N", "Trident Z5 Neo DDR5-6000 CL30 32GB (2x16GB)"],
  ["ram", "F5-6000J3636F16GX2-FX5", "Flare X5 DDR5-6000 CL36 32GB (2x16GB)"],
  ["gpu", "06G-P4-1068-KR", "GeForce GTX 1660 SUPER SC ULTRA GAMING"],
  ["gpu", "rog-strix-rtx4090-o24g-gaming", "ROG STRIX GeForce RTX 4090 OC 24GB"],
  ["gpu", "GV-N3070GAMING OC-8GD", "GeForce RTX 3070 GAMING OC 8G"],
];

for (const [kind, query, model] of partNumbers) {
  test(`the part number ${query} finds its ${kind}, as an exact result`, async (t) => {
    const { results, approximate } = await find(kind, query);
    t.is(results[0]?.["model"], model);
    t.is(approximate, undefined);
  });
}

test("the document of a processor contains its generation in any spelling of the name, and none if the name has none", (t) => {
  const document = (model: string) => {
    const fields = { make: "Intel", model };
    return toSearchDocument(cpuKind, { ...baseProduct, fields }, "");
  };
  const spelled: [model: string, generation: string][] = [
    ["Core i7-13700K", "13thgen"],
    ["Core i7 13700K", "13thgen"],
    ["Core i5 2500K", "2thgen"],
    ["Core i5-3570", "3thgen"],
    ["Core i9 9900K OEM/Tray", "9thgen"],
  ];
  for (const [model, generation] of spelled)
    t.true(String(document(model)["codes"]).split(" ").includes(generation), model);
  for (const model of ["Core i7 920", "Core Ultra 9 285K", "Xeon E5 2680 v4"])
    t.notRegex(String(document(model)["codes"]), /\dthgen\b/, model);
});

test("a query for digits inside a part number gives approximate results or none, so that a query for a model finds no other model", async (t) => {
  // The part numbers of a GTX 1660 SUPER and an RTX 3080 contain 1068 and 3897.
  for (const query of ["1068", "geforce 1068", "3897"]) {
    const { results, approximate } = await find("gpu", query);
    t.true(results.length === 0 || approximate, query);
  }
});

/**
 * Queries of words from the catalogue, each with a field, and a pattern that this field matches in every right result.
 */
const catalogueWords: [kind: string, query: string, field: string, value: RegExp][] = [
  ["cpu", "13th gen", "model", /^Core i\d-13\d{3}/],
  ["cpu", "9th gen", "model", /^Core i\d-9\d{3}/],
  ["cpu", "zen 5", "microarchitecture", /^Zen 5$/],
  ["cpu", "zen3", "microarchitecture", /^Zen 3$/],
  ["cpu", "raptor lake", "microarchitecture", /^Raptor Lake/],
  ["cpu", "granite ridge", "core_family", /^Granite Ridge$/],
  ["cpu", "x3d", "model", /X3D$/],
  ["cpu", "am5 cpu", "socket", /^AM5$/],
  ["cpu", "lga1851", "socket", /^LGA1851$/],
  ["cpu", "6 cores", "cores", /^6$/],
  ["cpu", "sixteen core cpu", "cores", /^16$/],
  ["gpu", "gddr7", "memory_type", /^GDDR7$/],
  ["gpu", "rtx 40 series", "series", /^GeForce RTX 40 Series$/],
  ["ram", "expo", "profiles", /EXPO/],
  ["ram", "pc4-28800", "speed_mts", /^3600$/],
  ["motherboard", "1700", "socket", /^LGA1700$/],
];

for (const [kind, query, field, value] of catalogueWords) {
  test(`a search for "${query}" lists ${findKind(kind)?.plural} whose ${field} is ${value.source} before all others`, async (t) => {
    const { results, approximate } = await find(kind, query);
    const isRight = (one: Record<string, unknown>) => value.test(String(one[field]));
    const right = service.products.filter((one) => one.kind === kind && isRight(one.fields));
    t.is(approximate, undefined);
    t.true(right.length > 0);
    const first = results.slice(0, right.length);
    t.deepEqual(
      first.filter((one) => !isRight(one)).map(({ model }) => model),
      [],
    );
    t.is(first.length, right.length);
  });
}
