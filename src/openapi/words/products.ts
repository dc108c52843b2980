import { productKinds, type ProductKind } from "../../kinds/kinds.ts";
import { capitalised, labelOfField, labelOfFilter } from "../../kinds/words.ts";
import type { Glossary } from "../glossary.ts";

/**
 * The names of fields that several kinds of product share. In a query, the entries of a list are separated by commas.
 */
const sharedWords: Glossary = {
  base_clock: { example: 3800 },
  boost_clock: { example: 4700 },
  cards: { example: 3 },
  chipset: { example: "B550" },
  chipsets: { example: "B550" },
  count: { example: 3 },
  currency: { text: "The currency of the prices.", example: "USD" },
  date: { example: "2026-11-02" },
  ecc: {
    text: "Whether the product supports memory that corrects errors (ECC), or is such memory; null = unknown.",
  },
  facets: {
    text: "In a request: whether to send facets. In an answer: the values of each field with their counts, and the ends of ranges.",
  },
  field: {
    text: "The field of the request that words of the query set, or generation or architecture, which are no fields; of unknown_values, the name of the filter.",
    example: "max_price",
  },
  fit_unknown: { example: 0 },
  fits: {
    text: "In a request: the parts that the products have to fit, by their url_slug. Of an upgrade: true, or null = unknown.",
  },
  fits_build: { text: "The build whose parts the products have to fit.", example: 1 },
  form_factor: { text: "The form factor of the product; null = unknown.", example: "ATX" },
  form_factors: { text: "Form factors of motherboards.", example: "ATX" },
  has_price: { text: "true leaves only products with a known price, however old it is." },
  highest: { example: 699 },
  highest_date: { example: "2026-11-02" },
  id: { example: 1 },
  ignored_words: {
    text: "The words of the query that had no part in the search; absent = none.",
    example: ["cheap"],
  },
  known: { example: 2 },
  literal: {
    text: "Whether every word of the query is searched as typed, so that no word is understood as a filter.",
    example: false,
  },
  lowest: { example: 549 },
  make: { text: "The maker of the product.", example: "AMD" },
  makes: { text: "Makers of products.", example: "AMD" },
  max: { example: 16 },
  max_price: {
    text: "Only products with at most this price in USD; products without a price are left out.",
    example: 500,
  },
  max_tdp_w: { text: "Only products with at most this thermal design power, in watts.", example: 125 },
  measured_with: {
    text: "Of a game: the part of this build that all compared builds have as well, its processor or its graphics card; null in other benchmarks.",
  },
  memory_type: { example: "DDR4" },
  min: { example: 4 },
  min_price: {
    text: "Only products with at least this price in USD; products without a price are left out.",
    example: 100,
  },
  min_score: {
    text: "Only products with at least this median score, in the unit of the benchmark.",
    example: 10_000,
  },
  min_tdp_w: { text: "Only products with at least this thermal design power, in watts.", example: 35 },
  model: { example: "Ryzen 7 5800X" },
  nearest: {
    text: "The most similar values of products, at most three, the most similar first.",
    example: ["AM5", "AM4"],
  },
  of: { example: 3 },
  part_numbers: {
    text: "The part numbers under which shops sell the product; null = unknown.",
    example: ["100-100000063WOF"],
  },
  price: { text: "The price in USD; null = unknown.", example: 299.99 },
  price_date: { text: "The day on which the product had the price; null = unknown.", example: "2026-11-02" },
  price_is_old: {
    text: "Whether the price is older than the operator allows, by default a year; null = no price or no day.",
    example: false,
  },
  q: { text: "The same as query. A request has only one of query, q and search.", example: "r7 5800x" },
  query: { text: "The text to search for, as people type it.", example: "r7 5800x" },
  ram_types: { text: "The types of memory that the product takes.", example: ["DDR4"] },
  scored_by: { text: "The benchmark and variant by which the products are compared." },
  scores: { text: "The measured results of builds with the model or chip of the product." },
  search: { text: "The same as query. A request has only one of query, q and search.", example: "r7 5800x" },
  series: { text: "The series of the product; null = unknown.", example: "Ryzen 5000" },
  slug: { text: "The name of the chip in addresses.", example: "nvidia-geforce-rtx-4070-super-12gb" },
  socket: { example: "AM4" },
  sockets: { example: "AM4" },
  sort_by: {
    text: "The order of the list. Without sort_by, products are sorted by relevance or, without a query, by make and model. popularity lists the products with the most measured builds first, and products with equally many by their generation, the newest first.",
  },
  sort_dir: { text: "asc sorts upwards, desc sorts downwards; popularity has one direction only." },
  tdp_w: { text: "Thermal design power in watts; null = unknown.", example: 105 },
  unknown_values: {
    text: "The values in list filters and in chip that no product of the kind has, whatever the other filters; absent if all values are known.",
  },
  unmeasured: { example: 0 },
  url_slug: { text: "The name of the product in addresses.", example: "amd-ryzen-7-5800x" },
  understood: {
    text: "The words of the query that were understood as filters, which all results pass; absent = none.",
  },
  value: {
    text: "Of a product: its median score per USD; null = unknown. Of a facet: a value that products have.",
    example: 51.1,
  },
  words: { text: "Words of the query, as they were typed.", example: "under 300" },
};

/** The names of fields of products, and of the parameters that filter a search. */
export const productWords: Glossary = {
  ...Object.fromEntries(productKinds.flatMap((kind) => Object.entries(wordsOfFilters(kind)))),
  ...sharedWords,
  ...Object.fromEntries(productKinds.flatMap((kind) => Object.entries(wordsOfKind(kind)))),
};

/**
 * Returns the descriptions of the fields that only one kind of product has, and of the field of a build that holds a
 * part of this kind.
 */
function wordsOfKind({ name, words: { one, exampleSlug, contract } }: ProductKind): Glossary {
  return {
    [name]: { text: `${capitalised(one)}; in a request its id or, in fits, its url_slug.`, example: 1 },
    [`fits.${name}`]: {
      text: `The url_slug of ${one} that the products have to fit.`,
      example: exampleSlug,
    },
    ...contract,
  };
}

/**
 * Returns descriptions for those filters of a kind that have no description in the contract: the name of the filter on
 * the pages, its unit, and an example value.
 */
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

/**
 * Returns the example value of a product's field, from the declaration of the kind of product, or else from the
 * `sharedWords` of several kinds; undefined if neither has an example.
 */
function exampleOf(kind: ProductKind, field: string): unknown {
  const names = Object.keys(kind.record).filter((name) => kind.record[name] === field);
  const known = names.map((name) => (kind.words.contract?.[name] ?? sharedWords[name])?.example);
  return known.find((example) => example !== undefined);
}
