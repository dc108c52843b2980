import { formatNumber } from "../../charts/scales.ts";

/** The largest stored number of builds that is always exact. */
const EXACT_BUILDS = 10;

/**
 * Returns a stored number of builds as a text that stays true beside the present number on the page of the product. The
 * present number may be smaller by a tenth (`BUILDS_FACTOR` of `product-scores.ts`), so the function subtracts a tenth
 * from a stored number above ten, and rounds it down to tens, or to two digits: "80+ builds".
 */
export function aboutBuilds(builds: number): string {
  if (builds <= EXACT_BUILDS) return `${builds} builds`;
  const fewest = Math.ceil((builds * 10) / 11);
  const step = 10 ** Math.max(1, String(fewest).length - 2);
  return `${formatNumber(Math.floor(fewest / step) * step, 0)}+ builds`;
}
