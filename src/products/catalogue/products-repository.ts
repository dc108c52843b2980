import { MongoBulkWriteError, type AnyBulkWriteOperation, type Collection, type Db } from "mongodb";
import { isDuplicateKey } from "../../infra/mongo.ts";
import type { ProductFields } from "../kinds/kind.ts";
import type { StoredScore } from "../scores/product-score.ts";
import { backlogOf } from "./backlog.ts";

const COLLECTION = "products";

/** Access to the collection of products. No other file names this collection. */
export type ProductsRepository = ReturnType<typeof createProductsRepository>;

/**
 * Creates the repository.
 * @param db a database that {@link setUpProducts} has prepared
 */
export function createProductsRepository(db: Db) {
  const products = db.collection<ProductDocument>(COLLECTION);
  return {
    ...createReads(products),
    ...createWrites(products),
    ...createSyncState(products),
    ...createScoreState(products),
  };
}

/** Creates the missing database indexes of the collection. */
export async function setUpProducts(db: Db): Promise<void> {
  await db
    .collection(COLLECTION)
    .createIndexes([
      { key: { kind: 1, source: 1, source_id: 1 }, unique: true },
      { key: { kind: 1, url_slug: 1 }, unique: true },
      { key: { kind: 1, removed: 1 } },
      { key: { kind: 1, id: 1 } },
      { key: { kind: 1, dirty: 1 }, partialFilterExpression: { dirty: true } },
      { key: { kind: 1, "scores.category": 1 }, partialFilterExpression: { scores: { $exists: true } } },
      { key: { scores_due: 1, _id: 1 }, partialFilterExpression: { scores_due: { $exists: true } } },
    ]);
}

/**
 * A product as it is stored. A removed product stays as a tombstone, so that its id and its slug are never given to another
 * product.
 */
export interface ProductDocument {
  /** `<kind>:<id>` */
  _id: string;
  kind: string;
  /** The public id; counted separately for each kind. */
  id: number;
  /** The source of the product and its id there: together they identify the product over all imports. */
  source: string;
  source_id: string;
  /** The ids of the source's further records of the same product. */
  twin_ids?: readonly string[];
  url_slug: string;
  fields: ProductFields;
  /** What builds with the product have measured; absent where nothing was measured. No import changes it. */
  scores?: readonly StoredScore[];
  /**
   * Present until the scores are compared with the ranks of results: true, or the id of the check that compares them. A change in
   * the ranks sets it to true again, so a check that has begun before does not clear it.
   */
  scores_due?: true | string;
  /** Grows by 1 with every write that the search index shows. */
  revision: number;
  /** True until this revision is in the search index. */
  dirty: boolean;
  removed: boolean;
  created_at: Date;
  updated_at: Date;
}

/** The identity of a product over all imports. */
export type SourceKey = Pick<ProductDocument, "kind" | "source" | "source_id">;

/** How a source calls a product, now and in earlier imports. */
export type SourceIdentity = Pick<ProductDocument, "source_id" | "twin_ids" | "id" | "removed">;

/** A product that is not stored yet. */
export type NewProduct = Omit<ProductDocument, "_id" | "revision" | "dirty" | "removed">;

/** New facts of a stored product. Without `twin_ids`, those that are stored stay. */
interface ProductChange extends Pick<ProductDocument, "twin_ids"> {
  key: SourceKey;
  fields: Partial<ProductFields>;
}

/** One revision of one product. */
type ProductRevision = Pick<ProductDocument, "_id" | "revision">;

function createReads(products: Collection<ProductDocument>) {
  return {
    /** Returns the products of a source that have one of these ids there, tombstones included. */
    findBySource: (kind: string, source: string, sourceIds: readonly string[]) =>
      products.find({ kind, source, source_id: { $in: [...sourceIds] } }).toArray(),

    /** Returns the products with one of these ids, tombstones included. */
    findByIds: (kind: string, ids: readonly number[]) =>
      products.find({ _id: { $in: ids.map((id) => `${kind}:${id}`) } }).toArray(),

    /** Returns the product with this slug; null where there is none or it is removed. */
    findBySlug: (kind: string, urlSlug: string) =>
      products.findOne({ kind, url_slug: urlSlug, removed: false }),

    /** Returns how a source calls its products, tombstones included. */
    findIdentities: async (kind: string, source: string): Promise<SourceIdentity[]> => {
      const projection = { _id: 0, source_id: 1, twin_ids: 1, id: 1, removed: 1 };
      return products.find({ kind, source }, { projection }).toArray();
    },

    /**
     * Reads all products of a kind in the order of their ids, without tombstones. Each chunk is read only when the caller
     * asks for it, and may be empty. `share` is how much has been read by then, from 0 to 1.
     */
    async *chunks(
      kind: string,
      size: number,
    ): AsyncGenerator<{ products: ProductDocument[]; share: number }> {
      const [newest] = await products.find({ kind }).sort({ id: -1 }).limit(1).toArray();
      const lastId = newest?.id ?? 0;
      for (let first = 1; first <= lastId; first += size) {
        const ids = Array.from({ length: size }, (_, index) => `${kind}:${first + index}`);
        const found = await products.find({ _id: { $in: ids }, removed: false }).toArray();
        yield { products: found, share: Math.min(1, (first + size - 1) / lastId) };
      }
    },

    /** Returns the products of a kind that have a score in a category, without tombstones. */
    findMeasured: (kind: string, category: string) =>
      products
        .find({ kind, "scores.category": category, scores: { $exists: true }, removed: false })
        .toArray(),

    /** Counts the products that belong in the search index. */
    countPresent: (kind: string) => products.countDocuments({ kind, removed: false }),
  };
}

function createWrites(products: Collection<ProductDocument>) {
  return {
    /**
     * Inserts all products whose source id and slug are free.
     * @returns the products that were refused because their source id or slug is taken
     */
    insertAll: async (added: readonly NewProduct[]): Promise<NewProduct[]> => {
      try {
        await products.insertMany(added.map(toDocument), { ordered: false });
        return [];
      } catch (error) {
        if (!(error instanceof MongoBulkWriteError) || !isDuplicateKey(error)) throw error;
        const refused = new Set([error.writeErrors].flat().map(({ index }) => index));
        return added.filter((_product, index) => refused.has(index));
      }
    },

    /** Inserts a product. @throws MongoServerError (duplicate key) where its source id or its slug is taken */
    insert: async (added: NewProduct) => {
      await products.insertOne(toDocument(added));
    },

    /** Sets the given fields of products and keeps their other fields. A tombstone becomes a present product again. */
    replaceFields: async (changes: readonly ProductChange[], now: Date) => {
      if (changes.length === 0) return;
      await products.bulkWrite(
        changes.map(({ key, fields, twin_ids }) => ({
          updateOne: {
            filter: key,
            update: {
              $set: {
                ...withFieldsPath(fields),
                ...(twin_ids && { twin_ids }),
                removed: false,
                dirty: true,
                updated_at: now,
              },
              $inc: { revision: 1 },
            },
          },
        })),
        { ordered: false },
      );
    },

    /** Turns products into tombstones. Returns how many products changed. */
    markRemoved: async (kind: string, source: string, sourceIds: readonly string[], now: Date) => {
      const { modifiedCount } = await products.updateMany(
        { kind, source, source_id: { $in: [...sourceIds] }, removed: false },
        { $set: { removed: true, dirty: true, updated_at: now }, $inc: { revision: 1 } },
      );
      return modifiedCount;
    },
  };
}

function toDocument(added: NewProduct): ProductDocument {
  return { _id: `${added.kind}:${added.id}`, ...added, revision: 1, dirty: true, removed: false };
}

function withFieldsPath(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`fields.${name}`, value]));
}

function createSyncState(products: Collection<ProductDocument>) {
  return {
    /** Returns products whose latest revision is not yet in the search index, in no particular order. */
    findDirty: (kind: string, limit: number) => products.find({ kind, dirty: true }).limit(limit).toArray(),

    /** Counts the dirty products of a kind: see {@link backlogOf}. */
    backlogOf: (kind: string) => backlogOf(products, kind),

    hasDirty: async (kind: string) =>
      (await products.findOne({ kind, dirty: true }, { projection: { _id: 1 } })) !== null,

    /** Records that exactly these revisions are in the search index. A product with a newer revision stays dirty. */
    markSent: async (sent: readonly ProductRevision[]) => {
      const cleared = await products.bulkWrite(
        sent.map(({ _id, revision }) => setDirty({ _id, revision }, false)),
        { ordered: false },
      );
      if (cleared.matchedCount === sent.length) return;
      // Another process may have sent and cleared a newer revision before our older one arrived in the index and
      // overwrote it: the newer one must be sent again.
      await products.bulkWrite(
        sent.map(({ _id, revision }) => setDirty({ _id, revision: { $ne: revision } }, true)),
        { ordered: false },
      );
    },
  };
}

function createScoreState(products: Collection<ProductDocument>) {
  return {
    /** Marks products whose scores may have changed. Unknown ids are left out. */
    markScoresDue: async (ids: readonly string[]): Promise<void> => {
      await products.updateMany(
        { _id: { $in: [...ids] }, scores_due: { $ne: true } },
        { $set: { scores_due: true } },
      );
    },

    /** Marks all products of a kind, also removed ones: they come back with the scores that they have. */
    markAllScoresDue: async (kind: string): Promise<void> => {
      await products.updateMany({ kind, scores_due: { $ne: true } }, { $set: { scores_due: true } });
    },

    /**
     * Takes the next marked products into a check, also those that a dead check has left.
     * @param afterId behind which products are looked for, in the order of the ids
     */
    claimScoresDue: async (
      checkId: string,
      { afterId, limit }: { afterId: string; limit: number },
    ): Promise<ProductDocument[]> => {
      const due = await products
        .find({ scores_due: { $exists: true }, _id: { $gt: afterId } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      const ids = due.map(({ _id }) => _id);
      await products.updateMany({ _id: { $in: ids } }, { $set: { scores_due: checkId } });
      // Read again, because an earlier check may have stored scores before this one took the product.
      const claimed = products.find({ _id: { $in: ids } }).sort({ _id: 1 });
      return claimed.toArray();
    },

    /**
     * Ends the check of a product, and stores its scores where they are given. A product that another check has taken meanwhile is left
     * to that one; one whose mark was set anew keeps the mark.
     */
    endScoresCheck: async (
      id: string,
      checkId: string,
      { scores, now }: { scores: readonly StoredScore[] | null; now: Date },
    ): Promise<void> => {
      const set = scores && { $set: { scores, dirty: true, updated_at: now }, $inc: { revision: 1 } };
      const ended = await products.updateOne(
        { _id: id, scores_due: checkId },
        { ...set, $unset: { scores_due: true } },
      );
      if (ended.matchedCount === 0 && set) await products.updateOne({ _id: id, scores_due: true }, set);
    },
  };
}

function setDirty(
  filter: { _id: string; revision: number | { $ne: number } },
  dirty: boolean,
): AnyBulkWriteOperation<ProductDocument> {
  return { updateOne: { filter, update: { $set: { dirty } } } };
}
