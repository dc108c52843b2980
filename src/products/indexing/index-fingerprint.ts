import type { Settings } from "meilisearch";
import { digestOfJson } from "../../infra/digest.ts";
import type { ProductKind } from "../kinds/kind.ts";
import { SEARCH_DOCUMENT_VERSION } from "./search-document.ts";
import { fillerWords, packingWords, rewriteRules } from "./search-rules.ts";

/**
 * Returns a hash of everything that determines the documents and settings of a kind's index. An index with another
 * fingerprint must be rebuilt.
 */
export function indexFingerprint(kind: ProductKind, settings: Settings): string {
  const rules = rewriteRules.map(({ pattern, replacement }) => [String(pattern), replacement]);
  const derived = kind.derivedTexts.map(({ pattern }) => String(pattern));
  const decisive = [
    SEARCH_DOCUMENT_VERSION,
    kind,
    derived,
    rules,
    [...fillerWords, ...packingWords],
    settings,
  ];
  return digestOfJson(decisive);
}
