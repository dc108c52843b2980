import { EVERYTHING, readMember } from "../model/cohort.ts";
import type { Rivals } from "../model/outlier.ts";
import type { Ranks } from "../ranks/ranks.ts";

/** The best others are nearly always among the first places, … */
const FIRST_PLACES = 10;
/** … but an account with many parts may have many of them. */
const FURTHER_PLACES = 500;

/**
 * Returns with which results of a category a score of an account is compared: with none of its own, on whatever parts. Null where the
 * ranks are not there. @throws the errors of Redis
 */
export async function rivalsOf(
  ranks: Pick<Ranks, "pageOf">,
  { category, isHigherBetter }: { category: string; isHigherBetter: boolean },
  accountId: string,
): Promise<Rivals | null> {
  const all = { category, cohort: EVERYTHING, isHigherBetter };
  for (let offset = 0; ;) {
    const limit = offset === 0 ? FIRST_PLACES : FURTHER_PLACES;
    const page = await ranks.pageOf(all, { offset, limit });
    if (!page) return null;
    const { members, total } = page;
    const other = members.find(({ member }) => readMember(member, EVERYTHING).accountId !== accountId);
    offset += members.length;
    if (other || members.length === 0 || offset >= total)
      return { builds: total, bestOther: other?.score ?? null };
  }
}
