import type { Route } from "../http/route.ts";
import { VERSION } from "../version.ts";
import { createExamples } from "./examples.ts";
import { annotate, type Glossary } from "./glossary.ts";
import { sharedHeaders } from "./headers.ts";
import { createJsonSchemas } from "./json-schemas.ts";
import { describeOperation } from "./operation.ts";
import { createProblemResponses, problemSchema } from "./problem-responses.ts";

/** A part of the API, whose paths the OpenAPI document lists under one heading. */
export interface ApiPart {
  name: string;
  description: string;
  /** The prefixes of the paths in this part of the API. A path belongs to the first part with a matching prefix. */
  paths: readonly string[];
}

/** A document in the format OpenAPI 3.1. */
export type OpenApiDocument = ReturnType<typeof describeApi>;

/**
 * Returns the contract of the given routes as an OpenAPI document.
 * @throws Error where a path belongs to no part of the API, or two different schemas have the same id
 */
export function describeApi({ routes, glossary, parts, description }: ApiDescription) {
  const schemas = createJsonSchemas();
  const examples = createExamples(glossary, schemas.resolve);
  const problems = createProblemResponses();
  schemas.of(problemSchema, "output");
  const tagOf = (path: string) => partOf(path, parts).name;
  const named = new Set(routes.map(({ path }) => tagOf(path)));
  const deps = { schemas, glossary, examples, problems, tagOf };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: describeOperation(route, deps) };
  }
  const components = Object.entries(schemas.components());
  return {
    openapi: "3.1.0",
    info: { title: "PC Benchmarks API", version: VERSION, description },
    servers: [{ url: "/", description: "This server" }],
    // Some parts of the API, such as payment, have routes only with certain settings.
    tags: parts.filter(({ name }) => named.has(name)).map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(components.map(([name, schema]) => [name, annotate(schema, glossary)])),
      responses: problems.components(),
      headers: sharedHeaders,
      parameters: { IdempotencyKey: idempotencyKey },
      securitySchemes,
    },
  };
}

interface ApiDescription {
  routes: readonly Route[];
  glossary: Glossary;
  parts: readonly ApiPart[];
  /** The text at the beginning of the OpenAPI document, in Markdown, which describes what all calls have in common. */
  description: string;
}

function partOf(path: string, parts: readonly ApiPart[]): ApiPart {
  const part = parts.find(({ paths }) =>
    paths.some((start) => path === start || path.startsWith(`${start}/`)),
  );
  if (!part)
    throw new Error(`No part of the API has the path ${path}. Add the beginning of the path to a part.`);
  return part;
}

const idempotencyKey = {
  name: "Idempotency-Key",
  in: "header",
  description:
    "1 to 255 visible ASCII characters that name the request. Sent again with the same key within 24 hours, it gets the first answer and counts nothing twice.",
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[\\x21-\\x7e]+$" },
} as const;

const securitySchemes = {
  session: {
    type: "apiKey",
    in: "cookie",
    name: "session",
    description: "The cookie that a log-in sets. For people and their browsers.",
  },
  token: {
    type: "http",
    scheme: "bearer",
    description:
      "A personal access token of `POST /me/tokens`, for programs. Its scopes are `read` and `submit`.",
  },
} as const;
