/**
 * Decimals of a figure by its unit. Points are whole; frame rates have one decimal, because repeated runs differ by
 * about 0.1 fps.
 */
const decimals: Readonly<Record<string, number>> = {
  points: 0,
  fps: 1,
  ms: 2,
  "%": 0,
  USD: 2,
  W: 1,
  "°C": 1,
  "fps/W": 2,
  GB: 1,
};

/** Formats a figure with thousands separators, and by default with the usual decimals of its unit. */
export function formatFigure(value: number, unit = "", digits = decimals[unit] ?? 0): string {
  return value.toLocaleString("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Returns a price in USD, such as $1,299.00. */
export const formatPrice = (usd: number): string =>
  usd.toLocaleString("en-US", { style: "currency", currency: "USD" });

/** A figure with its unit, which is less prominent than the figure. */
export function Figure({ value, unit, digits, isLarge = false }: FigureProps) {
  return (
    <span class={isLarge ? "figure figure-large" : "figure"}>
      {formatFigure(value, unit, digits)}
      <span class="unit"> {unit}</span>
    </span>
  );
}

interface FigureProps {
  value: number;
  unit: string;
  /** The number of decimals; by default the usual number for the unit. */
  digits?: number;
  /** True for the main figure of a page, which is shown larger. */
  isLarge?: boolean;
}

/** Returns a day as a text, such as 24 Nov 2026. @param at ISO 8601, in UTC */
export const formatDay = (at: string): string =>
  new Date(at).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });

/** A day, such as 24 Nov 2026. @param props.at ISO 8601, in UTC */
export function Day({ at }: { at: string }) {
  return <time dateTime={at}>{formatDay(at)}</time>;
}
