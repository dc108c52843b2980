import { hash } from "node:crypto";
import type { ProductFields } from "../../kinds/kind.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { namingWords, toWords, withoutReport } from "./normalise.ts";

/** The attribute of the search index with digests of a product's name, by which a search for the whole name finds it. */
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
  const whole = unique([`${make} ${model}`, model]);
  const names = unique([...whole, `${make} ${mended}`, mended]);
  return keysOf([...whole.map(toWords), ...names.map((name) => plainWords(kind, name))]);
}

/**
 * Repairs the model name of a motherboard that a record has split in the wrong place, so that searches find the board:
 * "B840-P PRO WIFI" for "B840 PRO -P WIFI", and "Z77A-GD65" for "Z77 A-GD65".
 */
export function mendedModel({ model }: Pick<ProductFields, "model">): string {
  return model
    .replace(/^([A-Z]\d{2,3}[EM]?) (.+?) -([A-Z])\b/, "$1-$3 $2")
    .replace(/^([A-Z]\d{2,3}) ([A-Z])-(?=[A-Z])/, "$1$2-");
}

/**
 * The keys to look for if a typed text may be the whole name of a product. `whole`: the keys of the text with and
 * without words that name no product. `plain`: the key of the text without such words and without facts; empty if no
 * word is left.
 */
interface TypedKeys {
  whole: readonly string[];
  plain: string;
}

/** Returns the keys to look for if a typed text may be the whole name of a product. */
export function typedKeys(kind: ProductKind, typed: string): TypedKeys {
  const text = withoutReport(typed);
  return {
    whole: keysOf([toWords(typed), toWords(text), namingWords(text), plainWords(kind, typed)]),
    plain: keysOf([plainWords(kind, text)])[0] ?? "",
  };
}

/** Returns the words of a text that name a product, without facts that other fields of the product state. */
function plainWords({ name: kind, naming }: ProductKind, text: string): readonly string[] {
  const facts = naming?.facts;
  const words = facts ? namingWords(text).filter((word) => !facts.test(word)) : namingWords(text);
  const isRepeated = (word: string) =>
    CHIPSET.test(word) && words.some((other) => other !== word && other.startsWith(word));
  return kind === "motherboard" ? words.filter((word) => !isRepeated(word)) : words;
}

/**
 * Returns the distinct keys of lists of words. The order of the words in a list does not change its key; an empty list
 * has no key. A key is a digest: Meilisearch reads each found product as a whole, so longer keys would slow down each
 * search.
 */
function keysOf(lists: readonly (readonly string[])[]): string[] {
  // Most of the lists contain the same words, so drop duplicates before the digests are computed.
  const texts = unique(lists.map((words) => unique(words).toSorted().join(" ")));
  return texts.map((text) => hash("sha256", text, "base64url").slice(0, KEY_CHARACTERS));
}

const unique = (texts: readonly string[]) => [...new Set(texts)].filter(Boolean);
