import { z } from "zod";

/** A schema of JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export type JsonSchema = Readonly<Record<string, unknown>> & {
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly items?: JsonSchema | false;
  readonly prefixItems?: readonly JsonSchema[];
  readonly additionalProperties?: JsonSchema | boolean;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly $ref?: string;
};

/** The path in the OpenAPI document below which the named schemas are. */
const COMPONENTS = "#/components/schemas/";

/**
 * Converts schemas of zod into JSON Schema. Schemas with an `id` in their `meta` become components of the OpenAPI
 * document, to which the other schemas refer.
 */
export type JsonSchemas = ReturnType<typeof createJsonSchemas>;

/** Creates a collection of components of the OpenAPI document, which is empty at first. */
export function createJsonSchemas() {
  const components = new Map<string, JsonSchema>();

  function keep(name: string, schema: JsonSchema): void {
    const known = components.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(schema))
      throw new Error(`Two different schemas have the id ${name}. Give one of them another id.`);
    components.set(name, schema);
  }

  return {
    /**
     * Returns a schema of zod as JSON Schema.
     * @param io whether clients send the value, or receive it
     * @throws Error where two different schemas have the same id
     */
    of: (schema: z.ZodType, io: "input" | "output"): JsonSchema => {
      const { $schema: _, $defs = {}, ...rest } = asJson(schema, io);
      for (const [name, one] of Object.entries($defs)) keep(name, one);
      return rest;
    },

    /**
     * Returns the component of the OpenAPI document to which a schema refers, or the schema itself if it is no
     * reference.
     */
    resolve: (schema: JsonSchema): JsonSchema =>
      (schema.$ref !== undefined && components.get(schema.$ref.slice(COMPONENTS.length))) || schema,

    /** Returns all components of the OpenAPI document by their names, in the order of the names. */
    components: (): Record<string, JsonSchema> =>
      Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

function asJson(
  schema: z.ZodType,
  io: "input" | "output",
): JsonSchema & { $defs?: Record<string, JsonSchema> } {
  const options = { io, unrepresentable: "any", override: simplify } as const;
  const text = JSON.stringify(z.toJSONSchema(schema, options));
  return JSON.parse(text.replaceAll("#/$defs/", COMPONENTS)) as JsonSchema;
}

interface ConvertedSchema {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}

/**
 * Removes details that only make the OpenAPI document longer: the pattern of a time, because `format` implies it, and
 * the bounds of safe integers. Adds the default of values that are parsed from a text, because zod leaves that default
 * out.
 */
function simplify({ zodSchema, jsonSchema }: ConvertedSchema): void {
  const { def } = zodSchema._zod;
  if (def.type === "default") jsonSchema.default = def.defaultValue;
  if (jsonSchema.format === "date-time") delete jsonSchema.pattern;
  // Remove the encoding "binary", which JSON Schema does not define: the format already says that the value is a file.
  if (jsonSchema.format === "binary") delete jsonSchema.contentEncoding;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}
