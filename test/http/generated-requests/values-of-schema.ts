import * as fc from "fast-check";
import { z } from "zod";
import { hostileText, hostileValue, JsonText, toJson } from "./hostile-values.ts";

/** The keywords of JSON Schema that the schemas of this service use. */
export interface JsonSchema {
  type?: string;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean | JsonSchema;
  items?: JsonSchema;
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly JsonSchema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
}

/**
 * The maximum length of generated texts and lists. Longer ones would only slow the requests; `nearlyValidJson` tests
 * the limits.
 */
const MAX_LENGTH = 40;
const MAX_ITEMS = 4;

/**
 * Returns the JSON Schema of the values that a Zod schema accepts. Each reference to a named schema is replaced by that
 * schema.
 */
export function jsonSchemaOf(schema: z.ZodType): JsonSchema {
  const { $ref, $defs, ...own } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  const name = $ref?.split("/").at(-1);
  return (name === undefined ? own : $defs?.[name]) as JsonSchema;
}

/**
 * Generates values that a schema accepts, and returns the shortest one as JSON. A short value names few resources, and
 * any named resource may be missing.
 */
export function shortestValidJson(schema: z.ZodType): string {
  const whole = jsonSchemaOf(schema);
  const samples = [requiredOf(whole), whole].flatMap((one) =>
    fc.sample(validValues(one), { numRuns: 100, seed: 1 }),
  );
  const texts = samples.filter((value) => schema.safeParse(value).success).map(toJson);
  return texts.toSorted((a, b) => a.length - b.length)[0] ?? "{}";
}

/** Returns an object schema without its optional members. */
function requiredOf(schema: JsonSchema): JsonSchema {
  const { properties = {}, required = [] } = schema;
  const needed = Object.entries(properties).filter(([name]) => required.includes(name));
  return { ...schema, properties: Object.fromEntries(needed) };
}

/** Generates values that match a JSON Schema. Rules of the service that JSON Schema cannot express may be broken. */
export function validValues(schema: JsonSchema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(validValues));
  switch (schema.type) {
    case "string":
      return validTexts(schema);
    case "integer":
      return validIntegers(schema);
    case "number":
      return fc.double({
        min: schema.minimum ?? schema.exclusiveMinimum ?? -1e6,
        max: schema.maximum ?? 1e6,
        noNaN: true,
      });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(validValues(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.min(schema.maxItems ?? MAX_ITEMS, MAX_ITEMS),
      });
    case "object":
      return validObjects(schema);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function validTexts({ pattern, minLength = 0, maxLength = MAX_LENGTH }: JsonSchema): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const longest = fc.constantFrom("n".repeat(Math.max(minLength, Math.min(maxLength, 1000))));
  return fc.oneof(
    { weight: 5, arbitrary: fc.string({ minLength, maxLength: Math.min(maxLength, MAX_LENGTH) }) },
    { weight: 1, arbitrary: longest },
  );
}

function validIntegers({ minimum = -1000, maximum = 1_000_000 }: JsonSchema): fc.Arbitrary<number> {
  const min = Math.max(minimum, Number.MIN_SAFE_INTEGER);
  const max = Math.min(maximum, Number.MAX_SAFE_INTEGER);
  return fc.oneof(
    { weight: 4, arbitrary: fc.integer({ min, max: Math.min(max, min + 30) }) },
    { weight: 1, arbitrary: fc.integer({ min, max }) },
    { weight: 1, arbitrary: fc.constantFrom(min, max) },
  );
}

function validObjects({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, validValues(schema)]),
  );
  return fc.record(members, { requiredKeys: [...required], noNullPrototype: true });
}

/**
 * Generates the JSON of values that a schema accepts, with one change: a value replaced, or a member added, left out
 * or repeated.
 */
export function nearlyValidJson(schema: JsonSchema): fc.Arbitrary<string> {
  const change = fc.constantFrom("replace", "replace", "replace", "add", "leave out", "repeat" as const);
  return fc
    .tuple(validValues(schema), change, fc.nat(), hostileText, hostileValue)
    .map(([value, kind, at, name, hostile]) => {
      const places = placesIn(value);
      const place = places[at % places.length] ?? [];
      if (kind === "replace") return toJson(replaceAt(value, place, hostile));
      return toJson(changeMembers(value, { kind, at, name, hostile }));
    });
}

type Place = readonly (string | number)[];

/** Returns the path of a value and of each value in it: the keys that lead to it from the outermost value. */
function placesIn(value: unknown): Place[] {
  if (typeof value !== "object" || value === null) return [[]];
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  const inMembers = members.flatMap(([key, member]: [string | number, unknown]) =>
    placesIn(member).map((rest): Place => [key].concat(rest)),
  );
  return [[], ...inMembers];
}

function replaceAt(value: unknown, place: Place, replacement: unknown): unknown {
  const [key, ...rest] = place;
  if (key === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (index === key ? replaceAt(item, rest, replacement) : item));
  return Object.fromEntries(
    Object.entries(value as object).map(([name, member]: [string, unknown]) => [
      name,
      name === key ? replaceAt(member, rest, replacement) : member,
    ]),
  );
}

interface MemberChange {
  kind: "add" | "leave out" | "repeat";
  at: number;
  name: string;
  hostile: unknown;
}

function changeMembers(value: unknown, { kind, at, name, hostile }: MemberChange): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return hostile;
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${toJson(member)}`);
  const index = members.length === 0 ? 0 : at % members.length;
  const [first] = members;
  if (kind === "add") members.splice(index, 0, `${JSON.stringify(name)}:${toJson(hostile)}`);
  else if (kind === "leave out") members.splice(index, 1);
  else if (first !== undefined) members.push(first.replace(/:.*$/s, `:${toJson(hostile)}`), first);
  return new JsonText(`{${members.join(",")}}`);
}
