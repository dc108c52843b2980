import { z } from "zod";
import type { FieldDefinition, ProductKind } from "./kinds/kind.ts";
import type { SearchDocument } from "./indexing/search-document.ts";

/** Returns the public representation of a product: exactly the fields of its kind's record, null where a value is unknown. */
export function presentProduct({ record }: ProductKind, document: SearchDocument): Record<string, unknown> {
  return Object.fromEntries(Object.entries(record).map(([name, field]) => [name, document[field] ?? null]));
}

const valueSchemas = {
  text: z.string(),
  texts: z.array(z.string()),
  integer: z.int(),
  price: z.number(),
  date: z.string(),
  flag: z.boolean(),
} satisfies Record<FieldDefinition["type"], z.ZodType>;

/** Returns the schema of a product's public representation. @throws Error where the record names a field that the kind lacks */
export function recordSchema({ fields, record }: ProductKind) {
  const schemaOf = (field: string): z.ZodType => {
    if (field === "id") return z.int().min(1);
    if (field === "url_slug") return z.string();
    const definition = fields[field];
    if (!definition) throw new Error(`The record shows ${field}, which is not a field of the kind`);
    const schema = valueSchemas[definition.type];
    return definition.isOptional ? schema.nullable() : schema;
  };
  return z.strictObject(
    Object.fromEntries(Object.entries(record).map(([name, field]) => [name, schemaOf(field)])),
  );
}
