// The format of days is created only once, because creating an `Intl.DateTimeFormat` takes a hundred times as long as
// using it.
const dayFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

const monthFormat = new Intl.DateTimeFormat("en-GB", { month: "long", year: "numeric", timeZone: "UTC" });

/** Returns the month of a time in UTC as a text, such as November 2026. */
export const formatMonth = (at: Date): string => monthFormat.format(at);

/** Returns a day as a text, such as 24 Nov 2026. @param at ISO 8601, in UTC */
export const formatDay = (at: string): string => dayFormat.format(new Date(at));

/** Returns a date with its time as a text, such as 24 Nov 2026, 18:04 UTC. @param at ISO 8601, in UTC */
export const formatMoment = (at: string): string =>
  `${formatDay(at)}, ${new Date(at).toISOString().slice(11, 16)} UTC`;
