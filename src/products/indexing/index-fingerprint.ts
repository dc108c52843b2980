import { createHash } from "node:crypto";
import type { Settings } from "meilisearch";
import type { ProductKind } from "../kinds/kind.ts";
import { SEARCH_DOCUMENT_VERSION } from "./search-document.ts";
import { fillerWords, packingWords, rewriteRules } from "./search-rules.ts";

/** Changes with whatever makes the documents or settings of an index other than they were. */
export function indexFormOf(kind: ProductKind, settings: Settings): string {
  const rules = rewriteRules.map(({ pattern, replacement }) => [String(pattern), replacement]);
  const form = JSON.stringify([
    SEARCH_DOCUMENT_VERSION,
    kind,
    rules,
    [...fillerWords, ...packingWords],
    settings,
  ]);
  return createHash("sha256").update(form).digest("hex");
}
