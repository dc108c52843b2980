import test from "ava";
import { z } from "zod";
import { glossary } from "../../src/openapi/contract-document.ts";
import { startTestService } from "../helpers/service.ts";

const service = await startTestService(test, { hasWorkers: false });

/** The keywords of JSON Schema that these tests use. */
interface Schema {
  type?: string | string[];
  description?: string;
  const?: unknown;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema | Schema[];
  prefixItems?: Schema[];
  anyOf?: Schema[];
  additionalProperties?: Schema | boolean;
  $ref?: string;
  $defs?: Readonly<Record<string, Schema>>;
}

/**
 * Returns an object with the description of a nullable schema, or an empty object if it has none. The schema of the
 * non-null value gets this description.
 */
const inherit = ({ description }: Schema) => (description === undefined ? {} : { description });

/** Every schema in the JSON responses of the routes, with the place of the schema. */
const found = service.routes.flatMap(({ method, path, responses }) =>
  Object.entries(responses).flatMap(([status, { json }]) => {
    if (!json) return [];
    const schema = z.toJSONSchema(json, { io: "output", unrepresentable: "any", reused: "inline" }) as Schema;
    return allIn(schema, `${method} ${path} ${status}`, schema.$defs ?? {});
  }),
);

interface Found {
  place: string;
  name: string;
  schema: Schema;
}

type Definitions = NonNullable<Schema["$defs"]>;

function allIn(sent: Schema, place: string, definitions: Definitions, name = ""): Found[] {
  const schema = definitions[sent.$ref?.split("/").at(-1) ?? ""] ?? sent;
  const parts = [
    ...Object.entries(schema.properties ?? {}).map(([key, value]) => ({ key, value, name: key })),
    ...[schema.items ?? [], schema.prefixItems ?? []].flat().map((value) => ({ key: "[]", value, name: "" })),
    ...(schema.anyOf ?? []).map((value) => ({ key: "", value: { ...inherit(schema), ...value }, name })),
    ...(typeof schema.additionalProperties === "object"
      ? [{ key: "*", value: schema.additionalProperties, name: "" }]
      : []),
  ];
  return [
    { place, name, schema },
    ...parts.flatMap(({ value, key, name: own }) =>
      allIn(value, `${place}${key && `.${key}`}`, definitions, own),
    ),
  ];
}

const propertiesOf = ({ properties = {} }: Schema) => Object.keys(properties);
const objects = found.filter(({ schema }) => schema.properties !== undefined);

test("every response with a list in `results` has the number of all entries in `total`", (t) => {
  const lists = objects.filter(({ schema }) => propertiesOf(schema).includes("results"));
  t.true(lists.length > 20, `${lists.length} lists`);
  const lacking = lists.filter(({ schema }) => !schema.required?.includes("total"));
  t.deepEqual(
    lacking.map(({ place }) => place),
    [],
  );
});

/**
 * The fields that every representation of a resource, such as a run, must have in a response, so that clients can
 * recognise and address the resource.
 */
const things: readonly {
  what: string;
  isIt: (names: readonly string[]) => boolean;
  has: readonly string[];
}[] = [
  {
    what: "a product",
    isIt: (names) => names.includes("make") || names.includes("url_slug"),
    has: ["kind", "id", "make", "model", "url_slug"],
  },
  {
    what: "a build",
    isIt: (names) => names.includes("build_id") && names.includes("name") && !names.includes("runs"),
    has: ["build_id", "name", "owner"],
  },
  {
    what: "a result of a benchmark",
    isIt: (names) =>
      names.includes("benchmark") || (names.includes("benchmark_id") && names.includes("score")),
    has: ["benchmark_id", "benchmark"],
  },
  {
    what: "a run",
    isIt: (names) => names.includes("run_id") && names.includes("status"),
    has: ["run_id", "sequence", "status", "score", "file", "url"],
  },
];

for (const { what, isIt, has } of things)
  test(`${what} has the same fields wherever an answer shows it: ${has.join(", ")}`, (t) => {
    const shown = objects.filter(({ schema }) => isIt(propertiesOf(schema)));
    t.true(shown.length > 1, `${shown.length} places`);
    const lacking = shown.filter(({ schema }) => !has.every((name) => schema.required?.includes(name)));
    t.deepEqual(
      lacking.map(({ place }) => place),
      [],
    );
  });

test("a benchmark in a response has exactly the fields id, name and unit", (t) => {
  const benchmarks = found.filter(({ name }) => name === "benchmark");
  t.true(benchmarks.length > 5, `${benchmarks.length} places`);
  for (const { place, schema } of benchmarks)
    t.deepEqual(propertiesOf(schema), ["id", "name", "unit"], place);
});

/** Matches field names that tell the unit of a number, or what the number counts or identifies. */
const CLEAR = /(?:^|_)(?:id|cpuid|ms|s|fps|mhz|gb|mm|w|mts|bytes|percent|status|total)$/;

test("the name or the description of every number field tells its unit", (t) => {
  const isNumber = ({ type }: Schema) => [type].flat().some((one) => one === "number" || one === "integer");
  const numbers = found.filter(({ schema }) => isNumber(schema));
  t.true(numbers.length > 100, `${numbers.length} numbers`);
  // Returns whether a field has a description: in its schema, or in the glossary's entry for its name.
  const isDescribed = ({ name, schema }: Found) =>
    schema.description !== undefined || glossary[name]?.text !== undefined;
  const unclear = numbers.filter((one) => !CLEAR.test(one.name) && !isDescribed(one));
  t.deepEqual([...new Set(unclear.map(({ place }) => place))], []);
});
