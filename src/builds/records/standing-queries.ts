import type { Collection } from "mongodb";
import type { Build, PartIds } from "../model/build.ts";
import { isShown, isStandingDue, standingDue } from "./build-filters.ts";

/** The owner and the parts of a build whose runs are ranked. */
interface RankedBuild {
  account_id: string;
  parts: PartIds;
}

/** Creates the queries that find and mark builds whose standings (ranks) are to be updated. */
export function createStandingQueries(builds: Collection<Build>) {
  return {
    /**
     * Returns the owner and the parts of a build that is neither deleted nor hidden and has an owner; null if there is
     * no such build.
     */
    findRanked: async (buildId: number): Promise<RankedBuild | null> => {
      const options = { projection: { owner_id: 1, parts: 1 } };
      const build = await builds.findOne({ _id: buildId, ...isShown }, options);
      return build && build.owner_id !== null ? { account_id: build.owner_id, parts: build.parts } : null;
    },

    /**
     * Returns the owner and the parts of those given builds that are neither deleted nor hidden and have an owner, by
     * the builds' ids.
     */
    findSomeRanked: async (buildIds: readonly number[]): Promise<Map<number, RankedBuild>> => {
      const found = await builds
        .find({ _id: { $in: [...buildIds] }, ...isShown }, { projection: { owner_id: 1, parts: 1 } })
        .toArray();
      return new Map(
        found.flatMap(({ _id, owner_id, parts }) =>
          owner_id === null ? [] : [[_id, { account_id: owner_id, parts }] as const],
        ),
      );
    },

    /** Marks the standings (ranks) of all builds with a product as outdated. */
    markStandingDueWith: async (kind: string, id: number): Promise<void> => {
      await builds.updateMany({ [`parts.${kind}`]: id }, { $set: standingDue });
    },

    /**
     * Claims a build for a step that updates its standings (ranks), even if another step has claimed the build. Returns
     * false if no update is due.
     */
    claimStandingDue: async (buildId: number, stepId: string): Promise<boolean> =>
      (await builds.updateOne({ _id: buildId, ...isStandingDue }, { $set: { standing_step: stepId } }))
        .matchedCount === 1,

    /** Records that a build's standings (ranks) are up to date, unless the build has changed since the update began. */
    clearStandingDue: async (buildId: number, stepId: string): Promise<void> => {
      const told = { $unset: { standing_due: true, standing_step: true } } as const;
      await builds.updateOne({ _id: buildId, standing_step: stepId }, told);
    },

    /** Returns the number of builds whose standings (ranks) are outdated, counted up to `limit`. */
    countStandingDue: (limit: number): Promise<number> => builds.countDocuments(isStandingDue, { limit }),

    /**
     * Returns the id of the next build, in the order of ids, whose standings (ranks) are outdated; null if no such
     * build follows.
     */
    findStandingDue: async (after: number | null): Promise<number | null> => {
      const behind = after === null ? {} : { _id: { $gt: after } };
      const options = { sort: { _id: 1 }, projection: { _id: 1 } } as const;
      return (await builds.findOne({ ...isStandingDue, ...behind }, options))?._id ?? null;
    },
  };
}
