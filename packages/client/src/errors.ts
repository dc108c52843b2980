import type { components } from "./api-types.ts";

/** The reason why the service refused a request, as it stands in the answer. */
export type Problem = components["schemas"]["Problem"];

/** The service refused a request. The message has the title and the detail of the problem, and every fault. */
export class ProblemError extends Error {
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The problem; null where something else than the service answered, such as a proxy. */
  readonly problem: Problem | null;
  /** After how many seconds the service asks for the request again; null if it does not. */
  readonly retryAfterS: number | null;

  constructor(response: Response, body: unknown) {
    const problem = isProblem(body) ? body : null;
    super(problem === null ? plainTextOf(response) : textOf(problem));
    this.name = "ProblemError";
    this.status = response.status;
    this.problem = problem;
    this.retryAfterS = secondsOf(response.headers.get("Retry-After") ?? "");
  }

  /** The name of the problem, such as `run-limit-reached`; empty where something else than the service answered. */
  get slug(): string {
    return this.problem?.type.split("/").at(-1) ?? "";
  }
}

/** The service did not answer: the network, the address or the service is away. */
export class ConnectionError extends Error {
  constructor(cause: Error) {
    super(`The service does not answer (${causeOf(cause)})`, { cause });
    this.name = "ConnectionError";
  }
}

/** A file changed, or could no longer be read, while it was sent. */
export class FileError extends Error {
  constructor(cause: Error) {
    super("A file changed, or could no longer be read, while it was sent", { cause });
    this.name = "FileError";
  }
}

/** Returns the seconds of a Retry-After, which is a number or, behind some proxies, a date. */
function secondsOf(retryAfter: string): number | null {
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

function isProblem(body: unknown): body is Problem {
  const { type, title, detail } = (body ?? {}) as Partial<Problem>;
  return typeof type === "string" && typeof title === "string" && typeof detail === "string";
}

function plainTextOf({ status, statusText, headers }: Response): string {
  const to = headers.get("Location");
  return `The answer was ${status} ${statusText}${to === null ? "" : `, which leads to ${to}`}`;
}

function textOf({ title, detail, errors = [] }: Problem): string {
  const faults = errors.filter((fault) => !detail.includes(fault.detail));
  return [`${title}: ${detail}`, ...faults.map(({ pointer, detail }) => `${pointer}: ${detail}`)].join("\n");
}

/** Returns the innermost reason of an error: fetch says only "fetch failed", and its cause what failed. */
function causeOf(error: Error): string {
  if (error.cause instanceof Error) return causeOf(error.cause);
  const { code } = error as NodeJS.ErrnoException;
  return error.message || (code ?? error.name);
}
