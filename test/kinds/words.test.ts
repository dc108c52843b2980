import test from "ava";
import { findKind, partKinds, productKinds, type ProductKind } from "../../src/kinds/kinds.ts";
import { rangeNames, textListNames } from "../../src/kinds/filter-names.ts";
import { allKindsInWords, headingOf, labelOfFilter, singularOf } from "../../src/kinds/words.ts";
import { wordsOfFilters } from "../../src/openapi/words/products.ts";

function kindNamed(name: string): ProductKind {
  const kind = findKind(name);
  if (!kind) throw new Error(`expected a kind ${name}`);
  return kind;
}

const labels: [string, string, { name: string; unit?: string }][] = [
  ["cpu", "frequency_mhz", { name: "Base clock", unit: "MHz" }],
  ["cpu", "ram_types", { name: "Memory" }],
  ["cpu", "price", { name: "Price", unit: "$" }],
  ["gpu", "vram_sizes", { name: "Memory", unit: "GB" }],
  ["gpu", "vram_gb", { name: "Memory range", unit: "GB" }],
  ["gpu", "manufacturers", { name: "Chip maker" }],
  ["ram", "speed_mts", { name: "Speed", unit: "MT/s" }],
  ["motherboard", "wifi_only", { name: "WiFi" }],
];

for (const [kind, filter, label] of labels)
  test(`the filter ${filter} of the product kind ${kind} is labelled ${label.name}`, (t) => {
    t.deepEqual(labelOfFilter(kindNamed(kind), filter), label);
  });

test("every kind of product has a singular and a plural name, and its facts and columns are fields of its record", (t) => {
  t.is(singularOf(kindNamed("gpu")), "graphics card");
  t.is(singularOf(kindNamed("ram")), "memory");
  t.is(headingOf(kindNamed("motherboard")), "Motherboards");
  t.regex(allKindsInWords(), /^processors, graphics cards, memory(?:, | and )motherboards/);
  for (const { name, record, filters, fields, words } of productKinds) {
    const named = words.mainFacts.flatMap((fact) =>
      [...fact.matchAll(/\{(\w+)\}/g)].map(([, one = ""]) => one),
    );
    t.true(named.length > 0, name);
    for (const one of [...named, ...(words.columns ?? [])]) t.true(one in record, `${name}: ${one}`);
    const compared = Object.values(filters).flatMap((group) => Object.values(group));
    for (const field of [...compared, ...Object.keys(words.fields ?? {})])
      t.true(field in fields, `${name}: ${field}`);
    const known = new Set(Object.values(filters).flatMap((group) => Object.keys(group)));
    for (const filter of Object.keys(words.filters ?? {})) t.true(known.has(filter), `${name}: ${filter}`);
  }
});

test("the OpenAPI document lists each product filter once, in a fixed order on which clients can rely", (t) => {
  t.deepEqual(textListNames.slice(0, 4), ["makes", "sockets", "ram_types", "manufacturers"]);
  t.deepEqual(rangeNames.slice(0, 4), ["price", "cores", "frequency_mhz", "vram_gb"]);
  t.is(new Set(rangeNames).size, rangeNames.length);
  t.deepEqual(partKinds.slice(0, 4), ["cpu", "gpu", "ram", "motherboard"]);
});

test("the OpenAPI document explains a filter without a text of its own by the record field that the filter compares", (t) => {
  const gpu = kindNamed("gpu");
  const filters = {
    ...gpu.filters,
    textLists: { chipsets: "chipset" },
    numberLists: { modules: "vram_gb" },
    ranges: { frequency_mhz: "boost_clock_mhz" },
  };
  t.deepEqual(wordsOfFilters({ ...gpu, filters }), {
    chipsets: { example: "B550" },
    modules: { text: "Memory, in GB.", example: "12" },
    min_frequency_mhz: { text: "Boost clock at least, in MHz.", example: 4700 },
    max_frequency_mhz: { text: "Boost clock at most, in MHz.", example: 4700 },
  });
});
