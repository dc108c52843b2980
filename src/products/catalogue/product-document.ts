import type { ProductFields } from "../../kinds/kind.ts";
import type { StoredScore } from "../scores/product-score.ts";

/**
 * A product as it is stored. The record of a removed product stays in the database (as a tombstone), so that no other
 * product ever gets its id or slug.
 */
export interface ProductDocument {
  /** The key of the product's document in the database, in the form `<kind>:<id>`. */
  _id: string;
  kind: string;
  /** The public id of the product. The ids of each kind of product are counted separately. */
  id: number;
  /**
   * The source of the product. The source and the product's id in the source together identify the product over all
   * imports.
   */
  source: string;
  source_id: string;
  /** The ids of further records in the source about the same product. */
  twin_ids?: readonly string[];
  url_slug: string;
  fields: ProductFields;
  /**
   * The slug of the chip or model that stands for the product in comparisons (`comparedAsOf`); absent if no benchmark's
   * scores depend on this kind of product.
   */
  compared_as?: string;
  /**
   * True after a change of `compared_as`, until the builds with the product are marked as changed; then absent. A
   * worker then ranks the results of these builds again.
   */
  standings_due?: true;
  /**
   * The scores of builds with the product; absent or empty if nothing was measured. An import that changes
   * `compared_as` empties the list.
   */
  scores?: readonly StoredScore[];
  /**
   * Present until a check has compared the product's scores with the ranks of results: true, or the id of the check.
   * A change in the ranks sets the field to true again, so that a check that began before the change does not clear
   * the field.
   */
  scores_due?: true | string;
  /** The revision of the product, which grows by 1 with every write that changes what the search index shows. */
  revision: number;
  /** True until the current revision of the product is in the search index. */
  dirty: boolean;
  removed: boolean;
  created_at: Date;
  updated_at: Date;
}

/** The fields that together identify a product over all imports. */
export type SourceKey = Pick<ProductDocument, "kind" | "source" | "source_id">;

/** The ids of a product: its ids in its source, from this and earlier imports, and its public id. */
export type SourceIdentity = Pick<ProductDocument, "source_id" | "twin_ids" | "id" | "removed">;
