/**
 * Waits for a promise, at most for `timeoutMs`. The work of the promise is not stopped at the time limit.
 * @param what names the work in the message of the error
 * @throws LateError, or the promise's own error
 */
export async function bounded<T>(promise: Promise<T>, timeoutMs: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new LateError(`${what} took longer than ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** A promise took longer than its time limit. */
export class LateError extends Error {
  override name = "LateError";
}
