/**
 * A kind of product. Routes with their contracts, pages, imports, search index, search, facets and parts of builds all follow from this
 * declaration; CONTRIBUTING.md lists the steps to add a kind, and those to add a filter.
 */
export interface KindDeclaration {
  /** The kind's name in addresses, arguments and answers: /products/<name>. */
  name: string;
  /** The name of all its products: data/<collection>.csv has the sample products, and the first answer of the API links to them by it. */
  collection: string;
  /** The kind's name in sentences of the API: "CPUs". */
  plural: string;
  /** True where a build has a part of this kind. */
  isPartOfBuilds: boolean;
  /** The fields that are stored of a product, by name; also the columns of our CSV format, in this order. */
  fields: Readonly<Record<string, FieldDefinition>> & { make: FieldDefinition; model: FieldDefinition };
  /**
   * The text with the product's model number, with names of fields in braces. By it the nearest models are found where nobody makes
   * the typed one, and newer models come before older ones.
   */
  modelText: string;
  /**
   * Words of a query, or letters before its model number, that name a maker or a line of models, each with the word that the products of this line, or of one that is easily
   * confused with it, have. A number of another line is not the typed model: a "Ryzen 9800X" is no Core i7-9800X.
   */
  lines: Readonly<Record<string, string>>;
  /** Words that name a tier of a line: the 7 of Ryzen 7. A number of another tier is not the typed model either. */
  tiers: readonly string[];
  /** True where the number is a measure such as a speed: no digit of it stands for a generation, so only the difference counts. */
  isNumberMeasured?: true;
  /**
   * Texts by which a query finds a product besides its make and model, with names of fields in braces: `cl{cas_latency}`.
   * A text is left out for products of which one of its fields is unknown.
   */
  searchTexts: readonly string[];
  /** Further texts by which a query finds the products whose field matches a pattern. */
  derivedTexts: readonly DerivedText[];
  /** The public representation, in its order: the name in the response, and the field (or `id`, `url_slug`) it shows. */
  record: Readonly<Record<string, string>>;
  /**
   * The filters that this kind supports, and the field that each filter compares. Each of them is a facet as well. A filter of a new name
   * becomes a field of the request; kinds that support the same filter name it in the same group.
   */
  filters: {
    /** A list of texts in the request: a product passes when its field equals one of them. */
    textLists: Readonly<Record<string, string>>;
    /** A list of whole numbers in the request: a product passes when its field equals one of them. */
    numberLists: Readonly<Record<string, string>>;
    /** `price` stands for `min_price` and `max_price` in the request, both ends included. */
    ranges: Readonly<Record<string, string>>;
    /** True or false in the request: only products pass of which just that is known. */
    flags: Readonly<Record<string, string>>;
    /** Switched on in the request: when true, only products pass whose field is true; false, as by default, filters nothing. */
    switches: Readonly<Record<string, string>>;
  };
  /**
   * The field that each value of `sort_by` sorts by.
   *
   * To add a sort: name it in sortNames below, and name its field here in every kind; the compiler lists the kinds that
   * lack it. The request schema and the settings of the search index follow.
   */
  sorts: Readonly<Record<SortName, string>>;
  /** The id of the benchmark by which products are compared where a request names none; left out where none is usual. */
  usualBenchmark?: number;
  words: KindWords;
}

/** What people and programs read about a kind. Nothing of it is in the search index, so that another word rebuilds none. */
interface KindWords {
  /** One product in a sentence, with its article: "a processor", "memory". */
  one: string;
  /** What pages call many products, where it is not the plural: "processors". */
  many?: string;
  /** The words for the kind in queries, in lower case. A query of nothing else lists the kind. */
  inQueries: string;
  /** A query as people type it, shown where a part is chosen. */
  exampleQuery: string;
  /** A `url_slug` as the contract shows it. */
  exampleSlug: string;
  /**
   * The few facts that tell products apart at a glance, with names of the record in braces: "{cores} cores". One of which a value is
   * unknown is left out.
   */
  mainFacts: readonly string[];
  /** The columns of a list on a page, by the names in the record; the first five facts where it is left out. */
  columns?: readonly string[];
  /** What pages call a field whose name does not say it. Units are read off the ends of names. */
  fields?: Readonly<Record<string, string>>;
  /** What pages call a filter, where it is not the name of the compared field. */
  filters?: Readonly<Record<string, string>>;
  /**
   * What the contract says of names in the record and of filters that no other kind has and that src/openapi/words/ does not explain: a
   * text needs an example, a number whose name does not end in its unit a sentence.
   */
  contract?: Readonly<Record<string, { text?: string; example?: unknown }>>;
}

/** A text that is derived from a field: `x3d` from the model "Ryzen 7 7800X3D". */
interface DerivedText {
  field: string;
  /** Matched against the value of the field as text. */
  pattern: RegExp;
  /** The text, with the groups of the pattern as $1, $2 and so on. */
  text: string;
}

/** The values of the request field `sort_by` that sort by a field of the product. */
export const sortNames = ["make", "manufacturer", "price"] as const;

/** The values of `sort_by` that sort by a field. */
type SortName = (typeof sortNames)[number];

/** The values of `sort_by` that sort by what builds with a product have measured: its median score, and that per USD. */
export const measuredSortNames = ["performance", "value"] as const;

/** A value of `sort_by` that sorts by measured results. */
export type MeasuredSortName = (typeof measuredSortNames)[number];

/** How a field is stored and read. */
export interface FieldDefinition {
  /** `texts`: several, separated by `;` in a CSV cell. `price`: USD with two decimals. `date`: YYYY-MM-DD. */
  type: "text" | "texts" | "integer" | "price" | "date" | "flag";
  /** True where the value may be unknown: an empty CSV cell, stored as null or, for `texts`, as an empty list. */
  isOptional?: true;
  /** Only for `integer`: the smallest and the largest value that is plausible. `min` is 1 if not given. */
  min?: number;
  max?: number;
  /** What answers say of the field: its unit or what it counts, where no name of it in an answer says so. */
  description?: string;
  /** Only for texts: filters find a text also without what this matches, such as "288-pin DIMM" by "DIMM". */
  alsoWithout?: RegExp;
}

/** The stored value of a field. */
export type FieldValue = string | number | boolean | readonly string[] | null;

/** The facts about a product, by the names of its kind's fields. */
export type ProductFields = Readonly<Record<string, FieldValue>> & {
  readonly make: string;
  readonly model: string;
};

/** Returns the stored value of a field of which nothing is known. */
export function unknownValue({ type }: FieldDefinition): FieldValue {
  return type === "texts" ? [] : null;
}

/** Returns the texts that a field holds: one, several, or none where it is unknown. */
export function textsOf(value: FieldValue | undefined): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? (value as readonly string[]) : [];
}
