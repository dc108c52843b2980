import { productKinds, type ProductKind } from "./kinds.ts";

/** The label of a field or a filter of products, as pages show it. */
export interface Label {
  name: string;
  /** The unit of the values of the labelled field; left out for plain numbers and texts. */
  unit?: string;
}

/** Returns the noun for one product of a kind, without its article: "processor". */
export function singularOf({ words: { one } }: Pick<ProductKind, "words">): string {
  return one.replace(/^an? /, "");
}

/** Returns the name of a kind for a heading: "Processors", "Memory". */
export function headingOf({ plural, words: { many = plural } }: ProductKind): string {
  return capitalised(many);
}

/** Returns the noun for several products of a kind: "processors", "memory kits". */
export const countedOf = ({ plural, words: { counted = plural } }: ProductKind): string => counted;

/** Returns the names of all kinds as a list for a sentence: "processors, graphics cards, memory and motherboards". */
export function allKindsInWords(): string {
  return kindsInWords(productKinds);
}

/** Returns the names of the kinds of products on which no benchmark's scores depend: "memory and motherboards". */
export function uncomparedKindsInWords(): string {
  return kindsInWords(productKinds.filter(({ comparedAs }) => comparedAs === undefined));
}

function kindsInWords(kinds: readonly ProductKind[]): string {
  const all = kinds.map(({ plural, words: { many = plural } }) => many);
  return `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

/** Returns a text with a capital letter at its beginning. */
export function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Returns the label of a product's field. */
export function labelOfField({ words }: Pick<ProductKind, "words">, field: string): Label {
  const { name, ...unit } = labelOfName(field);
  return { name: words.fields?.[field] ?? name, ...unit };
}

/**
 * Returns the label of a filter: the label that the kind of product declares for the filter, else the label of the
 * field that the filter compares.
 */
export function labelOfFilter(kind: ProductKind, filter: string): Label {
  const compared: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(kind.filters));
  const label = labelOfField(kind, compared[filter] ?? filter);
  return { ...label, name: kind.words.filters?.[filter] ?? label.name };
}

/** The units of the values of products' fields, by the last word of a field's name. */
const units: Readonly<Record<string, string>> = {
  mhz: "MHz",
  gb: "GB",
  mb: "MB",
  w: "W",
  mm: "mm",
  mts: "MT/s",
  usd: "$",
};

function labelOfName(name: string): Label {
  const words = name.replace(/^has_/, "").split("_");
  const unit = units[words.at(-1) ?? ""];
  const text = (unit === undefined ? words : words.slice(0, -1)).join(" ");
  return { name: capitalised(text), ...(unit !== undefined && { unit }) };
}
