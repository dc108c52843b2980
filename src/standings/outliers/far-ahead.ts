import type { benchmarkTypeOf, RankedRun } from "../../benchmarks/index.ts";
import type { Message } from "../../readers/index.ts";
import { categoryIdOf } from "../model/category.ts";
import { EVERYTHING, readMember } from "../model/cohort.ts";
import { rankedCategoriesOf, valueOf, type EntryBuild } from "../model/entry.ts";
import { limitAheadOf, MIN_ENTRIES, reasonOfAhead } from "../model/outlier.ts";
import type { Ranks } from "../ranks/ranks.ts";
import type { EntriesRepository } from "../records/entries-repository.ts";

/**
 * The number of places at the top of a ranking that the check reads to find the best account other than the owner of
 * the checked run. If this owner has all of these places, only the hourly outlier check checks the run.
 */
const PLACES = 100;

/** The services that the check for runs far ahead of all others uses. */
export interface FarAheadDeps {
  ranks: Pick<Ranks, "pageOf">;
  entries: Pick<EntriesRepository, "findBuildsIn">;
  benchmarkTypeOf: typeof benchmarkTypeOf;
}

/**
 * The function that `createFarAhead` returns. For one build, it returns the check of the build's new runs, which sends
 * Redis only one query for all runs of the same benchmark and variant.
 */
export type FarAheadIn = ReturnType<typeof createFarAhead>;

/**
 * Creates the function that checks whether a new result is an outlier, because it is more than a third better than the
 * best result of all other accounts. A result is an outlier only if at least MIN_ENTRIES builds are measured in the
 * benchmark and variant. Runs about which a file reader, a reviewer or the hourly outlier check has decided are not
 * checked.
 */
export function createFarAhead({ ranks, entries, benchmarkTypeOf }: FarAheadDeps) {
  return (build: Pick<EntryBuild, "account_id"> | null) => {
    const known = new Map<string, Promise<number | null>>();
    /**
     * Returns a message that says why a run is far ahead of all others; null if the run is not far ahead, or while
     * the ranks are unavailable.
     */
    return async (run: RankedRun): Promise<Message | null> => {
      const { score } = run;
      if (!build || score === null || score <= 0 || run.is_decided) return null;
      const type = benchmarkTypeOf(run.benchmark_id);
      const direction = { isHigherBetter: type.higher_is_better };
      const [whole] = rankedCategoriesOf(run, type);
      if (!whole) return null;
      const id = categoryIdOf(whole);
      const asking = known.get(id) ?? bestOther(ranks, { category: id, ...direction }, build.account_id);
      known.set(id, asking);
      const best = await asking;
      if (best === null || valueOf(score, direction) <= limitAheadOf(valueOf(best, direction))) return null;
      const builds = new Set(await entries.findBuildsIn(id, MIN_ENTRIES)).add(run.build_id);
      return builds.size < MIN_ENTRIES ? null : reasonOfAhead(best, type);
    };
  };
}

/**
 * Returns the best score of other accounts in a category (benchmark and variant); null if no other account has a
 * score, or if the ranks give no answer.
 */
async function bestOther(
  ranks: FarAheadDeps["ranks"],
  category: { category: string; isHigherBetter: boolean },
  accountId: string,
): Promise<number | null> {
  try {
    const page = await ranks.pageOf({ ...category, cohort: EVERYTHING }, { offset: 0, limit: PLACES });
    const other = page?.members.find(({ member }) => readMember(member, EVERYTHING).accountId !== accountId);
    return other?.score ?? null;
  } catch {
    // Ignore an error of Redis during this check: the later update of the ranks meets the same error and reports it,
    // and the hourly outlier check checks the run.
    return null;
  }
}
