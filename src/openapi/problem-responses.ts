import { z } from "zod";
import { problemTypes, type ProblemName } from "../http/problems/problem-types.ts";
import { problemsOf } from "../http/problems/problems-of-route.ts";
import type { Route } from "../http/route.ts";
import { headerRef } from "./headers.ts";

/**
 * Additional members of problems about a limit, such as 402. The numbers of a storage limit are in bytes; the numbers
 * of other limits count runs, files, uploads or tokens.
 */
const ofLimits = {
  limit: z.int().optional().meta({
    description: "How many runs, files, uploads or tokens the limit allows; for storage, how many bytes",
  }),
  used: z
    .int()
    .optional()
    .meta({ description: "How much of the limit is used, in the same unit as `limit`" }),
  requested: z
    .int()
    .optional()
    .meta({ description: "How much of the limit the request needs, in the same unit as `limit`" }),
  waiting: z.int().optional().meta({ description: "How many files of the account are not read yet" }),
  tier: z.string().optional().meta({ description: "The tier of the account" }),
  resets_at: z.iso.datetime().optional(),
  billing_url: z.url().optional(),
  billing_portal_url: z.url().optional(),
};

/** Additional members of the problem of a suspended account. */
const ofSuspensions = {
  reason: z.string().optional().meta({ description: "Why the operator has suspended the account" }),
  contact: z
    .string()
    .nullable()
    .optional()
    .meta({
      description: "A link by which people reach the operator; null = nobody has named one",
      examples: ["https://bench.example/contact"],
    }),
};

/** A problem according to RFC 9457; types of problem may add members. */
export const problemSchema = z
  .looseObject({
    type: z.url(),
    title: z.string(),
    status: z.int().min(400).max(599).meta({ description: "The HTTP status" }),
    detail: z.string().meta({ description: "What was expected, what was found, and what to do." }),
    request_id: z.string(),
    errors: z
      .array(z.strictObject({ pointer: z.string(), detail: z.string() }))
      .optional()
      .meta({
        description: "Every fault of the request: where it is (a JSON pointer, RFC 6901) and what is wrong.",
      }),
    ...ofLimits,
    ...ofSuspensions,
  })
  .meta({ id: "Problem", description: "The reason why a request was refused, or why it failed." });

/** A response as OpenAPI describes it. */
interface ResponseObject {
  description: string;
  headers: Record<string, unknown>;
  content: Record<string, unknown>;
}

/** Collects the responses that are problems. Routes with the same kinds of problem share the responses. */
export function createProblemResponses() {
  const components = new Map<string, ResponseObject>();
  return {
    /** Returns, for each status with which a route may refuse a request, a reference to the shared response. */
    of: (route: Route): Record<string, { $ref: string }> => {
      const names = [...problemsOf(route)].toSorted();
      const statuses = new Set(names.map((name) => problemTypes[name].status));
      return Object.fromEntries(
        [...statuses].map((status) => {
          const kinds = names.filter((name) => problemTypes[name].status === status);
          const component = kinds.map((kind) => kind[0]?.toUpperCase() + kind.slice(1)).join("Or");
          components.set(component, describe(kinds));
          return [status, { $ref: `#/components/responses/${component}` }];
        }),
      );
    },

    /** Returns all problem responses that have been collected, to which the routes refer. */
    components: (): Record<string, ResponseObject> =>
      Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** Status codes whose responses say when to try again. */
const LATER: ReadonlySet<number> = new Set([409, 429, 503]);

function describe(kinds: readonly ProblemName[]): ResponseObject {
  const types = kinds.map((kind) => problemTypes[kind]);
  const status = types[0]?.status ?? 0;
  return {
    description: types.map(({ slug, title }) => `${title} ([${slug}](/problems/${slug})).`).join(" Or: "),
    headers: {
      "X-Request-Id": headerRef("RequestId"),
      ...(LATER.has(status) && { "Retry-After": headerRef("RetryAfter") }),
      ...(status === 429 && {
        RateLimit: headerRef("RateLimit"),
        "RateLimit-Policy": headerRef("RateLimitPolicy"),
      }),
      ...(status === 401 && { "WWW-Authenticate": headerRef("Challenge") }),
    },
    content: {
      "application/problem+json": {
        schema: { $ref: "#/components/schemas/Problem" },
        examples: Object.fromEntries(types.map((type) => [type.slug, { value: exampleOf(type) }])),
      },
    },
  };
}

function exampleOf({ slug, status, title, help }: (typeof problemTypes)[ProblemName]) {
  const [detail = help] = help.split(/(?<=\.) /);
  return {
    type: `https://bench.example/problems/${slug}`,
    title,
    status,
    detail,
    request_id: "0b6f1c1e-8f0e-4d77-9f3c-3f1e1b8f2a55",
    ...(status === 402 && {
      tier: "free",
      limit: 100,
      used: 99,
      requested: 2,
      resets_at: "2026-12-01T00:00:00.000Z",
    }),
    ...(status === 422 && {
      errors: [{ pointer: "/name", detail: "Required: expected a text, found nothing." }],
    }),
  };
}
