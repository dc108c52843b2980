import { formatNumber } from "../../charts/scales.ts";
import { formatFigure } from "../layout/figures.tsx";

/** Returns a number with its noun: "1 run", "12 runs". */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${formatFigure(count)} ${count === 1 ? one : many}`;
}

/** Returns which parts of a build a sum of prices is of: "for the 4 named parts", "for 2 of the 4 named parts". */
export function pricedParts(known: number, of: number): string {
  return known === of
    ? `for the ${countText(of, "named part")}`
    : `for ${formatFigure(known)} of the ${countText(of, "named part")}`;
}

/**
 * Returns a readable size, such as "1.4 MB". A unit is 1,024 times the next smaller one, as in Windows, because the
 * limits of file sizes are round numbers in such units.
 */
export function bytesText(bytes: number): string {
  const units = ["B", "KB", "MB", "GB"];
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const value = bytes / 1024 ** step;
  return `${formatNumber(value, Number.isInteger(value) ? 0 : 1)} ${units[step]}`;
}
