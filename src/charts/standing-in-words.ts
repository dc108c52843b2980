import { formatNumber } from "./scales.ts";

/** The place of a score among comparable builds. */
interface Ranked {
  /** How many builds are compared, this one among them. */
  builds: number;
  /** The place among these builds; 1 is the best. */
  rank: number;
  better_than_percent: number;
}

/** Among fewer builds than this, a percentage says less than the place. */
const FEW_BUILDS = 20;

const ordinals = new Intl.PluralRules("en", { type: "ordinal" });
const endings: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: "st", two: "nd", few: "rd" };

/**
 * Returns a place in words: "Best of 89 builds" for rank 1, else "18th of 106 builds".
 * @param nouns what is ranked, if not builds
 */
export function placeInWords({ builds, rank }: Pick<Ranked, "builds" | "rank">, nouns = "builds"): string {
  const place = `${formatNumber(rank, 0)}${endings[ordinals.select(rank)] ?? "th"}`;
  return `${rank === 1 ? "Best" : place} of ${formatNumber(builds, 0)} ${nouns}`;
}

/**
 * Returns a place in words, and of a place among 20 builds or more, other than the first, also the share of the other
 * builds that are worse: "18th of 106 builds, better than 83 %".
 */
export function standingInWords(ranked: Ranked): string {
  const { builds, rank, better_than_percent } = ranked;
  const share = rank > 1 && builds >= FEW_BUILDS ? `, better than ${better_than_percent}\u00a0%` : "";
  return `${placeInWords(ranked)}${share}`;
}
