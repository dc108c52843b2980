import type { Glossary } from "./glossary.ts";
import type { JsonSchema } from "./json-schemas.ts";

/** The time in examples: an evening, when people run benchmarks. */
const TIME = "2026-11-21T18:04:05.000Z";

/** Creates example values of schemas, composed of the examples that the glossary has for the names of fields. */
export type Examples = ReturnType<typeof createExamples>;

/**
 * Creates the functions that compose example values of schemas.
 * @param resolve returns the schema to which a reference points
 */
export function createExamples(glossary: Glossary, resolve: (schema: JsonSchema) => JsonSchema) {
  /**
   * Returns a value that a schema accepts: the schema's own example, constant or default, else the glossary's example
   * of the schema's name, else a value composed of the examples of the schema's members.
   * @param name the name of the schema, e.g. the name of the property
   */
  function exampleOf(given: JsonSchema, name?: string): unknown {
    const schema = resolve(given);
    if (schema.examples) return schema.examples[0];
    if ("const" in schema) return schema["const"];
    if ("default" in schema) return schema["default"];
    const named = name === undefined ? undefined : glossary[name]?.example;
    if (named !== undefined && accepts(schema, named)) return named;
    const types = [schema.type].flat();
    if (schema.enum) return schema.enum[0];
    const [first] = schema.anyOf ?? schema.oneOf ?? [];
    if (first) return exampleOf(first, name);
    if (types.includes("object")) return exampleOfObject(schema, name);
    if (types.includes("array")) return exampleOfList(schema, name);
    return exampleOfLeaf(schema, types, name);
  }

  function exampleOfObject({ properties, additionalProperties }: JsonSchema, name?: string): unknown {
    if (properties || typeof additionalProperties !== "object")
      return Object.fromEntries(
        Object.entries(properties ?? {}).map(([key, member]) => [key, exampleOf(member, key)]),
      );
    return { "1": exampleOf(additionalProperties, name) };
  }

  function exampleOfList(schema: JsonSchema, name?: string): unknown[] {
    const { items, prefixItems } = schema;
    if (prefixItems) return prefixItems.map((item) => exampleOf(item, name));
    const length = Number(schema["minItems"] ?? 1);
    return items ? Array.from({ length }, () => exampleOf(items, name)) : [];
  }

  return {
    exampleOf,

    /** Returns an example of an object schema. The example has only the required members and the given members. */
    smallest: (
      schema: JsonSchema,
      given: Readonly<Record<string, unknown>> = {},
    ): Record<string, unknown> => {
      const { properties = {}, required = [] } = resolve(schema);
      const needed = Object.entries(properties).filter(([key]) => required.includes(key) && !(key in given));
      return {
        ...Object.fromEntries(needed.map(([key, member]) => [key, exampleOf(member, key)])),
        ...given,
      };
    },
  };
}

function exampleOfLeaf(schema: JsonSchema, types: readonly unknown[], name = "text"): unknown {
  if (types.includes("boolean")) return true;
  if (schema["format"] === "date-time") return TIME;
  if (types.includes("integer") || types.includes("number")) return schema["minimum"] ?? 1;
  if (types.includes("null")) return null;
  return name;
}

/** Whether a schema accepts an example; only types and enumerated values are compared. */
function accepts({ type, enum: values, anyOf, oneOf, items, $ref }: JsonSchema, example: unknown): boolean {
  const members = anyOf ?? oneOf;
  if (members) return members.some((member) => accepts(member, example));
  if ($ref !== undefined) return false;
  if (values) return values.includes(example);
  if (type === undefined) return true;
  if (Array.isArray(example))
    return [type].flat().includes("array") && example.every((one) => !items || accepts(items, one));
  const name = example === null ? "null" : typeof example;
  return [type].flat().some((one) => one === name || (one === "integer" && Number.isInteger(example)));
}
