import type { Clock } from "../../infra/clock.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

/** For how long, in ms, a run that an account has sent lowers the priority of the account's next files. */
const SENT_MS = 60 * 60_000;

/**
 * The maximum number of runs of an account that are counted for the priority of its next file, because counting takes
 * time.
 */
const MOST_SENT = 1000;

/**
 * Returns the priority of the job that reads an account's next file: 1 plus the number of runs that the account has
 * sent in the last hour. Workers take the lowest number first. So the files of an account that sends little are read
 * before those of an account that sends much, and the files of one account in the order in which they were sent.
 */
export async function priorityOf(
  { runsRepository, clock }: PriorityDeps,
  accountId: string,
): Promise<number> {
  const since = new Date(clock().getTime() - SENT_MS);
  return 1 + (await runsRepository.countSentBy(accountId, since, MOST_SENT));
}

interface PriorityDeps {
  runsRepository: Pick<RunsRepository, "countSentBy">;
  clock: Clock;
}

/**
 * Returns a function that counts its calls by text: each call returns how often the function was called with the same
 * text so far, including the present call.
 */
export function countEach(): (text: string) => number {
  const counts = new Map<string, number>();
  return (text) => {
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    return count;
  };
}
