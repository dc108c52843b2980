import type { JsonSchema } from "./json-schemas.ts";

/** The meaning of a name of the API, which is the same in every path, query, form and answer. */
interface GlossaryEntry {
  /**
   * A sentence that describes what the name means, with the unit where the name does not end in the unit. Absent where
   * the name needs no description.
   */
  text?: string;
  /** A realistic value of the field or parameter, for examples. */
  example?: unknown;
}

/**
 * The meanings of the names of the API's fields and parameters. A name has the same meaning everywhere, so the glossary
 * explains it once.
 */
export type Glossary = Readonly<Record<string, GlossaryEntry>>;

/**
 * Adds the glossary's descriptions and examples to the names in a schema. A schema's own description takes precedence.
 * @param name the name of the schema; undefined where the schema has none
 */
export function annotate(schema: JsonSchema, glossary: Glossary, name?: string): JsonSchema {
  const { properties, items, anyOf, prefixItems, additionalProperties } = schema;
  const entry = name === undefined ? undefined : glossary[name];
  const text = entry?.text;
  return {
    ...schema,
    ...(text !== undefined && schema["description"] === undefined && { description: text }),
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [key, annotate(value, glossary, key)]),
      ),
    }),
    ...(items && { items: annotate(items, glossary) }),
    ...(anyOf && { anyOf: anyOf.map((one) => annotate(one, glossary)) }),
    ...(prefixItems && { prefixItems: prefixItems.map((one) => annotate(one, glossary)) }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: annotate(additionalProperties, glossary),
    }),
  };
}
