import type { MeasuredPart } from "../../products/index.ts";
import type { CohortMedian } from "../ranks/rank-reads.ts";
import { readPartMedians, type MedianQuestion } from "./part-medians.ts";
import { gainOf, type Gain } from "./ratio-of-medians.ts";
import { slowerInGames, type SlowerInGamesDeps } from "./slower-in-games.ts";

/**
 * The smallest gain, in percent, for which a part is listed as an upgrade. A smaller gain is hardly noticeable, and the
 * next version of a driver may undo it.
 */
const MIN_GAIN_PERCENT = 3;
/** The tolerance, in percent, by which rounding errors may lower a gain of exactly MIN_GAIN_PERCENT. */
const ROUNDING = 1e-9;

/**
 * A chip or model with its cheapest product, and the gain of builds with the chip or model over builds with the
 * present one.
 */
export interface Gained {
  part: MeasuredPart;
  gain: Gain;
  /** The median score of the builds with the chip or model. */
  measured: CohortMedian;
  /**
   * The current price of the product for each percent of the gain, in USD; null if the product has no current price.
   */
  pricePerPercent: number | null;
}

/**
 * A request for the medians that are compared to find upgrades of a build. `isBesideOther` is true if the medians are
 * only of builds that also have that build's part of the other kind (CPU or GPU).
 */
export interface GainQuestion extends MedianQuestion {
  isBesideOther: boolean;
}

/**
 * Returns the median of the builds with the present chip or model, and those candidates (chips and models) that are
 * certainly faster. @throws RanksMissingError
 */
export async function gainsOf(
  deps: SlowerInGamesDeps,
  question: GainQuestion | null,
  { presentSlug, candidates }: { presentSlug: string; candidates: readonly MeasuredPart[] },
): Promise<{ base: CohortMedian | null; gains: Gained[] }> {
  if (!question) return { base: null, gains: [] };
  const chosen = cheapestOfEach(candidates.filter(({ comparedAs }) => comparedAs !== presentSlug));
  const slugs = [presentSlug, ...chosen.map(({ comparedAs }) => comparedAs)];
  const [base = null, ...medians] = await readPartMedians(deps.ranks, question, slugs);
  const gains = chosen.flatMap((part, index) => {
    const measured = medians[index];
    return base && measured ? gainedBy(part, { base, measured }, question) : [];
  });
  if (question.kind !== "gpu" || question.isBesideOther) return { base, gains };
  const chips = gains.map(({ part }) => part.comparedAs);
  const slower = await slowerInGames(deps, presentSlug, chips);
  return { base, gains: gains.filter(({ part }) => !slower.has(part.comparedAs)) };
}

/**
 * Returns one product of each chip or model. A product that certainly fits is preferred to a product that may fit.
 * Among products that fit equally, the product with the lowest current price is returned; if none has a current price,
 * the product with the lowest price in the catalogue.
 */
function cheapestOfEach(parts: readonly MeasuredPart[]): MeasuredPart[] {
  const bySlug = new Map<string, MeasuredPart>();
  for (const part of parts) {
    const known = bySlug.get(part.comparedAs);
    const isBetter = !known || (part.fits === known.fits ? byPrice(part, known) < 0 : part.fits === true);
    if (isBetter) bySlug.set(part.comparedAs, part);
  }
  return [...bySlug.values()];
}

/**
 * Returns a list with the gain of a part over the build's present part; an empty list if the gain is too small or
 * uncertain.
 */
function gainedBy(
  part: MeasuredPart,
  { base, measured }: { base: CohortMedian; measured: CohortMedian },
  direction: { isHigherBetter: boolean },
): [Gained] | [] {
  const gain = gainOf(measured, base, direction);
  if (gain.interval[0] <= 0 || gain.percent < MIN_GAIN_PERCENT - ROUNDING) return [];
  const pricePerPercent = part.currentPrice === null ? null : part.currentPrice / gain.percent;
  return [{ part, gain, measured, pricePerPercent }];
}

/** Returns the current price of a part, in USD; a part without a current price comes after all others. */
const priceOf = ({ currentPrice }: MeasuredPart): number => currentPrice ?? Infinity;

/** Orders upgrades by their gain, the largest gain first. Of two equal gains, the cheaper part comes first. */
export const byGain = (a: Gained, b: Gained) =>
  b.gain.percent - a.gain.percent || byPrice(a.part, b.part) || a.part.id - b.part.id;

/**
 * Orders parts by their current price. Parts with the same current price, or without one, are ordered by the price in
 * the catalogue, even if it is old.
 */
const byPrice = (a: MeasuredPart, b: MeasuredPart) =>
  compare(priceOf(a), priceOf(b)) || compare(a.price ?? Infinity, b.price ?? Infinity);

/** Orders upgrades by their current price for each percent of the gain. Parts without a current price come last. */
export const byPricePerPercent = (a: Gained, b: Gained) =>
  compare(a.pricePerPercent ?? Infinity, b.pricePerPercent ?? Infinity) || byGain(a, b);

/** Compares two numbers, of which either may be infinite. */
const compare = (a: number, b: number): number => (a === b ? 0 : a - b);
