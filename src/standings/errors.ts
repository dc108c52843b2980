import { TryAgainError } from "../errors.ts";

/** Thrown if Redis has lost the ranks (the sorted scores of builds), which a worker then fills again. */
class RanksMissingError extends TryAgainError {
  constructor() {
    super("The service is rebuilding the ranks.");
  }
}

/**
 * Returns the result of a read of the ranks in Redis unchanged, unless the result is null. @throws RanksMissingError if
 * the result is null, because Redis has no ranks
 */
export function requireRanks<T>(answer: T | null): T {
  if (answer === null) throw new RanksMissingError();
  return answer;
}
