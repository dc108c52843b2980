import { benchmarkTypeOf, isOfGames, type BuildCapacity, type RunsRepository } from "../benchmarks/index.ts";
import type { createBuildsRepository } from "../builds/index.ts";
import type { Logger } from "../infra/logger.ts";
import type { createScoreNotes } from "../products/index.ts";
import type { JobQueue } from "../queues/job-queue.ts";
import {
  createCategoriesRepository,
  createEntriesRepository,
  createRanks,
  createStandings,
  type RanksDeps,
} from "../standings/index.ts";

interface StandingBase extends Omit<RanksDeps, "entries" | "categories"> {
  records: { runs: RunsRepository };
  storedBuilds: ReturnType<typeof createBuildsRepository>;
  capacity: BuildCapacity;
  scoreNotes: ReturnType<typeof createScoreNotes>;
  queue: Pick<JobQueue, "fillRanks" | "updateStandings">;
  logger: Logger;
}

/** Creates the services of standings on the stored runs and builds, which the services of runs and builds tell of changes. */
export function createStandingServices(base: StandingBase) {
  const { db, records, storedBuilds, scoreNotes } = base;
  const entries = createEntriesRepository(db);
  const categories = createCategoriesRepository(db);
  const ranks = createRanks({ ...base, entries, categories });
  const standings = createStandings({
    ...base,
    runs: records.runs,
    builds: storedBuilds,
    benchmarkOf: rankedBenchmarkOf,
    entries,
    categories,
    ranks,
    scores: scoreNotes,
  });
  const sweeps = [standings.sweep, standings.outlierCheck, ranks.sweep];
  return { ranks, standings, categories, entries, sweeps };
}

/** Says of a benchmark what decides about its ranking. */
function rankedBenchmarkOf(benchmarkId: number) {
  const type = benchmarkTypeOf(benchmarkId);
  return {
    higher_is_better: type.higher_is_better,
    is_of_games: isOfGames(type),
    measures: type.measures,
    unit: type.unit,
  };
}
