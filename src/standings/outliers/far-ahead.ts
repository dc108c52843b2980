import type { benchmarkTypeOf, RankedRun } from "../../benchmarks/index.ts";
import type { Message } from "../../readers/index.ts";
import { categoryIdOf } from "../model/category.ts";
import { EVERYTHING, readMember } from "../model/cohort.ts";
import { rankedCategoriesOf, valueOf, type EntryBuild } from "../model/entry.ts";
import { limitAheadOf, MIN_ENTRIES, reasonOfAhead } from "../model/outlier.ts";
import type { Ranks } from "../ranks/ranks.ts";

/**
 * How many of the first places of a ranking are searched for the best account other than the owner of the checked run.
 * If one account has all of these places, only the hourly outlier check checks its runs.
 */
const PLACES = 100;

/** The dependencies of createFarAhead. */
export interface FarAheadDeps {
  ranks: Pick<Ranks, "pageOf">;
  benchmarkTypeOf: typeof benchmarkTypeOf;
}

/**
 * Creates the check of one build, which tells whether a run is far ahead of all others. The check sends Redis only one
 * query for all runs of the build in the same benchmark and variant.
 */
export type FarAheadIn = ReturnType<typeof createFarAhead>;

/**
 * Creates the check that marks a new result that is more than a third better than the best result of all other
 * accounts, in a benchmark and variant with at least MIN_ENTRIES entries. Decisions of a file reader, a reviewer or the
 * hourly outlier check stay as they are.
 */
export function createFarAhead({ ranks, benchmarkTypeOf }: FarAheadDeps) {
  return (build: Pick<EntryBuild, "account_id"> | null) => {
    const known = new Map<string, ReturnType<typeof rivalsOf>>();
    /**
     * Returns a message that says why a run is far ahead of all others; null if the run is not far ahead, or if the
     * ranks are unavailable.
     */
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

/** Returns how many entries a category has, and the best score of other accounts; null if the ranks give no answer. */
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
    // The error need not be reported here: the later update of the ranks meets the same error of Redis and reports it,
    // and the hourly outlier check checks the run.
    return null;
  }
}
