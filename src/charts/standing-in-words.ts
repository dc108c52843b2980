import { formatNumber } from "./scales.ts";

/** The rank of a score among comparable builds. */
interface Ranked {
  /** How many builds are compared, including the build whose rank is given. */
  builds: number;
  /** The rank among the compared builds; 1 is the best. */
  rank: number;
  better_than_percent: number;
}

/**
 * The minimum number of compared builds for a percentage beside a rank. Among fewer builds, the rank says more than a
 * percentage.
 */
const FEW_BUILDS = 20;

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
const endings: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: "st", two: "nd", few: "rd" };

/**
 * Returns a rank in words: "18th of 106 builds".
 * @param nouns what is ranked, if not builds
 */
export function placeInWords({ builds, rank }: Pick<Ranked, "builds" | "rank">, nouns = "builds"): string {
  const place = `${formatNumber(rank, 0)}${endings[ordinals.select(rank)] ?? "th"}`;
  return `${place} of ${formatNumber(builds, 0)} ${nouns}`;
}

/**
 * Returns a rank in words. For a rank among 20 builds or more, other than the first, adds the share of the other builds
 * that are worse: "18th of 106 builds, better than 83 %".
 */
export function standingInWords(ranked: Ranked): string {
  const { builds, rank, better_than_percent } = ranked;
  const share = rank > 1 && builds >= FEW_BUILDS ? `, better than ${better_than_percent}\u00a0%` : "";
  return `${placeInWords(ranked)}${share}`;
}
