import type { Context } from "koa";
import type { z } from "zod";
import type { Action, PublicAction } from "../access.ts";
import type { Caller } from "../authorization.ts";
import type { Fault } from "../errors.ts";
import type { RateLimitName } from "./limits/rate-limits.ts";
import type { Hold } from "./limits/waits.ts";
import type { UploadedForm } from "./bodies/multipart.ts";
import type { PostedFields } from "./bodies/posted-fields.ts";
import type { ProblemName } from "./problems/problem-types.ts";

/**
 * Declares a route. The definition determines how the request is parsed, the types of the handler's input, who may call
 * the route, and the check of the response.
 */
export function defineRoute<
  X extends Action,
  A extends AuthFor<X>,
  P extends Schema = undefined,
  Q extends Schema = undefined,
  B extends Schema = undefined,
>(definition: RouteDefinition<P, Q, B, X, A>): Route {
  // The cast of the handler's input is safe: the app parses a request by the schemas of the route before it calls the
  // handler, so the input has the types of the schemas.
  const handler = definition.handler as Route["handler"];
  return {
    isReadOnly: definition.method === "GET",
    takesFields: false,
    takesTokens: true,
    isIdempotent: false,
    isEmbeddable: false,
    isProbe: false,
    ...definition,
    handler,
  };
}

/** A route as the app mounts it: its contract and its handler. */
export interface Route {
  method: Method;
  path: string;
  summary: string;
  action: Action;
  auth: Auth;
  params?: Schema;
  query?: Schema;
  body?: Schema;
  form?: z.ZodObject;
  signedBody?: z.ZodObject;
  takesFields: boolean;
  takesTokens: boolean;
  example?: RequestExample;
  isReadOnly: boolean;
  isIdempotent: boolean;
  problems?: readonly ProblemName[];
  isEmbeddable: boolean;
  isProbe: boolean;
  takesFromBrowsers?: BrowserRequests;
  furtherFaults?: FurtherFaults;
  limit?: RateLimitName | "none";
  responses: Readonly<Record<number, Answer>>;
  handler: (input: UntypedInput) => Promise<Reply>;
}

/**
 * Returns the route that answers a request; undefined before the routing, and if no route matches the path and the
 * method.
 */
export function routeOf(context: Context): Route | undefined {
  return context.state["route"] as Route | undefined;
}

/**
 * One answer of a route, on which clients may rely. In tests every reply is checked against the declaration of its
 * answer.
 */
export interface Answer {
  /** The meaning of the answer, as a sentence; absent if the status of the answer says enough. */
  description?: string;
  /** The schema of a JSON body; absent for an answer without a JSON body. */
  json?: z.ZodType;
  /** The bodies of answers that are not JSON, by media type; null = bytes, which are not checked. */
  other?: Readonly<Record<string, z.ZodType | null>>;
  /** The headers of this answer, besides the headers that every answer has. */
  headers?: Readonly<Partial<Record<AnswerHeader, "always" | "sometimes">>>;
  /** An example of the JSON body, if the example that the OpenAPI document derives from the schema is not useful. */
  example?: unknown;
}

/** The name of a response header that a route may declare. `src/openapi/headers.ts` describes each header. */
export type AnswerHeader = "Location" | "Set-Cookie" | "ETag" | "Content-Disposition";

/**
 * Example values of a request, which succeeds if the resources that it names exist. The OpenAPI document adds required
 * values that are missing in the example.
 */
interface RequestExample {
  query?: Readonly<Record<string, string | number>>;
  body?: unknown;
  form?: Readonly<Record<string, unknown>>;
}

/** The response that a handler returns. `json` is JSON text, which is sent unchanged. */
export interface Reply {
  status: number;
  body?: unknown;
  json?: string;
  /** The headers of the response. A header whose value is a list is sent once for each item. */
  headers?: Readonly<Record<string, string | readonly string[]>>;
  /**
   * Creates the whole reply, for a body that takes much work. `load` is called only if the body is sent: not for HEAD,
   * and not if the client's If-None-Match names the ETag in `headers`. A reply with `load` is checked against the
   * contract in tests alone: checking a large body costs more than sending it.
   */
  load?: () => Promise<Reply>;
}

/**
 * Whether a route looks up the caller, and whether the caller has to be signed in. `none`: anybody may call, and no
 * session is looked up. `optional`: the caller is null without a session. `session`: a request without a session is
 * answered with 401.
 */
type Auth = "none" | "optional" | "session";

/**
 * The values of `Auth` that a route with a given action may have: an action that not everybody may do needs a signed-in
 * caller.
 */
type AuthFor<X extends Action> = X extends PublicAction ? "none" | "optional" : "session";

/**
 * Kinds of browser requests: `visits` open the address as a page, whichever site links to it; `own pages` are sent by
 * pages of the service and of ALLOWED_ORIGINS.
 */
type BrowserRequests = "visits" | "own pages";

/**
 * Koa's context, for code that does not import Koa and only passes the context to other functions, for instance to read
 * a cookie.
 */
export type RouteContext = Context;

/** Returns further faults of a request. In `sent`, params are parsed; query and body are as the client sent them. */
type FurtherFaults = (sent: { params?: unknown; query: unknown; body: unknown }) => Promise<Fault[]>;

type Method = "GET" | "POST" | "PATCH" | "DELETE";

/**
 * The schema that parses a part of a request, such as its query string; undefined if the route does not take that part.
 */
export type Schema = z.ZodType | undefined;
/** The value that a handler receives for a part of a request that a schema has parsed. */
export type Parsed<S extends Schema> = S extends z.ZodType ? z.output<S> : undefined;
type CallerOf<A extends Auth> = A extends "session"
  ? Caller
  : A extends "optional"
    ? Caller | null
    : undefined;

/** The input that every handler receives, regardless of the declaration of its route. */
interface BaseInput {
  /**
   * A digest that identifies the request by its Idempotency-Key; null if the request has no such header, and for a
   * route that is not idempotent.
   */
  key: string | null;
  /** The multipart form, which arrives only when the handler calls `receive`. */
  form: UploadedForm;
  /**
   * Receives the fields that a form of a page posts; the fields are read only when the handler calls the function.
   * @throws Problem 400, 408, 413 or 415
   */
  postedFields: () => Promise<PostedFields>;
  /**
   * Receives the bytes of a JSON body; the body is read only when the handler calls the function.
   * @throws Problem 400, 408, 413 or 415
   */
  jsonBytes: () => Promise<Buffer>;
  /**
   * Runs work for which the client waits. Limits the number of waiting requests of each address, and aborts the signal
   * that the work gets when the client disconnects.
   */
  hold: Hold;
  /** Koa's context, for facts that the contract does not cover: content negotiation and the name of a download. */
  context: Context;
}

interface RouteInput<P extends Schema, Q extends Schema, B extends Schema, A extends Auth> extends BaseInput {
  params: Parsed<P>;
  query: Parsed<Q>;
  body: Parsed<B>;
  caller: CallerOf<A>;
}

interface RouteDefinition<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  X extends Action,
  A extends Auth,
> {
  method: Method;
  /** The path of the route, with parameters as `:name`. */
  path: string;
  summary: string;
  /**
   * The action of the route: a row of the table in `access.ts`, which says who may do the action, and which scope a
   * token needs for it.
   */
  action: X;
  auth: A;
  params?: P;
  /** The schema of the query string. Unknown names in the query string are ignored. */
  query?: Q;
  /** The schema of the JSON body of the route's requests. */
  body?: B;
  /**
   * The fields of a multipart form, for the OpenAPI document; a field for files is `z.file()`. The handler itself
   * receives the form and checks the fields.
   */
  form?: z.ZodObject;
  /**
   * The JSON body of a route whose requests are signed over the bytes of the body, for the OpenAPI document. The
   * handler itself receives the bytes and checks the signature.
   */
  signedBody?: z.ZodObject;
  /**
   * True for a route that receives the fields which a form of a page posts. The handler receives and checks the fields.
   */
  takesFields?: boolean;
  /**
   * Whether tokens are accepted; true by default. False for a page: pages are for sessions of browsers, and show data
   * of which a token may read only a part.
   */
  takesTokens?: boolean;
  example?: RequestExample;
  /**
   * True for a POST that changes nothing, so that pages of other sites may send the request. The default is true for
   * GET and false for other methods.
   */
  isReadOnly?: boolean;
  /**
   * True where the route honours the header Idempotency-Key. Such a route needs a session, because a key belongs to an
   * account.
   */
  isIdempotent?: boolean;
  /**
   * The kinds of problem that the handler answers with. `problemsOf` adds the kinds that follow from the other members
   * of the declaration.
   */
  problems?: readonly ProblemName[];
  /**
   * True where pages of any origin may show the answer, as an image or in a frame. Such an answer needs its own
   * Content-Security-Policy.
   */
  isEmbeddable?: boolean;
  /**
   * True if machines call the route every few seconds, as health probes do. The requests of such a route are logged at
   * the level debug.
   */
  isProbe?: boolean;
  /**
   * The only kind of browser requests that the route accepts. Set the option for a route by which a page of a stranger
   * could otherwise use up a visitor's rate limit. All other browser requests are refused before they count against the
   * rate limit. By default the route accepts every request.
   */
  takesFromBrowsers?: BrowserRequests;
  /**
   * Returns those faults of a request that its schemas cannot find, such as an id that does not exist. The function is
   * called only for a request in which a schema has found a fault, so that the response names every fault; other
   * requests reach the handler, which throws the same faults.
   */
  furtherFaults?: FurtherFaults;
  /** The rate limit that counts the route's requests. By default `rateLimitOf` finds it by path, method and `auth`. */
  limit?: RateLimitName | "none";
  /** The answers of the route by their status. Problems are not included. */
  responses: Readonly<Record<number, Answer>>;
  handler: (input: RouteInput<P, Q, B, A>) => Promise<Reply>;
}

interface UntypedInput extends BaseInput {
  params: unknown;
  query: unknown;
  body: unknown;
  caller: unknown;
}
