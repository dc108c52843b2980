import { formatNumber } from "./scales.ts";

/**
 * The number of decimals of a figure, by the figure's unit. Points have no decimals; frame rates have one decimal,
 * because repeated runs differ by about 0.1 fps.
 */
export const figureDecimals: Readonly<Record<string, number>> = {
  fps: 1,
  ms: 2,
  s: 1,
  min: 1,
  h: 1,
  "%": 1,
  USD: 2,
  W: 1,
  "°C": 1,
  "fps/W": 2,
  GB: 1,
};

/**
 * Formats a figure with thousands separators and with the decimals of its unit. A figure without a known unit has no
 * decimals. A figure "per" something, such as "fps per $100", has the decimals of the unit before "per".
 */
export function formatFigure(value: number, unit = ""): string {
  return formatNumber(value, decimalsOf(unit));
}

/**
 * Formats a standard deviation with one decimal more than other figures of its unit have, because a deviation is often
 * smaller than the last digit of the figures.
 */
export function formatDeviation(stdev: number, unit: string): string {
  return formatNumber(stdev, decimalsOf(unit) + 1);
}

const decimalsOf = (unit: string): number => figureDecimals[unit.split(" per ")[0] ?? ""] ?? 0;
