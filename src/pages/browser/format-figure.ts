declare const FIGURE_DECIMALS: Readonly<Record<string, number>>;

/** Formats a figure as the pages do: with thousands separators, and with the decimals of its unit, or else none. */
export function formatFigure(value: number, unit = ""): string {
  const decimals = FIGURE_DECIMALS[unit] ?? 0;
  return value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
