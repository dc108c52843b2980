import { GAME } from "./facts.ts";
import { cohortOf, comparedIn, quantile, wholeOf, type entriesOf } from "./rules.ts";

const MIN_BUILDS = 5;

/**
 * Returns whether a card is slower in games than another one. Multiplies the ratios of their medians over every game,
 * resolution and preset in which each card has results of at least five builds.
 */
export function isSlowerCard(
  entries: ReturnType<typeof entriesOf>,
  { card, present }: { card: string; present: string },
): boolean {
  const games = new Set(
    entries.map(({ run }) => wholeOf(run)).filter((whole) => whole.startsWith(`${GAME}|`)),
  );
  const pairs = [...games].flatMap((whole) => comparedIn(entries, whole).pairs);
  const ratios = pairs.flatMap((pair) => {
    const [to, from] = [card, present].map((gpu) => Object.values(cohortOf(entries, pair, { gpu })));
    if (!to || !from || Math.min(to.length, from.length) < MIN_BUILDS) return [];
    return quantile(to, 0.5) / quantile(from, 0.5);
  });
  return ratios.reduce((product, ratio) => product * ratio, 1) < 1;
}
