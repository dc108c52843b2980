import test from "ava";
import { productKinds } from "../../src/kinds/kinds.ts";

/**
 * The kinds of product that each filter belongs to, according to the API's description; all kinds have `price` and
 * `makes`.
 */
const described: Readonly<Record<string, readonly string[]>> = {
  sockets: ["cpu", "motherboard"],
  ram_types: ["cpu", "motherboard"],
  cores: ["cpu"],
  frequency_mhz: ["cpu"],
  manufacturers: ["gpu"],
  vram_gb: ["gpu"],
  vram_sizes: ["gpu"],
  memory_types: ["ram"],
  gb: ["ram"],
  memory_sizes: ["ram"],
  chipset_mans: ["motherboard"],
  form_factors: ["motherboard"],
  wifi_only: ["motherboard"],
};

for (const [filter, kinds] of Object.entries(described))
  test(`${filter} filters ${kinds.join(" and ")}, and no other kind uses the name for a filter of its own`, (t) => {
    const found = productKinds.filter(({ filters }) =>
      Object.values(filters).some((group) => filter in group),
    );
    t.deepEqual(
      found.map(({ name }) => name),
      [...kinds],
    );
  });

test("every kind of product can be filtered by its makers and its price", (t) => {
  for (const { name, filters } of productKinds) {
    t.is(filters.textLists.makes, "make", name);
    t.is(filters.ranges.price, "price_usd", name);
  }
});
