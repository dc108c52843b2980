import { isDeepStrictEqual } from "node:util";
import type { Db } from "mongodb";
import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/logger.ts";
import { addProducts } from "./add-products.ts";
import type { ProductFields } from "../kinds/kind.ts";
import {
  createProductsRepository,
  type ProductDocument,
  type ProductsRepository,
  type SourceKey,
} from "./products-repository.ts";

/** A product as a source tells of it. */
export interface ProductInput {
  /** Its name at the source. */
  sourceId: string;
  /** A field that the source does not tell of is left out, and stays as it was. */
  fields: ProductFields;
}

/** A price to be given to a product. */
export interface PriceChange {
  key: Pick<SourceKey, "source" | "source_id">;
  price_usd: number;
  price_date: string;
}

type SaveOutcome = "new" | "changed" | "unchanged";

/** A product as a build shows it. */
interface Part {
  id: number;
  make: string;
  model: string;
  url_slug: string;
}

/** The way in for everything that is known of products: nothing else writes them. */
export interface Catalogue {
  /**
   * Adds products or brings them up to date; those that say nothing new are not written. What became of each, in order.
   * @param options.isDryRun tells the outcomes and writes nothing
   */
  save(
    kind: string,
    source: string,
    products: readonly ProductInput[],
    options?: { isDryRun?: boolean },
  ): Promise<SaveOutcome[]>;
  /** Takes products out of the catalogue. Their ids and slugs stay theirs. Answers how many there were. */
  remove(kind: string, source: string, sourceIds: readonly string[]): Promise<number>;
  /** The names that a source has for its products in the catalogue. */
  sourceIds(kind: string, source: string): Promise<string[]>;
  /** Gives products of any source new prices. */
  setPrices(kind: string, changes: readonly PriceChange[]): Promise<void>;
  /** Every product of a kind, in chunks that are read when they are asked for. */
  chunks(kind: string): AsyncIterable<{ products: ProductDocument[]; share: number }>;
  /** The products with these ids; those that are not, or no longer, in the catalogue are left out. */
  findParts(
    kind: string,
    ids: readonly number[],
    options?: { includeRemoved?: boolean },
  ): Promise<Map<number, Part>>;
  /** The product with this address, or null. */
  findPartBySlug(kind: string, urlSlug: string): Promise<Part | null>;
  /** All that is known of the product with this address, or null. */
  findBySlug(kind: string, urlSlug: string): Promise<ProductDocument | null>;
}

const CHUNK_SIZE = 1000;

interface CatalogueParts {
  db: Db;
  clock: Clock;
  logger: Logger;
  /** Asks for the search index to be brought up to date. A hint: when it fails, the timer finds the change. */
  requestSync: (kind: string) => Promise<void>;
}

/** @param parts.db a database that setUpProducts has prepared */
export function createCatalogue({ db, clock, logger, requestSync }: CatalogueParts): Catalogue {
  const repository = createProductsRepository(db);

  const hintSync = async (kind: string) => {
    try {
      await requestSync(kind);
    } catch (error) {
      logger.warn({ err: error, kind }, "sync not requested; the timer will find the change");
    }
  };

  return {
    save: async (kind, source, products, { isDryRun = false } = {}) => {
      const known = await findKnown(repository, kind, source, products);
      const outcomes = products.map((product) => outcomeFor(product, known.get(product.sourceId)));
      if (isDryRun || outcomes.every((outcome) => outcome === "unchanged")) return outcomes;
      const having = (outcome: SaveOutcome) =>
        products
          .filter((_product, index) => outcomes[index] === outcome)
          .map(({ sourceId, fields }) => ({ key: { kind, source, source_id: sourceId }, fields }));
      await addProducts({ db, repository, now: clock() }, kind, having("new"));
      await repository.replaceFields(having("changed"), clock());
      await hintSync(kind);
      return outcomes;
    },

    remove: async (kind, source, sourceIds) => {
      const count = await repository.markRemoved(kind, source, sourceIds, clock());
      if (count > 0) await hintSync(kind);
      return count;
    },

    sourceIds: repository.findSourceIds,

    setPrices: async (kind, changes) => {
      if (changes.length === 0) return;
      const priced = changes.map(({ key, ...fields }) => ({ key: { kind, ...key }, fields }));
      await repository.replaceFields(priced, clock());
      await hintSync(kind);
    },

    chunks: (kind) => repository.chunks(kind, CHUNK_SIZE),

    findParts: async (kind, ids, { includeRemoved = false } = {}) => {
      const found = await repository.findByIds(kind, ids);
      const shown = found.filter(({ removed }) => includeRemoved || !removed);
      return new Map(shown.map((product) => [product.id, toPart(product)]));
    },

    findPartBySlug: async (kind, urlSlug) => {
      const found = await repository.findBySlug(kind, urlSlug);
      return found && toPart(found);
    },

    findBySlug: repository.findBySlug,
  };
}

async function findKnown(
  repository: ProductsRepository,
  kind: string,
  source: string,
  products: readonly ProductInput[],
): Promise<Map<string, ProductDocument>> {
  const sourceIds = products.map(({ sourceId }) => sourceId);
  const known = await repository.findBySource(kind, source, sourceIds);
  return new Map(known.map((product) => [product.source_id, product]));
}

function outcomeFor({ fields }: ProductInput, known: ProductDocument | undefined): SaveOutcome {
  if (!known) return "new";
  const isSame = isDeepStrictEqual(known.fields, { ...known.fields, ...fields });
  return !known.removed && isSame ? "unchanged" : "changed";
}

function toPart({ id, url_slug, fields: { make, model } }: ProductDocument): Part {
  return { id, make, model, url_slug };
}
