import { foldKey } from "./fold-key.ts";
import type { FieldValue, ProductFields, ProductKind } from "../kinds/kind.ts";
import { unknownValue } from "../import/import-row.ts";
import { normaliseName } from "./normalise.ts";
import type { ProductDocument } from "../catalogue/products-repository.ts";

/** Raise it when the code makes other documents of the same products: each index is then filled anew. */
export const SEARCH_DOCUMENT_VERSION = 2;

/** A product as the search index holds it: its fields, the keys to filter by, and its name as it is searched. */
export type SearchDocument = Readonly<Record<string, FieldValue>> & { readonly id: number };

/** The attribute that holds the folded keys of a text field. */
export function keysAttribute(field: string): string {
  return `${field}_keys`;
}

/** A product as a document of its kind's search index. */
export function toSearchDocument(kind: ProductKind, product: ProductDocument): SearchDocument {
  const { id, url_slug, fields } = product;
  const stored = Object.entries(kind.fields).map(([name, definition]) => [
    name,
    wellFormed(fields[name] ?? unknownValue(definition)),
  ]);
  const keys = Object.values(kind.filters.textLists).map((field) => [
    keysAttribute(field),
    keysOf(fields[field] ?? null),
  ]);
  return {
    id,
    url_slug,
    ...(Object.fromEntries([...stored, ...keys]) as Record<string, FieldValue>),
    ...normaliseName(`${fields.make} ${fields.model}`, searchTextsOf(kind, fields)),
  };
}

/** What a product is found by beside its name: "ddr5 6000 cl30 32gb". */
export function searchTextsOf({ searchTexts }: ProductKind, fields: ProductFields): string {
  const FIELD = /\{(\w+)\}/g;
  const texts = searchTexts.map((text) => {
    let isKnown = true;
    const filled = text.replaceAll(FIELD, (_match, name: string) => {
      const value = fields[name] ?? "";
      if (value === "") isKnown = false;
      return Array.isArray(value) ? value.join(" ") : String(value);
    });
    return isKnown ? filled : "";
  });
  return texts.filter(Boolean).join(" ");
}

/** One lone surrogate would fail a whole batch of documents. */
function wellFormed(value: FieldValue): FieldValue {
  if (typeof value === "string") return value.toWellFormed();
  return Array.isArray(value) ? value.map((text: string) => text.toWellFormed()) : value;
}

function keysOf(value: FieldValue): string[] {
  const texts = Array.isArray(value) ? (value as readonly string[]) : [value];
  const keys = texts.map((text) => (typeof text === "string" ? foldKey(text) : ""));
  return [...new Set(keys)].filter(Boolean);
}
