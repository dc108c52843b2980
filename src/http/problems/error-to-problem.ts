import { RunLimitReachedError } from "../../accounts/errors.ts";
import { FileTooLargeError } from "../../benchmarks/errors.ts";
import { InvalidInputError, NotAllowedError, NotFoundError, StoreUnavailableError } from "../../errors.ts";
import { Problem, problemTypes } from "./problem-types.ts";

/** Somebody who has made more than these mends them first. */
const MAX_FAULTS = 100;
const RETRY_AFTER_S = "1";

/** The answer to an error: the one place where the domain's errors get their HTTP status. */
export function errorToProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof InvalidInputError) {
    const { faults } = error;
    const detail = faults.length === 1 ? "One value is not valid." : `${faults.length} values are not valid.`;
    return new Problem(problemTypes.invalidInput, { detail, faults: faults.slice(0, MAX_FAULTS) });
  }
  if (error instanceof NotFoundError) return new Problem(problemTypes.notFound, { detail: error.message });
  if (error instanceof NotAllowedError)
    return new Problem(problemTypes.notAllowed, { detail: error.message });
  if (error instanceof RunLimitReachedError) {
    const { tier, limit, used, requested, resetsAt } = error.state;
    return new Problem(problemTypes.runLimitReached, {
      detail: error.message,
      extensions: { tier, limit, used, requested, resets_at: resetsAt.toISOString() },
    });
  }
  if (error instanceof FileTooLargeError)
    return new Problem(problemTypes.payloadTooLarge, { detail: error.message });
  if (error instanceof StoreUnavailableError) {
    return new Problem(problemTypes.storeUnavailable, {
      detail: `${error.store} gave no answer. Nothing was lost; please try again in a moment.`,
      headers: { "Retry-After": RETRY_AFTER_S },
    });
  }
  return new Problem(problemTypes.internalError, {
    detail: "An error that we did not expect. Please try again later.",
  });
}
