import { benchmarkTypes, isOfGames, suspicionOf, type createRuns } from "../benchmarks/index.ts";
import type { createBuilds } from "../builds/index.ts";
import { NotFoundError } from "../errors.ts";
import type { createCatalogue } from "../products/index.ts";
import { createRankings, type BenchmarksPort, type RankingsDeps, type RunsPort } from "../standings/index.ts";

interface RankingBase extends Pick<RankingsDeps, "ranks" | "entries" | "categories"> {
  catalogue: ReturnType<typeof createCatalogue>;
  runs: ReturnType<typeof createRuns>;
  builds: ReturnType<typeof createBuilds>;
}

/** Creates the rankings, and what they need of the other features. */
export function createRankingServices(base: RankingBase) {
  const rankings = createRankings({ ...base, benchmarks, parts: base.catalogue, runs: createRunsPort(base) });
  return { rankings };
}

const benchmarks: BenchmarksPort = {
  find: (id) => {
    const type = benchmarkTypes.find((one) => one.id === id);
    return (
      type && {
        ...type,
        has_variants: type.kind === "file",
        is_of_games: isOfGames(type),
      }
    );
  },
};

const createRunsPort = ({ runs }: Pick<RankingBase, "runs">): RunsPort => ({
  find: async (runId) => {
    try {
      const { run, build } = await runs.find(runId);
      const { benchmark_id, variant } = run;
      const { owner_id, parts } = build;
      const score = run.status === "complete" ? run.score : null;
      return { benchmark_id, variant, score, is_suspect: suspicionOf(run) !== null, owner_id, parts };
    } catch (error) {
      if (error instanceof NotFoundError) return null;
      throw error;
    }
  },
});
