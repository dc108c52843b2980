import type { Context, Middleware } from "koa";
import type { Caller } from "../../authorization.ts";
import { DomainError, StoreUnavailableError } from "../../errors.ts";
import type { Logger } from "../../infra/logger.ts";
import { asStoreError } from "../../infra/store-errors.ts";
import type { StoreLog } from "../../infra/store-log.ts";
import type { RenderProblem } from "../../pages/index.ts";
import { asksForPage } from "../asks-for-page.ts";
import { pageBefore } from "../page-before.ts";
import { requestIdOf } from "../request-id.ts";
import { hasSessionCookie } from "../session-cookie.ts";
import { readTheme, type Theme } from "../theme-cookie.ts";
import { errorToProblem } from "./error-to-problem.ts";
import { Problem, problemBody, type ProblemBody } from "./problem-types.ts";

/**
 * Turns every thrown error into a response of type `application/problem+json`, or into a page for a browser that shows
 * it. Errors of status 500 and above are logged. An outage of a store is logged in two lines for all requests together:
 * when the store becomes unavailable, and when it is available again.
 */
export function answerErrors({ publicUrl, renderProblem, logger, storeLog }: AnswerErrorsDeps): Middleware {
  return async (context, next) => {
    try {
      await next();
    } catch (thrown) {
      const error = asStoreError(isOutcomeUnknown(thrown) ? thrown.cause : thrown);
      const problem = errorToProblem(error);
      const requestId = requestIdOf(context);
      context.state["problem"] = problem.type.slug;
      if (error instanceof StoreUnavailableError) storeLog.failed(error.store, error);
      // Do not log an error that is a Problem: it was thrown on purpose, and the log line of the request names the kind
      // of problem.
      else if (problem.type.status >= 500 && !(error instanceof Problem))
        logger.error({ err: error, request_id: requestId }, problem.type.title);
      sendProblem(context, problem, { publicUrl, requestId, renderProblem });
    }
  };
}

interface AnswerErrorsDeps {
  publicUrl: string;
  renderProblem: RenderProblem;
  logger: Logger;
  storeLog: Pick<StoreLog, "failed">;
}

/** An error response (a problem of RFC 9457) that a page shows, and the visitor who sees the page. */
export interface ShownProblem {
  problem: ProblemBody;
  /** Who is signed in; null for nobody; undefined if the request was refused before the caller was identified. */
  caller: Caller | null | undefined;
  /** Path and query string of the request. */
  address: string;
  /**
   * Path and query string of the page to which the visitor may go back; for a posted form, the page that contains the
   * form.
   */
  pageAddress: string;
  /** The theme that the visitor has chosen; undefined if the visitor uses the theme of the operating system. */
  theme: Theme | undefined;
}

/**
 * Whether an error says that the connection to a store broke while the data of a request were stored, so that nobody
 * knows whether the data are stored. The response is the same as for the store's error that caused this error; the
 * client learns the outcome by sending the request again.
 */
function isOutcomeUnknown(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code === "outcome_unknown";
}

function sendProblem(
  context: Context,
  problem: Problem,
  {
    publicUrl,
    requestId,
    renderProblem,
  }: { requestId: string } & Pick<AnswerErrorsDeps, "publicUrl" | "renderProblem">,
): void {
  context.status = problem.type.status;
  // Send a challenge with every 401, as RFC 9110 demands. Browsers show no dialog for the challenge `Bearer`.
  const challenge = problem.type.status === 401 ? { "WWW-Authenticate": "Bearer" } : {};
  // Remove the headers that the handler may have set for its own answer before it failed.
  context.remove("ETag");
  context.remove("Content-Disposition");
  context.set({ "Cache-Control": "no-store", ...challenge, ...problem.headers });
  context.vary("Accept");
  const body = problemBody(problem, { publicUrl, requestId });
  if (showsPage(context)) {
    const identified = context.state["caller"] as Caller | null | undefined;
    // A request without a session cookie has no caller, even if it was refused before the caller was identified.
    const caller = identified === undefined && !hasSessionCookie(context) ? null : identified;
    const address = context.url;
    const pageAddress = isVisit(context) ? address : (pageBefore(context) ?? "/");
    const theme = readTheme(context);
    const page = renderProblem({ problem: body, caller, address, pageAddress, theme });
    context.set(page.headers);
    context.body = page.body;
    return;
  }
  context.body = JSON.stringify(body);
  context.type = "application/problem+json";
}

/** Whether a browser shows the answer as a page, because it opens an address or posts a form of a page. */
function showsPage(context: Context): boolean {
  return (isVisit(context) || context.state["isPage"] === true) && asksForPage(context);
}

const isVisit = ({ method }: Context): boolean => method === "GET" || method === "HEAD";
