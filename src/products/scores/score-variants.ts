import type { BenchmarkType } from "../../benchmarks/index.ts";
import type { Medians } from "../../standings/index.ts";
import type { ScoreVariant, ScoreVariants } from "./variants-repository.ts";

/**
 * By so many variants of a benchmark products can be sorted: the most measured ones. Each is two fields of the search index, which
 * holds 65 535 fields at most, whatever the players of the world measure.
 */
export const MAX_VARIANTS = 100;

/** In a variant that fewer builds have measured no product has a median: see MIN_BUILDS of `standings/ranks/distribution.ts`. */
const MIN_BUILDS = 5;
/** A variant takes the place of another one that is measured on so many times fewer builds: nothing goes back and forth. */
const CLEARLY_MORE = 1.5;
/** The stored number of builds may be behind by this share. */
const BUILDS_TOLERANCE = 0.01;

interface RefreshDeps {
  benchmarkTypes: readonly Pick<BenchmarkType, "id">[];
  medians: Medians;
  scoreVariants: ScoreVariants;
  markAllDue: () => Promise<void>;
}

/**
 * Brings the variants by which products can be sorted in line with the ranks: the MAX_VARIANTS most measured ones of each benchmark that
 * have MIN_BUILDS builds, where one that is in stays until it has no builds or another one has clearly more. Where a list was full before, products may have
 * been compared without a variant that is in now, so all are compared anew. A variant that leaves is marked first, and removed only
 * once that is told, so a crash in between is made good by the next call.
 * @returns the variants; null while the ranks are unavailable
 */
export async function refreshVariants(deps: RefreshDeps): Promise<ScoreVariant[] | null> {
  const stored = await deps.scoreVariants.findAll();
  const changes: ListChange[] = [];
  for (const { id } of deps.benchmarkTypes) {
    const change = await changeOf(
      deps.medians,
      id,
      stored.filter(({ benchmark_id, isLeaving }) => benchmark_id === id && !isLeaving),
    );
    if (change === null) return null;
    changes.push(change);
  }
  const leaving = [
    ...stored.flatMap(({ category, isLeaving }) => (isLeaving ? [category] : [])),
    ...changes.flatMap((change) => change.leaving),
  ];
  await deps.scoreVariants.markLeaving(changes.flatMap((change) => change.leaving));
  await deps.scoreVariants.save(changes.flatMap((change) => change.saved));
  if (leaving.length > 0) {
    await deps.markAllDue();
    // One that comes back in the same round stays.
    const kept = new Set(changes.flatMap(({ kept }) => kept.map(({ category }) => category)));
    await deps.scoreVariants.remove(leaving.filter((category) => !kept.has(category)));
  }
  return changes.flatMap(({ kept }) => kept);
}

interface ListChange {
  /** The list from now on. */
  kept: ScoreVariant[];
  /** What is to be stored of it. */
  saved: ScoreVariant[];
  /** The categories that are in the list no longer. */
  leaving: string[];
}

async function changeOf(
  medians: Medians,
  benchmarkId: number,
  stored: readonly ScoreVariant[],
): Promise<ListChange | null> {
  const categories = stored.map(({ category }) => category);
  const [top, sizes] = await Promise.all([
    medians.variantsOf(benchmarkId, MAX_VARIANTS),
    medians.buildsIn(categories),
  ]);
  if (top === null || sizes === null) return null;
  const counted = stored.map(({ category, benchmark_id, variant }, index) => ({
    category,
    benchmark_id,
    variant,
    builds: sizes[index] ?? 0,
  }));
  const kept = chooseVariants(counted, top);
  const isKept = new Set(kept.map(({ category }) => category));
  const before = new Map(stored.map((variant) => [variant.category, variant.builds]));
  return {
    kept,
    saved: kept.filter(({ category, builds }) => {
      const known = before.get(category);
      return known === undefined || Math.abs(builds - known) > known * BUILDS_TOLERANCE;
    }),
    leaving: categories.filter((category) => !isKept.has(category)),
  };
}

/**
 * Chooses the variants of a benchmark by which products can be sorted.
 * @param present those that are in, with their builds of now
 * @param top the most measured variants, the first with the most builds
 */
export function chooseVariants(
  present: readonly ScoreVariant[],
  top: readonly ScoreVariant[],
  max = MAX_VARIANTS,
): ScoreVariant[] {
  const byBuilds = (a: ScoreVariant, b: ScoreVariant) =>
    b.builds - a.builds || (a.category < b.category ? -1 : 1);
  const chosen = present
    .filter(({ builds }) => builds > 0)
    .toSorted(byBuilds)
    .slice(0, max);
  const isIn = new Set(chosen.map(({ category }) => category));
  const newcomers = top.filter(({ category, builds }) => !isIn.has(category) && builds >= MIN_BUILDS);
  for (const newcomer of newcomers.toSorted(byBuilds)) {
    const least = chosen.at(-1);
    if (chosen.length >= max) {
      if (!least || newcomer.builds < least.builds * CLEARLY_MORE) break;
      chosen.pop();
    }
    chosen.push(newcomer);
    chosen.sort(byBuilds);
  }
  return chosen;
}
