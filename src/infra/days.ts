/** The length of a day, in ms. */
export const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the moment at which the day of a moment ends, in UTC. */
export function endOfDay(moment: Date): Date {
  return new Date((Math.floor(moment.getTime() / DAY_MS) + 1) * DAY_MS);
}
