declare const FIGURE_DECIMALS: Readonly<Record<string, number>>;

/** Formats a number as the service's pages do: with thousands separators, and with as many decimals as its unit has. */
export function formatFigure(value: number, unit = ""): string {
  const decimals = FIGURE_DECIMALS[unit] ?? 0;
  return value.toLocaleString("en", { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
}
