import { createRedisScript } from "../../infra/redis-script.ts";
import type { Redis } from "../../infra/redis.ts";
import { scoreOf, valueOf } from "../model/entry.ts";
import { createCategoryReads, namedValues, type Ask, type Span } from "./category-reads.ts";
import {
  binsOf,
  MIN_BUILDS,
  quantilesOf,
  type Direction,
  type Distribution,
  type QuantileNeighbours,
} from "./distribution.ts";
import {
  distributionScript,
  mediansScript,
  pageScript,
  sizesScript,
  standingsScript,
} from "./read-scripts.ts";

const BINS = 20;

/**
 * The names of a category (benchmark, variant and settings), and of a cohort (group of comparable builds) in the
 * category.
 */
interface CohortName {
  /** The id of the category (benchmark, variant and settings). */
  category: string;
  /** The key of the cohort (group of comparable builds), which `cohortOf` returns. */
  cohort: string;
}

/**
 * A cohort (group of comparable builds) whose scores are read, and whether higher scores of its benchmark are better.
 */
export interface ScoredCohort extends CohortName, Direction {}

/** A score whose rank in a cohort (group of comparable builds) is requested. */
export interface AskedScore extends ScoredCohort {
  /**
   * The name of the build's account in the ranks, as `memberOf` returns it. The score is not compared with the value of
   * this account.
   */
  member: string;
  score: number;
}

/** The rank of a score in a cohort (group of comparable builds). The score itself counts as one of the builds. */
export interface Standing {
  builds: number;
  rank: number;
  /** The percentage of the other builds with a worse score, rounded down: 100 only if all other scores are worse. */
  better_than_percent: number;
  /** The median of the scores in the ranks; `p10` and `p90` are the 10th and the 90th percentile. */
  median: number;
  p10: number;
  p90: number;
}

/** The median score of a cohort (group of comparable builds). */
export interface CohortMedian {
  builds: number;
  median: number;
  /**
   * The c-th lowest of n scores; `upper` is the c-th highest, with c = max(1, round((n + 1)/2 - √n)). The true median
   * lies most probably between the two scores.
   */
  lower: number;
  upper: number;
}

/** A page of the ranks of a cohort (group of comparable builds), the best member first. */
interface RanksPage {
  total: number;
  members: { member: string; rank: number; score: number }[];
}

/**
 * Creates the functions that read the ranks. Every read is atomic, and returns null while Redis has no complete ranks.
 * The time that a read takes grows with the logarithm of the number of entries in a cohort.
 * @param onLost called when a read finds no ranks
 * @throws the errors of Redis if Redis is unavailable or refuses the command
 */
export function createRankReads(redis: Redis, root: string, onLost: () => void) {
  const ask = (lua: string) => {
    const script = createRedisScript(redis, lua);
    return async <Reply>(...args: (string | number)[]) => {
      const reply = (await script(root, args)) as Reply | null;
      if (reply === null) onLost();
      return reply;
    };
  };
  return {
    ...createFigureReads(ask),
    ...createMedianReads(ask),
    ...createCohortReads(ask),
    ...createCategoryReads(ask),
  };
}

function createFigureReads(ask: Ask) {
  const standings = ask(standingsScript);
  const distribution = ask(distributionScript);

  async function standingsOf(asked: readonly AskedScore[]): Promise<(Standing | null)[] | null> {
    const args = asked.flatMap(({ category, cohort, member, score, isHigherBetter }) => [
      category,
      cohort,
      member,
      valueOf(score, { isHigherBetter }),
    ]);
    const replies = await standings<StandingReply[]>(...args);
    return replies && replies.map((reply, index) => presentStanding(reply, asked[index]));
  }

  return {
    /**
     * Returns the ranks of scores in cohorts (groups of comparable builds); null for a cohort below MIN_BUILDS builds.
     */
    standingsOf,

    /** Returns how the scores of a cohort (group of comparable builds) are distributed. */
    distributionOf: async ({
      category,
      cohort,
      isHigherBetter,
    }: ScoredCohort): Promise<Distribution | null> => {
      const reply = await distribution<DistributionReply>(category, cohort, BINS);
      return reply && presentDistribution(reply, { isHigherBetter });
    },
  };
}

function createMedianReads(ask: Ask) {
  const medians = ask(mediansScript);
  return {
    /**
     * Returns the median scores of cohorts (groups of comparable builds); null for a cohort below MIN_BUILDS builds.
     */
    mediansOf: async (cohorts: readonly ScoredCohort[]): Promise<(CohortMedian | null)[] | null> => {
      const replies = await medians<MedianReply[]>(
        ...cohorts.flatMap(({ category, cohort }) => [category, cohort]),
      );
      return replies && replies.map((reply, index) => presentMedian(reply, cohorts[index]));
    },
  };
}

type MedianReply = [builds: number, low: string, high: string, oneBound: string, otherBound: string];

function presentMedian(
  [builds, ...values]: MedianReply,
  direction: Direction | undefined,
): CohortMedian | null {
  if (builds < MIN_BUILDS || !direction) return null;
  const scores = values.map((value) => scoreOf(Number(value), direction));
  const [low = 0, high = 0, one = 0, other = 0] = scores;
  return {
    builds,
    median: low + (high - low) / 2,
    lower: Math.min(one, other),
    upper: Math.max(one, other),
  };
}

function createCohortReads(ask: Ask) {
  const page = ask(pageScript);
  const sizes = ask(sizesScript);
  return {
    /** Returns a page of the ranks of a cohort, the best build first. Builds with equal scores share a rank. */
    pageOf: async (
      { category, cohort, isHigherBetter }: ScoredCohort,
      { offset, limit }: Span,
    ): Promise<RanksPage | null> => {
      const reply = await page<[number, number, string[]]>(category, cohort, offset, limit);
      if (reply === null) return null;
      const [total, better, found] = reply;
      return { total, members: rankedMembers(namedValues(found), { offset, better, isHigherBetter }) };
    },

    /** Returns the number of builds in each cohort (group of comparable builds); null if Redis has no ranks. */
    sizesOf: (cohorts: readonly CohortName[]): Promise<number[] | null> =>
      sizes(...cohorts.flatMap(({ category, cohort }) => [category, cohort])),
  };
}

type StandingReply = [
  count: number,
  others: number,
  better: number,
  worse: number,
  neighbours: QuantileNeighbours,
];

function presentStanding(
  [count, others, better, worse, neighbours]: StandingReply,
  direction: Direction | undefined,
): Standing | null {
  const builds = others + 1;
  if (builds < MIN_BUILDS || !direction) return null;
  return {
    builds,
    rank: 1 + better,
    better_than_percent: Math.floor((100 * worse) / others),
    ...quantilesOf(neighbours, count, direction),
  };
}

type DistributionReply = [
  builds: number,
  neighbours: QuantileNeighbours,
  lowest: string,
  highest: string,
  edges: string[],
  counts: number[],
];

function presentDistribution(
  [builds, neighbours, lowest, highest, edges, counts]: DistributionReply,
  direction: Direction,
): Distribution {
  if (builds < MIN_BUILDS)
    return { builds, median: null, p10: null, p90: null, best: null, worst: null, histogram: null };
  return {
    builds,
    ...quantilesOf(neighbours, builds, direction),
    best: scoreOf(Number(highest), direction),
    worst: scoreOf(Number(lowest), direction),
    histogram: binsOf(edges, counts, direction),
  };
}

function rankedMembers(
  found: readonly (readonly [member: string, value: string])[],
  { offset, better, isHigherBetter }: { offset: number; better: number } & Direction,
): RanksPage["members"] {
  let rank = better + 1;
  return found.map(([member, value], index) => {
    if (index > 0 && value !== found[index - 1]?.[1]) rank = offset + index + 1;
    return { member, rank, score: scoreOf(Number(value), { isHigherBetter }) };
  });
}
