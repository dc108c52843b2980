import type { IncomingMessage } from "node:http";
import type { Config } from "../../config.ts";
import { Problem, problemTypes } from "../problems/problem-types.ts";

const MS = 1000;
const MAX_CHECK_INTERVAL_MS = 1000;
/** The share of TRANSFER_GRACE_MS that a form may use up before its client counts as slow. */
const SLOW_SHARE = 0.5;

/** Ends the upload of forms that arrive too slowly. */
export type UploadRates = ReturnType<typeof createUploadRates>;

/**
 * Creates the check that ends the upload of forms which arrive too slowly. Each form has a credit of time, which begins
 * at TRANSFER_GRACE_MS and never rises above it, so that a fast beginning does not allow hours of silence. Time uses up
 * the credit, and each byte gives back the time that the byte may take at MIN_TRANSFER_BYTES_PER_S. Time in which the
 * service itself does not take bytes, because a store is slow, does not count.
 */
export function createUploadRates(config: UploadRatesConfig) {
  const { MIN_TRANSFER_BYTES_PER_S: minRate, TRANSFER_GRACE_MS: graceMs } = config;
  const watched = new Map<IncomingMessage, Upload>();

  /**
   * Watches the upload of one form. Returns a promise that rejects with a Problem when the upload is ended: 408 if the
   * form arrives too slowly, or the Problem given to `cutOff`. The promise never resolves. Also returns a function that
   * ends the watch.
   */
  function watch(request: IncomingMessage): { cutOff: Promise<never>; stop: () => void } {
    const { socket } = request;
    const { promise: cutOff, reject: fail } = promiseOfFailure();
    const upload: Upload = { leftMs: graceMs, fail };
    watched.set(request, upload);
    let checkedAt = performance.now();
    let receivedBytes = socket.bytesRead;
    const timer = setInterval(check, Math.min(MAX_CHECK_INTERVAL_MS, graceMs / 4));
    function check(): void {
      const now = performance.now();
      const gainedMs = ((socket.bytesRead - receivedBytes) * MS) / minRate;
      const isClientsTurn = !request.complete && request.readableFlowing === true;
      const usedMs = isClientsTurn ? now - checkedAt : 0;
      upload.leftMs = Math.min(graceMs, upload.leftMs + gainedMs - usedMs);
      checkedAt = now;
      receivedBytes = socket.bytesRead;
      if (upload.leftMs > 0) return;
      clearInterval(timer);
      fail(tooSlowProblem(config));
    }
    const stop = () => {
      clearInterval(timer);
      watched.delete(request);
    };
    return { cutOff, stop };
  }

  return {
    watch,
    /** Whether a request is a form that has used up less than SLOW_SHARE of its credit of time. */
    keepsPace: (request: IncomingMessage): boolean =>
      (watched.get(request)?.leftMs ?? 0) > graceMs * (1 - SLOW_SHARE),

    /**
     * Refuses a form that is still arriving, with the given problem. Returns false, and answers nothing, if the request
     * is no form or the form has arrived.
     */
    cutOff: (request: IncomingMessage, problem: Problem): boolean => {
      const upload = watched.get(request);
      upload?.fail(problem);
      return upload !== undefined;
    },

    /** Refuses every form that is still arriving, with the given problem. */
    cutOffAll: (problem: Problem): void => {
      for (const { fail } of watched.values()) fail(problem);
    },
  };
}

interface Upload {
  /** How much of its credit of time (see `createUploadRates`) the form has left, in ms: at most TRANSFER_GRACE_MS. */
  leftMs: number;
  /** Refuses the arriving form with a problem. Only the first call has an effect. */
  fail: (problem: Problem) => void;
}

/**
 * Returns a promise that never resolves, and the function that rejects the promise. If nobody handles the rejection of
 * the promise, Node does not report an error.
 */
function promiseOfFailure() {
  let reject: (problem: Problem) => void = () => undefined;
  const promise = new Promise<never>((_resolve, rejectPromise) => {
    reject = rejectPromise;
  });
  promise.catch(() => undefined);
  return { promise, reject };
}

function tooSlowProblem({ MIN_TRANSFER_BYTES_PER_S, TRANSFER_GRACE_MS }: UploadRatesConfig): Problem {
  return new Problem(problemTypes.requestTimeout, {
    detail: `Expected the form at ${MIN_TRANSFER_BYTES_PER_S} bytes a second or faster, with at most ${TRANSFER_GRACE_MS / MS} s of delay; found a slower form. Nothing was stored.`,
  });
}

type UploadRatesConfig = Pick<Config, "MIN_TRANSFER_BYTES_PER_S" | "TRANSFER_GRACE_MS">;
