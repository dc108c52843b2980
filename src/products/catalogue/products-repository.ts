import { MongoBulkWriteError, type AnyBulkWriteOperation, type Collection, type Db } from "mongodb";
import { isDuplicateKey } from "../../infra/mongo.ts";
import type { ProductFields } from "../kinds/kind.ts";

/** A product as it is stored. A removed one stays as a tombstone, so that its id and its address never mean another. */
export interface ProductDocument {
  /** `<kind>:<id>` */
  _id: string;
  kind: string;
  /** The number by which clients know it; counted for each kind. */
  id: number;
  /** Where the product comes from, and its name there: its identity over all imports. */
  source: string;
  source_id: string;
  url_slug: string;
  fields: ProductFields;
  /** Grows with every write. */
  revision: number;
  /** True until this revision is in the search index. */
  dirty: boolean;
  removed: boolean;
  created_at: Date;
  updated_at: Date;
}

/** One revision of one product. */
type ProductRevision = Pick<ProductDocument, "_id" | "revision">;

/** What a product is known by over all imports. */
export type SourceKey = Pick<ProductDocument, "kind" | "source" | "source_id">;

/** A product that is not stored yet. */
export type NewProduct = Omit<ProductDocument, "_id" | "revision" | "dirty" | "removed">;

/** The only part that knows the collection of products. */
export type ProductsRepository = ReturnType<typeof createProductsRepository>;

const collectionName = "products";

/** Makes the indexes of the products, where they are missing. */
export async function setUpProducts(db: Db): Promise<void> {
  await db
    .collection(collectionName)
    .createIndexes([
      { key: { kind: 1, source: 1, source_id: 1 }, unique: true },
      { key: { kind: 1, url_slug: 1 }, unique: true },
      { key: { kind: 1, removed: 1 } },
      { key: { kind: 1, id: 1 } },
      { key: { kind: 1, dirty: 1 }, partialFilterExpression: { dirty: true } },
    ]);
}

/** @param db a database that {@link setUpProducts} has prepared */
export function createProductsRepository(db: Db) {
  const products = db.collection<ProductDocument>(collectionName);
  return { ...reads(products), ...writes(products), ...syncState(products) };
}

function reads(products: Collection<ProductDocument>) {
  return {
    /** The products of a source that have one of these names there, tombstones included. */
    findBySource: (kind: string, source: string, sourceIds: readonly string[]) =>
      products.find({ kind, source, source_id: { $in: [...sourceIds] } }).toArray(),

    /** The products with one of these ids, tombstones included. */
    findByIds: (kind: string, ids: readonly number[]) =>
      products.find({ _id: { $in: ids.map((id) => `${kind}:${id}`) } }).toArray(),

    /** The product with this address, unless it is removed. */
    findBySlug: (kind: string, urlSlug: string) =>
      products.findOne({ kind, url_slug: urlSlug, removed: false }),

    /** The names that a source has for its products, without tombstones. */
    findSourceIds: async (kind: string, source: string): Promise<string[]> => {
      const found = products.find({ kind, source, removed: false }, { projection: { _id: 0, source_id: 1 } });
      return (await found.toArray()).map(({ source_id }) => source_id);
    },

    /**
     * All products of a kind, in chunks in the order of their ids, without tombstones. Each chunk is read when it is asked
     * for, not before, and may be empty.
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

    /** How many products are to be in the search index. */
    countPresent: (kind: string) => products.countDocuments({ kind, removed: false }),
  };
}

function toDocument(added: NewProduct): ProductDocument {
  return { _id: `${added.kind}:${added.id}`, ...added, revision: 1, dirty: true, removed: false };
}

function underFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`fields.${name}`, value]));
}

function writes(products: Collection<ProductDocument>) {
  return {
    /**
     * Adds products, as far as their names at the source and their slugs are free.
     * @returns those that were refused
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

    /** Adds a product. @throws the driver's duplicate-key error where its name at the source or its slug is taken */
    insert: async (added: NewProduct) => {
      await products.insertOne(toDocument(added));
    },

    /** Gives products new facts, and leaves those that are not given; a tombstone comes back to life. */
    replaceFields: async (
      changes: readonly { key: SourceKey; fields: Partial<ProductFields> }[],
      now: Date,
    ) => {
      if (changes.length === 0) return;
      await products.bulkWrite(
        changes.map(({ key, fields }) => ({
          updateOne: {
            filter: key,
            update: {
              $set: { ...underFields(fields), removed: false, dirty: true, updated_at: now },
              $inc: { revision: 1 },
            },
          },
        })),
        { ordered: false },
      );
    },

    /** Makes products tombstones. Answers how many were not yet. */
    markRemoved: async (kind: string, source: string, sourceIds: readonly string[], now: Date) => {
      const { modifiedCount } = await products.updateMany(
        { kind, source, source_id: { $in: [...sourceIds] }, removed: false },
        { $set: { removed: true, dirty: true, updated_at: now }, $inc: { revision: 1 } },
      );
      return modifiedCount;
    },
  };
}

function syncState(products: Collection<ProductDocument>) {
  return {
    /** Products whose latest revision is not yet in the search index, in no order. */
    findDirty: (kind: string, limit: number) => products.find({ kind, dirty: true }).limit(limit).toArray(),

    hasDirty: async (kind: string) =>
      (await products.findOne({ kind, dirty: true }, { projection: { _id: 1 } })) !== null,

    /** Notes that exactly these revisions are in the search index. A product that has moved on is sent again. */
    markSent: async (sent: readonly ProductRevision[]) => {
      const cleared = await products.bulkWrite(
        sent.map(({ _id, revision }) => update({ _id, revision }, false)),
        { ordered: false },
      );
      if (cleared.matchedCount === sent.length) return;
      // Another sender may have sent and cleared the newer revision before ours, the older, arrived: send it once more.
      await products.bulkWrite(
        sent.map(({ _id, revision }) => update({ _id, revision: { $ne: revision } }, true)),
        { ordered: false },
      );
    },
  };
}

function update(
  filter: { _id: string; revision: number | { $ne: number } },
  dirty: boolean,
): AnyBulkWriteOperation<ProductDocument> {
  return { updateOne: { filter, update: { $set: { dirty } } } };
}
