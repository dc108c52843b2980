import type { Collection, Db } from "mongodb";
import { nextId, raiseCounter } from "../infra/counters.ts";
import { isDuplicateKey } from "../infra/mongo.ts";

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
}

/** The collection of builds. */
export interface BuildsRepository {
  /** Stores a build under the next free id. */
  insert(build: Omit<Build, "_id">): Promise<Build>;
  /** Stores a build without owner under its own id. Answers false where that id is an owned build's. */
  upsertOwnerless(build: Build): Promise<boolean>;
  find(buildId: number): Promise<Build | null>;
  /** One page of an account's builds, newest first, and how many there are in all. */
  listOf(
    ownerId: string,
    paging: { page: number; limit: number },
  ): Promise<{ builds: Build[]; total: number }>;
}

const COUNTER = "builds";
const MAX_ID_CLASHES = 100;

const buildsOf = (db: Db): Collection<Build> => db.collection("builds");

/** Creates the collection's indexes. May run any number of times. */
export async function setUpBuilds(db: Db): Promise<void> {
  await buildsOf(db).createIndex({ owner_id: 1, _id: -1 });
}

/** The builds of a database. */
export function createBuildsRepository(db: Db): BuildsRepository {
  const builds = buildsOf(db);
  return {
    insert: async (fields) => {
      for (let clash = 0; clash < MAX_ID_CLASHES; clash += 1) {
        const build = { _id: await nextId(db, COUNTER), ...fields };
        try {
          await builds.insertOne(build);
          return build;
        } catch (error) {
          // An import may have taken the id for a build of its own just now.
          if (!isDuplicateKey(error)) throw error;
        }
      }
      throw new Error(`no free build id was found in ${MAX_ID_CLASHES} tries`);
    },
    upsertOwnerless: async ({ _id, created_at, ...fields }) => {
      await raiseCounter(db, COUNTER, _id);
      try {
        const change = { $set: fields, $setOnInsert: { created_at } };
        await builds.updateOne({ _id, owner_id: null }, change, { upsert: true });
        return true;
      } catch (error) {
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    find: (buildId) => builds.findOne({ _id: buildId }),
    listOf: async (ownerId, { page, limit }) => {
      const query = { owner_id: ownerId };
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
