import type { Catalogue } from "../catalogue/catalogue.ts";
import { judgeFit } from "../fit/judge-fit.ts";
import { toSearchDocument } from "../indexing/search-document.ts";
import { findKind } from "../../kinds/kinds.ts";
import { presentProduct } from "../presenter.ts";
import type { ScoredBy, ScoredByLookup } from "./scored-by.ts";

/** A product with which enough builds are measured, and which may fit a build. */
export interface MeasuredPart {
  id: number;
  /** Price in USD; null where it is not known. */
  price: number | null;
  /** Null where it is not known whether it fits. */
  fits: true | null;
  /** The product as a search shows it. */
  record: Record<string, unknown>;
}

/** The ids of the parts of a build by their kinds. */
type PartIds = Readonly<Partial<Record<string, number>>>;

/** Finds the measured products that could be parts of a build. */
export type MeasuredParts = ReturnType<typeof createMeasuredParts>;

/** Creates the service. */
export function createMeasuredParts({ catalogue, scoredBy }: MeasuredPartsDeps) {
  return {
    /**
     * Returns by which benchmark and variant products of a kind are compared: the named ones, or the usual ones.
     * @throws InvalidInputError where a named one does not exist, or none is usual
     */
    comparedBy: async (
      kindName: string,
      request: { benchmark_id?: number | undefined; variant?: string | undefined },
    ): Promise<ScoredBy> => {
      const found = await scoredBy.find(kindOf(kindName), { ...request, sort_by: "performance" });
      if (!found) throw new Error("a search by performance is compared by no benchmark");
      return found;
    },

    /**
     * Returns the measured products of a kind that fit the other parts of a build, or of which that is not known, by the rules of
     * `fit/fit-rules.ts`, in the order of their ids.
     */
    fitting: async (kindName: string, scored: ScoredBy, parts: PartIds): Promise<MeasuredPart[]> => {
      if (scored.category === null) return [];
      const kind = kindOf(kindName);
      const [products, ...named] = await Promise.all([
        catalogue.findMeasured(kindName, scored.category),
        ...Object.entries(parts).map(async ([name, id]) =>
          id === undefined ? [] : catalogue.findByIds(name, [id]),
        ),
      ]);
      return products
        .toSorted((a, b) => a.id - b.id)
        .flatMap((product): MeasuredPart[] => {
          const fits = judgeFit(kindName, product.fields, named.flat());
          if (fits === false) return [];
          const price = product.fields["price_usd"];
          return [
            {
              id: product.id,
              price: typeof price === "number" ? price : null,
              fits,
              record: presentProduct(kind, toSearchDocument(kind, product), scored),
            },
          ];
        });
    },
  };
}

interface MeasuredPartsDeps {
  catalogue: Pick<Catalogue, "findMeasured" | "findByIds">;
  scoredBy: ScoredByLookup;
}

function kindOf(name: string) {
  const kind = findKind(name);
  if (!kind) throw new Error(`no kind of product is called ${name}`);
  return kind;
}
