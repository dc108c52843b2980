import type { ProductKind } from "../../../kinds/kinds.ts";

/** One filter that words of a search text mean. */
export type WordFilter = FieldFilter | FamilyFilter;

/**
 * A filter of the search request, such as `max_price: 300`. For a list filter, the value is one entry of the list.
 */
export interface FieldFilter {
  field: string;
  value: number;
}

/**
 * A filter for the products of one generation or architecture. No field of a product names its generation or
 * architecture.
 */
export interface FamilyFilter {
  field: "generation" | "architecture";
  /** The name of the generation or architecture: "Ryzen 5000", "RDNA 3". */
  value: string;
  /**
   * The attribute of the search index by which the filter compares products: the name of the model or the chipset.
   */
  attribute: string;
  /** Matches those values of `attribute` that belong to the generation or architecture. */
  members: RegExp;
}

/** The named groups of a word rule's pattern. */
export type Groups = Readonly<Record<string, string | undefined>>;

/** A rule that reads words of a search text as filters. */
export interface WordRule {
  /** Matches the words of a search text that the rule reads. The pattern ignores case and finds every match. */
  pattern: RegExp;
  /**
   * True if the rule's words also occur in names of products, as in "RTX 4060 12GB". Such words are read as filters
   * only in a text that names no model.
   */
  occursInNames?: true;
  /**
   * The kinds of products for which the rule's words may mean a filter; absent if the words may mean a filter for all
   * kinds.
   */
  kinds?: readonly string[];
  /**
   * Returns the filters that the words mean for products of a kind. The list is empty if the words mean a limit that
   * the search cannot apply; the words are then ignored. The result is undefined if the words mean nothing for the
   * kind; the search then looks for them as words.
   * @param text the whole text in lower case
   */
  read: (groups: Groups, kind: ProductKind, text: string) => readonly WordFilter[] | undefined;
  /** Texts for products of a kind, with the filters that the texts mean: "gpu: under 300" means "max_price 300". */
  examples: Readonly<Record<string, string>>;
}
