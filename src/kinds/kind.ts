/**
 * A kind of product. The routes and their contracts, the pages, the imports, the search index, the search, its facets
 * and the parts of builds are all derived from this declaration. CONTRIBUTING.md lists the steps to add a kind or a
 * filter.
 */
export interface KindDeclaration {
  /** The kind's name in addresses, arguments and answers: /products/<name>. */
  name: string;
  /**
   * The plural name in file names and links: data/<collection>.csv has the sample products, and the home route of the
   * API links to the kind under this name.
   */
  collection: string;
  /** The kind's name in sentences of the API: "CPUs". */
  plural: string;
  /** Whether a build has a part of this kind. */
  isPartOfBuilds: boolean;
  /** The stored fields of a product, by name; also the columns of our CSV format, in this order. */
  fields: Readonly<Record<string, FieldDefinition>> & { make: FieldDefinition; model: FieldDefinition };
  /**
   * The template of the text that contains the product's model number; names of fields stand in braces. The search uses
   * the number to find the nearest models if the model that was typed does not exist, and to rank newer models before
   * older ones.
   */
  modelText: string;
  /**
   * Words of a query, or letters before its model number, that name a maker or a line of models. Each key maps to a
   * word in the model names of this line and of the lines that are easily confused with it. A model number of another
   * line is not the model that a query means: a "Ryzen 9800X" is no Core i7-9800X.
   */
  lines: Readonly<Record<string, string>>;
  /**
   * Words that name a tier of a line, such as the 7 of Ryzen 7. A model of another tier is not the model that a query
   * means.
   */
  tiers: readonly string[];
  /** How texts name a model of this kind, besides its lines and tiers. */
  naming?: Naming;
  /**
   * True if the model number is a measure such as a speed. No digit of a measure stands for a generation, so the search
   * compares two models only by the difference between their numbers.
   */
  isNumberMeasured?: true;
  /**
   * Templates of the texts, besides make and model, by which a query finds a product; names of fields stand in braces:
   * `cl{cas_latency}`. A text is left out for products that lack one of its fields.
   */
  searchTexts: readonly string[];
  /** Further texts by which a query finds the products whose field matches a pattern. */
  derivedTexts: readonly DerivedText[];
  /**
   * The public representation: each name in the response, in order, with the field (or `id`, `url_slug`, `compared_as`)
   * that the name shows.
   */
  record: Readonly<Record<string, string>>;
  /**
   * The filters that this kind supports, and the field that each filter compares. Each filter is a facet as well. Each
   * filter becomes a field of the search request; a range becomes two fields. Kinds that support the same filter
   * declare it in the same group.
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
     * The filters by the lowest and the highest value, both included. The filter `price` has the fields `min_price` and
     * `max_price` in the request.
     */
    ranges: Readonly<Record<string, string>>;
    /**
     * The filters whose value in the request is true or false. A product passes if its field is known and has this
     * value.
     */
    flags: Readonly<Record<string, string>>;
    /**
     * The filters whose value in the request is true or false (default). With true, only products whose field is true
     * pass; with false, all products pass.
     */
    switches: Readonly<Record<string, string>>;
  };
  /**
   * The field that each value of `sort_by` sorts by.
   *
   * To add a sort: name it in sortNames below, and name its field here in every kind; the compiler lists the kinds that
   * lack it. The request schema and the settings of the search index are derived from both.
   */
  sorts: Readonly<Record<SortName, string>>;
  /**
   * How the results of products of the kind are grouped, by chip or by model; absent if no benchmark's scores depend on
   * the kind, as for memory.
   */
  comparedAs?: ComparedAs;
  words: KindWords;
}

/**
 * The chips or models by which the results of products of a kind are grouped: all cards with one chip perform the same,
 * and so do all packages of one processor.
 */
export interface ComparedAs {
  /** The property that products with the same title share: their chip or their model. */
  part: "chip" | "model";
  /** Returns the name of the chip or model of a product. Products with the same name are compared as one. */
  titleOf: (fields: ProductFields) => string;
  /** The id of the benchmark that compares products if a request names no benchmark. */
  usualBenchmark: number;
}

/**
 * The words with which pages, the contract and queries name a kind and its fields. The search index contains none of
 * these words, so changing a word rebuilds no index.
 */
interface KindWords {
  /** The noun for one product in a sentence, with its article if the noun has one: "a processor", "memory". */
  one: string;
  /** The noun for many products on pages, if it differs from `plural`: "processors". */
  many?: string;
  /** The words for the kind in queries, in lower case. A query of only such words lists the kind's products. */
  inQueries: string;
  /**
   * Returns the short name of a product in a line about a build, such as "RTX 4070 SUPER"; absent for kinds that such a
   * line leaves out.
   */
  shortNameOf?: (fields: ProductFields) => string;
  /** An example of a query as people type it, which the form for choosing a part shows. */
  exampleQuery: string;
  /** An example of a `url_slug`, for the contract. */
  exampleSlug: string;
  /**
   * The main facts that distinguish products, as templates with names of the record in braces: "{cores} cores". A fact
   * with an unknown value is left out.
   */
  mainFacts: readonly string[];
  /**
   * The facts that pages and comparisons show first, by their names in the record; the others follow in the order of the
   * record.
   */
  firstFacts?: readonly string[];
  /** The columns of a list on a page, by their names in the record; by default the first five facts. */
  columns?: readonly string[];
  /**
   * Labels of fields on pages, for fields whose name is not a good label. The unit of a field is read from the end of
   * its name.
   */
  fields?: Readonly<Record<string, string>>;
  /** Labels of filters on pages, for filters whose label differs from the label of the compared field. */
  filters?: Readonly<Record<string, string>>;
  /**
   * Descriptions and examples in the contract, by the name of a field in the record or of a filter. A name needs an
   * entry if only this kind has the name and src/openapi/words/ does not explain it: a text needs an example, and a
   * number whose name does not end in its unit needs a sentence.
   */
  contract?: Readonly<Record<string, { text?: string; example?: unknown }>>;
}

/** How texts name the models of a kind. */
interface Naming {
  /**
   * Matches further words that name a model, such as HD: a product without such a typed word is not the model that was
   * typed.
   */
  words?: RegExp;
  /**
   * The minimum number of words of a whole name, if names of the kind differ in their words. Absent = the names differ
   * in their numbers, and in words about packaging.
   */
  minWords?: number;
  /**
   * Matches words that many names state although they are facts of the product: "MSI B450 TOMAHAWK MAX AM4 DDR4 ATX"
   * and "MSI B450 TOMAHAWK MAX" are two names of one board.
   */
  facts?: RegExp;
  /** Returns whether a found product is certainly another model than a text names, although it has the typed number. */
  isOther?: (names: TypedAndFound) => boolean;
}

/** A text and the product that a search has found for it, in the spelling of the search index. */
interface TypedAndFound {
  /** All typed words. */
  typed: readonly string[];
  /** The typed words without those that name no product, and those of them that are model numbers. */
  words: readonly string[];
  modelNumbers: readonly string[];
  /** The words of the found product's make and model. */
  foundName: readonly string[];
  /** The codes by which the search finds the product, such as 5800x and am4. */
  foundCodes: readonly string[];
  /** Maker, line and number of the found model: "amd ryzen 7 5800x". */
  foundModel: string;
}

/** A text that is derived from a field: `x3d` from the model "Ryzen 7 7800X3D". */
interface DerivedText {
  field: string;
  /** The pattern that the value of the field, as text, has to match. */
  pattern: RegExp;
  /** The text, with the groups of the pattern as $1, $2 and so on. */
  text: string;
}

/** The values of the request field `sort_by` that sort by a field of the product. */
export const sortNames = ["make", "manufacturer", "price"] as const;

/** The values of `sort_by` that sort by a field. */
type SortName = (typeof sortNames)[number];

/**
 * The values of `sort_by` that sort by results of builds with a product: its median score, and its median score per
 * USD.
 */
export const measuredSortNames = ["performance", "value"] as const;

/**
 * The value of `sort_by` that sorts the products with the most measured builds first, and products with equally many
 * by their generation, the newest first. This order has one direction only.
 */
export const POPULARITY = "popularity";

/** A value of `sort_by` that sorts by measured results. */
export type MeasuredSortName = (typeof measuredSortNames)[number];

/** The type of a field, its limits, and how filters compare its value. */
export interface FieldDefinition {
  /** `texts`: several texts, separated by `;` in a CSV cell. `price`: USD with two decimals. `date`: YYYY-MM-DD. */
  type: "text" | "texts" | "integer" | "price" | "date" | "flag";
  /**
   * True if the value may be unknown. An unknown value is an empty cell in a CSV file, and is stored as null or, for
   * `texts`, as an empty list.
   */
  isOptional?: true;
  /** Only for `integer`: the smallest and the largest plausible value. `min` is 1 by default. */
  min?: number;
  max?: number;
  /**
   * The description of the field in the contract: its unit, or the things that it counts, if the name of the field does
   * not say that.
   */
  description?: string;
  /** Only for texts: filters also find a text without the part that this pattern matches, "288-pin DIMM" by "DIMM". */
  alsoWithout?: RegExp;
}

/** The stored value of a field. */
export type FieldValue = string | number | boolean | readonly string[] | null;

/** The facts about a product, by the names of its kind's fields. */
export type ProductFields = Readonly<Record<string, FieldValue>> & {
  readonly make: string;
  readonly model: string;
};

/** Returns the value that is stored for a field whose value is unknown. */
export function unknownValue({ type }: FieldDefinition): FieldValue {
  return type === "texts" ? [] : null;
}

/** Returns the texts that a field holds: one, several, or none if the value is unknown. */
export function textsOf(value: FieldValue | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}
