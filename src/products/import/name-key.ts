import { normaliseName } from "../indexing/normalise.ts";

/** What one list of products puts into a name and another leaves out, without meaning another product. */
const NOISE =
  /^(?:amd|intel|nvidia|geforce|radeon|gddr\d+x?|hbm\d?|lga\d*|am\d|fm\d|s?tr[x4-5]\d?|atx|eatx|itx|micro|mini|pci|pcie|express|video|graphics?|card|desktop|memory|\d*pin|288|240|262|260|u?dimm|rev|1|0)$/;

/** What mostly means no other product, where nothing else tells two apart. */
const FINE_NOISE = /^(?:ddr\d|black|white|silver|gr[ae]y|red|blue|gold|green|pink|clear)$/;

/**
 * The words that tell a product from others, in one order and spelling: names that differ in nothing but their noise and the
 * order of their words have the same key.
 * @param isCoarse also without the memory's generation and colours
 */
export function nameKey(name: string, { isCoarse = false } = {}): string {
  const words = normaliseName(name).name.split(" ");
  const telling = words.filter((word) => !NOISE.test(word) && !(isCoarse && FINE_NOISE.test(word)));
  return (telling.length > 0 ? telling : words).toSorted().join(" ");
}
