import { readFileSync } from "node:fs";
import test from "ava";
import { VERSION } from "../../src/version.ts";
import { glossary } from "../../src/openapi/contract-document.ts";
import type { JsonSchema } from "../../src/openapi/json-schemas.ts";
import { problemTypes } from "../../src/http/problems/problem-types.ts";
import { projectUrl } from "../helpers/project-files.ts";
import { startTestService } from "../helpers/service.ts";
import { stripeSettings } from "../helpers/stripe-server.ts";

const read = (path: string) => JSON.parse(readFileSync(projectUrl(path), "utf8"));
const document = read("openapi.json");

test("the served OpenAPI document equals openapi.json", async (t) => {
  const { anonymous } = await startTestService(t, { hasWorkers: false, env: stripeSettings });
  const { status, headers, body } = await anonymous.get("/openapi.json");
  t.is(status, 200);
  t.deepEqual(body, document, "Run npm run openapi, and commit openapi.json.");
  // Without a Cache-Control header in the request, fetch would ask for the whole response.
  const unchanged = { "If-None-Match": headers.get("etag") ?? "", "Cache-Control": "max-age=0" };
  const again = await anonymous.get("/openapi.json", unchanged);
  t.is(again.status, 304);
});

test("the OpenAPI document has the version of the package", (t) => {
  t.is(VERSION, read("package.json").version);
});

/** Endings of field names that tell the unit of a number, or that the number has no unit, such as `total`. */
const UNITS = /(?:^|_)(?:ms|s|mhz|gb|mm|w|mts|usd|percent|fps|bytes|days|id|total|version)$/;

interface Field {
  name: string;
  /** The path of the field in the OpenAPI document, for messages of failed tests. */
  place: string;
  schema: JsonSchema;
}

/** Returns every field in a part of the OpenAPI document, however deep. */
function fieldsIn(part: unknown, place: string): Field[] {
  if (typeof part !== "object" || part === null) return [];
  const properties = Array.isArray(part) ? {} : ((part as JsonSchema).properties ?? {});
  const own = Object.entries(properties).map(([name, schema]) => ({ name, place, schema }));
  return [...own, ...Object.entries(part).flatMap(([key, inner]) => fieldsIn(inner, `${place}/${key}`))];
}

interface Parameter {
  name?: string;
  description?: string;
  schema: JsonSchema;
}

/** Returns the parameters of all calls in the form in which `fieldsIn` returns fields. */
function parameters(): Field[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods as object).map((operation) => ({ path, operation })),
  );
  return operations.flatMap(({ path, operation }) =>
    (operation.parameters ?? []).flatMap(({ name, description, schema }: Parameter) =>
      name === undefined ? [] : [{ name, place: path, schema: { ...schema, description } }],
    ),
  );
}

const fields = [...fieldsIn(document.paths, ""), ...fieldsIn(document.components, ""), ...parameters()];
const isOf = ({ type, anyOf }: JsonSchema, types: readonly string[]): boolean =>
  [type].flat().some((one) => one !== undefined && types.includes(one)) ||
  (anyOf ?? []).some((one) => isOf(one, types));

test("every number in the OpenAPI document has its unit in its name or has a description", (t) => {
  t.true(fields.length > 500);
  const bare = fields.filter(
    ({ name, schema }) =>
      isOf(schema, ["number", "integer"]) && schema["description"] === undefined && !UNITS.test(name),
  );
  t.deepEqual([...new Set(bare.map(({ name, place }) => `${name} in ${place}`))], []);
});

/**
 * Returns whether a schema itself says what its texts look like: by listed values, a constant, examples or a format.
 */
const saysHow = (schema: JsonSchema) =>
  ["enum", "const", "examples", "format"].some((key) => schema[key] !== undefined);

test("every string field in the OpenAPI document has an example in the glossary, or a schema that says what its texts look like", (t) => {
  const bare = fields.filter(
    ({ name, schema }) =>
      isOf(schema, ["string"]) &&
      !saysHow(schema) &&
      !(schema.anyOf ?? []).some(saysHow) &&
      glossary[name]?.example === undefined,
  );
  t.deepEqual([...new Set(bare.map(({ name }) => name))], []);
});

test("the OpenAPI document states the defaults of paging parameters and the ETag of 304 responses", (t) => {
  const { parameters, responses } = document.paths["/builds/{build_id}/runs"].get;
  const defaultOf = (name: string) =>
    parameters.find((parameter: Parameter) => parameter.name === name).schema.default;
  t.deepEqual([defaultOf("page"), defaultOf("limit")], [1, 20]);
  t.true(responses["304"].headers.ETag.required);
});

test("the 402 response at a tier's limit has the members and types of its example in the OpenAPI document", async (t) => {
  const service = await startTestService(t, { hasWorkers: false, env: { TIER_LIMITS: '{"free":1}' } });
  const client = await service.signIn("ada");
  const build_id = await client.makeBuild();
  const { status, body } = await client.add({ build_id, benchmarks: { id: 15, runs: [1, 2] } });
  t.is(status, 402);
  const { properties } = document.components.schemas.Problem;
  const example = document.components.responses.RunLimitReached.content["application/problem+json"].examples;
  const shown = example["run-limit-reached"].value;
  t.deepEqual(Object.keys(shown).toSorted(), Object.keys(body).toSorted());
  for (const [name, value] of Object.entries(body)) {
    t.is(typeof shown[name], typeof value, name);
    t.truthy(properties[name], name);
  }
});

test("the glossary of API texts has no name that the OpenAPI document lacks", (t) => {
  const names = new Set(fields.map(({ name }) => name));
  t.deepEqual(
    Object.keys(glossary).filter((name) => !names.has(name)),
    [],
  );
});

test("every text of the API glossary is used, and no schema repeats a text of the glossary", (t) => {
  for (const [name, { text }] of Object.entries(glossary)) {
    if (text === undefined) continue;
    const described = new Set(
      fields.filter((field) => field.name === name).map(({ schema }) => schema["description"]),
    );
    t.true(described.has(text), `${name}: every schema with this name describes it otherwise`);
    t.false(described.has(text.replace(/\.$/, "")), `${name}: a schema repeats the glossary`);
  }
});

test("the examples of each API call's problems have the status of their response", (t) => {
  const slugs = new Map<string, number>(
    Object.values(problemTypes).map(({ slug, status }) => [slug, status]),
  );
  for (const [path, methods] of Object.entries(document.paths))
    for (const operation of Object.values(methods as object))
      for (const [status, { $ref }] of Object.entries(
        operation.responses as Record<string, { $ref?: string }>,
      )) {
        if ($ref === undefined) continue;
        const response = document.components.responses[$ref.split("/").at(-1) ?? ""];
        const { examples } = response.content["application/problem+json"];
        t.true(Object.keys(examples).length > 0, path);
        for (const slug of Object.keys(examples)) t.is(slugs.get(slug), Number(status), `${path}: ${slug}`);
      }
});
