import { ProblemError } from "../errors.ts";

/** The exit codes of the command. */
export const exitCodes = { done: 0, failed: 1, wrongUse: 2, limitReached: 3 } as const;

/** What the person typed, or the settings, do not fit. The message says what was expected. */
export class UsageError extends Error {}

/** The problems that say that the account may send nothing more for now. */
const limitSlugs = new Set(["run-limit-reached", "failed-run-limit-reached", "storage-full"]);

/** Whether the service refused a request because a limit of the account is reached. */
export const isLimit = (error: unknown): boolean =>
  error instanceof ProblemError && (error.status === 402 || limitSlugs.has(error.slug));

/** Returns the code of an error of the system, such as EBUSY; undefined for other errors. */
export const systemCodeOf = (error: unknown): string | undefined =>
  error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;

/** Returns the text of an error for the person who typed the command. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The codes of the system for a file that another program holds, or is about to replace. */
const heldCodes = new Set(["EBUSY", "EPERM", "EACCES", "ENOENT"]);

/** Whether a file cannot be read for now, because another program holds or moves it. */
export const isHeld = (error: unknown): boolean => heldCodes.has(systemCodeOf(error) ?? "");
