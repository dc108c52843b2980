import type { Collection } from "mongodb";
import type { ProductDocument } from "./product-document.ts";

/** The fields of a product by which builds, rankings and upgrades name the product. */
export interface Part {
  id: number;
  make: string;
  model: string;
  url_slug: string;
}

/** The parts of a build: a value for each kind of product of which the build has a part. */
type OfParts<Value> = Partial<Record<string, Value>>;

type NamedProduct = Pick<ProductDocument, "_id" | "id" | "url_slug" | "removed"> & {
  fields: Pick<ProductDocument["fields"], "make" | "model">;
};

const namingFields = { id: 1, url_slug: 1, removed: 1, "fields.make": 1, "fields.model": 1 };

/** Creates the methods that read products by their ids. */
export function createIdReads(products: Collection<ProductDocument>) {
  const findNamed = (ids: readonly string[]) =>
    products
      .find({ _id: { $in: [...ids] } })
      .project<NamedProduct>(namingFields)
      .toArray();
  return {
    /** Returns the products with one of the given ids, tombstones (records of removed products) included. */
    findByIds: (kind: string, ids: readonly number[]) =>
      products.find({ _id: { $in: ids.map((id) => `${kind}:${id}`) } }).toArray(),

    /**
     * Returns the parts of builds by one query, in the order of the builds and of their parts, each product once.
     * Tombstones (records of removed products) are included, unknown ids left out.
     */
    findProductsOf: async (builds: readonly OfParts<number>[]): Promise<ProductDocument[]> => {
      const ids = [...new Set(builds.flatMap(idsOf))];
      const found = ids.length === 0 ? [] : await products.find({ _id: { $in: ids } }).toArray();
      return found.toSorted((a, b) => ids.indexOf(a._id) - ids.indexOf(b._id));
    },

    /**
     * Returns the products with the given ids, as a map whose keys are the ids. Unknown ids are left out. Removed
     * products are left out unless the caller asks for them.
     */
    findParts: async (
      kind: string,
      ids: readonly number[],
      { includeRemoved = false } = {},
    ): Promise<Map<number, Part>> => {
      const found = await findNamed(ids.map((id) => `${kind}:${id}`));
      const shown = found.filter(({ removed }) => includeRemoved || !removed);
      return new Map(shown.map((product) => [product.id, toPart(product)]));
    },

    /**
     * Returns the parts of builds by one query: for each build its parts, by the names of the kinds. Unknown products
     * are left out; a product that was removed from the catalogue is still a part.
     */
    findPartsOf: async (builds: readonly OfParts<number>[]): Promise<OfParts<Part>[]> => {
      const ids = new Set(builds.flatMap(idsOf));
      const found = ids.size === 0 ? [] : await findNamed([...ids]);
      const partOf = new Map(found.map((product) => [product._id, toPart(product)]));
      return builds.map((parts) =>
        Object.fromEntries(Object.entries(parts).map(([kind, id]) => [kind, partOf.get(`${kind}:${id}`)])),
      );
    },
  };
}

const idsOf = (parts: OfParts<number>): string[] =>
  Object.entries(parts).flatMap(([kind, id]) => (id === undefined ? [] : [`${kind}:${id}`]));

/** Returns the fields of a product by which builds, rankings and upgrades name the product. */
export function toPart({
  id,
  url_slug,
  fields: { make, model },
}: Omit<NamedProduct, "_id" | "removed">): Part {
  return { id, make, model, url_slug };
}
