/** The present moment. Handed to whatever needs the time, so that a test can set it. */
export type Clock = () => Date;

/** The machine's clock. */
export const systemClock: Clock = () => new Date();
