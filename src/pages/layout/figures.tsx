import { formatDay } from "../../charts/format-day.ts";

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

/** The number of characters of a date without a time of day, in ISO 8601. */
const DATE_CHARACTERS = "2026-11-24".length;

/**
 * A day, such as 24 Nov 2026. A time of a day is shown as its day in UTC; the script `site` replaces that day by the
 * day in the visitor's time zone. A date without a time of day is the same in every zone.
 * @param props.at ISO 8601, a date or a time in UTC
 */
export function Day({ at }: { at: string }) {
  return (
    <time dateTime={at} data-local={at.length > DATE_CHARACTERS ? "day" : undefined}>
      {formatDay(at)}
    </time>
  );
}

/**
 * A time of a day, such as 24 Nov 2026, 18:04 UTC. The script `site` shows it in the visitor's time zone.
 * @param props.at ISO 8601, in UTC
 */
export function Moment({ at }: { at: string }) {
  return (
    <time dateTime={at} data-local="moment">
      {formatDay(at)}, {new Date(at).toISOString().slice(11, 16)} UTC
    </time>
  );
}
