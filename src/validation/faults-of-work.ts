import { InvalidInputError, type Fault } from "../errors.ts";

/**
 * Waits for all of several checks of an input, and returns their values.
 * @throws InvalidInputError with the faults of all checks, so that one response names every fault; or, if no check
 *   found a fault, the error of the first check that failed
 */
export async function allWithoutFaults<const Checks extends readonly Promise<unknown>[]>(
  checks: Checks,
): Promise<{ -readonly [Index in keyof Checks]: Awaited<Checks[Index]> }> {
  const faults = await faultsOf(checks);
  if (faults.length > 0) throw new InvalidInputError(faults);
  return Promise.all(checks);
}

/**
 * Returns the faults that several checks of an input find. A check that fails for another reason, such as an
 * unavailable database, adds no fault.
 */
export async function faultsOf(checks: readonly Promise<unknown>[]): Promise<Fault[]> {
  const outcomes = await Promise.allSettled(checks);
  return outcomes.flatMap((outcome) => {
    const reason: unknown = outcome.status === "rejected" ? outcome.reason : undefined;
    return reason instanceof InvalidInputError ? reason.faults : [];
  });
}
