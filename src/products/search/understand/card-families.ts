import type { ProductKind } from "../../../kinds/kinds.ts";
import type { FamilyFilter, WordRule } from "./word-rule.ts";

/** A generation or an architecture of graphics cards. The patterns ignore case. */
export interface CardFamily {
  name: string;
  /** Matches the words that name the generation or architecture of graphics cards. */
  words: string;
  /** Matches the chipsets that belong to the generation or architecture of graphics cards. */
  chipsets: string;
  /**
   * Returns whether the words name the generation or architecture in a given text about products of a kind. If the
   * function is absent, the words always name the generation or architecture.
   */
  isMeant?: (kind: ProductKind, text: string) => boolean;
}

/**
 * Returns the rule that reads the names of generations or architectures of graphics cards. One pattern matches all
 * names, so that each typed text is searched only once.
 */
export function cardFamilyRule(
  field: FamilyFilter["field"],
  families: readonly CardFamily[],
  examples: Readonly<Record<string, string>>,
): WordRule {
  const known = families.map(({ name, words, chipsets, isMeant }) => ({
    whole: new RegExp(`^(?:${words})$`, "i"),
    isMeant,
    filter: {
      field,
      value: name,
      attribute: "chipset",
      members: new RegExp(String.raw`(?<!\w)(?:${chipsets})(?!\w)`, "i"),
    },
  }));
  const names = families.map(({ words }) => words).join("|");
  return {
    pattern: new RegExp(String.raw`(?<![a-z\d\-_])(?<family>${names})(?![a-z\d\-_]|\.\d)`, "gi"),
    occursInNames: true,
    kinds: ["gpu"],
    read: ({ family = "" }, kind, text) => {
      const found = known.find(({ whole }) => whole.test(family));
      return found && (!found.isMeant || found.isMeant(kind, text)) ? [found.filter] : undefined;
    },
    examples,
  };
}
