import { ProblemError } from "../errors.ts";

/** The exit codes of the command `pc-benchmarks`. */
export const exitCodes = { done: 0, failed: 1, wrongUse: 2, limitReached: 3 } as const;

/** Thrown if an argument or a setting of the command is invalid. The message says what was expected. */
export class UsageError extends Error {}

/** The names of the problems with which the service says that a limit of the account is reached. */
const limitSlugs = new Set(["run-limit-reached", "failed-run-limit-reached", "storage-full"]);

/** Whether the service refused a request because a limit of the account is reached. */
export const isLimit = (error: unknown): boolean =>
  error instanceof ProblemError && (error.status === 402 || limitSlugs.has(error.slug));

/** Returns the code of an error of the operating system, such as EBUSY; undefined for other errors. */
export const systemCodeOf = (error: unknown): string | undefined =>
  error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;

/** Returns the text of an error for the person who typed the command. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The error codes of the operating system for a file that another program has locked, or is about to replace. */
const heldCodes = new Set(["EBUSY", "EPERM", "EACCES", "ENOENT"]);

/**
 * Whether an error says that a file cannot be read at the moment, because another program has locked it or is moving
 * it.
 */
export const isHeld = (error: unknown): boolean => heldCodes.has(systemCodeOf(error) ?? "");
