import { StoreUnavailableError, TryAgainError } from "../../errors.ts";
import { asStoreError } from "../../infra/store-errors.ts";
import { message } from "../../readers/index.ts";
import { ReaderCrashedError, ReaderTimeoutError, ReaderUnavailableError } from "../errors.ts";
import type { RunError } from "../model/run.ts";

/** Whether an error is transient: a store is unavailable, or did not answer in time. */
export function isPassing(error: unknown): boolean {
  return error instanceof TryAgainError || asStoreError(error) instanceof StoreUnavailableError;
}

/**
 * Whether an attempt to read a file failed for a reason that would affect every file. Such an attempt does not count
 * against PARSE_MAX_ATTEMPTS.
 */
export function isNobodysFault(error: unknown): boolean {
  return isPassing(error) || error instanceof ReaderUnavailableError;
}

/**
 * Returns the error of a run whose file crashed the process that read it, or took too long to read; null for any other
 * error.
 */
export function faultOfFile(error: unknown): RunError | null {
  if (error instanceof ReaderCrashedError) return readerCrashed();
  if (error instanceof ReaderTimeoutError) return readerTimeout(error);
  return null;
}

/** Returns the error with which a run fails after the last attempt to read its file has thrown an error. */
export function failureAfter(error: unknown): RunError {
  return faultOfFile(error) ?? internalError();
}

/** The error of a run whose file crashed the process that read the file. */
export function readerCrashed(): RunError {
  const reason = message`In every attempt to read this file, the program that reads files ended too early, so the service has stopped trying. The run is not counted. Please export the result once more; if that fails as well, tell us the run's id.`;
  return { code: "reader_crashed", ...reason };
}

function readerTimeout({ limits: { cpuSeconds, seconds } }: ReaderTimeoutError): RunError {
  const reason = message`In every attempt to read this file, the reading was not complete after ${cpuSeconds} seconds of computing, or after ${seconds} seconds in all, so the service has stopped trying. The run is not counted. Please export the result once more; if that fails as well, tell us the run's id.`;
  return { code: "reader_timeout", ...reason };
}

function internalError(): RunError {
  const reason = message`In every attempt to read this file, the service itself failed. The run is not counted. You need not send the file again at once: tell us the run's id, and we can read the file again.`;
  return { code: "internal_error", ...reason };
}
