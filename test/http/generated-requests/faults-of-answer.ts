import { hostname } from "node:os";
import process from "node:process";
import { problemsOf } from "../../../src/http/problems/problems-of-route.ts";
import { problemTypes, type ProblemName } from "../../../src/http/problems/problem-types.ts";
import type { Route } from "../../../src/http/route.ts";
import type { TestService } from "../../helpers/service.ts";
import type { RawAnswer, RawRequest } from "./exchange.ts";

/** Returns all faults of a response: whatever contradicts the declared routes or the rules for every response. */
export function faultsOfAnswer(
  { routes: ofPrograms, pages, config, stores }: TestService,
  request: RawRequest,
  answer: RawAnswer,
): string[] {
  // If a browser asks for HTML at a path that a page and a route of the API share, the page answers.
  const routes = [...ofPrograms, ...pages];
  const secrets = [
    config.MONGODB_URL,
    config.REDIS_URL,
    config.MEILI_URL,
    config.MEILI_KEY ?? "",
    ...Object.values(config.LOGIN_PROVIDERS).map(({ client_secret }) => client_secret),
    stores.keyPrefix,
  ];
  return [
    ...faultsOfEveryAnswer(request, answer),
    ...leaksIn(request, answer, secrets),
    ...(isProblem(answer)
      ? faultsOfProblem(answer, allowedProblems(routes, request), config.PUBLIC_URL)
      : faultsOfSuccess(routes, request, answer)),
  ];
}

const isProblem = ({ status }: RawAnswer) => status >= 400;

function faultsOfEveryAnswer({ headers }: RawRequest, answer: RawAnswer): string[] {
  const faults: string[] = [];
  const id = answer.headers.get("x-request-id") ?? "";
  const given = headers.filter(([name]) => name === "X-Request-Id").map(([, value]) => value);
  if (!/^[\w.:-]{1,128}$/.test(id)) faults.push(`X-Request-Id is ${JSON.stringify(id)}`);
  // The service cannot read the X-Request-Id of a request whose headers are invalid or too large.
  const isUnread = answer.status === 431 || answer.text.includes("found bytes that are not HTTP");
  if (given.includes("abc-123") && given.length === 1 && !isUnread && id !== "abc-123")
    faults.push(`X-Request-Id is ${id}, not the given one`);
  if (!answer.isWhole) faults.push("the answer ends before its announced length");
  if (answer.headers.get("x-content-type-options") !== "nosniff")
    faults.push("X-Content-Type-Options is missing");
  if (answer.headers.has("x-injected")) faults.push("a header was injected");
  return faults;
}

/**
 * Returns the internals that a response reveals: a stack trace, a path or the name of this machine, a driver's error, a
 * store's URL or key.
 */
function leaksIn(request: RawRequest, { text, headers }: RawAnswer, secrets: readonly string[]): string[] {
  const sent = `${request.target} ${request.headers.join(" ")} ${request.body.toString("utf8")}`;
  const answered = `${[...headers.values()].join(" ")} ${text}`;
  const words = [
    process.cwd(),
    "node_modules",
    ".ts:",
    "node:internal",
    "MongoServer",
    "BSONError",
    "ReplyError",
    "ZodError",
  ];
  const traces = [...words, ...secrets, hostname()].filter((word) => word.length > 2);
  const found = traces.filter((word) => answered.includes(word) && !sent.includes(word));
  if (/\n\s+at \S+ \(/.test(text)) found.push("a stack");
  return found.map((word) => `the answer shows ${word}`);
}

/** Returns the routes whose declared path and method match a request. */
function routesFor(routes: readonly Route[], { method, target }: RawRequest): Route[] {
  const effective = method === "HEAD" ? "GET" : method;
  return routesAt(routes, target).filter((route) => route.method === effective);
}

function routesAt(routes: readonly Route[], target: string): Route[] {
  const [path = ""] = target.split(/[?#]/);
  return routes.filter((route) => patternOf(route.path).test(path));
}

const patterns = new Map<string, RegExp>();

/** Returns the pattern of a declared path. Patterns are cached, because each response is compared with all paths. */
function patternOf(path: string): RegExp {
  let pattern = patterns.get(path);
  if (pattern === undefined) {
    const source = path.replaceAll(/[.+*]/g, String.raw`\$&`).replaceAll(/:\w+/g, "[^/]+");
    pattern = new RegExp(`^${source}$`, "u");
    patterns.set(path, pattern);
  }
  return pattern;
}

/**
 * The problems of requests that fail before the service looks for a route: malformed requests, and headers that are too
 * large.
 */
const beforeRoutes: readonly ProblemName[] = ["malformedRequest", "headersTooLarge"];

function allowedProblems(routes: readonly Route[], request: RawRequest): ReadonlySet<ProblemName> {
  const taking = routesFor(routes, request);
  const isKnown = routesAt(routes, request.target).length > 0;
  const own: readonly ProblemName[] =
    taking.length > 0
      ? taking.flatMap((route) => Array.from(problemsOf(route)))
      : [isKnown ? "methodNotAllowed" : "notFound"];
  return new Set([...beforeRoutes, ...own]);
}

function faultsOfProblem(answer: RawAnswer, allowed: ReadonlySet<ProblemName>, publicUrl: string): string[] {
  const { status, headers, text } = answer;
  if (status >= 500) return [`status ${status}: ${text}`];
  if (text === "" && headers.get("content-length") !== "0") return []; // the response to HEAD has no body
  if (headers.get("content-type") === "text/html; charset=utf-8")
    return faultsOfPage(answer, allowed, publicUrl);
  if (headers.get("content-type") !== "application/problem+json")
    return [`the problem has the type ${headers.get("content-type") ?? "none"}`];
  const body = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const name = namesOfTypes.get(String(body["type"]).replace(`${publicUrl}/problems/`, ""));
  if (name === undefined) return [`the problem has the unknown type ${String(body["type"])}`];
  const { title } = problemTypes[name];
  const faults: string[] = [];
  if (!allowed.has(name)) faults.push(`the problem ${name} is not declared`);
  if (problemTypes[name].status !== status || body["status"] !== status)
    faults.push(`${name} has the status ${status}`);
  if (body["title"] !== title) faults.push(`the title is ${String(body["title"])}`);
  if (body["request_id"] !== headers.get("x-request-id")) faults.push("request_id is not the X-Request-Id");
  if (typeof body["detail"] !== "string" || body["detail"] === "") faults.push("there is no detail");
  if (name === "invalidInput" && !areFaults(body["errors"]))
    faults.push(`errors is ${JSON.stringify(body["errors"])}`);
  if (name === "methodNotAllowed" && !headers.has("allow")) faults.push("there is no Allow header");
  if ((status === 429 || status === 409) && !/^\d+$/.test(headers.get("retry-after") ?? ""))
    faults.push("there is no Retry-After header");
  return faults;
}

/** The HTML tags that the content of a problem page has. Any other tag in the content would come from the request. */
const CONTENT_TAGS = new Set(
  "article h1 p ul li strong a details summary search form span label input button".split(" "),
);

/** The HTML tags that every page has around its content. */
const FRAME_TAGS = new Set(
  "html head meta title link body a header svg path nav ul li search form span label input button main footer p".split(
    " ",
  ),
);

/** Matches a script element of the service, which has a source and no text. */
const OWN_SCRIPT = /<script type="module" src="\/assets\/[\w.-]+"><\/script>/g;

/** Returns the faults of the page that a browser gets for a problem. */
function faultsOfPage(answer: RawAnswer, allowed: ReadonlySet<ProblemName>, publicUrl: string): string[] {
  const { status, headers, text } = answer;
  const [, slug = ""] = text.split(`<a href="${publicUrl}/problems/`)[1]?.match(/^([a-z-]+)">/) ?? [];
  const name = namesOfTypes.get(slug);
  if (name === undefined) return ["the page leads to no page about a kind of problem"];
  const faults: string[] = [];
  if (!allowed.has(name)) faults.push(`the problem ${name} is not declared`);
  if (problemTypes[name].status !== status) faults.push(`${name} has the status ${status}`);
  if (!text.includes(`<h1>${problemTypes[name].title}</h1>`)) faults.push("the page has another heading");
  if (!text.includes(`request ${headers.get("x-request-id")}<`)) faults.push("the page has no request id");
  const [before = "", rest = ""] = text.split(/(?<=<main id="main">)/);
  const [content = "", after = ""] = rest.split(/(?=<\/main>)/);
  const frame = `${before}${after}`.replaceAll(OWN_SCRIPT, "");
  const others = [
    ...tagsOf(content).filter((tag) => !CONTENT_TAGS.has(tag)),
    ...tagsOf(frame).filter((tag) => !FRAME_TAGS.has(tag)),
  ];
  if (others.length > 0) faults.push(`the page has ${others.join(", ")}`);
  return faults;
}

/** Returns the names of the tags of a text in HTML, in their order. */
const tagsOf = (html: string): string[] => [...html.matchAll(/<\/?([a-z0-9]+)/gi)].map(([, tag = ""]) => tag);

const namesOfTypes = new Map<string, ProblemName>(
  (Object.keys(problemTypes) as ProblemName[]).map((name) => [problemTypes[name].slug, name]),
);

/** Returns whether a value is a list of faults, each with a JSON pointer (RFC 6901) and a sentence. */
function areFaults(value: unknown): boolean {
  if (!Array.isArray(value) || value.length === 0) return false;
  return value.every((fault: unknown) => {
    const { pointer, detail, ...others } = fault as Record<string, unknown>;
    const isPointer = typeof pointer === "string" && /^(?:\/(?:[^~/]|~[01])*)*$/u.test(pointer);
    return isPointer && typeof detail === "string" && detail !== "" && Object.keys(others).length === 0;
  });
}

function faultsOfSuccess(routes: readonly Route[], request: RawRequest, answer: RawAnswer): string[] {
  const { status, headers, text } = answer;
  const { method } = request;
  if (method === "OPTIONS") return headers.has("allow") ? [] : ["the answer to OPTIONS has no Allow header"];
  const taking = routesFor(routes, request);
  const isConditional = request.headers.some(([name]) => /^if-(?:none-match|modified-since)$/i.test(name));
  if (status === 304) return isConditional ? [] : ["304 answers a request without a condition"];
  const declaring = taking.filter(({ responses }) => responses[status] !== undefined);
  if (declaring.length === 0) return [`status ${status} is not declared`];
  if (method === "HEAD") return text === "" ? [] : ["the answer to HEAD has a body"];
  const faults = declaring.map(({ responses }) => faultOfBody(responses[status] ?? {}, answer));
  return faults.includes(null) ? [] : faults.filter((fault) => fault !== null);
}

function faultOfBody(
  { json, other, headers: declared = {} }: Route["responses"][number],
  { headers, text, status }: RawAnswer,
): string | null {
  const missing = Object.entries(declared).find(
    ([name, when]) => when === "always" && !headers.has(name.toLowerCase()),
  );
  if (missing) return `the header ${missing[0]} is missing`;
  if (json === undefined && other === undefined) return text === "" ? null : `${status} has a body`;
  const [type = ""] = headers.get("content-type")?.split(";") ?? [];
  const isJson = type === "application/json";
  const schema = isJson ? json : other?.[type];
  if (schema === undefined) return `a body of the type ${type} is not declared`;
  const parsed = schema?.safeParse(isJson ? JSON.parse(text) : text);
  return parsed?.error ? `the body breaks its schema: ${parsed.error.message}` : null;
}
