import type { ProductKind } from "../../../kinds/kinds.ts";

/** One filter that words of a text mean. */
export type WordFilter = FieldFilter | FamilyFilter;

/** A filter of the search request, such as `max_price: 300`. The value of a list filter is one entry of the list. */
export interface FieldFilter {
  field: string;
  value: number;
}

/** The products of one generation or architecture, which no field of a product names. */
export interface FamilyFilter {
  field: "generation" | "architecture";
  /** The name of the family: "Ryzen 5000", "RDNA 3". */
  value: string;
  /** The attribute of the search index whose values are compared: the name of the model or the chipset. */
  attribute: string;
  /** Matches the values of the attribute that belong to the family. */
  members: RegExp;
}

/** The named groups of a rule's pattern. */
export type Groups = Readonly<Record<string, string | undefined>>;

/** A rule that reads words of a text as filters. */
export interface WordRule {
  /** Matches the words that the rule reads. The pattern ignores case and finds every match. */
  pattern: RegExp;
  /**
   * True if the same words also occur in names of products: "RTX 4060 12GB". Such words are read as filters only in a
   * text that names no model.
   */
  occursInNames?: true;
  /** The kinds of products for which the words may mean something; absent = all kinds. */
  kinds?: readonly string[];
  /**
   * Returns the filters that the words mean for products of a kind: an empty list if the words mean a limit that the
   * search cannot apply, so that the words are ignored; undefined if the words mean nothing for the kind, so that they
   * stay words.
   * @param text the whole text in lower case
   */
  read: (groups: Groups, kind: ProductKind, text: string) => readonly WordFilter[] | undefined;
  /** Texts for products of a kind, with the filters that they mean: "gpu: under 300" means "max_price 300". */
  examples: Readonly<Record<string, string>>;
}
