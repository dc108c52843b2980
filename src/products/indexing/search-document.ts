import { fitAttributesOf } from "../fit/fit-attributes.ts";
import { filterKey } from "./filter-key.ts";
import { textsOf, unknownValue, type FieldValue, type ProductFields } from "../../kinds/kind.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { fillTexts } from "./fill-texts.ts";
import { generationOf } from "./generation.ts";
import { modelNameOf } from "./model-name.ts";
import { mendedModel, NAME_KEYS, nameKeysOf } from "./name-keys.ts";
import { normaliseName, partNumberCodes, type IndexedName } from "./normalise.ts";
import { precedenceOf } from "./precedence.ts";
import { currentPrice } from "../price-age.ts";
import { scoreAttributesOf } from "../scores/product-score.ts";
import type { ProductDocument } from "../catalogue/products-repository.ts";

/**
 * The version of the code that turns products into documents of the search index. Raise this number if the same
 * products become other documents: the service then rebuilds every index.
 */
export const SEARCH_DOCUMENT_VERSION = 19;

/**
 * A product in the search index: its fields, the keys that filters compare, and its name in the form in which queries
 * find it.
 */
export type SearchDocument = Readonly<Record<string, FieldValue>> & { readonly id: number };

/** The attribute of the search index with the slug of the chip or model that stands for a product in comparisons. */
export const COMPARED_AS = "compared_as";

/** The attribute of the search index whose number is larger for products of a newer generation. */
export const GENERATION = "generation";

/**
 * The attribute of the search index with the `variant` of a product's model (how many words follow the model number),
 * in tenths of a word.
 */
export const VARIANT = "variant";

/** Returns the name of the attribute of the search index with the keys by which filters compare a text field. */
export function keysAttribute(field: string): string {
  return `${field}_keys`;
}

/**
 * Turns a product into a document of its kind's search index.
 * @param oldBefore the day before which a price is old: see {@link oldPricesBefore}
 */
export function toSearchDocument(
  kind: ProductKind,
  product: ProductDocument,
  oldBefore: string,
): SearchDocument {
  const { id, url_slug, fields, scores = [], compared_as = null } = product;
  const { codes, words, word_count } = indexedNameOf(kind, fields);
  const model = modelNameOf(kind, fields);
  // Write all attributes into one object: a rebuild turns a whole catalogue into documents, and copying each document
  // several times would take most of the time.
  const document: Record<string, FieldValue> & { id: number } = { id, url_slug, [COMPARED_AS]: compared_as };
  for (const [name, definition] of Object.entries(kind.fields))
    document[name] = wellFormed(fields[name] ?? unknownValue(definition));
  for (const field of Object.values(kind.filters.textLists))
    document[keysAttribute(field)] = filterKeysOf(kind, field, fields[field] ?? null);
  return Object.assign(
    document,
    fitAttributesOf(kind.name, fields),
    // Cast the score attributes: two of them have objects as values, which only Meilisearch reads.
    scoreAttributesOf(scores, currentPrice(fields, oldBefore)) as object,
    {
      // Add the name of the kind to each attribute, so that no query equals a whole attribute: Meilisearch would rank
      // such a product first, whatever its other ranking rules say. Part numbers are codes to which the spelling rules
      // are not applied.
      codes: [kind.name, codes, ...partNumberCodes(textsOf(fields["part_numbers"]))].join(" "),
      words: `${kind.name} ${words}`,
      model_name: model.model_name,
      [NAME_KEYS]: nameKeysOf(kind, fields),
      [GENERATION]: generationOf(fields, model),
      [VARIANT]: Math.round(10 * model.variant),
      precedence: precedenceOf(kind, fields, { ...model, word_count }),
    },
  );
}

/**
 * Returns the codes by which a query finds a product, including part numbers; an empty list if `found` is undefined.
 */
export function codesOf(found: Readonly<Record<string, unknown>> | undefined): readonly string[] {
  const codes = found?.["codes"];
  return typeof codes === "string" ? codes.split(" ") : [];
}

/** Returns the codes, such as 5800x, and the other words by which a query finds a product, without part numbers. */
export function indexedNameOf(kind: ProductKind, fields: ProductFields): IndexedName {
  return normaliseName(
    `${fields.make} ${fields.model}`,
    [searchTextsOf(kind, fields), mendedModel(fields)],
    fillTexts([kind.modelText], fields),
  );
}

/** Returns the texts by which a query finds a product besides its name and part numbers: "ddr5 6000 cl30 32gb". */
function searchTextsOf({ searchTexts, derivedTexts }: ProductKind, fields: ProductFields): string {
  const derived = derivedTexts.map(({ field, pattern, text }) => {
    const [found] = pattern.exec(String(fields[field] ?? "")) ?? [];
    return found === undefined ? "" : found.replace(pattern, text);
  });
  return [fillTexts(searchTexts, fields), ...derived].filter(Boolean).join(" ");
}

/** Replaces broken Unicode (lone surrogates) in a value: Meilisearch would refuse the whole batch of documents. */
function wellFormed(value: FieldValue): FieldValue {
  if (typeof value === "string") return value.toWellFormed();
  return Array.isArray(value) ? value.map((text: string) => text.toWellFormed()) : value;
}

function filterKeysOf({ fields }: ProductKind, field: string, value: FieldValue): string[] {
  const texts = textsOf(value);
  const alsoWithout = fields[field]?.alsoWithout;
  const shorter = alsoWithout ? texts.map((text) => text.replace(alsoWithout, "")) : [];
  return [...new Set([...texts, ...shorter].map((text) => filterKey(field, text)))].filter(Boolean);
}
