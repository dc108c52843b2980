import { normaliseName } from "../indexing/normalise.ts";

/** Words that some lists of products put into a name and others leave out, without meaning another product. */
const NOISE =
  /^(?:amd|intel|nvidia|geforce|radeon|gddr\d+x?|hbm\d?|lga\d*|am\d|fm\d|s?tr[x4-5]\d?|atx|eatx|itx|micro|mini|pci|pcie|express|video|graphics?|card|desktop|memory|\d*pin|288|240|262|260|u?dimm|rev|1|0)$/;

/** Colours and memory generations: they rarely distinguish two products that have the same other words. */
const FINE_NOISE = /^(?:ddr\d|black|white|silver|gr[ae]y|red|blue|gold|green|pink|clear)$/;

/**
 * Returns the words of a name that distinguish a product, normalised and sorted. Names that differ only in noise words and
 * in the order of their words have the same key.
 * @param options.isCoarse also ignores colours and memory generations
 */
export function nameKey(name: string, { isCoarse = false } = {}): string {
  const words = normaliseName(name).name.split(" ");
  const kept = words.filter((word) => !NOISE.test(word) && !(isCoarse && FINE_NOISE.test(word)));
  return (kept.length > 0 ? kept : words).toSorted().join(" ");
}
