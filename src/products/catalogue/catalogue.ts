import { isDeepStrictEqual } from "node:util";
import type { Db } from "mongodb";
import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/logger.ts";
import type { JobQueue } from "../../queues/job-queue.ts";
import { isOtherModel } from "../indexing/other-model.ts";
import type { ProductFields } from "../../kinds/kind.ts";
import type { StoredScore } from "../scores/product-score.ts";
import { addProducts } from "./add-products.ts";
import { createComparedReads } from "./compared-products.ts";
import { comparedAsOf } from "./compared-as.ts";
import { toPart, type Part } from "./id-reads.ts";
import {
  createProductsRepository,
  type ProductDocument,
  type ProductsRepository,
  type SourceIdentity,
  type SourceKey,
} from "./products-repository.ts";

export type { SourceIdentity };

/** The service that reads and writes the stored products. All writes of products pass through the catalogue. */
export type Catalogue = ReturnType<typeof createCatalogue>;

/**
 * Creates the catalogue of products.
 * @param deps.db a database that setUpProducts has prepared
 */
export function createCatalogue(deps: CatalogueDeps) {
  const repository = createProductsRepository(deps.db);
  const { findByIds, findProductsOf, findParts, findPartsOf, highestId, streamSlugs, streamCompared } =
    repository;
  return {
    findByIds,
    findProductsOf,
    findParts,
    findPartsOf,
    highestId,
    streamSlugs,
    streamCompared,
    ...createReads(repository),
    ...createComparedReads(repository),
    ...createWrites(deps, repository),
    ...createScoreWrites(deps, repository),
  };
}

interface CatalogueDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  queue: Pick<JobQueue, "syncProducts">;
}

/** The data of a product that an import has read from a source, such as a CSV file. */
export interface ProductInput {
  /** The id that the source of the data gives the product. */
  sourceId: string;
  /**
   * The facts about the product. A field that the source does not know is left out; its stored value then stays as it
   * is.
   */
  fields: ProductFields;
  /**
   * The ids of further records in the source about the same product. Left out if the source has none; the stored ids
   * then stay as they are.
   */
  twinIds?: readonly string[];
}

/** A new price of one product, which an import of prices stores. */
export interface PriceChange {
  key: Pick<SourceKey, "source" | "source_id">;
  price_usd: number;
  /** The day on which the price was valid, YYYY-MM-DD. */
  price_date: string;
}

/** The outcome of saving a product. A dry run has the same outcomes. */
type SaveOutcome = "new" | "changed" | "unchanged";

const CHUNK_SIZE = 1000;

function createReads(repository: ProductsRepository) {
  return {
    /** Returns the ids of the products from one source, including removed products. */
    identities: (kind: string, source: string): Promise<SourceIdentity[]> =>
      repository.findIdentities(kind, source),

    /**
     * Reads every product of a kind chunk by chunk. With each chunk, `share` says which part of the products has been
     * read so far, from 0 to 1.
     */
    chunks: (kind: string) => repository.chunks(kind, CHUNK_SIZE),

    /**
     * Compares a product with the name that an operating system gives the hardware. Returns the product's make and
     * model if the name certainly means another model, otherwise null.
     */
    nameOfOther: async (kind: string, id: number, recorded: string): Promise<string | null> => {
      const [product] = await repository.findByIds(kind, [id]);
      if (!product || !isOtherModel(recorded, product)) return null;
      return `${product.fields.make} ${product.fields.model}`;
    },

    /**
     * Returns the product with a slug, in the form in which builds show their parts; null if there is no such product.
     */
    findPartBySlug: async (kind: string, urlSlug: string): Promise<Part | null> => {
      const found = await repository.findBySlug(kind, urlSlug);
      return found && toPart(found);
    },

    /** Returns the products of a kind that have a score in a category (a benchmark and variant). */
    findMeasured: (kind: string, category: string) => repository.findMeasured(kind, category),

    /** Returns the product with a slug; null if no product has the slug or the product is removed. */
    findBySlug: (kind: string, urlSlug: string) => repository.findBySlug(kind, urlSlug),
  };
}

/**
 * Returns a function that asks a worker to update the search index of a kind. If the request fails, the sync timer
 * finds the change later.
 */
function createSyncRequest({ logger, queue }: CatalogueDeps) {
  return async (kind: string) => {
    try {
      await queue.syncProducts(kind);
    } catch (error) {
      logger.warn(
        { err: error, kind },
        "requesting the sync of changed products failed; the sync timer finds the change",
      );
    }
  };
}

/** Creates the methods that write product scores; `scores/product-scores.ts` decides when scores are written. */
function createScoreWrites(deps: CatalogueDeps, repository: ProductsRepository) {
  const { markScoresDue, markAllScoresDue, claimScoresDue, findScoresOfCompared } = repository;
  const requestSync = createSyncRequest(deps);
  return {
    markScoresDue,
    markAllScoresDue,
    claimScoresDue,
    findScoresOfCompared,

    /** Records that checks of product scores have ended, and stores the scores that have changed. */
    endScoresChecks: async (checkId: string, ended: readonly EndedScoresCheck[]): Promise<void> => {
      const now = deps.clock();
      await Promise.all(
        ended.map(({ product, scores }) => repository.endScoresCheck(product._id, checkId, { scores, now })),
      );
      const changed = ended.flatMap(({ product, scores }) => (scores ? [product.kind] : []));
      for (const kind of new Set(changed)) await requestSync(kind);
    },
  };
}

/** The result of checking one product: its new scores, or null if the stored scores stay as they are. */
export interface EndedScoresCheck {
  product: Pick<ProductDocument, "_id" | "kind">;
  scores: readonly StoredScore[] | null;
}

function createWrites(deps: CatalogueDeps, repository: ProductsRepository) {
  const { db, clock } = deps;
  const requestSync = createSyncRequest(deps);
  const save = async (
    kind: string,
    source: string,
    products: readonly ProductInput[],
    { isDryRun = false } = {},
  ): Promise<SaveOutcome[]> => {
    const stored = await findStored(repository, kind, source, products);
    const outcomes = products.map((product) => outcomeFor(kind, product, stored.get(product.sourceId)));
    if (isDryRun || outcomes.every((outcome) => outcome === "unchanged")) return outcomes;
    const withOutcome = (outcome: SaveOutcome) =>
      products
        .filter((_product, index) => outcomes[index] === outcome)
        .map((product) => toChange(kind, source, product, stored.get(product.sourceId)));
    const isEachAdded = await addProducts({ db, repository, now: clock() }, kind, withOutcome("new"));
    const isEachChanged = await repository.replaceFields(withOutcome("changed"), clock());
    await requestSync(kind);
    // If another call has written one of the products since this call read it, save the products again: the chip or
    // model of that product may have changed.
    if (!isEachAdded || !isEachChanged) await save(kind, source, products);
    return outcomes;
  };
  return {
    /**
     * Adds products or updates them. A product whose given facts equal the stored facts is not written.
     * @param options.isDryRun returns the outcomes and writes nothing
     * @returns the outcome for each product, in order
     */
    save,

    /**
     * Removes products from the catalogue. The ids and slugs of removed products stay reserved, so that an old address
     * never shows another product.
     * @returns how many products were removed
     */
    remove: async (kind: string, source: string, sourceIds: readonly string[]): Promise<number> => {
      const count = await repository.markRemoved(kind, source, sourceIds, clock());
      if (count > 0) await requestSync(kind);
      return count;
    },

    /** Sets the prices of the given products, which may come from any source. */
    setPrices: async (kind: string, changes: readonly PriceChange[]): Promise<void> => {
      if (changes.length === 0) return;
      const priced = changes.map(({ key, ...fields }) => ({ key: { kind, ...key }, fields }));
      await repository.replaceFields(priced, clock());
      await requestSync(kind);
    },
  };
}

function toChange(kind: string, source: string, product: ProductInput, stored: ProductDocument | undefined) {
  const { sourceId, fields, twinIds } = product;
  const compared_as = changedComparison(kind, product, stored);
  return {
    key: { kind, source, source_id: sourceId },
    fields,
    ...(twinIds && { twin_ids: twinIds }),
    ...(stored && { revision: stored.revision }),
    ...(stored && compared_as !== undefined && { compared_as }),
  };
}

/**
 * Returns the slug of the chip or model that an import gives a product; undefined if the stored product has the same
 * slug.
 */
function changedComparison(
  kind: string,
  { fields }: ProductInput,
  stored: ProductDocument | undefined,
): string | undefined {
  const compared = comparedAsOf(kind, { ...stored?.fields, ...fields });
  return compared === stored?.compared_as ? undefined : compared;
}

async function findStored(
  repository: ProductsRepository,
  kind: string,
  source: string,
  products: readonly ProductInput[],
): Promise<Map<string, ProductDocument>> {
  const sourceIds = products.map(({ sourceId }) => sourceId);
  const stored = await repository.findBySource(kind, source, sourceIds);
  return new Map(stored.map((product) => [product.source_id, product]));
}

function outcomeFor(kind: string, product: ProductInput, stored: ProductDocument | undefined): SaveOutcome {
  if (!stored) return "new";
  const { fields, twinIds } = product;
  const isSame =
    isDeepStrictEqual(stored.fields, { ...stored.fields, ...fields }) &&
    (twinIds === undefined || isDeepStrictEqual(stored.twin_ids ?? [], twinIds)) &&
    changedComparison(kind, product, stored) === undefined;
  return !stored.removed && isSame ? "unchanged" : "changed";
}
