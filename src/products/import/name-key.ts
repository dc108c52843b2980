import { normaliseName } from "../indexing/normalise.ts";

/** Words that some lists of products include in the name of a product and other lists leave out. */
const NOISE: ReadonlySet<string> = new Set(
  [
    "amd intel nvidia geforce radeon pci pcie express video graphic graphics card desktop memory",
    "288 240 262 260 dimm udimm edition matte rev 1 0",
  ].flatMap((words) => words.split(" ")),
);
const NOISE_WITH_NUMBER = /^(?:gddr\d+x?|hbm\d?|\d*pin)$/;

const COLOUR =
  /^(?:black|white|silver|gray|grey|red|blue|gold|green|pink|orange|yellow|copper|purple|beige|clear|transparent)$/;

/**
 * Matches the chipset of a motherboard, which some product names also state before the name: "B760 MAG B760M MORTAR".
 */
const CHIPSET = /^[abhqwxz]\d{2,3}e?$/;

/** The name of a product, split into parts for the comparison with the names of another list. */
interface ComparedName {
  /**
   * The words that distinguish the product, normalised and sorted. Names that mean the same product have the same
   * key.
   */
  key: string;
  /** The colours that the product name states. */
  colours: readonly string[];
}

/**
 * Splits a product name for comparison. Names of the same product have the same key, whatever the order and spelling
 * of their words, and with or without the words of NOISE.
 * @param facts texts of the facts that are compared separately and so do not belong to the key, such as "AM5 Micro
 *   ATX DDR5"
 */
export function compareName(name: string, facts = ""): ComparedName {
  // Leave out the word Ryzen before Threadripper: all Threadripper processors are Ryzen processors, although not
  // every name says so.
  const all = wordsOf(name.replace(/ryzen threadripper/i, "Threadripper"));
  const compared = new Set(wordsOf(facts));
  const isRepeated = (word: string) =>
    CHIPSET.test(word) && all.some((other) => other !== word && other.startsWith(word));
  const words = all.filter((word) => !isNoise(word) && !compared.has(word) && !isRepeated(word));
  const kept = words.filter((word) => !COLOUR.test(word));
  return {
    key: (kept.length > 0 ? kept : all).toSorted().join(" "),
    colours: words.filter((word) => COLOUR.test(word)).map((word) => word.replace("grey", "gray")),
  };
}

/** Returns the key by which product names are compared, without facts that are compared separately. */
export function nameKey(name: string): string {
  return compareName(name).key;
}

const isNoise = (word: string) => NOISE.has(word) || NOISE_WITH_NUMBER.test(word);

const wordsOf = (text: string) => normaliseName(text).name.split(" ");

/**
 * Returns whether two names with these colours may mean one product: all colours of one name are also in the other
 * name.
 */
export function areSameColours(some: readonly string[], others: readonly string[]): boolean {
  return some.every((colour) => others.includes(colour)) || others.every((colour) => some.includes(colour));
}
