import type { Build, BuildsRepository } from "../../builds/index.ts";
import { InvalidInputError } from "../../errors.ts";
import type { BuildLimits } from "../model/build-limits.ts";
import type { RunsRepository } from "../records/runs-repository.ts";

interface CapacityDeps {
  runsRepository: Pick<RunsRepository, "countOfBuild" | "countOfAccountAt">;
  buildsRepository: Pick<BuildsRepository, "setFull">;
  buildLimits: BuildLimits;
}

/** The service that limits how many runs builds accept. */
export type BuildCapacity = ReturnType<typeof createBuildCapacity>;

/**
 * Creates the service that limits the runs of builds. A build with an owner that has its maximum number of runs is
 * marked as full, so that the service need not count its runs for each submission. The mark is set a moment after the
 * runs are stored, so a few runs more than the maximum may be accepted.
 */
export function createBuildCapacity({ runsRepository, buildsRepository, buildLimits }: CapacityDeps) {
  const { maxRuns, maxOwnRuns } = buildLimits;
  const isStillFull = async (buildId: number): Promise<boolean> => {
    const isFull = (await runsRepository.countOfBuild(buildId, maxRuns)) >= maxRuns;
    if (!isFull) await buildsRepository.setFull(buildId, false);
    return isFull;
  };
  return {
    /**
     * Counts the runs of a build. Marks the build as full if it has its maximum number of runs, and otherwise removes
     * the mark.
     */
    updateFull: async (buildId: number): Promise<void> => {
      // Count the runs again after each change of the mark that the build is full: another process may have counted the
      // runs before the change and found nothing to change.
      for (let isChanged = true; isChanged;) {
        const count = await runsRepository.countOfBuild(buildId, maxRuns);
        isChanged = await buildsRepository.setFull(buildId, count >= maxRuns);
      }
    },

    /**
     * Checks that a build accepts further runs of an account.
     * @param units how many runs are to be added
     * @throws InvalidInputError when the build is full, or has no owner and accepts fewer than `units` further runs of
     * the account
     */
    requireRoom: async (
      { _id, owner_id, is_full }: Pick<Build, "_id" | "owner_id" | "is_full">,
      accountId: string,
      units: number,
    ): Promise<void> => {
      // Count the runs even if the build is marked as full, because a process that deleted runs may have died before it
      // removed the mark.
      if (is_full && (await isStillFull(_id)))
        throw fullError(`Build ${_id} is full: it has ${maxRuns} runs, the maximum of a build.`);
      if (owner_id !== null) return;
      const count = await runsRepository.countOfAccountAt(_id, accountId, maxOwnRuns);
      if (count + units > maxOwnRuns)
        throw fullError(
          `You have ${count} runs at build ${_id}. One account may have ${maxOwnRuns} at a build without an owner.`,
        );
    },
  };
}

const fullError = (reason: string) =>
  new InvalidInputError([
    {
      pointer: "/build_id",
      detail: `${reason} Make another build, and send the results to it.`,
    },
  ]);
