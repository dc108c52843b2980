import type { ComparedAs } from "../../kinds/kind.ts";
import { findKind } from "../../kinds/kinds.ts";
import { titleOfCompared } from "./compared-as.ts";
import type { ProductDocument, ProductsRepository } from "./products-repository.ts";

/** The parts of a build: ids of products by the names of their kinds. */
type PartIds = Readonly<Partial<Record<string, number>>>;

/** A chip or model of products. All products with the same chip or model are compared as one. */
export interface Compared {
  part: ComparedAs["part"];
  slug: string;
  /** The name of the chip or model: "NVIDIA GeForce RTX 4070 SUPER 12 GB". */
  title: string;
}

/**
 * Creates the functions that read chips and models from the catalogue. In comparisons, a chip or model stands for all
 * of its products.
 */
export function createComparedReads(repository: ProductsRepository) {
  const { findProductsComparedAs, findComparedLike, findStandingsDue, clearStandingsDue } = repository;
  const findCompared = async (kind: string, slug: string): Promise<Compared | null> =>
    comparedOf(await repository.findOldestCompared(kind, slug));
  const findComparedOf = async (kind: string, urlSlug: string): Promise<Compared | null> =>
    comparedOf(await repository.findBySlug(kind, urlSlug));
  return {
    findProductsComparedAs,
    findComparedLike,
    findStandingsDue,
    clearStandingsDue,

    /**
     * Returns, for each build, the slugs of the chips and models of its parts, by the names of the kinds of the parts.
     * Unknown products, and parts on which no benchmark's scores depend, are left out. Products that were removed from
     * the catalogue are included.
     */
    comparedAs: async (builds: readonly PartIds[]): Promise<Partial<Record<string, string>>[]> => {
      const ids = [...new Set(builds.flatMap(comparedIdsOf))];
      const slugs: ReadonlyMap<string, string> =
        ids.length === 0 ? new Map() : await repository.findComparedAs(ids);
      return builds.map((parts) =>
        Object.fromEntries(
          Object.entries(parts).flatMap(([kind, id]) => {
            const slug = slugs.get(`${kind}:${id}`);
            return slug === undefined ? [] : [[kind, slug]];
          }),
        ),
      );
    },

    /**
     * Returns the chip or model with a slug, with the name that its oldest product gives it; null if no product has the
     * slug, or only removed products have it.
     */
    findCompared,

    /**
     * Returns the chip or model of the product with a slug; null if no product has the slug or the product is removed.
     */
    findComparedOf,

    /**
     * Returns the chip or model that a text names: by its slug, or by the id or the slug of a product; null if the text
     * names nothing. A removed product is found by its id and by the slug of its chip or model, but not by its own
     * slug.
     */
    findComparedNamed: async (kind: string, name: string): Promise<Compared | null> => {
      if (!/^\d{1,9}$/.test(name))
        return comparedOf(
          (await repository.findOldestCompared(kind, name, { includeRemoved: true })) ??
            (await repository.findBySlug(kind, name)),
        );
      const [product = null] = await repository.findByIds(kind, [Number(name)]);
      return comparedOf(product);
    },
  };
}

/** Returns the database ids (`_id`) of those parts of a build on which the scores of benchmarks depend. */
function comparedIdsOf(parts: PartIds): string[] {
  return Object.entries(parts).flatMap(([kind, id]) =>
    id === undefined || !findKind(kind)?.comparedAs ? [] : [`${kind}:${id}`],
  );
}

function comparedOf(product: ProductDocument | null): Compared | null {
  const kind = product ? findKind(product.kind) : undefined;
  if (!product?.compared_as || !kind?.comparedAs) return null;
  const title = titleOfCompared(kind.comparedAs, product.fields);
  return { part: kind.comparedAs.part, slug: product.compared_as, title };
}
