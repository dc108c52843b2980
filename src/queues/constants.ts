/**
 * The duration of a worker's lock on its job, in ms. If the worker does not extend the lock within this time, the job
 * counts as stalled and another worker gets it.
 */
export const JOB_LOCK_MS = 5000;

/** The interval in which workers check for stalled jobs, in ms. */
export const JOB_STALLED_CHECK_MS = 1000;
