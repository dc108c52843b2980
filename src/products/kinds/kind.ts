/**
 * A kind of product. Import, search index, search, facets, routes and their contracts all follow from this declaration; the
 * steps to add a kind are listed at `productKinds` in kinds.ts.
 */
export interface ProductKind {
  /** The kind's name in addresses and arguments: /products/<name>. */
  name: string;
  /** The kind's name in sentences: "CPUs". */
  plural: string;
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
   * The filters that this kind supports, and the field that each filter compares. Each of them is a facet as well.
   *
   * To add a filter:
   * 1. name it in textListNames, numberListNames, rangeNames (`x` stands for `min_x` and `max_x`), flagNames or switchNames below;
   * 2. name the compared field under the filter's name here, in the declaration of each kind that supports the filter;
   * 3. add a request with the filter to test/products/kinds/kinds.test.ts.
   * The request fields, the conditions, the facet and the settings of the search index follow. The index is rebuilt at the next start.
   */
  filters: {
    textLists: Readonly<Partial<Record<TextListName, string>>>;
    numberLists: Readonly<Partial<Record<NumberListName, string>>>;
    ranges: Readonly<Partial<Record<RangeName, string>>>;
    flags: Readonly<Partial<Record<FlagName, string>>>;
    switches: Readonly<Partial<Record<SwitchName, string>>>;
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
}

/** A text that is derived from a field: `x3d` from the model "Ryzen 7 7800X3D". */
interface DerivedText {
  field: string;
  /** Matched against the value of the field as text. */
  pattern: RegExp;
  /** The text, with the groups of the pattern as $1, $2 and so on. */
  text: string;
}

/** Filters whose request field is a list of texts: a product passes when its field equals one of them. */
export const textListNames = [
  "makes",
  "sockets",
  "ram_types",
  "manufacturers",
  "memory_types",
  "chipset_mans",
  "chipsets",
  "form_factors",
  "series",
] as const;

/** The name of a filter by a list of texts. */
export type TextListName = (typeof textListNames)[number];

/** Filters whose request field is a list of whole numbers: a product passes when its field equals one of them. */
export const numberListNames = ["vram_sizes", "memory_sizes", "modules"] as const;

/** The name of a filter by a list of numbers. */
export type NumberListName = (typeof numberListNames)[number];

/** Filters by a range: `price` stands for the request fields `min_price` and `max_price`, both ends included. */
export const rangeNames = [
  "price",
  "cores",
  "frequency_mhz",
  "vram_gb",
  "gb",
  "tdp_w",
  "length_mm",
  "speed_mts",
  "cas_latency",
  "ram_slots",
  "m2_slots",
] as const;

/** The name of a filter by a range. */
export type RangeName = (typeof rangeNames)[number];

/** Filters whose request field is true or false: only products pass of which just that is known. */
export const flagNames = ["integrated_graphics", "ecc"] as const;

/** The name of a filter by what is known to be true or false. */
export type FlagName = (typeof flagNames)[number];

/** Filters that are switched on: when true, only products pass whose field is true; false, as by default, filters nothing. */
export const switchNames = ["wifi_only"] as const;

/** The name of a filter that is switched on. */
export type SwitchName = (typeof switchNames)[number];

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
