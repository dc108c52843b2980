import { categoryIdOf } from "../../../src/standings/model/category.ts";
import { GAME } from "./facts.ts";
import { cohortOf, comparedIn, quantile, wholeOf, type entriesOf } from "./rules.ts";

const MIN_BUILDS = 5;

type Entries = ReturnType<typeof entriesOf>;

/** Returns the id of the results of a game with a resolution and preset. */
function idOf(pair: string): string {
  const [, variant = "", resolution = "", preset = ""] = pair.split("|");
  return categoryIdOf({ benchmark_id: GAME, variant, resolution, preset });
}

/**
 * Returns whether a card is slower than another one in a game, at the most measured resolution and preset with which
 * five builds with each of them are measured; false if there is none.
 */
export function isSlowerCard(
  entries: Entries,
  variant: string | null,
  { card, present }: { card: string; present: string },
): boolean {
  const { pairs } = comparedIn(entries, wholeOf({ benchmark: GAME, variant }));
  const scoresOf = (pair: string, gpu?: string) => Object.values(cohortOf(entries, pair, gpu ? { gpu } : {}));
  // Of equally measured pairs the one with the higher id comes first.
  const ordered = pairs.toSorted(
    (a, b) => scoresOf(b).length - scoresOf(a).length || (idOf(a) < idOf(b) ? 1 : -1),
  );
  for (const pair of ordered) {
    const [own, other] = [scoresOf(pair, present), scoresOf(pair, card)];
    if (Math.min(own.length, other.length) >= MIN_BUILDS) return quantile(other, 0.5) < quantile(own, 0.5);
  }
  return false;
}
