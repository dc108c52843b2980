/**
 * How long a worker may not extend the lock of its job before the job counts as stalled and another worker gets the
 * job, in ms.
 */
export const JOB_LOCK_MS = 5000;

/** The interval in which workers check for stalled jobs, in ms. */
export const JOB_STALLED_CHECK_MS = 1000;
