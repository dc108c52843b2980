import type { Context, Middleware } from "koa";
import { DomainError } from "../../errors.ts";
import type { Logger } from "../../infra/logger.ts";
import { asStoreError } from "../../infra/store-errors.ts";
import { errorToProblem } from "./error-to-problem.ts";
import { problemBody, type Problem } from "./problem-types.ts";

/** Answers every error as `application/problem+json`. An error that nobody expected is logged, never shown. */
export function answerErrors({ publicUrl, logger }: { publicUrl: string; logger: Logger }): Middleware {
  return async (context, next) => {
    try {
      await next();
    } catch (thrown) {
      const error = asStoreError(isOutcomeUnknown(thrown) ? thrown.cause : thrown);
      const problem = errorToProblem(error);
      const requestId = context.state["requestId"] as string;
      if (problem.type.status >= 500) logger.error({ err: error, request_id: requestId }, problem.type.title);
      answer(context, problem, { publicUrl, requestId });
    }
  };
}

/** The client is told of the store's error behind it: sending the request again finds out what became of it. */
function isOutcomeUnknown(error: unknown): error is DomainError {
  return error instanceof DomainError && error.code === "outcome_unknown";
}

function answer(context: Context, problem: Problem, names: { publicUrl: string; requestId: string }): void {
  context.status = problem.type.status;
  context.set({ "Cache-Control": "no-store", ...problem.headers });
  context.body = JSON.stringify(problemBody(problem, names));
  context.type = "application/problem+json";
}
