import { createHash } from "node:crypto";
import type { ProductFields } from "../../kinds/kind.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { namingWords, toWords, withoutReport } from "./normalise.ts";

/** The attribute with the keys of a product's name. */
export const NAME_KEYS = "name_keys";

/** Matches the chipset of a board, which some names also state before the name: "B760 MAG B760M MORTAR". */
const CHIPSET = /^[abhqwxz]\d{2,3}$/;

/** The length of a key. Meilisearch compares values without case, so that twelve characters are about 62 bits. */
const KEY_CHARACTERS = 12;

/**
 * Returns the keys of a name: texts that are equal for names of the same words, in any order. The whole name, with and
 * without the make, and the name without facts that the kind of product states elsewhere.
 */
export function nameKeysOf(kind: ProductKind, { make, model }: ProductFields): string[] {
  const mended = mendedModel({ model });
  const plain = [`${make} ${model}`, model, `${make} ${mended}`, mended].map((name) => plainKey(kind, name));
  return unique([key(toWords(`${make} ${model}`)), key(toWords(model)), ...plain]);
}

/**
 * Returns the model of a record whose name is cut apart as searches read it: "B840-P PRO WIFI" for "B840 PRO -P WIFI",
 * and "Z77A-GD65" for "Z77 A-GD65".
 */
export function mendedModel({ model }: Pick<ProductFields, "model">): string {
  return model
    .replace(/^([A-Z]\d{2,3}[EM]?) (.+?) -([A-Z])\b/, "$1-$3 $2")
    .replace(/^([A-Z]\d{2,3}) ([A-Z])-(?=[A-Z])/, "$1$2-");
}

/** The keys of the names that a text may be: as it was typed, and without the words that name nothing. */
interface TypedKeys {
  whole: readonly string[];
  plain: string;
}

/** Returns the keys of the names that a typed text may be. */
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
 * Returns the key of some words in any order; empty without words. A key is a digest, because Meilisearch reads each
 * found product as a whole, so that longer keys would make each search slower.
 */
function key(words: readonly string[]): string {
  if (words.length === 0) return "";
  const text = [...new Set(words)].toSorted().join(" ");
  return createHash("sha256").update(text).digest("base64url").slice(0, KEY_CHARACTERS);
}

const unique = (keys: readonly string[]) => [...new Set(keys)].filter(Boolean);
