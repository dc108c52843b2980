import { MongoBulkWriteError, type AnyBulkWriteOperation, type Collection, type Db } from "mongodb";
import { inBatches } from "../../infra/batches.ts";
import { isDuplicateKey } from "../../infra/mongo.ts";
import type { ProductFields } from "../../kinds/kind.ts";
import { fitFields } from "../fit/fit-rules.ts";
import { backlogOf } from "./backlog.ts";
import { createComparedState } from "./compared-state.ts";
import type { ProductDocument, SourceIdentity, SourceKey } from "./product-document.ts";
import { createIdReads } from "./id-reads.ts";
import { createScoreState } from "./score-state.ts";
import { createSlugReads } from "./slug-reads.ts";

export type { ProductDocument, SourceIdentity, SourceKey };

const COLLECTION = "products";
/** The maximum number of products of a kind with scores that one call of `findMeasured` returns. */
const MAX_MEASURED = 20_000;
/** How many products one write marks as dirty (not yet in the search index), so that no write takes long. */
const MARKED_AT_ONCE = 1000;

/** Reads and writes the collection of products. No other file uses this collection. */
export type ProductsRepository = ReturnType<typeof createProductsRepository>;

/**
 * Returns the functions that read and write the collection of products.
 * @param db a database that {@link setUpProducts} has prepared
 */
export function createProductsRepository(db: Db) {
  const products = db.collection<ProductDocument>(COLLECTION);
  return {
    ...createReads(products),
    ...createIdReads(products),
    ...createSlugReads(products),
    ...createComparedState(products),
    ...createWrites(products),
    ...createSyncState(products),
    ...createScoreState(products),
  };
}

/** Creates the database indexes of the collection of products, unless they exist. */
export async function setUpProducts(db: Db): Promise<void> {
  await db.collection(COLLECTION).createIndexes([
    { key: { kind: 1, source: 1, source_id: 1 }, unique: true },
    { key: { kind: 1, url_slug: 1 }, unique: true },
    { key: { kind: 1, removed: 1 } },
    { key: { kind: 1, id: 1 } },
    { key: { kind: 1, "fields.price_date": 1 } },
    { key: { kind: 1, compared_as: 1, id: 1 } },
    { key: { standings_due: 1 }, partialFilterExpression: { standings_due: true } },
    { key: { kind: 1, dirty: 1 }, partialFilterExpression: { dirty: true } },
    {
      key: { kind: 1, "scores.category": 1, id: -1 },
      partialFilterExpression: { scores: { $exists: true } },
    },
    { key: { _id: 1, scores_due: 1 }, partialFilterExpression: { scores_due: { $exists: true } } },
  ]);
}

/** A product that is not stored yet. */
export type NewProduct = Omit<ProductDocument, "_id" | "revision" | "dirty" | "removed">;

/** New facts of a stored product. The stored `twin_ids` and `compared_as` stay if the new facts have none. */
interface ProductChange extends Pick<ProductDocument, "twin_ids" | "compared_as"> {
  key: SourceKey;
  /** The revision of the product that the change may overwrite; absent if it may overwrite any revision. */
  revision?: number;
  fields: Partial<ProductFields>;
}

/** A product with measured scores, with the fields that decide its price and what it fits. */
type MeasuredProduct = Pick<ProductDocument, "id" | "compared_as" | "fields">;

const measuredFields = Object.fromEntries(
  ["id", "compared_as", ...["price_usd", "price_date", ...fitFields].map((name) => `fields.${name}`)].map(
    (path) => [path, 1],
  ),
);

/** The id and revision of a product. */
export type ProductRevision = Pick<ProductDocument, "_id" | "revision">;

function createReads(products: Collection<ProductDocument>) {
  return {
    /** Returns the products, also removed ones, that have one of the given ids in a source. */
    findBySource: (kind: string, source: string, sourceIds: readonly string[]) =>
      products.find({ kind, source, source_id: { $in: [...sourceIds] } }).toArray(),

    /** Returns the product with a slug; null if no product has the slug or the product is removed. */
    findBySlug: (kind: string, urlSlug: string) =>
      products.findOne({ kind, url_slug: urlSlug, removed: false }),

    /** Returns the ids of a source's products, tombstones (records of removed products) included. */
    findIdentities: async (kind: string, source: string): Promise<SourceIdentity[]> => {
      const projection = { _id: 0, source_id: 1, twin_ids: 1, id: 1, removed: 1 };
      return products.find({ kind, source }, { projection }).toArray();
    },

    /**
     * Reads all products of a kind in the order of their ids, without removed products. Each chunk is read only when
     * the caller asks for it, and may be empty. With each chunk, `share` says which part of the products has been
     * read so far, from 0 to 1.
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

    /**
     * Returns the products of a kind that have a score in a category (a benchmark and variant), without removed
     * products. Each has its chip or model, its price, and the fields that decide what it fits. If there are more than
     * MAX_MEASURED such products, returns the newest.
     */
    findMeasured: (kind: string, category: string) =>
      products
        .find({ kind, "scores.category": category, scores: { $exists: true }, removed: false })
        .project<MeasuredProduct>(measuredFields)
        .sort({ id: -1 })
        .limit(MAX_MEASURED)
        .toArray(),

    /** Counts the products of a kind that are not removed, all of which belong in the search index. */
    countPresent: (kind: string) => products.countDocuments({ kind, removed: false }),
  };
}

function createWrites(products: Collection<ProductDocument>) {
  return {
    /** Inserts the products whose source id and slug are free. Returns the products that were not inserted. */
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

    /** Inserts a product. @throws MongoServerError (duplicate key) if its source id or its slug is taken */
    insert: async (added: NewProduct) => {
      await products.insertOne(toDocument(added));
    },

    /**
     * Sets the given fields of products and keeps their other fields. A removed product is restored. A product with a
     * new chip or model loses its scores, and is marked, so that its scores are updated and the results of its builds
     * are ranked again.
     * @returns false if a product is not written, because it has another revision
     */
    replaceFields: async (changes: readonly ProductChange[], now: Date): Promise<boolean> => {
      if (changes.length === 0) return true;
      const { matchedCount } = await products.bulkWrite(
        changes.map((change) => replaceOne(change, now)),
        { ordered: false },
      );
      return matchedCount === changes.length;
    },

    /** Marks products as removed; their documents stay stored. Returns how many products changed. */
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
  return {
    _id: `${added.kind}:${added.id}`,
    ...added,
    // Builds with other products of the same chip or model may be measured already, so check the new product's
    // scores.
    ...(added.compared_as !== undefined && { scores_due: true }),
    revision: 1,
    dirty: true,
    removed: false,
  };
}

function replaceOne(
  { key, revision, fields, twin_ids, compared_as }: ProductChange,
  now: Date,
): AnyBulkWriteOperation<ProductDocument> {
  return {
    updateOne: {
      filter: { ...key, ...(revision !== undefined && { revision }) },
      update: {
        $set: {
          ...withFieldsPath(fields),
          ...(twin_ids && { twin_ids }),
          ...(compared_as !== undefined && {
            compared_as,
            standings_due: true,
            scores: [],
            scores_due: true,
          }),
          removed: false,
          dirty: true,
          updated_at: now,
        },
        $inc: { revision: 1 },
      },
    },
  };
}

function withFieldsPath(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [`fields.${name}`, value]));
}

function createSyncState(products: Collection<ProductDocument>) {
  return {
    /**
     * Yields products whose latest revision is not yet in the search index, in no particular order.
     * @param limit the maximum number of products to yield; `batchSize` of them are read at once
     */
    findDirty: (
      kind: string,
      { limit, batchSize }: { limit: number; batchSize: number },
    ): AsyncIterable<ProductDocument> =>
      products.find({ kind, dirty: true }).limit(limit).batchSize(batchSize),

    /** Counts the products of a kind whose latest change is not in the search index: see {@link backlogOf}. */
    backlogOf: (kind: string) => backlogOf(products, kind),

    hasDirty: async (kind: string) =>
      (await products.findOne({ kind, dirty: true }, { projection: { _id: 1 } })) !== null,

    /**
     * Marks the products of a kind with a price of the days from `from` (included) to `before` (excluded) as dirty (not
     * yet in the search index).
     */
    markPricesBetween: async (
      kind: string,
      { from, before }: { from: string; before: string },
      now: Date,
    ): Promise<void> => {
      const priced = { kind, "fields.price_date": { $gte: from, $lt: before } };
      for await (const some of inBatches(products.find(priced, { projection: { _id: 1 } }), MARKED_AT_ONCE))
        await products.updateMany(
          { _id: { $in: some.map(({ _id }) => _id) } },
          { $set: { dirty: true, updated_at: now }, $inc: { revision: 1 } },
        );
    },

    /** Records which revisions of products the search index has. A product with a newer revision is sent again. */
    markSent: async (sent: readonly ProductRevision[]) => {
      const byRevision = groupByRevision(sent);
      const cleared = await products.bulkWrite(
        byRevision.map(([revision, ids]) => setDirty({ _id: { $in: ids }, revision }, false)),
        { ordered: false },
      );
      if (cleared.matchedCount === sent.length) return;
      // Mark products with a newer revision as dirty again: another process may have sent that revision and marked the
      // product as clean, before this process overwrote it in the search index.
      await products.bulkWrite(
        byRevision.map(([revision, ids]) =>
          setDirty({ _id: { $in: ids }, revision: { $ne: revision } }, true),
        ),
        { ordered: false },
      );
    },
  };
}

/**
 * Groups products by revision: most products that are sent together have the same few revisions, so one update for
 * each revision costs less than one for each product.
 */
function groupByRevision(sent: readonly ProductRevision[]): [revision: number, ids: string[]][] {
  const groups = new Map<number, string[]>();
  for (const { _id, revision } of sent) {
    const ids = groups.get(revision);
    if (ids) ids.push(_id);
    else groups.set(revision, [_id]);
  }
  return [...groups];
}

function setDirty(
  filter: { _id: { $in: string[] }; revision: number | { $ne: number } },
  dirty: boolean,
): AnyBulkWriteOperation<ProductDocument> {
  return { updateMany: { filter, update: { $set: { dirty } } } };
}
