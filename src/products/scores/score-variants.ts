import type { BenchmarkType } from "../../benchmarks/index.ts";
import { productKinds } from "../../kinds/kinds.ts";
import type { Medians } from "../../standings/index.ts";
import type { Catalogue } from "../catalogue/catalogue.ts";
import type { ScoreVariant, ScoreVariants } from "./variants-repository.ts";

/**
 * The maximum number of variants of a benchmark by which products can be sorted: those with the most measured builds.
 * The number is limited, because each variant takes two fields of the search index, and an index holds at most 65 535
 * fields.
 */
export const MAX_VARIANTS = 100;

/**
 * The minimum number of measured builds of a benchmark variant by which products can be sorted. With fewer builds, no
 * product has a median: see MIN_BUILDS of `standings/ranks/distribution.ts`.
 */
const MIN_BUILDS = 5;
/**
 * The factor by which a benchmark variant must have more measured builds than another to replace it in the list. The
 * factor is above 1, so that two variants do not alternate.
 */
const CLEARLY_MORE = 1.5;
/** The largest share by which the stored number of a variant's builds may differ from the current number. */
const BUILDS_TOLERANCE = 0.01;

interface RefreshDeps {
  benchmarkTypes: readonly Pick<BenchmarkType, "id">[];
  medians: Medians;
  scoreVariants: ScoreVariants;
  catalogue: Pick<Catalogue, "markAllScoresDue">;
}

/**
 * Updates the list of the benchmark variants by which products can be sorted. Of each benchmark, the list has the
 * MAX_VARIANTS variants with the most builds in the ranks, and at least MIN_BUILDS builds. A listed variant stays
 * until it has no builds or another variant has clearly more. If a variant leaves the list, another variant may take
 * its place, and the stored scores of some products may lack that variant. So all products are marked for a check of
 * their scores. The variant is first marked as leaving, and is removed only after the products are marked: if the
 * process crashes in between, the next call finishes the work.
 * @returns the variants, and whether all products were marked for a check; null while the ranks are unavailable
 */
export async function refreshVariants(
  deps: RefreshDeps,
): Promise<{ variants: ScoreVariant[]; isAllDue: boolean } | null> {
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
  const isOtherCompared = changes.some((change) => change.isOtherCompared);
  // Mark the products before the variants are stored: if the process crashes in between, the next call finds the same
  // change and marks the products again.
  if (isOtherCompared) await markAllDue(deps.catalogue);
  await deps.scoreVariants.save(changes.flatMap((change) => change.saved));
  if (leaving.length > 0) {
    await markAllDue(deps.catalogue);
    // A benchmark variant that an interrupted call has marked as leaving may be in the new list, and must then stay
    // stored.
    const kept = new Set(changes.flatMap(({ kept }) => kept.map(({ category }) => category)));
    await deps.scoreVariants.remove(leaving.filter((category) => !kept.has(category)));
  }
  return {
    variants: changes.flatMap(({ kept }) => kept),
    isAllDue: isOtherCompared || leaving.length > 0,
  };
}

async function markAllDue(catalogue: RefreshDeps["catalogue"]): Promise<void> {
  for (const { name } of productKinds) await catalogue.markAllScoresDue(name);
}

interface ListChange {
  /** The new list of the variants of a benchmark (its games or tests) by which products can be sorted. */
  kept: ScoreVariant[];
  /**
   * Those variants of `kept` that must be written to MongoDB, because they are new, or their number of builds or their
   * compared settings have changed.
   */
  saved: ScoreVariant[];
  /**
   * The categories (benchmark and variant) of the variants that have left the list of variants by which products can be
   * sorted.
   */
  leaving: string[];
  /** Whether the game settings with which results are compared have changed in a variant of the list. */
  isOtherCompared: boolean;
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
  const kept = await medians.withCompared(chooseVariants(counted, top));
  if (kept === null) return null;
  const isKept = new Set(kept.map(({ category }) => category));
  const before = new Map(stored.map((variant) => [variant.category, variant]));
  const isOther = ({ category, compared, settings_mixed }: ScoreVariant) => {
    const known = before.get(category);
    return (
      known !== undefined &&
      ((known.compared ?? category) !== compared || known.settings_mixed !== settings_mixed)
    );
  };
  return {
    kept,
    saved: kept.filter((variant) => {
      const known = before.get(variant.category)?.builds;
      if (known === undefined || isOther(variant)) return true;
      return Math.abs(variant.builds - known) > known * BUILDS_TOLERANCE;
    }),
    isOtherCompared: kept.some(isOther),
    leaving: categories.filter((category) => !isKept.has(category)),
  };
}

/**
 * Chooses the variants of a benchmark by which products can be sorted.
 * @param present the variants in the stored list, with their current numbers of builds
 * @param top the variants with the most builds, in descending order
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
