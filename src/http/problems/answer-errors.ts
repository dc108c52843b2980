import type { Context, Middleware } from "koa";
import { DomainError, StoreUnavailableError } from "../../errors.ts";
import type { Logger } from "../../infra/logger.ts";
import { asStoreError } from "../../infra/store-errors.ts";
import type { StoreLog } from "../../infra/store-log.ts";
import { errorToProblem } from "./error-to-problem.ts";
import { escapeHtml, htmlPage, pageHeaders } from "../pages/html-page.ts";
import { problemBody, type Problem, type ProblemBody } from "./problem-types.ts";

/**
 * Turns every thrown error into a response of type `application/problem+json`, and for a browser that opens an address into a page. Errors of status 500 and above are logged; those of
 * an unavailable store by two lines for all requests, where it becomes unavailable and where it is back.
 */
export function answerErrors({ publicUrl, logger, storeLog }: AnswerErrorsDeps): Middleware {
  return async (context, next) => {
    try {
      await next();
    } catch (thrown) {
      const error = asStoreError(isOutcomeUnknown(thrown) ? thrown.cause : thrown);
      const problem = errorToProblem(error);
      const requestId = context.state["requestId"] as string;
      if (error instanceof StoreUnavailableError) storeLog.failed(error.store, error);
      else if (problem.type.status >= 500)
        logger.error({ err: error, request_id: requestId }, problem.type.title);
      sendProblem(context, problem, { publicUrl, requestId });
    }
  };
}

interface AnswerErrorsDeps {
  publicUrl: string;
  logger: Logger;
  storeLog: Pick<StoreLog, "failed">;
}

/**
 * Whether the connection to a store broke while a request was stored, so that nobody knows whether it is stored. The client
 * gets the store's error behind this one, and finds out by sending the request again.
 */
function isOutcomeUnknown(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code === "outcome_unknown";
}

function sendProblem(
  context: Context,
  problem: Problem,
  names: { publicUrl: string; requestId: string },
): void {
  context.status = problem.type.status;
  // RFC 9110 asks for a challenge with every 401; a browser shows no dialog for this one.
  const challenge = problem.type.status === 401 ? { "WWW-Authenticate": "Bearer" } : {};
  // The answer that could not be made may have had one.
  context.remove("ETag");
  context.set({ "Cache-Control": "no-store", ...challenge, ...problem.headers });
  context.vary("Accept");
  const body = problemBody(problem, names);
  if (opensPage(context)) {
    context.set(pageHeaders);
    context.body = problemPage(body);
    return;
  }
  context.body = JSON.stringify(body);
  context.type = "application/problem+json";
}

/** Whether a browser shows the answer as a page. It asks for HTML; a program that takes anything gets JSON. */
function opensPage(context: Context): boolean {
  const types = ["application/problem+json", "application/json", "text/html"];
  return ["GET", "HEAD"].includes(context.method) && context.accepts(types) === "text/html";
}

/** Returns a problem as a page in HTML: all that its JSON tells, and the way back. */
function problemPage({ title, status, detail, errors = [], request_id, type }: ProblemBody): string {
  const faults = errors.map(
    (fault) => `<li><code>${escapeHtml(fault.pointer)}</code> ${escapeHtml(fault.detail)}</li>`,
  );
  const list = faults.length > 0 ? `<ul>\n${faults.join("\n")}\n</ul>\n` : "";
  return htmlPage(
    title,
    `<p>${escapeHtml(detail)}</p>
${list}<h2>Go on</h2>
<ul>
<li><a href="/">To the first page of this service</a></li>
<li><a href="${escapeHtml(type)}">What this problem means</a></li>
</ul>
<p><small>HTTP status ${status}, request ${escapeHtml(request_id)}</small></p>`,
  );
}
