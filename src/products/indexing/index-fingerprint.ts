import type { Settings } from "meilisearch";
import { digestOfJson } from "../../infra/digest.ts";
import { spellings } from "../../kinds/spellings.ts";
import type { ProductKind } from "../../kinds/kinds.ts";
import { SEARCH_DOCUMENT_VERSION } from "./search-document.ts";
import { rewriteRules } from "./search-rules.ts";
import { packingWords } from "./spelling/plain-words.ts";

/**
 * Returns a hash of everything that determines the documents and settings of the search index of a kind. An index
 * with another fingerprint must be rebuilt.
 */
export function indexFingerprint(kind: ProductKind, settings: Settings): string {
  const { words: _words, collection: _collection, isPartOfBuilds: _isPart, naming, ...indexed } = kind;
  const rules = rewriteRules.map(({ pattern, replacement }) => [pattern, replacement]);
  const version = SEARCH_DOCUMENT_VERSION;
  return digestOfJson([version, indexed, rules, naming?.facts, [...packingWords], spellings, settings]);
}
