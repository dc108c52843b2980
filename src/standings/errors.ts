import { TryAgainError } from "../errors.ts";

/** Redis has lost the ranks, which are being filled again. */
class RanksMissingError extends TryAgainError {
  constructor() {
    super("The service is rebuilding the ranks.");
  }
}

/** Returns an answer of the ranks unchanged. @throws RanksMissingError if the answer is null, as Redis has no ranks */
export function requireRanks<T>(answer: T | null): T {
  if (answer === null) throw new RanksMissingError();
  return answer;
}
