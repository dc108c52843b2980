import { z } from "zod";
import type { FieldDefinition, ProductKind } from "./kinds/kind.ts";
import type { SearchDocument } from "./indexing/search-document.ts";
import { SCORES, valuePerUsd, type StoredScore } from "./scores/product-score.ts";
import type { ScoredBy } from "./scores/scored-by.ts";

/** Values are shown with so many digits. */
const VALUE_DIGITS = 6;

/**
 * Returns the public representation of a product: exactly the fields of its kind's record, null where a value is unknown, and what is
 * measured with it.
 * @param scoredBy by which results `value` compares products; null where that is not known
 */
export function presentProduct(
  { record }: ProductKind,
  document: SearchDocument,
  scoredBy: ScoredBy | null,
): Record<string, unknown> {
  const fields = Object.entries(record).map(([name, field]) => [name, document[field] ?? null]);
  const scores = JSON.parse(String(document[SCORES] ?? "[]")) as StoredScore[];
  const score = scoredBy && scores.find(({ category }) => category === scoredBy.category);
  const value = score ? valuePerUsd(score.median, document["price_usd"]) : null;
  return {
    ...Object.fromEntries(fields),
    scores: scores.map(({ category: _category, ...shown }) => shown),
    value: value === null ? null : Number(value.toPrecision(VALUE_DIGITS)),
  };
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
  median: z.number(),
  builds: z.int().min(1),
});

/** Returns the schema of a product's public representation. @throws Error where the record names a field that the kind lacks */
export function recordSchema({ name, fields, record }: ProductKind) {
  const schemaOf = (field: string): z.ZodType => {
    if (field === "id") return z.int().min(1);
    if (field === "url_slug") return z.string();
    const definition = fields[field];
    if (!definition) throw new Error(`The record shows ${field}, which is not a field of the kind`);
    const schema = valueSchemas[definition.type];
    return definition.isOptional ? schema.nullable() : schema;
  };
  const schemas = Object.fromEntries(Object.entries(record).map(([name, field]) => [name, schemaOf(field)]));
  return z
    .strictObject({ ...schemas, scores: z.array(scoreSchema), value: z.number().nullable() })
    .meta({ id: `Product_${name}` });
}
