import type { BuildsRepository } from "../../builds/index.ts";
import type { Figures } from "../figures/figures.ts";
import type { Run } from "../model/run.ts";
import type { RunListQuery, RunsRepository } from "../records/runs-repository.ts";

/**
 * The number up to which the service counts runs that are still to be ranked. Counting must be cheap, because requests
 * for lists wait for it.
 */
const MAX_DUE_COUNTED = 20_000;

/** The dependencies of `createRunLists`. */
interface RunListsDeps {
  runsRepository: Pick<
    RunsRepository,
    "listOf" | "listNewest" | "listOfAccount" | "countRoughly" | "countRankingDue"
  >;
  buildsRepository: Pick<BuildsRepository, "findHiddenIds">;
  figures: Pick<Figures, "countOf">;
}

/** Creates the functions that list and count runs. */
export function createRunLists({ runsRepository, buildsRepository, figures }: RunListsDeps) {
  return {
    /** Returns one page of a build's runs, newest first, and the number of runs on all pages. */
    listOf: async (buildId: number, query: RunListQuery) => {
      const { benchmark_id: benchmarkId, withHidden } = query;
      const [found, total] = await Promise.all([
        runsRepository.listOf(buildId, query),
        figures.countOf(buildId, { benchmarkId, withHidden }),
      ]);
      return { runs: found, total };
    },

    /** Returns the newest runs of a build without the runs that the operator has hidden, newest first. */
    newestOf: (buildId: number, query: Pick<RunListQuery, "benchmark_id" | "limit">): Promise<Run[]> =>
      runsRepository.listOf(buildId, { ...query, page: 1 }),

    /**
     * Returns the newest complete runs that may be ranked, the newest first, and only the newest of each build. Hidden
     * builds are left out.
     */
    listNewest: async (limit: number): Promise<Run[]> =>
      runsRepository.listNewest(limit, await buildsRepository.findHiddenIds()),

    /**
     * Returns the approximate number of all runs, and how many runs are still to be ranked. `isMoreDue` is true where
     * more than `due` runs are to be ranked.
     */
    rankingProgress: async (): Promise<{ runs: number; due: number; isMoreDue: boolean }> => {
      const [runs, due] = await Promise.all([
        runsRepository.countRoughly(),
        runsRepository.countRankingDue(MAX_DUE_COUNTED + 1),
      ]);
      return { runs, due: Math.min(due, MAX_DUE_COUNTED), isMoreDue: due > MAX_DUE_COUNTED };
    },

    /**
     * Returns one page of the runs that an account has submitted, newest first, and whether there are more runs after
     * the page.
     */
    listOfAccount: async (accountId: string, { page, limit }: { page: number; limit: number }) => {
      const found = await runsRepository.listOfAccount(accountId, {
        skip: (page - 1) * limit,
        limit: limit + 1,
      });
      return { runs: found.slice(0, limit), hasMore: found.length > limit };
    },
  };
}
