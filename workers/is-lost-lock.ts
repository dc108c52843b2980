/**
 * Matches the beginning of the messages of BullMQ's errors about a job that another worker may have taken, returned or
 * ended.
 */
const OF_LOST_JOBS = /^(?:could not renew lock|Missing lock|Lock mismatch|Missing key) for job /;

/** Matches the end of the message of BullMQ's error about a job that is no longer active. */
const OF_JOBS_GIVEN_BACK = / is not in the active state\./;

/**
 * Whether an error of BullMQ says that this worker's lock of a job expired, because Redis was unavailable or the
 * process was suspended. In that case another worker does the job, or has done it.
 */
export function isLostLock({ message }: Error): boolean {
  return OF_LOST_JOBS.test(message) || OF_JOBS_GIVEN_BACK.test(message);
}
