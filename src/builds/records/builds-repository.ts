import type { Collection, Db, UpdateFilter } from "mongodb";
import { nextId, raiseCounter } from "../../infra/counters.ts";
import { isDuplicateKey } from "../../infra/mongo.ts";
import { MAX_LISTED } from "../../validation/paging.ts";
import { partKinds } from "../../kinds/kinds.ts";
import type { Build, PartChanges } from "../model/build.ts";
import { namePrefixesOf } from "../../validation/name-prefixes.ts";
import { isNotDeleted, isStandingDue, newestFirst, standingDue, withoutPrefixes } from "./build-filters.ts";
import { createPublicLists } from "./public-lists.ts";
import { createStandingQueries } from "./standing-queries.ts";

const COUNTER = "builds";
/** How many documents of deleted builds one write removes, so that no write takes long. */
const REMOVED_AT_ONCE = 1000;

/** The functions that read and write the collection of builds. */
export type BuildsRepository = ReturnType<typeof createBuildsRepository>;

/** Returns the functions that read and write the collection of builds. */
export function createBuildsRepository(db: Db) {
  const builds = buildsOf(db);
  return {
    /** Returns a new id, which no stored build has. */
    nextId: (): Promise<number> => nextId(db, COUNTER),

    /** Stores a build. Returns false if another build has the same id. */
    insert: (build: Build): Promise<boolean> => unlessTaken(() => builds.insertOne(withPrefixes(build))),

    /**
     * Inserts builds under ids that the caller has chosen, and leaves stored builds as they are. The counter of ids
     * continues above these ids. Returns the number of inserted builds, and the ids of those given builds that are then
     * stored and not deleted.
     * @throws the duplicate key error of MongoDB's driver if an id belongs to a build with another owner
     */
    insertMissing: async (candidates: readonly Build[]): Promise<{ inserted: number; present: number[] }> => {
      const ids = candidates.map(({ _id }) => _id);
      await raiseCounter(db, COUNTER, Math.max(0, ...ids));
      const upserts = candidates.map(({ _id, owner_id, ...fields }) => ({
        updateOne: {
          filter: { _id, owner_id },
          update: { $setOnInsert: withPrefixes(fields) },
          upsert: true,
        },
      }));
      const { upsertedCount } = await builds.bulkWrite(upserts, { ordered: false });
      const present = await builds
        .find({ _id: { $in: ids }, ...isNotDeleted })
        .project<Pick<Build, "_id">>({ _id: 1 })
        .toArray();
      return { inserted: upsertedCount, present: present.map(({ _id }) => _id) };
    },

    /** Stores a build without owner under a given id. Returns false if a build with an owner has this id. */
    upsertOwnerless: async ({ _id, created_at, ...fields }: Build): Promise<boolean> => {
      await raiseCounter(db, COUNTER, _id);
      const change = { $set: withPrefixes(fields), $setOnInsert: { created_at } };
      return unlessTaken(() =>
        builds.updateOne({ _id, owner_id: null, ...isNotDeleted }, change, { upsert: true }),
      );
    },

    /** Returns a build, also a hidden one; null if the build does not exist or is deleted. */
    find: (buildId: number): Promise<Build | null> =>
      builds.findOne({ _id: buildId, ...isNotDeleted }, withoutPrefixes),

    /** Returns whether a build exists and is not deleted; it may be hidden. */
    has: async (buildId: number): Promise<boolean> =>
      (await builds.findOne({ _id: buildId, ...isNotDeleted }, { projection: { _id: 1 } })) !== null,

    ...createChanges(builds),
    ...createStandingQueries(builds),
    ...createHiding(builds),

    ...createDeletions(builds),
    ...createLists(builds),
    ...createPublicLists(builds),
  };
}

function createChanges(builds: Collection<Build>) {
  return {
    /**
     * Changes the name, the description or some parts of a build. Simultaneous changes of different parts both take
     * effect. Returns the changed build, or null if no such build exists.
     */
    update: (buildId: number, changes: BuildChanges): Promise<Build | null> =>
      builds.findOneAndUpdate({ _id: buildId, ...isNotDeleted }, updateOf(changes), {
        returnDocument: "after",
      }),

    /**
     * Marks a build with an owner as having its maximum number of runs, or removes the mark. Returns whether the mark
     * has changed.
     */
    setFull: async (buildId: number, isFull: boolean): Promise<boolean> => {
      const differs = isFull
        ? { is_full: { $exists: false }, owner_id: { $ne: null } }
        : { is_full: true as const };
      const change = isFull ? { $set: { is_full: true as const } } : { $unset: { is_full: true as const } };
      const { modifiedCount } = await builds.updateOne({ _id: buildId, ...isNotDeleted, ...differs }, change);
      return modifiedCount === 1;
    },
  };
}

interface BuildChanges {
  name?: string | undefined;
  /** The new description of the build; an empty text removes the description. */
  description?: string | undefined;
  parts?: PartChanges | undefined;
}

function updateOf({ name, description, parts = {} }: BuildChanges): UpdateFilter<Build> {
  const changed = partKinds.filter((kind) => parts[kind] !== undefined);
  const removed = [
    ...changed.filter((kind) => parts[kind] === null).map((kind) => `parts.${kind}`),
    ...(description === "" ? ["description"] : []),
  ];
  const named = changed.filter((kind) => parts[kind] !== null);
  return {
    $set: {
      ...(name !== undefined && withPrefixes({ name })),
      ...(description !== undefined && description !== "" && { description }),
      ...Object.fromEntries(named.map((kind) => [`parts.${kind}`, parts[kind]])),
      ...(changed.length > 0 && standingDue),
    },
    ...(removed.length > 0 && { $unset: Object.fromEntries(removed.map((path) => [path, ""])) }),
  };
}

/** Returns the given fields of a build, together with the beginnings of the words of its name. */
const withPrefixes = <Fields extends Pick<Build, "name">>(fields: Fields) => ({
  ...fields,
  name_prefixes: namePrefixesOf(fields.name),
});

/** Creates the indexes of the collection of builds. The function is idempotent. */
export async function setUpBuilds(db: Db): Promise<void> {
  await buildsOf(db).createIndexes([
    { key: { owner_id: 1, _id: -1 } },
    { key: { owner_id: 1, listed: 1, ...newestFirst } },
    { key: { name_prefixes: 1, listed: 1, _id: -1 } },
    { key: { deleted_at: 1 }, partialFilterExpression: { deleted_at: { $exists: true } } },
    { key: { runs_due_at: 1 }, partialFilterExpression: { runs_due_at: { $exists: true } } },
    { key: { "parts.cpu": 1 } },
    { key: { "parts.gpu": 1 } },
    { key: { standing_due: 1, _id: 1 }, partialFilterExpression: isStandingDue },
    { key: { "hidden.at": -1 }, partialFilterExpression: { "hidden.at": { $exists: true } } },
  ]);
}

const buildsOf = (db: Db): Collection<Build> => db.collection("builds");

/** The maximum number of hidden builds whose runs a search of the newest runs leaves out: the builds hidden last. */
const MAX_HIDDEN = 1000;

/** Creates the methods that hide builds and show them again. */
function createHiding(builds: Collection<Build>) {
  return {
    /**
     * Hides a build, or replaces the reason why it is hidden. Returns the build as it was before; null if there is no
     * such build.
     */
    hide: (buildId: number, hidden: NonNullable<Build["hidden"]>): Promise<Build | null> =>
      builds.findOneAndUpdate({ _id: buildId, ...isNotDeleted }, { $set: { hidden, ...standingDue } }),

    /** Shows a hidden build again. Returns the build as it was before; null if there is no such build. */
    unhide: (buildId: number): Promise<Build | null> =>
      builds.findOneAndUpdate(
        { _id: buildId, ...isNotDeleted },
        { $unset: { hidden: true }, $set: standingDue },
      ),

    /** Returns the ids of the builds that were hidden last, at most MAX_HIDDEN. */
    findHiddenIds: async (): Promise<number[]> => {
      const options = { projection: { _id: 1 }, sort: { "hidden.at": -1 }, limit: MAX_HIDDEN } as const;
      const found = await builds.find({ "hidden.at": { $exists: true } }, options).toArray();
      return found.map(({ _id }) => _id);
    },
  };
}

function createDeletions(builds: Collection<Build>) {
  return {
    /**
     * Marks builds as deleted, which hides the builds and their runs for good. For a build that is deleted already,
     * `deleted_at` stays unchanged.
     */
    markDeleted: async (buildIds: readonly number[], at: Date): Promise<void> => {
      await builds.updateMany(
        { _id: { $in: [...buildIds] }, ...isNotDeleted },
        { $set: { deleted_at: at, runs_due_at: at, listed: 0, ...standingDue } },
      );
    },

    /** Returns a build, even if it is marked as deleted; null if no document of the build is stored. */
    findAlsoDeleted: (buildId: number): Promise<Build | null> => builds.findOne({ _id: buildId }),

    /** Returns builds of an account, also deleted ones, in the order of their ids, without `name_prefixes`. */
    findOfOwner: (ownerId: string, { limit, afterId = 0 }: { limit: number; afterId?: number | undefined }) =>
      builds
        .find({ owner_id: ownerId, _id: { $gt: afterId } }, withoutPrefixes)
        .sort({ _id: 1 })
        .limit(limit)
        .toArray(),

    /** Removes the documents of builds of an account. */
    removeOf: async (ownerId: string, buildIds: readonly number[]): Promise<void> => {
      await builds.deleteMany({ owner_id: ownerId, _id: { $in: [...buildIds] } });
    },

    /** Returns deleted builds whose remaining runs are due to be removed, the longest overdue first. */
    findWithRunsDue: (now: Date, limit: number): Promise<Build[]> =>
      builds
        .find({ runs_due_at: { $lte: now } })
        .sort({ runs_due_at: 1 })
        .limit(limit)
        .toArray(),

    /**
     * Sets when the sweep next looks for runs of a deleted build; null if the build has no run and no request can add
     * one.
     */
    setRunsDue: async (buildId: number, at: Date | null): Promise<void> => {
      const change = at === null ? { $unset: { runs_due_at: true as const } } : { $set: { runs_due_at: at } };
      await builds.updateOne({ _id: buildId }, change);
    },

    /** Removes the documents of builds that were deleted before a moment, have no runs and are no longer ranked. */
    removeDeletedBefore: async (before: Date): Promise<void> => {
      const isDone = { runs_due_at: { $exists: false }, standing_due: { $exists: false } };
      for (;;) {
        const page = await builds
          .find({ deleted_at: { $lt: before }, ...isDone }, { projection: { _id: 1 } })
          .limit(REMOVED_AT_ONCE)
          .toArray();
        if (page.length === 0) return;
        await builds.deleteMany({ _id: { $in: page.map(({ _id }) => _id) }, ...isDone });
      }
    },
  };
}

function createLists(builds: Collection<Build>) {
  /**
   * Counts the builds of an account, up to a limit. The count reads an index that leaves out deleted builds, because
   * their documents are stored for weeks.
   */
  const countOf = (owner_id: string, limit: number): Promise<number> =>
    builds.countDocuments({ owner_id, listed: 1 }, { limit });
  return {
    countOf,

    /**
     * Returns one page of an account's builds, newest first, and the number of all builds of the account, counted up to
     * MAX_LISTED.
     */
    listOf: async (
      owner_id: string,
      { page, limit }: { page: number; limit: number },
    ): Promise<{ builds: Build[]; total: number }> => {
      const [found, total] = await Promise.all([
        builds
          .find({ owner_id, listed: 1 }, withoutPrefixes)
          .sort(newestFirst)
          .skip((page - 1) * limit)
          .limit(limit)
          .toArray(),
        countOf(owner_id, MAX_LISTED),
      ]);
      return { builds: found, total };
    },

    /** Returns about how many builds are stored. Deleted builds count until their documents are removed. */
    countRoughly: (): Promise<number> => builds.estimatedDocumentCount(),

    /** Returns those of the given builds that exist and are not deleted; some of them may be hidden. */
    findSome: (buildIds: readonly number[]): Promise<Build[]> =>
      builds.find({ _id: { $in: [...buildIds] }, ...isNotDeleted }).toArray(),
  };
}

/**
 * Calls a function that inserts a document. Returns false if another document has the same id; then nothing is written.
 */
async function unlessTaken(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}
