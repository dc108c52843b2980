/** Returns a day as a text, such as 24 Nov 2026. @param at ISO 8601, in UTC */
export const formatDay = (at: string): string =>
  new Date(at).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });
