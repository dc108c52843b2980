import type { Answer, AnswerHeader, Reply, Route } from "./route.ts";

/** The headers that every answer may have. The OpenAPI document does not list these headers for single answers. */
const COMMON_HEADERS: ReadonlySet<string> = new Set([
  "Content-Type",
  "Content-Length",
  "Content-Security-Policy",
  "Cache-Control",
  "Referrer-Policy",
  "Vary",
]);

/** The minimum time between two checks of answers of the same route, in ms, outside of tests. */
const CHECK_PAUSE_MS = 100;

/**
 * Returns a function that decides whether to check an answer of a route: in tests every answer; elsewhere an answer
 * that is sent at least CHECK_PAUSE_MS after the last check of the route. A sample suffices, because a route that
 * breaks its contract does so in many answers. Checking one answer may take as long as a search for products.
 */
export function createReplySampling({ isTest }: { isTest: boolean }): () => boolean {
  let checkedAt = -Infinity;
  return () => {
    if (isTest) return true;
    const now = performance.now();
    if (now - checkedAt < CHECK_PAUSE_MS) return false;
    checkedAt = now;
    return true;
  };
}

/**
 * Returns a text that says how a reply breaks the declaration of its route: the reply has an undeclared status, header
 * or body, or lacks a declared one. Returns undefined if the reply fits the declaration.
 * @param isSet returns whether the handler has set a header besides those of the reply
 */
export function breachOf(route: Route, reply: Reply, isSet: (header: string) => boolean): string | undefined {
  const answer = route.responses[reply.status];
  if (!answer) return `status ${reply.status} is not declared`;
  return headerBreach(answer.headers ?? {}, reply, isSet) ?? bodyBreach(answer, reply);
}

function headerBreach(
  declared: NonNullable<Answer["headers"]>,
  { headers = {} }: Reply,
  isSet: (header: string) => boolean,
): string | undefined {
  const unknown = Object.keys(headers).find(
    (name) => !COMMON_HEADERS.has(name) && declared[name as AnswerHeader] === undefined,
  );
  if (unknown !== undefined) return `the header ${unknown} is not declared`;
  const missing = Object.entries(declared).find(
    ([name, when]) => when === "always" && headers[name] === undefined && !isSet(name),
  );
  return missing && `the header ${missing[0]} is missing`;
}

function bodyBreach(answer: Answer, { body, json, headers = {} }: Reply): string | undefined {
  const hasBody = body !== undefined || json !== undefined;
  const isDeclared = answer.json !== undefined || answer.other !== undefined;
  if (!hasBody) return isDeclared ? "the body is missing" : undefined;
  const [type = ""] = String(headers["Content-Type"] ?? "application/json").split(";");
  const schema = type === "application/json" ? answer.json : answer.other?.[type];
  if (schema === undefined) return `a body of the type ${type} is not declared`;
  const value: unknown = json === undefined ? body : JSON.parse(json);
  return schema?.safeParse(value).error?.message;
}
