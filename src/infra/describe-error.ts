const MAX_DEPTH = 5;
/**
 * The maximum number of errors in the description of one error, so that a log line stays readable if many calls have
 * failed.
 */
const MAX_DESCRIBED = 10;
const MAX_MESSAGE_CHARACTERS = 2000;
const MAX_STACK_CHARACTERS = 4000;

/** The description of an error in the log. */
export interface ErrorDescription {
  type: string;
  message: string;
  code?: string | number;
  stack?: string;
  cause?: ErrorDescription;
  errors?: ErrorDescription[];
  /** The number of nested errors that the list `errors` leaves out. */
  further_errors?: number;
}

/**
 * Returns the description of an error and of the errors nested in it, at most MAX_DESCRIBED errors in all. Other fields
 * of the errors are left out, because they may contain secrets: ioredis adds the arguments of the failed command, and
 * the argument of AUTH is the password.
 */
export function describeError(error: unknown): ErrorDescription {
  return describe(error, 0, { left: MAX_DESCRIBED - 1 });
}

/**
 * Returns the description of one error, with its nested errors.
 * @param budget the number of errors that may still be described
 */
function describe(error: unknown, depth: number, budget: { left: number }): ErrorDescription {
  if (!(error instanceof Error)) return { type: typeof error, message: shorten(String(error)) };
  const { message, stack } = error;
  const code = "code" in error ? error.code : undefined;
  return {
    type: error.constructor.name,
    message: shorten(message),
    ...((typeof code === "string" || typeof code === "number") && { code }),
    ...(stack !== undefined && { stack: shorten(stack, MAX_STACK_CHARACTERS) }),
    ...behind(error, depth, budget),
  };
}

/** Returns the descriptions of the errors nested in an error, at most as many as `budget` still allows. */
function behind(error: Error, depth: number, budget: { left: number }) {
  if (depth >= MAX_DEPTH) return {};
  const next = (other: unknown): ErrorDescription[] => {
    if (budget.left <= 0) return [];
    budget.left -= 1;
    return [describe(other, depth + 1, budget)];
  };
  const [cause] = error.cause === undefined ? [] : next(error.cause);
  const all: readonly unknown[] = error instanceof AggregateError ? error.errors : [];
  const errors = all.slice(0, MAX_DESCRIBED).flatMap(next);
  return {
    ...(cause && { cause }),
    ...(errors.length > 0 && { errors }),
    ...(errors.length < all.length && { further_errors: all.length - errors.length }),
  };
}

function shorten(text: string, maxCharacters = MAX_MESSAGE_CHARACTERS): string {
  const left = text.length - maxCharacters;
  return left > 0 ? `${text.slice(0, maxCharacters)}… and ${left} more characters` : text;
}
