import { z } from "zod";
import { countOf, settingsMixed } from "../answers/figures.ts";
import { partSummary, type PartSummary } from "../answers/part-summary.ts";
import type { FieldDefinition } from "../kinds/kind.ts";
import type { ProductKind } from "../kinds/kinds.ts";
import type { SearchDocument } from "./indexing/search-document.ts";
import { currentPrice, isOldPrice } from "./price-age.ts";
import { SCORES, valuePerUsd, type StoredScore } from "./scores/product-score.ts";
import type { ScoredBy } from "./scores/scored-by.ts";

/** The number of significant digits of a product's `value` (its score per USD) in answers. */
const VALUE_DIGITS = 6;

/**
 * The public representation of a product. The type declares the fields that every kind of product has. The other fields
 * are those of the kind's record, each with a value of the field's type, or null if the value is unknown.
 */
export interface ProductRecord extends PartSummary {
  /** The price of the product in USD; null if the price is unknown. */
  price: number | null;
  /** The day of the product's price, YYYY-MM-DD; null if the day is unknown. */
  price_date: string | null;
  /** The median scores of builds with the product; the score from the most builds comes first. */
  scores: Omit<StoredScore, "category">[];
  /** Whether the price of the product is older than PRICE_MAX_AGE_DAYS; null if the day of the price is unknown. */
  price_is_old: boolean | null;
  /** The product's median score per USD; null if the price is unknown or old. */
  value: number | null;
  [field: string]: unknown;
}

/**
 * Returns the public representation of a product: its kind, exactly the fields of its kind's record (null if a value
 * is unknown), and its scores. The record of every kind has the fields of `PartSummary`.
 * @param by `scoredBy`: the benchmark and variant from whose scores `value` is computed; null if they are not known.
 *   `oldBefore`: the day before which a price is old
 */
export function presentProduct(
  { name: kind, record }: ProductKind,
  document: SearchDocument,
  { scoredBy, oldBefore }: { scoredBy: ScoredBy | null; oldBefore: string },
): ProductRecord {
  // Fill the record of the product in a single loop, because this code runs for each product of each page. For a page
  // of 20 products, building each record from lists of entries takes ten times as long.
  const shown: Record<string, unknown> = { kind };
  for (const name in record) shown[name] = document[record[name] ?? name] ?? null;
  const scores = scoresOf(document);
  const score = scoredBy && scores.find(({ category }) => category === scoredBy.category);
  const value = score ? valuePerUsd(score.median, currentPrice(document, oldBefore)) : null;
  shown["price_is_old"] = isOldPrice(document["price_date"], oldBefore);
  shown["scores"] = scores.map(({ category: _category, ...others }) => others);
  shown["value"] = value === null ? null : Number(value.toPrecision(VALUE_DIGITS));
  // The type assertion is safe, because the record of every kind of product names the fields of `PartSummary`, the
  // price and the day of the price.
  return shown as ProductRecord;
}

function scoresOf(document: SearchDocument): readonly StoredScore[] {
  const text = document[SCORES];
  return typeof text === "string" && text !== "[]" ? (JSON.parse(text) as StoredScore[]) : [];
}

const valueSchemas = {
  text: z.string(),
  texts: z.array(z.string()),
  integer: z.int(),
  price: z.number(),
  date: z.string(),
  flag: z.boolean(),
} satisfies Record<FieldDefinition["type"], z.ZodType>;

const scoreSchema = z.strictObject({
  benchmark_id: z.int().min(1),
  variant: z.string().nullable(),
  median: z.number().meta({ description: "In the unit of the benchmark, which GET /benchmarks/types names" }),
  builds: z.int().min(1).meta({ description: "How many builds with the product are measured" }),
  settings_mixed: settingsMixed,
});

/**
 * Returns the schema of a product's public representation.
 * @throws Error if the record names a field that the kind lacks
 */
export function recordSchema({ name: kind, fields, record }: ProductKind) {
  const schemaOf = (field: string): z.ZodType => {
    if (field === "compared_as") return z.string().nullable();
    if (field === "id") return z.int().min(1).meta({ description: "The same as `id`" });
    const definition = fields[field];
    if (!definition) throw new Error(`The record has ${field}, which is not a field of this kind of product`);
    const schema = valueSchemas[definition.type];
    const shown = definition.isOptional ? schema.nullable() : schema;
    return definition.description === undefined ? shown : shown.meta({ description: definition.description });
  };
  const summary = partSummary(kind);
  const own = Object.entries(record).filter(([name]) => !(name in summary.shape));
  const schemas = Object.fromEntries(own.map(([name, field]) => [name, schemaOf(field)]));
  return summary
    .extend({
      ...schemas,
      price_is_old: z.boolean().nullable(),
      scores: z.array(scoreSchema),
      value: z.number().nullable().meta({
        description:
          "Median score per USD in the benchmark of `scored_by`, or else in the usual benchmark of the kind; null = the score or the price is unknown, or the price is old",
      }),
    })
    .meta({ id: `Product_${kind}` });
}

const price = z.number().nullable();

/** Returns the schema of a graphics chip with its cards. @param kind the kind of the cards */
export function chipAnswer(kind: ProductKind) {
  const card = recordSchema(kind);
  const chip = z.strictObject({
    slug: z.string(),
    title: z
      .string()
      .meta({ description: "The maker of the chip, the name of the chip, and the memory size" }),
    manufacturer: z.string(),
    chipset: z.string(),
    vram_gb: z.int().min(1).nullable(),
    cards: countOf("cards have the chip", 1),
    price: z
      .strictObject({
        lowest: price.meta({ description: "The lowest current price in USD; null = no price is known" }),
        highest: price.meta({ description: "The highest current price in USD; null = no price is known" }),
        currency: z.literal("USD"),
        date: z.string().nullable().meta({ description: "The day of the lowest price; null = unknown" }),
        highest_date: z
          .string()
          .nullable()
          .meta({ description: "The day of the highest price; null = unknown" }),
        price_is_old: z.boolean().nullable().meta({
          description:
            "Whether the lowest and the highest price are old, which happens only where no card has a current price; null = the day of the lowest price is unknown",
        }),
        known: countOf("of the cards have a price"),
        of: countOf("cards have the chip", 1),
      })
      .meta({ description: "The prices of the cards with the chip" }),
    scores: z.array(scoreSchema).meta({ description: "The measured results of builds with the chip" }),
  });
  return z.strictObject({
    chip: chip.meta({ description: "The chip of the graphics cards, with the memory size" }),
    cards: z.array(card).meta({
      description:
        "The cards with the chip: the cards with a current price, the cheapest first; then cards with an old price, then cards without a price",
    }),
  });
}
