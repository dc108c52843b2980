import type { Collection, Db } from "mongodb";
import { isDuplicateKey } from "../../infra/mongo.ts";
import { removeAll } from "../../infra/remove-all.ts";
import { unsetInAll } from "../../infra/unset-in-all.ts";
import type { TallyNote } from "../model/run-tally.ts";
import type { ScoreGroup } from "../model/score-group.ts";

/** The kept figures of a build, as they are stored: over all of its runs that are tallied. */
export interface BuildFigures {
  /** The id of the build. */
  _id: number;
  /** Raised by each step; a step replaces only the revision that it has read. */
  revision: number;
  /** How many runs the build has for each benchmark, in any status but deleting. */
  listed: { benchmark_id: number; runs: number }[];
  groups: ScoreGroup[];
  /** What the step that made this revision has tallied. The step after it writes this to the runs, if nobody has. */
  notes: TallyNote[];
}

/** Access to the kept figures of builds. */
export type BuildFiguresRepository = ReturnType<typeof createBuildFiguresRepository>;

/** Creates the repository. */
export function createBuildFiguresRepository(db: Db) {
  const figures: Collection<BuildFigures> = db.collection("build_figures");
  return {
    /** Returns the figures of a build; those of a build without runs where none are stored. */
    find: async (buildId: number): Promise<BuildFigures> =>
      // No failover takes back what somebody is shown, or what is noted in the runs of it.
      (await figures.findOne({ _id: buildId }, { readConcern: { level: "majority" } })) ?? {
        _id: buildId,
        revision: 0,
        listed: [],
        groups: [],
        notes: [],
      },

    /** Stores the figures that follow a revision. Returns false where others were stored after it. */
    replace: async (revision: number, next: BuildFigures): Promise<boolean> => {
      const { _id, ...fields } = next;
      try {
        if (revision === 0) await figures.insertOne(next);
        else return (await figures.updateOne({ _id, revision }, { $set: fields })).matchedCount === 1;
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },

    /** Removes the figures of all builds, and what the runs remember of them. Only while nothing else uses them. */
    removeAll: async (): Promise<void> => {
      await removeAll(db, "build_figures");
      await unsetInAll(db, "runs", ["tally", "is_tallied"]);
    },

    /** Removes the figures of a build that is deleted. */
    remove: async (buildId: number): Promise<void> => {
      await figures.deleteOne({ _id: buildId });
    },
  };
}
