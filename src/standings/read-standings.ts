import type { BenchmarkType, benchmarkTypeOf } from "../benchmarks/index.ts";
import type { Build } from "../builds/index.ts";
import type { Config } from "../config.ts";
import { inBatches } from "../infra/batches.ts";
import { bounded } from "../infra/bounded.ts";
import type { Logger } from "../infra/logger.ts";
import type { Catalogue } from "../products/index.ts";
import { comparedCategoryOf, mixedField } from "./medians/compared-category.ts";
import { categoriesOf, categoryIdOf, pairCategoryOf } from "./model/category.ts";
import { cohortOf, memberOf, placeIn, type CohortParts } from "./model/cohort.ts";
import { entryIdOf, rankedCategoriesOf, type RankableRun } from "./model/entry.ts";
import type { AskedScore, Standing } from "./ranks/rank-reads.ts";
import type { Ranks } from "./ranks/ranks.ts";
import type { EntriesRepository } from "./records/entries-repository.ts";

/**
 * The maximum number of scores whose ranks one call to Redis returns: Redis answers other clients between two calls.
 */
const QUESTIONS_A_CALL = 100;

/**
 * The ranks of a score among all comparable builds, and among builds with the same parts. A rank is null if there are
 * fewer than five such builds.
 */
export interface RunStanding {
  all: Standing | null;
  same_cpu: Standing | null;
  same_gpu: Standing | null;
  same_cpu_and_gpu: Standing | null;
  /** True if the score of a game is compared with scores that were measured with other settings; otherwise absent. */
  settings_mixed?: true;
}

/** The rank of a build's best run among comparable builds. */
export interface BuildStanding extends RunStanding {
  run_id: string;
  score: number;
}

interface ReadDeps {
  benchmarkTypeOf: typeof benchmarkTypeOf;
  entries: Pick<EntriesRepository, "findRanked">;
  catalogue: Pick<Catalogue, "comparedAs">;
  ranks: Pick<Ranks, "standingsOf" | "pairsOf" | "sizesOf">;
  config: Pick<Config, "STANDING_WAIT_MS">;
  logger: Logger;
}

/**
 * Creates the functions that read the ranks of runs and builds among comparable results. The functions return undefined
 * while the ranks cannot be read: Redis is unavailable, has lost the ranks, or does not answer within STANDING_WAIT_MS.
 */
export function createReadStandings(deps: ReadDeps) {
  const { benchmarkTypeOf, entries, catalogue } = deps;
  const ask = createAsk(deps);
  return {
    /**
     * Returns the rank of a run among comparable builds. The score of the run counts as one of these builds. Returns
     * null if the run is incomplete or unranked, or if its build has no owner.
     */
    ofRun: async (
      run: RankableRun,
      { owner_id, parts }: Pick<Build, "owner_id" | "parts">,
    ): Promise<RunStanding | null | undefined> => {
      const benchmark = benchmarkTypeOf(run.benchmark_id);
      const [category] = rankedCategoriesOf(run, benchmark);
      if (!category || owner_id === null || run.score === null) return null;
      const [compared = {}] = await catalogue.comparedAs([parts]);
      const build = { account_id: owner_id, parts: compared };
      const asked = {
        ...build,
        category: categoryIdOf(category),
        benchmark,
        score: run.score,
        findPair: async () => pairCategoryOf(run),
      };
      const [standing] = (await ask([asked])) ?? [];
      return standing;
    },

    /**
     * Returns the ranks of a build's best runs, one for each given benchmark and variant, in the given order; null
     * for a benchmark and variant without a ranked run.
     */
    ofBuild: async (
      { _id, owner_id }: Pick<Build, "_id" | "owner_id">,
      groups: readonly { benchmark_id: number; variant: string | null }[],
    ): Promise<(BuildStanding | null)[] | undefined> => {
      if (owner_id === null) return groups.map(() => null);
      const ids = groups.map((group) => {
        const [category] = categoriesOf(group, { isOfGame: benchmarkTypeOf(group.benchmark_id).is_of_games });
        return category ? entryIdOf(_id, categoryIdOf(category)) : null;
      });
      const found = await entries.findRanked(ids.filter((id) => id !== null));
      const standings = await ask(
        found.map((entry) => ({
          ...entry,
          benchmark: benchmarkTypeOf(entry.benchmark_id),
          findPair: createPairFinder(entries, _id, entry.run_id),
        })),
      );
      if (!standings) return undefined;
      const byId = new Map(
        found.flatMap(({ _id, run_id, score }, index) => {
          const standing = standings[index];
          return standing ? [[_id, { run_id, score, ...standing }] as const] : [];
        }),
      );
      return ids.map((id) => (id === null ? null : (byId.get(id) ?? null)));
    },
  };
}

/**
 * Creates the function that returns, of the given pairs of resolution and preset (as ids of categories), the pair in
 * which a run is the best run of its build; undefined if there is no such pair.
 */
function createPairFinder({ findRanked }: ReadDeps["entries"], buildId: number, runId: string) {
  return async (pairs: readonly string[]) => {
    const among = await findRanked(pairs.map((pair) => entryIdOf(buildId, pair)));
    return among.find(({ run_id }) => run_id === runId)?.category;
  };
}

interface AskedRun {
  account_id: string;
  parts: CohortParts;
  /** The id of the category (benchmark, variant and settings). */
  category: string;
  score: number;
  benchmark: Pick<BenchmarkType, "higher_is_better" | "is_of_games">;
  /**
   * Returns the id of the category (comparable results) with the run's resolution and preset; undefined if the run does
   * not name both.
   */
  findPair: (pairs: readonly string[]) => Promise<string | undefined>;
}

/**
 * Creates the function that reads the ranks of runs from Redis. The function returns undefined if Redis is unavailable
 * or has no ranks, and never throws.
 */
function createAsk({ ranks, config, logger }: Pick<ReadDeps, "ranks" | "config" | "logger">) {
  const placed = async (run: AskedRun) => {
    const compared = await comparedCategoryOf(ranks, run.category, run.benchmark);
    const pair = compared && compared.pairs.length > 0 ? await run.findPair(compared.pairs) : undefined;
    return (
      compared && { ...run, category: pair ?? run.category, isMixed: !pair && run.benchmark.is_of_games }
    );
  };
  const askAll = async (runs: readonly AskedRun[]): Promise<RunStanding[] | undefined> => {
    const places = await Promise.all(runs.map(placed));
    if (places.includes(null)) return undefined;
    const known = places.filter((run) => run !== null);
    const asked = known.map(questionsOf);
    const questions = asked.flatMap((some) => Object.values(some)).filter((one) => one !== null);
    const answers = new Map<AskedScore, Standing | null>();
    for await (const batch of inBatches(questions, QUESTIONS_A_CALL)) {
      const some = await ranks.standingsOf(batch);
      if (some === null) return undefined;
      for (const [index, question] of batch.entries()) answers.set(question, some[index] ?? null);
    }
    const answerTo = (question: AskedScore | null) => (question && answers.get(question)) ?? null;
    return asked.map(({ all, same_cpu, same_gpu, same_cpu_and_gpu }, index) => {
      const standing = {
        all: answerTo(all),
        same_cpu: answerTo(same_cpu),
        same_gpu: answerTo(same_gpu),
        same_cpu_and_gpu: answerTo(same_cpu_and_gpu),
      };
      return Object.assign(standing, mixedField(known[index]?.isMixed ?? false));
    });
  };
  return async (runs: readonly AskedRun[]): Promise<RunStanding[] | undefined> => {
    try {
      return await bounded(askAll(runs), config.STANDING_WAIT_MS, "reading the standing");
    } catch (error) {
      logger.debug({ err: error }, "the rank of a run could not be read: the response has no ranks");
      return undefined;
    }
  };
}

/**
 * Returns the requests to Redis for the ranks of a run: among all builds, and among builds with the same CPU, the same
 * GPU or both. A request is null if the CPU or the GPU that it needs is unknown.
 */
function questionsOf({ account_id, parts, category, score, benchmark }: AskedRun) {
  const { cpu, gpu } = parts;
  const isHigherBetter = benchmark.higher_is_better;
  const among = (shared: CohortParts): AskedScore => {
    const place = placeIn(cohortOf(shared), parts);
    return { category, cohort: place.cohort, member: memberOf(account_id, place), score, isHigherBetter };
  };
  return {
    all: among({}),
    same_cpu: cpu === undefined ? null : among({ cpu }),
    same_gpu: gpu === undefined ? null : among({ gpu }),
    same_cpu_and_gpu: cpu === undefined || gpu === undefined ? null : among({ cpu, gpu }),
  };
}
