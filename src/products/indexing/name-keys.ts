import { createHash } from "node:crypto";
import type { ProductFields } from "../../kinds/kind.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { namingWords, toWords, withoutReport } from "./normalise.ts";

/** The attribute of the search index with the keys of a product's name. */
export const NAME_KEYS = "name_keys";

/**
 * Matches the chipset of a motherboard, which some product names also state before the name: "B760 MAG B760M MORTAR".
 */
const CHIPSET = /^[abhqwxz]\d{2,3}$/;

/**
 * The length of the digest of a product name, in characters. Meilisearch compares digests without case, so twelve
 * characters are about 62 bits.
 */
const KEY_CHARACTERS = 12;

/**
 * Returns the keys of a product name: texts that are equal for names of the same words, in any order. The keys stand
 * for the whole name, with and without the make, and for the name without facts that other fields of the product state.
 */
export function nameKeysOf(kind: ProductKind, { make, model }: ProductFields): string[] {
  const mended = mendedModel({ model });
  const plain = [`${make} ${model}`, model, `${make} ${mended}`, mended].map((name) => plainKey(kind, name));
  return unique([key(toWords(`${make} ${model}`)), key(toWords(model)), ...plain]);
}

/**
 * Repairs the name of a motherboard's model that a record has cut apart, so that searches find it: "B840-P PRO WIFI"
 * for "B840 PRO -P WIFI", and "Z77A-GD65" for "Z77 A-GD65".
 */
export function mendedModel({ model }: Pick<ProductFields, "model">): string {
  return model
    .replace(/^([A-Z]\d{2,3}[EM]?) (.+?) -([A-Z])\b/, "$1-$3 $2")
    .replace(/^([A-Z]\d{2,3}) ([A-Z])-(?=[A-Z])/, "$1$2-");
}

/**
 * The keys to look for if a typed text may be the whole name of a product: `whole` of the whole text, `plain` of the
 * text without words that name no product.
 */
interface TypedKeys {
  whole: readonly string[];
  plain: string;
}

/** Returns the keys to look for if a typed text may be the whole name of a product. */
export function typedKeys(kind: ProductKind, typed: string): TypedKeys {
  const text = withoutReport(typed);
  return {
    whole: unique([key(toWords(typed)), key(toWords(text)), key(namingWords(text)), plainKey(kind, typed)]),
    plain: plainKey(kind, text),
  };
}

function plainKey({ name: kind, naming }: ProductKind, text: string): string {
  const facts = naming?.facts;
  const words = facts ? namingWords(text).filter((word) => !facts.test(word)) : namingWords(text);
  const isRepeated = (word: string) =>
    CHIPSET.test(word) && words.some((other) => other !== word && other.startsWith(word));
  return key(kind === "motherboard" ? words.filter((word) => !isRepeated(word)) : words);
}

/**
 * Returns the key of some words of a product name in any order; empty without words. A key is a digest: Meilisearch
 * reads each found product as a whole, so longer keys would slow down each search.
 */
function key(words: readonly string[]): string {
  if (words.length === 0) return "";
  const text = [...new Set(words)].toSorted().join(" ");
  return createHash("sha256").update(text).digest("base64url").slice(0, KEY_CHARACTERS);
}

const unique = (keys: readonly string[]) => [...new Set(keys)].filter(Boolean);
