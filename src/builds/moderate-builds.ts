import type { RunsRepository } from "../benchmarks/index.ts";
import type { Clock } from "../infra/clock.ts";
import type { SecurityEvents } from "../infra/security-events.ts";
import type { Standings } from "../standings/index.ts";
import type { Build } from "./model/build.ts";
import type { BuildsRepository } from "./records/builds-repository.ts";
import { markBuildsDeleted } from "./remove-deleted.ts";

/** The dependencies of the functions by which the operator moderates builds. */
export interface ModerateDeps {
  buildsRepository: BuildsRepository;
  runsRepository: Pick<RunsRepository, "markBuildForRanking">;
  standings: Pick<Standings, "markBuildChanged" | "updateNow">;
  securityEvents: SecurityEvents;
  clock: Clock;
}

/** A build that the operator has hidden or restored. */
interface ModeratedBuild {
  /** The build as it was before the operator hid or restored it. */
  before: Build;
  /**
   * Whether the rankings already show that the build was hidden or restored; if not, the sweep of standings updates
   * them.
   */
  isRanked: boolean;
}

/**
 * Creates the methods by which the operator moderates builds. Each act of the operator is recorded as a security
 * event.
 */
export function createBuildModeration(deps: ModerateDeps) {
  const { buildsRepository, runsRepository, standings, securityEvents, clock } = deps;
  return {
    /**
     * Hides a build with its runs from everybody but its owner and admins, and takes the build out of the rankings.
     * Returns null if the build does not exist.
     */
    hide: async (buildId: number, reason: string): Promise<ModeratedBuild | null> => {
      const before = await buildsRepository.hide(buildId, { reason, at: clock() });
      if (!before) return null;
      const { owner_id: account_id } = before;
      await runsRepository.markBuildForRanking(buildId);
      securityEvents.record("build_hidden", { account_id, address: null, build_id: buildId, reason });
      return { before, isRanked: await standings.updateNow(buildId) };
    },

    /**
     * Shows a hidden build again, and ranks its runs again. The method is idempotent, and the build may already be
     * shown. Returns null if the build does not exist.
     */
    restore: async (buildId: number): Promise<ModeratedBuild | null> => {
      const before = await buildsRepository.unhide(buildId);
      if (!before) return null;
      const { owner_id: account_id } = before;
      if (before.hidden)
        securityEvents.record("build_restored", { account_id, address: null, build_id: buildId });
      await runsRepository.markBuildForRanking(buildId);
      return { before, isRanked: await standings.updateNow(buildId) };
    },

    /** Deletes all builds of an account, as if their owner had deleted them. Returns how many builds were deleted. */
    deleteAllOf: async (accountId: string): Promise<number> => {
      const builds = await markBuildsDeleted(deps, accountId);
      securityEvents.record("builds_deleted", { account_id: accountId, address: null, builds });
      return builds;
    },
  };
}
