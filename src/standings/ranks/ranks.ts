import type { Db } from "mongodb";
import type { BenchmarkType } from "../../benchmarks/index.ts";
import type { Config } from "../../config.ts";
import type { Clock } from "../../infra/clock.ts";
import type { NewId } from "../../infra/new-id.ts";
import type { Redis } from "../../infra/redis.ts";
import type { Sweep } from "../../infra/sweep.ts";
import type { JobQueue } from "../../queues/job-queue.ts";
import type { CategoriesRepository } from "../records/categories-repository.ts";
import type { EntriesRepository } from "../records/entries-repository.ts";
import { createFillRanks, type FillOptions } from "./fill-ranks.ts";
import { createLostRanks, type LostRanksDeps } from "./lost-ranks.ts";
import { createRankReads } from "./rank-reads.ts";
import { createRankWrites, ranksRoot } from "./rank-writes.ts";
import { createUpdateRanks } from "./update-ranks.ts";

/**
 * The ranks of entries (best runs of builds) among comparable entries: a copy of the entries in Redis, sorted by
 * value.
 */
export type Ranks = ReturnType<typeof createRanks>;

/** The services and settings that the functions for the ranks in Redis use. */
export interface RanksDeps extends LostRanksDeps {
  redis: Redis;
  db: Db;
  clock: Clock;
  newId: NewId;
  entries: EntriesRepository;
  categories: CategoriesRepository;
  benchmarkTypes: readonly Pick<BenchmarkType, "id" | "measures">[];
  config: Pick<Config, "REDIS_KEY_PREFIX">;
  queue: Pick<JobQueue, "fillRanks" | "checkScores">;
}

/** Creates the functions that read and update the ranks in Redis, and copy them from MongoDB to Redis. */
export function createRanks(deps: RanksDeps) {
  const root = ranksRoot(deps.config.REDIS_KEY_PREFIX);
  const writes = createRankWrites(deps.redis, root);
  const update = createUpdateRanks({ ...deps, writes });
  const fill = createFillRanks({ ...deps, writes, update });
  const refill = async (options?: FillOptions) => {
    const isFilled = await fill.refill(options);
    if (isFilled) await askForScores(deps);
    return isFilled;
  };
  return {
    ...createRankReads(deps.redis, root, createLostRanks(deps)),
    update,

    /**
     * Fills the ranks if Redis has none. After that, asks the workers to compare those products whose scores could not
     * be compared while Redis had no ranks.
     */
    refill,

    /** Returns whether Redis has complete ranks of results, from which the service can read. */
    areReady: writes.isReady,
    /** The sweep that fills the ranks again if Redis has lost them. */
    sweep: {
      name: "lost ranks",
      run: async (signal?: AbortSignal) => ((await refill({ signal })) ? 1 : 0),
    } satisfies Sweep,
  };
}

async function askForScores({ queue, logger }: Pick<RanksDeps, "queue" | "logger">): Promise<void> {
  try {
    await queue.checkScores();
  } catch (error) {
    logger.warn(
      { err: error },
      "requesting a check of the scores of products failed; a sweep checks the scores later",
    );
  }
}
