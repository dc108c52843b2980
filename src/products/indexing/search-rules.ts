import { boardRules } from "./spelling/board-rules.ts";
import { memoryRules } from "./spelling/memory-rules.ts";
import { modelRules } from "./spelling/model-rules.ts";
import type { RewriteRule } from "./spelling/rewrite-rule.ts";

/**
 * The rules of spelling, applied in this order to lower-case text with blanks as its only separators. The rules
 * rewrite both the documents and the queries of the search. So a rule need not produce the right spelling, only the
 * same spelling for both.
 */
export const rewriteRules: readonly RewriteRule[] = [...modelRules, ...boardRules, ...memoryRules];
