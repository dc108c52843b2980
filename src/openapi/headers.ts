import type { AnswerHeader } from "../http/route.ts";
import type { JsonSchema } from "./json-schemas.ts";

/** A header as OpenAPI describes it. */
interface HeaderObject {
  description: string;
  required: boolean;
  schema: JsonSchema;
  example: string;
}

const text: JsonSchema = { type: "string" };

/** The descriptions of the response headers that routes declare. */
const answerHeaders: Readonly<Record<AnswerHeader, Omit<HeaderObject, "required">>> = {
  Location: {
    description: "The address of the created resource, or the address to which the client should go.",
    schema: { type: "string", format: "uri-reference" },
    example: "https://bench.example/builds/1",
  },
  "Set-Cookie": {
    description: "Sets or ends the cookie `session`, or the cookie of a log-in that has begun.",
    schema: text,
    example: "session=hR2v…; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax",
  },
  ETag: {
    description:
      "Identifies the content: a request that names it in `If-None-Match` gets 304 if nothing has changed.",
    schema: text,
    example: 'W/"2iYUOS4nXerN04juQqwNiwixl9lagEaADEsaXH-vKUY"',
  },
  "Content-Disposition": {
    description: "The name under which a browser saves the file.",
    schema: text,
    example: 'attachment; filename="capture.csv"',
  },
};

/** Response headers that do not depend on a route's declaration, by their names in the OpenAPI document. */
export const sharedHeaders = {
  RequestId: {
    description: "The id of the request, also in logs. A client may give its own by the same header.",
    required: true,
    schema: text,
    example: "0b6f1c1e-8f0e-4d77-9f3c-3f1e1b8f2a55",
  },
  RateLimit: {
    description:
      "What is left of the rate limit: `r` requests in the next `t` seconds (draft-ietf-httpapi-ratelimit-headers-10).",
    required: false,
    schema: text,
    example: '"reads";r=2999;t=60',
  },
  RateLimitPolicy: {
    description: "The rate limit that counts the request: `q` requests in `w` seconds.",
    required: false,
    schema: text,
    example: '"reads";q=3000;w=60',
  },
  RetryAfter: {
    description: "The number of seconds after which the request may succeed if it is sent again.",
    required: false,
    schema: { type: "integer", minimum: 1 },
    example: "1",
  },
  Challenge: {
    description: "Which credentials the service accepts besides the cookie.",
    required: true,
    schema: text,
    example: "Bearer",
  },
} as const satisfies Record<string, HeaderObject>;

/** Returns a reference to a response header that the OpenAPI document describes only once. */
export const headerRef = (name: keyof typeof sharedHeaders) => ({ $ref: `#/components/headers/${name}` });

/** Returns OpenAPI's description of the headers that a route declares for an answer. */
export function describeHeaders(
  declared: Readonly<Partial<Record<AnswerHeader, "always" | "sometimes">>>,
): Record<string, HeaderObject> {
  const names = Object.keys(declared) as AnswerHeader[];
  return Object.fromEntries(
    names.map((name) => [name, { ...answerHeaders[name], required: declared[name] === "always" }]),
  );
}
