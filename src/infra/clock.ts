/**
 * Returns the present moment. Functions that need the time get a clock as an argument, so that a test can set the time.
 */
export type Clock = () => Date;

/** Returns the present moment by the machine's clock. */
export const systemClock: Clock = () => new Date();
