import { TryAgainError } from "../errors.ts";

/** Redis has lost the ranks, which are being filled again. */
class RanksMissingError extends TryAgainError {
  constructor() {
    super("The ranks are being made anew.");
  }
}

/** Returns what the ranks have answered. @throws RanksMissingError where there are none */
export function requireRanks<T>(answer: T | null): T {
  if (answer === null) throw new RanksMissingError();
  return answer;
}
