/** A rule that gives one spelling to names that people spell in different ways. */
export interface RewriteRule {
  pattern: RegExp;
  /**
   * Texts of which every match of the rule's pattern contains at least one. The pattern is not tried on a text without
   * these texts, because searching for a fixed text is much faster. A rule without this list is always tried.
   */
  requires?: readonly string[];
  replacement: string;
  /**
   * Example texts for the spelling rule, each with the text that all rules together make of it. A test checks every
   * rule against its examples.
   */
  examples: Readonly<Record<string, string>>;
}

/** Returns the source of a pattern that matches every beginning of a word, from its first letter to the whole word. */
export function beginningOf(word: string): string {
  const [first = "", ...rest] = word;
  return rest.length === 0 ? first : `${first}(?:${beginningOf(rest.join(""))})?`;
}
