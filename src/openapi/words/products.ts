import { productKinds, type ProductKind } from "../../kinds/kinds.ts";
import { capitalised, labelOfField, labelOfFilter } from "../../kinds/words.ts";
import type { Glossary } from "../glossary.ts";

/** The names that several kinds of product share. Lists in a query have commas between their entries. */
const sharedWords: Glossary = {
  base_clock: { example: 3800 },
  boost_clock: { example: 4700 },
  cards: { example: 3 },
  chipset: { example: "B550" },
  chipsets: { example: "B550" },
  count: { example: 3 },
  currency: { text: "The currency of the prices.", example: "USD" },
  date: { example: "2026-11-02" },
  ecc: { text: "Whether it corrects errors of memory (ECC); null = unknown." },
  facets: {
    text: "The values that occur, each with its count; ends of ranges. In a request: whether to send them.",
  },
  fit_unknown: { example: 0 },
  fits: {
    text: "The parts that the products have to fit, by their url_slug; of an upgrade: true, or null = unknown.",
  },
  fits_build: { text: "The build whose parts the products have to fit.", example: 1 },
  form_factor: { text: "The size; null = unknown.", example: "ATX" },
  form_factors: { text: "Sizes.", example: "ATX" },
  highest: { example: 699 },
  id: { example: 1 },
  known: { example: 2 },
  lowest: { example: 549 },
  make: { text: "Who makes the product.", example: "AMD" },
  makes: { text: "Makers of products.", example: "AMD" },
  max: { example: 16 },
  max_price: { text: "USD at most; products without a price fall out.", example: 500 },
  max_tdp_w: { text: "Watts at most.", example: 125 },
  measured_with: { text: "The part that was measured in place of this one; null = this one itself." },
  memory_type: { example: "DDR4" },
  min: { example: 4 },
  min_price: { text: "USD at least; products without a price fall out.", example: 100 },
  min_score: { text: "The median at least, in the unit of the benchmark.", example: 10_000 },
  min_tdp_w: { text: "Watts at least.", example: 35 },
  model: { example: "Ryzen 7 5800X" },
  of: { example: 3 },
  part_numbers: { text: "What shops call it; null = unknown.", example: ["100-100000063WOF"] },
  price: { text: "USD; null = unknown.", example: 299.99 },
  price_date: { text: "The day on which it had the price; null = unknown.", example: "2026-11-02" },
  query: { text: "What to look for, as people type it.", example: "r7 5800x" },
  ram_types: { text: "The memory that it takes.", example: ["DDR4"] },
  scored_by: { text: "The benchmark and variant by which the products are compared." },
  scores: { text: "What builds with the product have measured." },
  series: { text: "null = unknown.", example: "Ryzen 5000" },
  slug: { text: "The name of the chip in addresses.", example: "nvidia-geforce-rtx-4070-super-12gb" },
  socket: { example: "AM4" },
  sockets: { example: "AM4" },
  sort_by: { text: "What to sort by; without it by relevance, or by make and model." },
  sort_dir: { text: "Upwards or downwards." },
  tdp_w: { text: "Thermal design power in watts; null = unknown.", example: 105 },
  unmeasured: { example: 0 },
  url_slug: { text: "The name of the product in addresses.", example: "amd-ryzen-7-5800x" },
  value: {
    text: "Of a product: its median per USD, null = unknown. Of a facet: a value that occurs.",
    example: 51.1,
  },
};

/** The names of products, and of what narrows a search. */
export const productWords: Glossary = {
  ...Object.fromEntries(productKinds.flatMap((kind) => Object.entries(wordsOfFilters(kind)))),
  ...sharedWords,
  ...Object.fromEntries(productKinds.flatMap((kind) => Object.entries(wordsOfKind(kind)))),
};

/** Returns what a kind says of its names, and what it is called as a part of a build. */
function wordsOfKind({ name, words: { one, exampleSlug, contract } }: ProductKind): Glossary {
  return {
    [name]: { text: `${capitalised(one)}.`, example: 1 },
    [`fits.${name}`]: {
      text: `The url_slug of ${one} that the products have to fit.`,
      example: exampleSlug,
    },
    ...contract,
  };
}

/** Returns what is said of the filters of a kind that nothing else explains: what pages call them, their unit, and an example of the field. */
export function wordsOfFilters(kind: ProductKind): Glossary {
  const { textLists, numberLists, ranges } = kind.filters;
  const sentence = (filter: string, end: string) => {
    const { name, unit } = labelOfFilter(kind, filter);
    return `${name}${end}${unit === undefined ? "" : `, in ${unit}`}.`;
  };
  return Object.fromEntries([
    ...Object.entries(textLists).map(([filter, field]) => [
      filter,
      { example: exampleOf(kind, field) ?? labelOfField(kind, field).name },
    ]),
    ...Object.entries(numberLists).map(([filter, field]) => [
      filter,
      { text: sentence(filter, ""), example: `${(exampleOf(kind, field) ?? 1) as number}` },
    ]),
    ...Object.entries(ranges).flatMap(([filter, field]) => {
      const example = exampleOf(kind, field) ?? 1;
      return [
        [`min_${filter}`, { text: sentence(filter, " at least"), example }],
        [`max_${filter}`, { text: sentence(filter, " at most"), example }],
      ];
    }),
  ]) as Glossary;
}

/** Returns the example that is known of a field, by its name in the record. */
function exampleOf(kind: ProductKind, field: string): unknown {
  const names = Object.keys(kind.record).filter((name) => kind.record[name] === field);
  const known = names.map((name) => (kind.words.contract?.[name] ?? sharedWords[name])?.example);
  return known.find((example) => example !== undefined);
}
