import * as fc from "fast-check";
import type { Route } from "../../../src/http/route.ts";
import type { RawRequest } from "./exchange.ts";
import { rightParameterOf, rightQueryOf, strangeQueries } from "./queries.ts";
import { formBodies, rightForms, type Body } from "./form-bodies.ts";
import { hostileHeaders } from "./hostile-headers.ts";
import { hostileText, hostileTexts, hostileValue, toJson } from "./hostile-values.ts";
import {
  jsonSchemaOf,
  nearlyValidJson,
  shortestValidJson,
  validValues,
  type JsonSchema,
} from "./values-of-schema.ts";
import { senders, type Sender } from "./world.ts";

/**
 * A generated request, in which numbers stand for resources of the service. `requestOf` replaces the numbers by ids.
 */
export interface RequestPlan {
  sender: Sender;
  method: string;
  /** A value for each path parameter: the number of a known resource, or a text that is sent as it is. */
  parameters: readonly (number | string)[];
  query: string;
  body: Body | null;
  headers: readonly (readonly [name: string, value: string])[];
  framing: "right" | "chunked" | "longer than said" | "shorter than said" | "broken chunks";
}

/** Path segments that are sent unchanged and that a router may misinterpret. */
const hostileSegments: readonly string[] = [
  "%2e%2e",
  "..",
  ".",
  "",
  "%00",
  "%2500",
  "%252e%252e%252f",
  "%",
  "%zz",
  "%c0%ae",
  "%ff",
  "%ED%A0%80",
  "a%2fb",
  "a/b",
  "0",
  "-1",
  "1.0",
  "1e3",
  "01",
  "%31",
  "99999999999999999999",
  "__proto__",
  "constructor",
  "[object%20Object]",
  "n".repeat(3000),
  "%F0%9F%92%A5",
  "<script>",
  "caf\u00e9",
];

/** Generates requests to a route: valid requests, and requests with a fault in any part. */
export function requestsOf(route: Route): fc.Arbitrary<RequestPlan> {
  const names = [...route.path.matchAll(/:(\w+)/g)];
  return fc.record({
    sender: fc.constantFrom<Sender[]>(...senders, senders[0], senders[1], senders[0]),
    method: fc.oneof(
      { weight: 12, arbitrary: fc.constant<string>(route.method) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "HEAD",
          "OPTIONS",
          "TRACE",
          "PUT",
          "PATCH",
          "DELETE",
          "POST",
          "GET",
          "PROPFIND",
        ),
      },
    ),
    parameters: fc.tuple(...names.map(([, name = ""]) => parameterOf(route, name))),
    query: queriesOf(route),
    body: bodiesOf(route),
    headers: hostileHeaders,
    framing: fc.oneof(
      { weight: 12, arbitrary: fc.constant("right" as const) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          "chunked",
          "longer than said",
          "shorter than said",
          "broken chunks" as const,
        ),
      },
    ),
  });
}

/** Returns a valid request to a route, by an account and about the account's own resources. */
export function rightRequestOf(route: Route): RequestPlan {
  const { method } = route;
  const parameters = [...route.path.matchAll(/:\w+/g)].map(() => rightParameterOf(route));
  const body = rightForms[route.path] ?? rightJson(route);
  const query = rightQueryOf(route);
  return { sender: senders[0], method, parameters, query, body, headers: [], framing: "right" };
}

function rightJson({ body, signedBody }: Route): Body | null {
  const schema = body ?? signedBody;
  return schema ? { contentType: JSON_TYPE, content: Buffer.from(shortestValidJson(schema)) } : null;
}

function parameterOf({ params }: Route, name: string): fc.Arbitrary<number | string> {
  const schema = params && jsonSchemaOf(params).properties?.[name];
  const encoded = (value: unknown) => encodeURIComponent(String(value).toWellFormed());
  return fc.oneof(
    { weight: 8, arbitrary: fc.nat(20) },
    { weight: 2, arbitrary: validValues(schema ?? {}).map(encoded) },
    { weight: 2, arbitrary: fc.constantFrom(...hostileSegments) },
    { weight: 1, arbitrary: hostileText.map(encoded) },
  );
}

function queriesOf(route: Route): fc.Arbitrary<string> {
  const strange = fc.constantFrom(...strangeQueries);
  if (!route.query)
    return fc.oneof({ weight: 4, arbitrary: fc.constant("") }, { weight: 1, arbitrary: strange });
  const schema = jsonSchemaOf(route.query);
  const names = Object.keys(schema.properties ?? {});
  const pair = (name: string, value: unknown) =>
    `${encodeURIComponent(name)}=${encodeURIComponent(String(value).toWellFormed())}`;
  const valid = validValues(schema).map((value) =>
    Object.entries(value as object)
      .map(([name, member]) => pair(name, member))
      .join("&"),
  );
  const faulty = fc
    .tuple(
      valid,
      fc.constantFrom(...names, "__proto__", "unknown"),
      hostileText,
      fc.constantFrom("", "[]", "[a]"),
    )
    .map(([query, name, value, brackets]) =>
      [query, pair(`${name}${brackets}`, value)].filter(Boolean).join("&"),
    );
  const raw = fc
    .tuple(
      fc.constantFrom(...names),
      fc.constantFrom(...hostileSegments.filter((text) => !text.includes("\u00e9"))),
    )
    .map(([name, value]) => `${name}=${value}`);
  return fc.oneof(
    { weight: 4, arbitrary: valid },
    { weight: 3, arbitrary: faulty },
    { weight: 1, arbitrary: raw },
    { weight: 1, arbitrary: strange },
  );
}

const JSON_TYPE = "application/json";
const otherTypes = [
  null,
  "text/plain",
  "application/json; charset=utf-16",
  "APPLICATION/JSON; charset=UTF-8",
  "application/x-www-form-urlencoded",
  "multipart/form-data; boundary=b",
  "application/json, text/html",
  "a/b/c",
  ";",
] as const;

function bodiesOf(route: Route): fc.Arbitrary<Body | null> {
  if (route.path in rightForms)
    return formBodies(fc.constantFrom("1", "1", "1", "2", "3", "4", "99999", "0"));
  const json = route.body ?? route.signedBody;
  if (json) return jsonBodies(jsonSchemaOf(json));
  const unasked = fc.constantFrom<Body>(
    { contentType: JSON_TYPE, content: Buffer.from('{"a":1}') },
    { contentType: "text/plain", content: Buffer.from("x".repeat(100_000)) },
    { contentType: null, content: Buffer.from([0, 255]) },
  );
  return fc.oneof({ weight: 6, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: unasked });
}

function jsonBodies(schema: JsonSchema): fc.Arbitrary<Body | null> {
  const asJson = (text: string): Body => ({ contentType: JSON_TYPE, content: Buffer.from(text) });
  const valid = validValues(schema).map((value) => asJson(toJson(value)));
  const cut = fc
    .tuple(nearlyValidJson(schema), fc.nat())
    .map(([text, at]) => asJson(text.slice(0, at % Math.max(1, text.length))));
  const bytes = fc
    .uint8Array({ maxLength: 60 })
    .map((array) => ({ contentType: JSON_TYPE, content: Buffer.from(array) }));
  const special = fc.constantFrom<Body | null>(
    null,
    asJson(""),
    asJson(`\ufeff{}`),
    asJson("{} {}"),
    asJson('{"a":1,}'),
    asJson(" ".repeat(65_537)),
    asJson(`{"name":"${"n".repeat(200_000)}"}`),
    { contentType: JSON_TYPE, content: Buffer.from('{"name":"\u00e9"}', "latin1") },
  );
  const otherwiseTyped = fc
    .tuple(valid, fc.constantFrom(...otherTypes))
    .map(([{ content }, contentType]) => ({ contentType, content }));
  return fc.oneof(
    { weight: 7, arbitrary: valid },
    { weight: 8, arbitrary: nearlyValidJson(schema).map(asJson) },
    { weight: 1, arbitrary: hostileValue.map((value) => asJson(toJson(value))) },
    { weight: 1, arbitrary: cut },
    { weight: 1, arbitrary: bytes },
    { weight: 1, arbitrary: special },
    { weight: 1, arbitrary: otherwiseTyped },
    { weight: 1, arbitrary: fc.constantFrom(...hostileTexts).map(asJson) },
  );
}

/** The credentials and resources of the test's service that `requestOf` inserts into a request. */
interface KnownThings {
  credentialsOf: (sender: Sender) => readonly (readonly [string, string])[];
  knownValues: (parameter: string, sender: Sender) => readonly string[];
}

/**
 * The largest request head that Node reads. Node closes the connection after a larger head, and the response may get
 * lost.
 */
const MAX_HEAD_BYTES = 16 * 1024;

/** Returns the HTTP request that a generated plan describes. Numbers in the plan become ids of the test's service. */
export function requestOf(route: Route, plan: RequestPlan, world: KnownThings): RawRequest {
  const { method, parameters, query, body, framing } = plan;
  const given = [...parameters];
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const value = given.shift() ?? 0;
    if (typeof value === "string") return value;
    const known = world.knownValues(name, plan.sender);
    return known[value % Math.max(1, known.length)] ?? "unknown";
  });
  const framed = frame(body?.content ?? Buffer.alloc(0), framing, body !== null);
  const own = new Set(plan.headers.map(([name]) => name.toLowerCase()));
  const usual: (readonly [string, string])[] = [
    ["Host", "bench.test"],
    ["Connection", "close"],
    ...world.credentialsOf(plan.sender),
    ...(typeof body?.contentType === "string" ? ([["Content-Type", body.contentType]] as const) : []),
    ...framed.headers,
  ];
  const headers = [...usual.filter(([name]) => !own.has(name.toLowerCase())), ...plan.headers];
  let times = 0;
  const named = query.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const known = [...new Set(world.knownValues(name, plan.sender))];
    return known[times++ % Math.max(1, known.length)] ?? "unknown";
  });
  const target = `${path}${named === "" ? "" : `?${named}`}`;
  const headBytes = headers.reduce(
    (sum, [name, value]) => sum + name.length + value.length + 4,
    target.length,
  );
  return {
    method,
    target,
    headers,
    body: framed.body,
    isBroken: framed.isBroken || headBytes > MAX_HEAD_BYTES,
  };
}

function frame(content: Buffer, framing: RequestPlan["framing"], hasBody: boolean) {
  const length = (bytes: number) => [["Content-Length", String(bytes)]] as const;
  const chunked = [["Transfer-Encoding", "chunked"]] as const;
  const size = content.length.toString(16);
  switch (framing) {
    case "right":
      return { headers: hasBody ? length(content.length) : [], body: content, isBroken: false };
    case "longer than said":
      return { headers: length(Math.floor(content.length / 2)), body: content, isBroken: true };
    case "shorter than said":
      return { headers: length(content.length + 10), body: content, isBroken: true };
    case "chunked": {
      const chunk = content.length === 0 ? [] : [Buffer.from(`${size}\r\n`), content, Buffer.from("\r\n")];
      return { headers: chunked, body: Buffer.concat([...chunk, Buffer.from("0\r\n\r\n")]), isBroken: false };
    }
    case "broken chunks":
      return {
        headers: chunked,
        body: Buffer.concat([Buffer.from(`${size}z\r\n`), content]),
        isBroken: true,
      };
  }
}
