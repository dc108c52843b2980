/** How long a worker may be silent before its job counts as stalled and another worker gets the job. */
export const JOB_LOCK_MS = 5000;

/** How often workers check for stalled jobs. */
export const JOB_STALLED_CHECK_MS = 1000;
