import type { Services } from "../../../src/compose/services.ts";
import { runIdOf } from "./documents.ts";
import { simulatePopulation } from "./population.ts";
import { partsForSale, type defaults } from "./store-population.ts";

/**
 * The maximum number of runs marked as outliers that `reviewPopulation` decides about. The default population has far
 * fewer.
 */
const MAX_REVIEWED = 10_000;
const REASON = "The score is usual for the parts of the build, which few other builds have.";

/**
 * Reviews the results of the made-up population in the database, as a reviewer reviews outliers: accepts the honest
 * results that the outlier check has marked, such as the first result with a very fast processor. Returns how many were
 * accepted.
 */
export async function reviewPopulation(
  { catalogue, reviews }: Pick<Services, "catalogue" | "reviews">,
  of: typeof defaults,
): Promise<number> {
  const { runs } = simulatePopulation(await partsForSale(catalogue), of);
  const honest = new Set(
    runs.flatMap(({ number, cheat }) => (cheat === null ? runIdOf(of.seed, number) : [])),
  );
  const undecided = await reviews.findUndecided(MAX_REVIEWED);
  const accepted = undecided.filter(({ _id }) => honest.has(_id));
  for (const { _id } of accepted) await reviews.decide(_id, { decision: "accepted", reason: REASON });
  return accepted.length;
}
