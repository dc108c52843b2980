import { formatNumber } from "./scales.ts";

/**
 * The number of decimals with which a value is shown, by the value's unit. A unit that is not listed, such as points,
 * has no decimals. Frame rates have one decimal, because repeated runs differ by about 0.1 fps.
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
 * Formats a value with thousands separators and with the decimals of its unit. A value without a known unit has no
 * decimals. A value "per" something, such as "fps per $100", has the decimals of the unit before "per".
 */
export function formatFigure(value: number, unit = ""): string {
  return formatNumber(value, decimalsOf(unit));
}

/**
 * Formats a standard deviation with one decimal more than other values of its unit have, because a deviation is often
 * smaller than the last digit of these values.
 */
export function formatDeviation(stdev: number, unit: string): string {
  return formatNumber(stdev, decimalsOf(unit) + 1);
}

const decimalsOf = (unit: string): number => figureDecimals[unit.split(" per ")[0] ?? ""] ?? 0;
