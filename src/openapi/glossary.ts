import type { JsonSchema } from "./json-schemas.ts";

/** What a name means wherever it stands: in a path, a query, a form or an answer. */
interface GlossaryEntry {
  /** A sentence with the unit, where the name does not end in one. Left out where the name says all. */
  text?: string;
  /** A value that people can imagine. */
  example?: unknown;
}

/** The names of the API's fields. One name means one thing, so that each is explained once. */
export type Glossary = Readonly<Record<string, GlossaryEntry>>;

/**
 * Adds to a schema what the glossary says of the names in it. What a schema itself describes stays.
 * @param name the name under which the schema stands; undefined where it has none
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
