import { accessTo } from "../access.ts";
import { rateLimitOf } from "../http/limits/rate-limits.ts";
import type { Route } from "../http/route.ts";
import type { Examples } from "./examples.ts";
import { annotate, type Glossary } from "./glossary.ts";
import { describeHeaders, headerRef } from "./headers.ts";
import type { JsonSchema, JsonSchemas } from "./json-schemas.ts";
import type { createProblemResponses } from "./problem-responses.ts";

/** Dependencies of {@link describeOperation}. */
export interface OperationDeps {
  schemas: JsonSchemas;
  glossary: Glossary;
  examples: Examples;
  problems: ReturnType<typeof createProblemResponses>;
  /** Returns the name of the part of the API to which a path belongs. */
  tagOf: (path: string) => string;
}

/** Returns the OpenAPI operation of a route: its parameters, bodies, answers and problems. */
export function describeOperation(route: Route, deps: OperationDeps) {
  const { action, isIdempotent, isReadOnly, method } = route;
  const { scope } = accessTo(action);
  const byToken = scope
    ? `with a session, or with a token of the scope \`${scope}\``
    : "with a session; a personal access token is refused";
  const limit = rateLimitOf(route);
  const notes = [
    `${route.summary}.`,
    ...(route.auth === "session" ? [`Needs a signed-in caller, ${byToken}.`] : []),
    ...(isIdempotent ? ["With an `Idempotency-Key` a repeated request takes effect once."] : []),
    ...(isReadOnly && method === "POST" ? ["Changes nothing."] : []),
    limit === "none" ? "No rate limit counts it." : `Counts as \`${limit}\` for the rate limits.`,
  ];
  const body = describeBody(route, deps);
  const parameters = describeParameters(route, deps);
  return {
    operationId: operationIdOf(route),
    summary: route.summary,
    description: notes.join(" "),
    tags: [deps.tagOf(route.path)],
    security: securityOf(route),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: body }),
    responses: { ...describeAnswers(route, deps), ...deps.problems.of(route) },
  };
}

/** Returns a method name for generated clients: getBuildsBuildIdRuns. */
function operationIdOf({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  const rest = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
  return `${method.toLowerCase()}${rest || "Home"}`;
}

/** Returns the security requirements of a route. An empty requirement allows requests without credentials. */
function securityOf({ auth, action }: Route): Record<string, string[]>[] {
  if (auth === "none") return [];
  const takesToken = auth === "optional" || accessTo(action).scope !== null;
  return [...(auth === "optional" ? [{}] : []), { session: [] }, ...(takesToken ? [{ token: [] }] : [])];
}

function describeParameters(route: Route, { schemas, glossary, examples }: OperationDeps) {
  const describe = (place: "path" | "query", given: Readonly<Record<string, unknown>> = {}) => {
    const whole = route[place === "path" ? "params" : "query"];
    if (!whole) return [];
    const { properties = {}, required = [] } = annotate(schemas.of(whole, "input"), glossary);
    return Object.entries(properties).map(([name, { description, ...schema }]) => {
      const isRequired = place === "path" || required.includes(name);
      const example = given[name] ?? (isRequired ? examples.exampleOf(schema, name) : undefined);
      // Set the members that the OpenAPI document leaves out to undefined: JSON.stringify omits such members.
      return { name, in: place, required: isRequired || undefined, description, schema, example };
    });
  };
  const key = route.isIdempotent ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : [];
  return [...describe("path"), ...describe("query", route.example?.query), ...key];
}

function describeBody(route: Route, { schemas, glossary, examples }: OperationDeps) {
  const { form, example } = route;
  const body = route.body ?? route.signedBody;
  if (body) {
    const schema = annotate(schemas.of(body, "input"), glossary);
    const value = example?.body ?? examples.smallest(schema);
    return { required: true, content: { "application/json": { schema, example: value } } };
  }
  if (!form) return undefined;
  const { properties = {}, ...schema } = annotate(schemas.of(form, "input"), glossary);
  const value = examples.smallest({ ...schema, properties }, example?.form);
  // Put the example of each field of a form into the schema of the field, where documentation pages look for it.
  const fields = Object.entries(properties).map(([name, field]) => [
    name,
    name in value ? { ...field, examples: [value[name]] } : field,
  ]);
  const shown = { ...schema, properties: Object.fromEntries(fields) };
  return { required: true, content: { "multipart/form-data": { schema: shown, example: value } } };
}

function describeAnswers(route: Route, deps: OperationDeps): Record<string, unknown> {
  const { responses } = route;
  const common = {
    "X-Request-Id": headerRef("RequestId"),
    ...(rateLimitOf(route) !== "none" && {
      RateLimit: headerRef("RateLimit"),
      "RateLimit-Policy": headerRef("RateLimitPolicy"),
    }),
  };
  const described = Object.entries(responses).map(([status, answer]) => [
    status,
    {
      description: answer.description ?? defaultDescriptions[status] ?? route.summary,
      headers: { ...common, ...describeHeaders(answer.headers ?? {}) },
      ...describeContent(answer, deps),
    },
  ]);
  const isRevalidated = Object.values(responses).some(({ headers }) => headers?.ETag);
  const unchanged = { description: "The client has this answer already: its If-None-Match names the ETag." };
  return {
    ...Object.fromEntries(described),
    ...(isRevalidated && {
      304: { ...unchanged, headers: { ...common, ...describeHeaders({ ETag: "always" }) } },
    }),
  };
}

const defaultDescriptions: Readonly<Record<string, string>> = {
  200: "The answer.",
  201: "It was made.",
  204: "It was done.",
  303: "The browser goes on to the address in Location.",
};

function describeContent(
  { json, other = {}, example }: Route["responses"][number],
  { schemas, glossary, examples }: OperationDeps,
): { content?: Record<string, unknown> } {
  const content: Record<string, unknown> = {};
  if (json) {
    const schema = annotate(schemas.of(json, "output"), glossary);
    content["application/json"] = { schema, example: example ?? examples.exampleOf(schema) };
  }
  for (const [type, schema] of Object.entries(other))
    content[type] = { schema: schema ? schemas.of(schema, "output") : binary };
  return Object.keys(content).length > 0 ? { content } : {};
}

const binary: JsonSchema = { type: "string", format: "binary" };
