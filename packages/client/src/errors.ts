import type { components } from "./api-types.ts";

/** The body of an answer with which the service refuses a request. */
export type Problem = components["schemas"]["Problem"];

/**
 * Thrown if the service refuses a request. The message has the title and the detail of the problem, and every fault.
 */
export class ProblemError extends Error {
  /** The HTTP status of the answer with which the service refused the request. */
  readonly status: number;
  /** The problem that the service has answered; null if something else has answered, such as a proxy. */
  readonly problem: Problem | null;
  /** The number of seconds after which the service wants the request to be repeated; null if the answer names none. */
  readonly retryAfterS: number | null;

  constructor(response: Response, body: unknown) {
    const problem = isProblem(body) ? body : null;
    super(problem === null ? plainTextOf(response) : textOf(problem));
    this.name = "ProblemError";
    this.status = response.status;
    this.problem = problem;
    this.retryAfterS = secondsOf(response.headers.get("Retry-After") ?? "");
  }

  /** The name of the problem, such as `run-limit-reached`; empty if something else than the service has answered. */
  get slug(): string {
    return this.problem?.type.split("/").at(-1) ?? "";
  }
}

/** Thrown if the service does not answer, because the network or the service is down or the address is wrong. */
export class ConnectionError extends Error {
  constructor(cause: Error) {
    super(`The service does not answer (${causeOf(cause)})`, { cause });
    this.name = "ConnectionError";
  }
}

/** Thrown if a file changes, or can no longer be read, during its upload. */
export class FileError extends Error {
  constructor(cause: Error) {
    super("A file changed, or could no longer be read, while it was sent", { cause });
    this.name = "FileError";
  }
}

/** Returns the seconds that the header Retry-After names. The header is a number or, behind some proxies, a date. */
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

/** Returns the message of the innermost cause of an error: fetch only says "fetch failed", and the cause says why. */
function causeOf(error: Error): string {
  if (error.cause instanceof Error) return causeOf(error.cause);
  const { code } = error as NodeJS.ErrnoException;
  return error.message || (code ?? error.name);
}
