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
  const rules = rewriteRules.map(({ pattern, replacement }) => [String(pattern), replacement]);
  // JSON has no regular expressions, so patterns are converted to texts.
  const derived = kind.derivedTexts.map(({ pattern }) => String(pattern));
  const { words: _words, collection: _collection, isPartOfBuilds: _isPart, naming, ...indexed } = kind;
  const shortened = Object.values(kind.fields).map(({ alsoWithout }) => String(alsoWithout));
  const spelled = Object.entries(spellings).map(([field, ofField]) => [field, ofField.map(String)]);
  const facts = String(naming?.facts);
  const version = SEARCH_DOCUMENT_VERSION;
  return digestOfJson([
    version,
    indexed,
    rules,
    derived,
    shortened,
    facts,
    [...packingWords],
    spelled,
    settings,
  ]);
}
