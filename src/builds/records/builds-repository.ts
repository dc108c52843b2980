import type { Collection, Db } from "mongodb";
import { nextId, raiseCounter } from "../../infra/counters.ts";
import { isDuplicateKey } from "../../infra/mongo.ts";

/** The kinds of product that a build is made of. */
export const partKinds = ["cpu", "gpu", "ram", "motherboard"] as const;
/** A kind of product that a build is made of. */
export type PartKind = (typeof partKinds)[number];

/** The products of a build by their kind: ids of the catalogue. */
export type PartIds = { [kind in PartKind]?: number | undefined };

/** A build as it is stored. */
export interface Build {
  _id: number;
  name: string;
  parts: PartIds;
  /** null = nobody's: anybody may attach results to it. */
  owner_id: string | null;
  created_at: Date;
  /** The body of the answer that made it, where the request had an Idempotency-Key. */
  answer?: string;
  /** Set when the build is deleted: nobody finds it from then on. */
  deleted_at?: Date;
}

/** The collection of builds. */
export interface BuildsRepository {
  /** An id that no build has. */
  nextId(): Promise<number>;
  /** Stores a build. Answers false where its id is taken. */
  insert(build: Build): Promise<boolean>;
  /** Stores a build without owner under its own id. Answers false where that id is an owned build's. */
  upsertOwnerless(build: Build): Promise<boolean>;
  find(buildId: number): Promise<Build | null>;
  /** Changes fields of a build. Answers with the build as it is now, or null where there is none. */
  update(buildId: number, fields: Partial<Pick<Build, "name" | "parts">>): Promise<Build | null>;
  /** Hides a build for good. */
  markDeleted(buildId: number, at: Date): Promise<void>;
  /** A build that is there or was deleted not long ago. */
  findAlsoDeleted(buildId: number): Promise<Build | null>;
  /** Builds deleted after a moment, the oldest first. */
  findDeletedSince(since: Date, limit: number): Promise<Build[]>;
  /** Removes what is left of builds that were deleted before a moment. */
  removeDeletedBefore(before: Date): Promise<void>;
  /** One page of an account's builds, newest first, and how many there are in all. */
  listOf(
    ownerId: string,
    paging: { page: number; limit: number },
  ): Promise<{ builds: Build[]; total: number }>;
}

const COUNTER = "builds";

const isThere = { deleted_at: { $exists: false } };

const buildsOf = (db: Db): Collection<Build> => db.collection("builds");

/** Creates the collection's indexes. May run any number of times. */
export async function setUpBuilds(db: Db): Promise<void> {
  await buildsOf(db).createIndexes([
    { key: { owner_id: 1, _id: -1 } },
    { key: { deleted_at: 1 }, sparse: true },
  ]);
}

/** The builds of a database. */
export function createBuildsRepository(db: Db): BuildsRepository {
  const builds = buildsOf(db);
  return {
    nextId: () => nextId(db, COUNTER),
    insert: async (build) => {
      try {
        await builds.insertOne(build);
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    upsertOwnerless: async ({ _id, created_at, ...fields }) => {
      await raiseCounter(db, COUNTER, _id);
      try {
        const change = { $set: fields, $setOnInsert: { created_at } };
        await builds.updateOne({ _id, owner_id: null, ...isThere }, change, { upsert: true });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    find: (buildId) => builds.findOne({ _id: buildId, ...isThere }),
    update: (buildId, fields) =>
      builds.findOneAndUpdate({ _id: buildId, ...isThere }, { $set: fields }, { returnDocument: "after" }),
    markDeleted: async (buildId, at) => {
      await builds.updateOne({ _id: buildId, ...isThere }, { $set: { deleted_at: at } });
    },
    findAlsoDeleted: (buildId) => builds.findOne({ _id: buildId }),
    findDeletedSince: (since, limit) =>
      builds
        .find({ deleted_at: { $gte: since } })
        .sort({ deleted_at: 1 })
        .limit(limit)
        .toArray(),
    removeDeletedBefore: async (before) => {
      await builds.deleteMany({ deleted_at: { $lt: before } });
    },
    listOf: async (ownerId, { page, limit }) => {
      const query = { owner_id: ownerId, ...isThere };
      const [found, total] = await Promise.all([
        builds
          .find(query)
          .sort({ _id: -1 })
          .skip((page - 1) * limit)
          .limit(limit)
          .toArray(),
        builds.countDocuments(query),
      ]);
      return { builds: found, total };
    },
  };
}
