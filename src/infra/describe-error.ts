const MAX_DEPTH = 5;

/** What a log says of an error. */
export interface ErrorDescription {
  type: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: ErrorDescription;
  errors?: ErrorDescription[];
}

/**
 * Returns what a log says of an error, and of the errors behind it. Everything else that a library has put into its error
 * is left out: ioredis notes the arguments of the failed command there, which are a password in the case of AUTH.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { message, stack } = error;
  const code = "code" in error ? error.code : undefined;
  const isDeep = depth >= MAX_DEPTH;
  return {
    type: error.constructor.name,
    message,
    ...((typeof code === "string" || typeof code === "number") && { code }),
    ...(stack !== undefined && { stack }),
    ...(error.cause !== undefined && !isDeep && { cause: describeError(error.cause, depth + 1) }),
    ...(error instanceof AggregateError &&
      !isDeep && { errors: error.errors.map((each) => describeError(each, depth + 1)) }),
  };
}
