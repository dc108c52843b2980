import { normaliseName } from "./normalise.ts";

/** What one list of products puts into a name and another leaves out, without meaning another product. */
const NOISE =
  /^(?:gddr\d+x?|hbm\d?|ddr\d(?=$)|lga\d*|am\d\+?|fm\d\+?|atx|eatx|itx|micro|mini|pci|pcie|express|video|graphics?|card|desktop|memory|\d+pin|\d{3}|dimm|geforce|radeon|rev|1|0)$/;

/**
 * The words that tell a product from others, in one order and spelling: names that differ in nothing but their noise and the
 * order of their words have the same key.
 */
export function nameKey(name: string): string {
  const words = normaliseName(name).name.split(" ");
  const telling = words.filter((word) => !NOISE.test(word));
  return (telling.length > 0 ? telling : words).toSorted().join(" ");
}
