const TIME_STAMP = /^(\d{1,4})[-./](\d{1,2})[-./](\d{1,4}) (\d{1,2}):(\d{2}):(\d{2})$/;

/**
 * Returns the seconds since 1970 of a time stamp such as "24-10-2025 16:56:05", "24.10.2025 16:56:05" or "2025-10-24
 * 16:56:05". The stamp has no time zone and is read as UTC, so only differences between stamps are meaningful. Returns
 * NaN for any other text.
 */
export function secondsOf(text: string): number {
  const [, a = "", month = "", c = "", hour, minute, second] = TIME_STAMP.exec(text) ?? [];
  const [year, day] = a.length === 4 ? [a, c] : [c, a];
  if (year.length !== 4) return Number.NaN;
  return (
    Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)) /
    1000
  );
}
