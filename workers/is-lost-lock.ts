/** How BullMQ's errors begin of a job that another worker may have taken, given back or ended. */
const OF_LOST_JOBS = /^(?:could not renew lock|Missing lock|Lock mismatch|Missing key) for job /;

/** How its error ends of a job that is no longer being worked on. */
const OF_JOBS_GIVEN_BACK = / is not in the active state\./;

/**
 * Whether an error of BullMQ says that this worker's lock of a job ran out: while Redis was unavailable, or the process stood still.
 * Another worker does the job then, or has done it.
 */
export function isLostLock({ message }: Error): boolean {
  return OF_LOST_JOBS.test(message) || OF_JOBS_GIVEN_BACK.test(message);
}
