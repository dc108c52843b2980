import { fitAttributesOf } from "../fit/fit-attributes.ts";
import { foldKey } from "./fold-key.ts";
import { unknownValue, type FieldValue, type ProductFields, type ProductKind } from "../kinds/kind.ts";
import { normaliseName, partNumberCodes } from "./normalise.ts";
import type { ProductDocument } from "../catalogue/products-repository.ts";

/** Raise this number when a change of the code turns the same products into other documents: every index is then rebuilt. */
export const SEARCH_DOCUMENT_VERSION = 4;

const FIELD_IN_BRACES = /\{(\w+)\}/g;

/** A product in the search index: its fields, the keys that filters compare, and its name as queries find it. */
export type SearchDocument = Readonly<Record<string, FieldValue>> & { readonly id: number };

/** Returns the name of the attribute with the filter keys of a text field. */
export function keysAttribute(field: string): string {
  return `${field}_keys`;
}

/** Turns a product into a document of its kind's search index. */
export function toSearchDocument(kind: ProductKind, product: ProductDocument): SearchDocument {
  const { id, url_slug, fields } = product;
  const name = normaliseName(`${fields.make} ${fields.model}`, searchTextsOf(kind, fields));
  const stored = Object.entries(kind.fields).map(([name, definition]) => [
    name,
    wellFormed(fields[name] ?? unknownValue(definition)),
  ]);
  const keys = Object.values(kind.filters.textLists).map((field) => [
    keysAttribute(field),
    filterKeysOf(fields[field] ?? null, kind.fields[field]?.alsoWithout),
  ]);
  return {
    id,
    url_slug,
    ...(Object.fromEntries([...stored, ...keys]) as Record<string, FieldValue>),
    ...fitAttributesOf(kind.name, fields),
    ...name,
    // Among the codes alone: to the approximate search, a part number would be a neighbour of any model number.
    codes: [name.codes, ...partNumberCodes(textsOf(fields["part_numbers"]))].join(" ").trim(),
  };
}

/** Returns the texts by which a query finds a product besides its name and part numbers: "ddr5 6000 cl30 32gb". */
function searchTextsOf({ searchTexts, derivedTexts }: ProductKind, fields: ProductFields): string {
  const derived = derivedTexts.map(({ field, pattern, text }) => {
    const [found] = pattern.exec(String(fields[field] ?? "")) ?? [];
    return found === undefined ? "" : found.replace(pattern, text);
  });
  return [fillTexts(searchTexts, fields), ...derived].filter(Boolean).join(" ");
}

/** Fills the fields of a product into texts with names of fields in braces. Leaves out texts of which a field is unknown. */
export function fillTexts(texts: readonly string[], fields: Readonly<Record<string, FieldValue>>): string {
  const all = texts.map((text) => {
    let isKnown = true;
    const filled = text.replaceAll(FIELD_IN_BRACES, (_match, name: string) => {
      const value = fields[name] ?? "";
      if (value === "") isKnown = false;
      return Array.isArray(value) ? value.join(" ") : String(value);
    });
    return isKnown ? filled : "";
  });
  return all.filter(Boolean).join(" ");
}

/** Repairs broken Unicode: a single lone surrogate would make Meilisearch refuse the whole batch of documents. */
function wellFormed(value: FieldValue): FieldValue {
  if (typeof value === "string") return value.toWellFormed();
  return Array.isArray(value) ? value.map((text: string) => text.toWellFormed()) : value;
}

function textsOf(value: FieldValue | undefined): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

function filterKeysOf(value: FieldValue, alsoWithout: RegExp | undefined): string[] {
  const texts = [value].flat().filter((text) => typeof text === "string");
  const shorter = alsoWithout ? texts.map((text) => text.replace(alsoWithout, "")) : [];
  return [...new Set([...texts, ...shorter].map(foldKey))].filter(Boolean);
}
