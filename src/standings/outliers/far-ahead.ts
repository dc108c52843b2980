import type { benchmarkTypeOf, RankedRun } from "../../benchmarks/index.ts";
import type { Message } from "../../readers/index.ts";
import { categoryIdOf } from "../model/category.ts";
import { EVERYTHING, readMember } from "../model/cohort.ts";
import { rankedCategoriesOf, valueOf, type EntryBuild } from "../model/entry.ts";
import { limitAheadOf, MIN_ENTRIES, reasonOfAhead } from "../model/outlier.ts";
import type { Ranks } from "../ranks/ranks.ts";

/**
 * Among so many places the best other account is looked for. Where one account has them all, the hourly check looks at
 * its runs.
 */
const PLACES = 100;

/** What the check of new results needs. */
export interface FarAheadDeps {
  ranks: Pick<Ranks, "pageOf">;
  benchmarkTypeOf: typeof benchmarkTypeOf;
}

/**
 * Finds the runs of a build that are far ahead of all others. Of runs in the same benchmark and variant Redis is asked
 * once.
 */
export type FarAheadIn = ReturnType<typeof createFarAhead>;

/**
 * Creates the check that marks a result when it comes: one that is more than a third better than the best of all other
 * accounts, in a benchmark and variant of MIN_ENTRIES entries. What a reader or a reviewer has decided, or the hourly
 * check, stays as it is.
 */
export function createFarAhead({ ranks, benchmarkTypeOf }: FarAheadDeps) {
  return (build: EntryBuild | null) => {
    const known = new Map<string, ReturnType<typeof rivalsOf>>();
    /** Returns why a run is far ahead of all others; null where it is not, or nobody can tell for now. */
    return async (run: RankedRun): Promise<Message | null> => {
      const { score } = run;
      if (!build || score === null || score <= 0 || run.is_decided) return null;
      const type = benchmarkTypeOf(run.benchmark_id);
      const direction = { isHigherBetter: type.higher_is_better };
      const [whole] = rankedCategoriesOf(run, type);
      if (!whole) return null;
      const id = categoryIdOf(whole);
      const asking = known.get(id) ?? rivalsOf(ranks, { category: id, ...direction }, build.account_id);
      known.set(id, asking);
      const rivals = await asking;
      if (!rivals || rivals.entries < MIN_ENTRIES || rivals.best === null) return null;
      const { entries, best } = rivals;
      const isAhead = valueOf(score, direction) > limitAheadOf(valueOf(best, direction));
      return isAhead ? reasonOfAhead({ entries, best }, type) : null;
    };
  };
}

/** Returns how many entries a category has, and the best score of other accounts; null where the ranks cannot tell. */
async function rivalsOf(
  ranks: FarAheadDeps["ranks"],
  category: { category: string; isHigherBetter: boolean },
  accountId: string,
): Promise<{ entries: number; best: number | null } | null> {
  try {
    const page = await ranks.pageOf({ ...category, cohort: EVERYTHING }, { offset: 0, limit: PLACES });
    const other = page?.members.find(({ member }) => readMember(member, EVERYTHING).accountId !== accountId);
    return page && { entries: page.total, best: other?.score ?? null };
  } catch {
    // Whoever settles the ranks later notices, too, and reports it. The hourly check looks at the run.
    return null;
  }
}
