import { TryAgainError } from "../errors.ts";

/** Redis has lost the ranks (the sorted scores of builds). A worker fills them again. */
class RanksMissingError extends TryAgainError {
  constructor() {
    super("The service is rebuilding the ranks.");
  }
}

/**
 * Returns the result of reading the ranks in Redis, if the result is not null. @throws RanksMissingError if the
 * result is null, because Redis has no ranks
 */
export function requireRanks<T>(answer: T | null): T {
  if (answer === null) throw new RanksMissingError();
  return answer;
}
