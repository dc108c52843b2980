import { productKinds, type ProductKind } from "./kinds.ts";

/** How a field or a filter is called. */
export interface Label {
  name: string;
  /** Left out where the value is a plain number or a text. */
  unit?: string;
}

/** Returns what one product of a kind is called in a sentence: "processor". */
export function singularOf({ words: { one } }: Pick<ProductKind, "words">): string {
  return one.replace(/^an? /, "");
}

/** Returns what many products of a kind are called as a heading: "Processors". */
export function headingOf({ plural, words: { many = plural } }: ProductKind): string {
  return capitalised(many);
}

/** Returns the products of all kinds in a sentence: "processors, graphics cards, memory and motherboards". */
export function allKindsInWords(): string {
  const all = productKinds.map(({ plural, words: { many = plural } }) => many);
  return `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
}

/** Returns a text with a capital letter at its beginning. */
export function capitalised(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** Returns how a field of a product is called. */
export function labelOfField({ words }: Pick<ProductKind, "words">, field: string): Label {
  const { name, ...unit } = labelOfName(field);
  return { name: words.fields?.[field] ?? name, ...unit };
}

/** Returns how a filter of a kind is called: as the field that it compares, unless the kind says otherwise. */
export function labelOfFilter(kind: ProductKind, filter: string): Label {
  const compared: Readonly<Record<string, string>> = Object.assign({}, ...Object.values(kind.filters));
  const label = labelOfField(kind, compared[filter] ?? filter);
  return { ...label, name: kind.words.filters?.[filter] ?? label.name };
}

/** The units at the ends of names. */
const units: Readonly<Record<string, string>> = {
  mhz: "MHz",
  gb: "GB",
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
