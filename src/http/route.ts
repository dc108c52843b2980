import type { Context } from "koa";
import type { z } from "zod";
import type { Caller } from "../authorization.ts";
import type { UploadedForm } from "../validation/uploaded-form.ts";

/** `none`: anybody, the cookie is not looked at. `optional`: the caller is known if signed in. `session`: 401 without one. */
type Auth = "none" | "optional" | "session";

type Method = "GET" | "POST" | "PATCH" | "DELETE";

type Schema = z.ZodType | undefined;
type Parsed<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;
type CallerOf<A extends Auth> = A extends "session"
  ? Caller
  : A extends "optional"
    ? Caller | null
    : undefined;

/** What every handler is given beside its parsed input. */
interface RequestParts {
  /** Identifies the request by its Idempotency-Key; null without one, and for a route that is not idempotent. */
  key: string | null;
  /** The multipart form, which the handler receives when it is ready for its files. */
  form: UploadedForm;
  /** For what the contract does not cover: content negotiation, and the name of a download. */
  context: Context;
}

interface RouteInput<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  A extends Auth,
> extends RequestParts {
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  caller: CallerOf<A>;
}

/** What a handler returns. `json` is text that is sent as it stands. */
export interface Reply {
  status: number;
  body?: unknown;
  json?: string;
  headers?: Readonly<Record<string, string>>;
}

interface RouteDefinition<P extends Schema, Q extends Schema, B extends Schema, A extends Auth> {
  method: Method;
  /** Path with parameters as `:name`. */
  path: string;
  summary: string;
  auth: A;
  params?: P;
  /** Unknown names in the query string are ignored. */
  query?: Q;
  /** A JSON body. */
  body?: B;
  /** True where POST changes nothing, so that a page of another site may send it. */
  isReadOnly?: boolean;
  /** True where the header Idempotency-Key is honoured. Needs a session: a key is the account's. */
  isIdempotent?: boolean;
  /** The schema of each response by its status; null = no body. */
  responses: Readonly<Record<number, z.ZodType | null>>;
  handler: (input: RouteInput<P, Q, B, A>) => Promise<Reply>;
}

interface UntypedInput extends RequestParts {
  params: unknown;
  query: unknown;
  body: unknown;
  caller: unknown;
}

/** A route as the app mounts it: the contract of one call, and the handler that carries it out. */
export interface Route {
  method: Method;
  path: string;
  summary: string;
  auth: Auth;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  isReadOnly: boolean;
  isIdempotent: boolean;
  responses: Readonly<Record<number, z.ZodType | null>>;
  handler: (input: UntypedInput) => Promise<Reply>;
}

/** Declares a route: parsing, types, who may call it and the check of its response come from this one place. */
export function defineRoute<
  A extends Auth,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
>(definition: RouteDefinition<P, Q, B, A>): Route {
  // The app parses by the same schemas before it calls, so the handler's input has the types that they say.
  const handler = definition.handler as Route["handler"];
  return { isReadOnly: definition.method === "GET", isIdempotent: false, ...definition, handler };
}
