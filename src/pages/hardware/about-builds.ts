import { formatNumber } from "../../charts/scales.ts";

/**
 * Returns a stored number of builds as a text. The stored number may be a little older than the number on the page of
 * the product, so numbers from 10 are rounded to two digits: "about 150 builds".
 */
export function aboutBuilds(builds: number): string {
  if (builds < 10) return `${builds} builds`;
  return `about ${formatNumber(Number(builds.toPrecision(2)), 0)} builds`;
}
