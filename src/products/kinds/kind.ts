/** Filters whose request field is a list of texts. */
export type TextListName =
  | "makes"
  | "sockets"
  | "ram_types"
  | "manufacturers"
  | "memory_types"
  | "chipset_mans"
  | "form_factors";

/** Filters whose request field is a list of whole numbers. */
export type NumberListName = "vram_sizes" | "memory_sizes";

/** Ranges: `price` stands for the request fields `min_price` and `max_price`. */
export type RangeName = "price" | "cores" | "frequency_mhz" | "vram_gb" | "gb";

/** Filters that, when true, let only products pass for which a field is true. */
export type FlagName = "wifi_only";

type SortName = "make" | "manufacturer" | "price";

/** The stored form of a field; its column in our CSV form has the same name. */
export interface FieldDefinition {
  /** `texts`: several, separated by `;` in a column. `price`: USD, two decimals. `date`: YYYY-MM-DD. */
  type: "text" | "texts" | "integer" | "price" | "date" | "flag";
  /** True where the value may be unknown: an empty column, when stored null or, for `texts`, an empty list. */
  isOptional?: true;
  /** The largest value that is taken for real; for an integer. The smallest is 1. */
  max?: number;
}

export type FieldValue = string | number | boolean | readonly string[] | null;

/** What is known of a product, by the names of its kind's fields. */
export type ProductFields = Readonly<Record<string, FieldValue>> & {
  readonly make: string;
  readonly model: string;
};

/** A kind of product. Everything that the code does with products follows from such a declaration. */
export interface ProductKind {
  /** In the address: /products/<name>. */
  name: string;
  /** In sentences: "CPUs". */
  plural: string;
  fields: Readonly<Record<string, FieldDefinition>> & { make: FieldDefinition; model: FieldDefinition };
  /**
   * What is found by a text query beside make and model: texts with the names of fields in braces, as in `cl{cas_latency}`.
   * One whose field is unknown is left out.
   */
  searchTexts: readonly string[];
  /** What may leave, in its order: the name in the answer and the field (or `id`, `url_slug`) it shows. */
  record: Readonly<Record<string, string>>;
  /** The filters that have an effect, and the field that each looks at. Lists and ranges are facets, too. */
  filters: {
    textLists: Readonly<Partial<Record<TextListName, string>>>;
    numberLists: Readonly<Partial<Record<NumberListName, string>>>;
    ranges: Readonly<Partial<Record<RangeName, string>>>;
    flags: Readonly<Partial<Record<FlagName, string>>>;
  };
  sorts: Readonly<Record<SortName, string>>;
}
