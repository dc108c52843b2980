// The format of PresentMon's option for dates, such as "2024-1-5 9:03:07.123456789". Some programs write a "T" between
// date and time.
const DATE_TIME = /^(\d{4})-(\d{1,2})-(\d{1,2})[ T](\d{1,2}):(\d{1,2}):(\d{1,2})(\.\d{1,9})?$/;

/**
 * Returns the seconds since 1970 of a date and time; NaN for any other text. The text has no time zone and is read as
 * UTC, so only differences are meaningful.
 */
export function secondsOfDateTime(text: string): number {
  const [whole, year, month, day, hour, minute, second, fraction = "0"] = DATE_TIME.exec(text) ?? [];
  if (whole === undefined) return Number.NaN;
  const wholeMs = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second),
  );
  return wholeMs / 1000 + Number(fraction);
}
