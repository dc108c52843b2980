import test from "ava";
import { spellings } from "../../../src/kinds/spellings.ts";
import { productKinds } from "../../../src/kinds/kinds.ts";
import { filterKey } from "../../../src/products/indexing/filter-key.ts";
import { productsOf } from "../brute-force.ts";
import { shareServiceWithSamples } from "../catalogue-service.ts";

const { client, products } = await shareServiceWithSamples(test);

/** For each case: a kind, a filter, a value as the catalogue spells it, and other spellings of this value. */
const same: [string, string, string, string[]][] = [
  ["cpu", "sockets", "AM5", ["Socket AM5", "am-5", "AMD AM5", "AM5 Socket", "LGA1718"]],
  ["cpu", "sockets", "LGA1700", ["1700", "FCLGA1700", "Socket 1700", "lga 1700", "Intel LGA-1700"]],
  ["motherboard", "sockets", "sTR4", ["TR4", "Socket TR4"]],
  ["motherboard", "sockets", "AM3+", ["AM3 Plus", "Socket AM3+"]],
  ["cpu", "ram_types", "DDR4", ["D4", "DDR4 SDRAM", "ddr-4"]],
  ["cpu", "makes", "Intel", ["Intel Corporation", "Intel(R) Corp.", "GenuineIntel"]],
  ["cpu", "makes", "AMD", ["Advanced Micro Devices, Inc.", "AuthenticAMD"]],
  ["cpu", "series", "Core i7", ["i7", "Intel Core i7"]],
  ["cpu", "series", "Ryzen 7", ["R7", "AMD Ryzen 7"]],
  ["gpu", "manufacturers", "NVIDIA", ["NVIDIA Corporation", "nVidia Corp."]],
  ["gpu", "manufacturers", "AMD", ["ATI Technologies Inc.", "Advanced Micro Devices, Inc. [AMD/ATI]"]],
  ["gpu", "makes", "ASUS", ["ASUSTeK COMPUTER INC."]],
  ["gpu", "chipsets", "GeForce RTX 4070", ["RTX 4070", "rtx4070", "NVIDIA GeForce RTX 4070"]],
  ["gpu", "chipsets", "Radeon RX 7800 XT", ["RX 7800 XT", "AMD Radeon RX 7800 XT"]],
  ["ram", "makes", "G.Skill", ["GSKILL", "G SKILL", "G.Skill International Enterprise Co., Ltd."]],
  ["ram", "makes", "Corsair", ["Corsair Memory, Inc."]],
  ["ram", "memory_types", "DDR5", ["D5", "DDR5 SDRAM"]],
  ["motherboard", "makes", "MSI", ["Micro-Star International Co., Ltd."]],
  ["motherboard", "makes", "Gigabyte", ["Gigabyte Technology Co., Ltd.", "GIGA-BYTE"]],
  ["motherboard", "form_factors", "Micro ATX", ["mATX", "uATX", "µATX", "M-ATX", "micro-atx"]],
  ["motherboard", "form_factors", "Mini ITX", ["ITX", "mITX", "mini-ITX"]],
  ["motherboard", "form_factors", "EATX", ["E-ATX", "Extended ATX"]],
  ["motherboard", "chipset_mans", "Intel", ["INTEL CORP"]],
  ["motherboard", "chipsets", "B550", ["AMD B550", "b-550"]],
];

for (const [kind, filter, usual, others] of same)
  test(`the filter ${filter} of the product kind ${kind} treats ${others.join(", ")} as ${usual}`, async (t) => {
    const ask = async (value: string) => {
      const body = { page: 1, limit: 1000, [filter]: [value] };
      return (await client.post(`/products/${kind}`, body)).body;
    };
    const expected = await ask(usual);
    if (expected.total === 0) t.log(`no sample product has ${usual}`);
    for (const other of others) {
      const { unknown_values: _unknown, ...found } = await ask(other);
      const { unknown_values: _known, ...wanted } = expected;
      t.deepEqual(found, wanted, other);
    }
    // If sample products have the searched value, the response must not name another spelling of the value as unknown.
    if (expected.total > 0) t.false("unknown_values" in (await ask(others[0] ?? usual)));
  });

test("no two different values of the sample catalogue have the same filter key, and the filter key of a key is that key", (t) => {
  for (const kind of productKinds)
    for (const field of Object.values(kind.filters.textLists)) {
      const values = new Set(
        productsOf(products, kind).flatMap(({ fields }) => (fields[field] ?? []) as string | string[]),
      );
      const byKey = new Map<string, string>();
      for (const value of values) {
        const key = filterKey(field, value);
        t.is(filterKey(field, key), key, value);
        t.is(byKey.get(key), undefined, `${kind.name} ${field}: ${value}`);
        byKey.set(key, value);
      }
    }
});

test("every product field with alternative spellings is compared by a filter of some product kind", (t) => {
  const compared = new Set(productKinds.flatMap(({ filters }) => Object.values(filters.textLists)));
  t.deepEqual(
    Object.keys(spellings).filter((field) => !compared.has(field)),
    [],
  );
});
