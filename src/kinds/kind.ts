/**
 * A kind of product, such as processors. The routes and their contracts, the pages, the imports, the search index,
 * the search, its facets and the parts of builds are all derived from this declaration. CONTRIBUTING.md lists the
 * steps to add a kind or a filter.
 */
export interface KindDeclaration {
  /** The name of a kind of product in addresses, arguments and answers: /products/<name>. */
  name: string;
  /**
   * The plural name of a kind of product in file names and links. The file data/<collection>.csv has the sample
   * products, and the home route of the API links to the kind under this name.
   */
  collection: string;
  /** The plural name of a kind of product in sentences of the API: "CPUs". */
  plural: string;
  /** Whether a build has a part of this kind of product. */
  isPartOfBuilds: boolean;
  /** The stored fields of a product, by name, in the order of the columns of this service's CSV format. */
  fields: Readonly<Record<string, FieldDefinition>> & { make: FieldDefinition; model: FieldDefinition };
  /**
   * The template of the text that contains a product's model number; names of fields stand in braces. The search uses
   * the number to find the nearest models if nobody makes the typed model, and to rank newer models before older
   * ones.
   */
  modelText: string;
  /**
   * The lines of models, or makers, that a query may name, by a word such as `ryzen` or by the letters before a model
   * number. Each is mapped to a word in the model names of this line and of the lines that people easily confuse with
   * it. A model of another line is not the model that a query means, even with the typed number: a "Ryzen 9800X" is no
   * Core i7-9800X.
   */
  lines: Readonly<Record<string, string>>;
  /**
   * Words that name a tier of a line of models, such as the 7 of Ryzen 7. A model of another tier is not the model
   * that a query means.
   */
  tiers: readonly string[];
  /** How people and shops write model names of this kind of product, apart from lines and tiers. */
  naming?: Naming;
  /**
   * True if the model number of this kind of product is a measure such as a speed. No digit of a measure stands for a
   * generation, so the search compares two models only by the difference between their numbers.
   */
  isNumberMeasured?: true;
  /**
   * Templates of the texts, besides make and model, by which a query finds a product; names of fields stand in
   * braces: `cl{cas_latency}`. A product that lacks one of the fields does not get the text.
   */
  searchTexts: readonly string[];
  /** Further texts by which a query finds a product if a field of the product matches a pattern. */
  derivedTexts: readonly DerivedText[];
  /**
   * The public representation of a product. Each name in the response, in order, maps to the field (or `id`,
   * `url_slug`, `compared_as`) that the name shows.
   */
  record: Readonly<Record<string, string>>;
  /**
   * The filters that this kind of product supports, and the field that each filter compares. Each filter is also a
   * facet and a field of the search request; a range becomes two fields. Kinds that support the same filter declare
   * it in the same group.
   */
  filters: {
    /**
     * The filters whose value in the request is a list of texts. A product passes if its field equals one of these
     * texts.
     */
    textLists: Readonly<Record<string, string>>;
    /**
     * The filters whose value in the request is a list of whole numbers. A product passes if its field equals one of
     * these numbers.
     */
    numberLists: Readonly<Record<string, string>>;
    /**
     * The filters by the lowest and the highest value of a field, both included. For example, the filter `price` has
     * the fields `min_price` and `max_price` in the request.
     */
    ranges: Readonly<Record<string, string>>;
    /**
     * The filters whose value in the request is true or false. A product passes if its field is known and has this
     * value.
     */
    flags: Readonly<Record<string, string>>;
    /**
     * The filters whose value in the request is true or, by default, false. With true, only products whose field is
     * true pass; with false, all products pass.
     */
    switches: Readonly<Record<string, string>>;
  };
  /**
   * The field that each value of `sort_by` sorts by. To add a sort, name it in `sortNames`, and name its field in
   * every kind of product; the compiler lists the kinds that lack the sort. The request schema and the settings of
   * the search index are derived from both.
   */
  sorts: Readonly<Record<SortName, string>>;
  /**
   * How the results of a kind of product are grouped, by chip or by model; absent if no benchmark's scores depend on
   * the kind, as for memory.
   */
  comparedAs?: ComparedAs;
  words: KindWords;
}

/**
 * The chips or models by which the results of products are grouped: all graphics cards with one chip perform the same,
 * and so do all packages of one processor.
 */
export interface ComparedAs {
  /** The property that all products with the same `titleOf` have in common: their chip, or their model. */
  part: "chip" | "model";
  /** Returns the name of the chip or model of a product. Products with the same name are compared as one. */
  titleOf: (fields: ProductFields) => string;
  /** The id of the benchmark by which products are compared if a request names no benchmark. */
  usualBenchmark: number;
}

/**
 * The words with which pages, the API contract and queries name a kind of product and its fields. The search index
 * contains none of these words, so changing a word rebuilds no index.
 */
interface KindWords {
  /**
   * The noun for one product in a sentence, with its article if the noun takes an article: "a processor", "memory".
   */
  one: string;
  /** The name of the whole kind in headings and lists of kinds, if it differs from `plural`: "processors", "memory". */
  many?: string;
  /** The noun for several products on pages, if it differs from `plural`: "158 processors", "Search processors". */
  counted?: string;
  /**
   * The label on pages of the sort by popularity, such as "Newest platform", for a kind without `comparedAs`: no
   * measured builds are counted for such a kind, so its products are sorted by their generation alone.
   */
  newestOrder?: string;
  /**
   * The words for the kind of product in queries, in lower case. A query of only these words lists the kind's
   * products.
   */
  inQueries: string;
  /**
   * Returns the short name of a product in a line about a build, such as "RTX 4070 SUPER"; absent for kinds of
   * products that the line leaves out.
   */
  shortNameOf?: (fields: ProductFields) => string;
  /** An example of a query as people type it. The form for choosing a part shows the example. */
  exampleQuery: string;
  /** An example of a product's `url_slug`, for the API contract. */
  exampleSlug: string;
  /**
   * The main facts that distinguish products, as templates; names of fields of the public record stand in braces:
   * "{cores} cores". A fact with an unknown value is left out.
   */
  mainFacts: readonly string[];
  /**
   * The facts that pages and comparisons show first, by their names in the public record of a product; the other facts
   * follow in the order of the record.
   */
  firstFacts?: readonly string[];
  /**
   * The facts that are columns of a list of products on a page, by their names in the public record; by default the
   * first five facts.
   */
  columns?: readonly string[];
  /**
   * The field with the size of a product, and the unit of the size, such as the capacity of a memory kit in GB. Pages
   * show the price per unit, so that the prices of products of different sizes can be compared.
   */
  size?: { field: string; unit: string };
  /**
   * Labels on pages for those fields of products whose names are not good labels. The unit of a field is read from the
   * end of its name.
   */
  fields?: Readonly<Record<string, string>>;
  /** Labels on pages for those filters of products whose label differs from the label of the compared field. */
  filters?: Readonly<Record<string, string>>;
  /**
   * Descriptions and examples in the API contract, by the name of a field of the public record or of a filter. A name
   * needs an entry if only this kind of product has the name and src/openapi/words/ does not explain it. A text needs
   * an example; a number whose name does not end in its unit needs a sentence.
   */
  contract?: Readonly<Record<string, { text?: string; example?: unknown }>>;
}

/** How people and shops name the models of a kind of product. */
interface Naming {
  /**
   * Matches further words that name a model, such as HD. A product without the typed word is not the model that a
   * person has typed.
   */
  words?: RegExp;
  /**
   * The minimum number of words of a whole product name, if names of this kind of product differ in their words. Absent
   * if the names differ in their numbers and in words about packaging.
   */
  minWords?: number;
  /**
   * Matches words that state a fact of a product and that many people add to its name: "MSI B450 TOMAHAWK MAX AM4 DDR4
   * ATX" and "MSI B450 TOMAHAWK MAX" are two names of one board.
   */
  facts?: RegExp;
  /**
   * Returns whether a found product is certainly another model than the text of a query names, although the product has
   * the typed number.
   */
  isOther?: (names: TypedAndFound) => boolean;
}

/** A text of a query and the product that a search has found for it, in the spelling of the search index. */
interface TypedAndFound {
  /** All words that a person has typed to name a product. */
  typed: readonly string[];
  /** The typed words that name a product, and which of these words are model numbers. */
  words: readonly string[];
  modelNumbers: readonly string[];
  /** The words of the make and model of the found product. */
  foundName: readonly string[];
  /** The codes of the found product in the search index, such as 5800x and am4. */
  foundCodes: readonly string[];
  /** The maker, line and number of the found product's model: "amd ryzen 7 5800x". */
  foundModel: string;
}

/** A text by which a search finds a product, derived from a field: `x3d` from the model "Ryzen 7 7800X3D". */
interface DerivedText {
  field: string;
  /** The pattern that the text of the product field's value must match. */
  pattern: RegExp;
  /**
   * The text by which a query finds the product if the pattern matches. In the text, $1, $2 and so on stand for the
   * groups of the pattern.
   */
  text: string;
}

/** The values of the request field `sort_by` that sort by a field of the product. */
export const sortNames = ["make", "manufacturer", "price"] as const;

/** A value of the request field `sort_by` that sorts by a field of the product. */
type SortName = (typeof sortNames)[number];

/**
 * The values of the request field `sort_by` that sort by results of builds with a product: its median score, and its
 * median score per USD.
 */
export const measuredSortNames = ["performance", "value"] as const;

/**
 * The value of the request field `sort_by` that puts the products with the most measured builds first. Among equally
 * many builds, the newest generation comes first. The order cannot be reversed.
 */
export const POPULARITY = "popularity";

/** A value of the request field `sort_by` that sorts by measured results. */
export type MeasuredSortName = (typeof measuredSortNames)[number];

/** The type of a product's field, its limits, and how filters compare its value. */
export interface FieldDefinition {
  /**
   * The type of the product's field: `texts` are several texts, separated by `;` in a CSV cell; `price` is in USD with
   * two decimals; `date` is YYYY-MM-DD.
   */
  type: "text" | "texts" | "integer" | "price" | "date" | "flag";
  /**
   * True if the value of the field may be unknown. An unknown value is an empty cell in a CSV file, and is stored as
   * null or, for `texts`, as an empty list.
   */
  isOptional?: true;
  /** The smallest plausible value of a product's field of the type `integer`; 1 by default. */
  min?: number;
  max?: number;
  /**
   * The description of the product's field in the API contract: its unit, or the things that it counts, if the name of
   * the field does not say so.
   */
  description?: string;
  /**
   * Matches the part of the field's value that people leave out: "DIMM" for "288-pin DIMM". A filter finds the value
   * with and without this part.
   */
  alsoWithout?: RegExp;
}

/** The stored value of a product's field. */
export type FieldValue = string | number | boolean | readonly string[] | null;

/** The facts about a product, by the names of its kind's fields. */
export type ProductFields = Readonly<Record<string, FieldValue>> & {
  readonly make: string;
  readonly model: string;
};

/** Returns the value that the database stores for a product's field whose value is unknown. */
export function unknownValue({ type }: FieldDefinition): FieldValue {
  return type === "texts" ? [] : null;
}

/** Returns the texts in the value of a product's field: one, several, or none if the value is unknown. */
export function textsOf(value: FieldValue | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}
