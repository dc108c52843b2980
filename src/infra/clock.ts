/** Returns the present moment. Every function that needs the time is given a clock, so that a test can set the time. */
export type Clock = () => Date;

/** Returns the present moment by the machine's clock. */
export const systemClock: Clock = () => new Date();
