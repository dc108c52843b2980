import { DomainError, InvalidInputError, StoreUnavailableError, type ErrorCode } from "../../errors.ts";
import { Problem, problemTypes, type ProblemDetails, type ProblemType } from "./problem-types.ts";

/**
 * The type of problem (error response) that answers each domain error, by the code of the error. Nothing else in the
 * service assigns an HTTP status to an error code.
 */
const typeOfCode: Readonly<Record<ErrorCode, ProblemType>> = {
  invalid_input: problemTypes.invalidInput,
  bad_signature: problemTypes.badSignature,
  not_found: problemTypes.notFound,
  not_allowed: problemTypes.notAllowed,
  account_gone: problemTypes.signInRequired,
  account_being_deleted: problemTypes.accountBeingDeleted,
  account_suspended: problemTypes.accountSuspended,
  log_in_refused: problemTypes.logInRefused,
  sign_up_closed: problemTypes.signUpClosed,
  new_account_limit_reached: problemTypes.newAccountLimitReached,
  provider_unavailable: problemTypes.providerUnavailable,
  export_under_way: problemTypes.exportUnderWay,
  run_limit_reached: problemTypes.runLimitReached,
  token_limit_reached: problemTypes.tokenLimitReached,
  failed_run_limit_reached: problemTypes.failedRunLimitReached,
  waiting_limit_reached: problemTypes.waitingLimitReached,
  upload_limit_reached: problemTypes.uploadLimitReached,
  storage_full: problemTypes.storageFull,
  gone: problemTypes.gone,
  file_too_large: problemTypes.payloadTooLarge,
  overloaded: problemTypes.overloaded,
  try_again: problemTypes.tryAgain,
  store_unavailable: problemTypes.storeUnavailable,
  store_refused: problemTypes.internalError,
  outcome_unknown: problemTypes.internalError,
};

/**
 * The maximum number of faults in a response, which keeps the response short; a client with more faults corrects the
 * listed faults first.
 */
const MAX_FAULTS = 100;

/** Returns the problem to send for an error. The problem of an unexpected error shows nothing of the error. */
export function errorToProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  const type = error instanceof DomainError ? typeOfCode[error.code] : problemTypes.internalError;
  if (!(error instanceof DomainError) || type === problemTypes.internalError)
    return new Problem(type, {
      detail: "An unexpected error occurred in the service. Please try again later.",
    });
  return new Problem(type, detailsOf(error));
}

function detailsOf(error: DomainError): ProblemDetails {
  if (error instanceof InvalidInputError) {
    const { faults } = error;
    const detail =
      faults.length === 1
        ? "One value of the request is not valid."
        : `${faults.length} values of the request are not valid.`;
    return { detail, faults: faults.slice(0, MAX_FAULTS) };
  }
  if (error instanceof StoreUnavailableError) {
    const detail = `${error.message}. Nothing was lost; please try again in a moment.`;
    return { detail, ...retryHeaderOf(error) };
  }
  return { detail: error.message, extensions: error.details, ...retryHeaderOf(error) };
}

function retryHeaderOf({ retryAfterSeconds }: DomainError): Pick<ProblemDetails, "headers"> {
  return retryAfterSeconds === undefined ? {} : { headers: { "Retry-After": String(retryAfterSeconds) } };
}
