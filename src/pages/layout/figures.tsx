import { formatDay, formatMoment } from "../../charts/format-day.ts";
import { formatFigure } from "../../charts/format-figure.ts";

export { formatDeviation, formatFigure } from "../../charts/format-figure.ts";

const priceFormat = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Returns a price in USD, such as $1,299.00. */
export const formatPrice = (usd: number): string => priceFormat.format(usd);

/** Three significant digits, because neither a price nor a median of builds is more exact. */
const valueFormat = new Intl.NumberFormat("en", { minimumSignificantDigits: 3, maximumSignificantDigits: 3 });

/**
 * Returns a score per price in three significant digits, such as 14,000 or 9.62. With more digits, lists and pages of
 * products, whose medians may differ by a thousandth, would mostly show different values.
 */
export const formatValue = (value: number): string => valueFormat.format(value);

/** A number with its unit in less prominent letters. */
export function Figure({ value, unit, isLarge = false }: FigureProps) {
  return (
    <span class={isLarge ? "figure figure-large" : "figure"}>
      {formatFigure(value, unit)}
      <span class="unit"> {unit}</span>
    </span>
  );
}

interface FigureProps {
  value: number;
  unit: string;
  /** True for the main number of a page, which is shown larger. */
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
      {formatMoment(at)}
    </time>
  );
}
