import type { Builds, ShownBuild } from "../../builds/index.ts";
import type { BenchmarkType, RunsRepository } from "../../benchmarks/index.ts";
import type { Catalogue } from "../../products/index.ts";
import { requireRanks } from "../errors.ts";
import { readMember } from "../model/cohort.ts";
import type { Ranks } from "../ranks/ranks.ts";
import type { EntriesRepository } from "../records/entries-repository.ts";
import { requireCohort, type AskedCategory, type AskedParts } from "./require-category.ts";
import { shownSettingsOf, type ShownSettings } from "./variants.ts";

/** The services from which rankingOf reads a page of a ranking. */
export interface RankingDeps {
  ranks: Pick<Ranks, "pageOf">;
  entries: Pick<EntriesRepository, "findBestAt">;
  runsRepository: Pick<RunsRepository, "findShownInRankings">;
  builds: Pick<Builds, "presentSome">;
  catalogue: Pick<Catalogue, "findComparedNamed">;
}

/** The parameters of a request for a page of a benchmark's ranking. */
export interface AskedRanking extends AskedCategory, AskedParts {
  page: number;
  limit: number;
}

/** One build in a ranking, with its rank. */
export interface RankedBuild {
  rank: number;
  score: number;
  run_id: string;
  created_at: Date;
  /** The resolution and preset of a result of a game; each is absent if it is unknown. */
  settings: ShownSettings;
  /**
   * The 1 % low of the run; present only for a result of a game. Null if the capture has too few frames for a 1 % low.
   */
  low_1_fps?: number | null;
  build: ShownBuild;
}

/**
 * Returns a page of a ranking, the best build first, and the number of all builds in the ranking. A build that was
 * deleted a moment ago and is still in the ranks is left out of the page, but counts until the ranks are updated, so
 * that no other build moves to another page.
 * @throws InvalidInputError, RanksMissingError
 */
export async function rankingOf(
  { ranks, entries, runsRepository, builds, catalogue }: RankingDeps,
  type: BenchmarkType,
  asked: AskedRanking,
): Promise<{ results: RankedBuild[]; total: number }> {
  const cohort = await requireCohort(catalogue, type, asked);
  const span = { offset: (asked.page - 1) * asked.limit, limit: asked.limit };
  const { total, members } = requireRanks(await ranks.pageOf(cohort, span));
  const found = await Promise.all(
    members.map(async ({ member, rank }) => {
      const { accountId, place } = readMember(member, cohort.cohort);
      const entry = await entries.findBestAt(accountId, cohort.category, place);
      return entry && { rank, entry };
    }),
  );
  const ranked = found.filter((one) => one !== null);
  const [buildOf, runs] = await Promise.all([
    builds.presentSome(ranked.map(({ entry }) => entry.build_id)),
    type.is_of_games ? runsRepository.findShownInRankings(ranked.map(({ entry }) => entry.run_id)) : [],
  ]);
  const runOf = new Map(runs.map((run) => [run.run_id, run]));
  const results = ranked.flatMap(({ rank, entry }): RankedBuild[] => {
    const build = buildOf.get(entry.build_id);
    if (!build) return [];
    const { run_id, score, run_created_at } = entry;
    const run = runOf.get(run_id);
    const shown = {
      settings: shownSettingsOf({ settings: run?.settings }),
      ...(type.is_of_games && { low_1_fps: run?.low_1_fps ?? null }),
    };
    return [{ rank, score, run_id, created_at: run_created_at, ...shown, build }];
  });
  return { results, total };
}
