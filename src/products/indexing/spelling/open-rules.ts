import { beginningOf, type RewriteRule } from "./rewrite-rule.ts";

/**
 * The endings of model numbers with more than one letter, in the form in which the spelling rules join them to the
 * number.
 */
const LONG_SUFFIXES = ["super", "tisuper", "xtx", "gre", "x3d"];

/** Names of two words that a spelling rule joins to one word, such as "wi fi". */
const JOINED = [
  ["wi", "fi"],
  ["so", "dimm"],
  ["g", "skill"],
  ["team", "group"],
] as const;

/**
 * Rules for the last word of a query, which may be incomplete while somebody types. Each rule rewrites the incomplete
 * word to the beginning of the text that the other rules make of the whole word. These rules are applied before the
 * other rules.
 */
export const openRules: readonly RewriteRule[] = [
  {
    pattern: new RegExp(
      String.raw`\b(\d{3,4})(?: ?(ti))? (?=(?:${LONG_SUFFIXES.map(beginningOf).join("|")})$)`,
    ),
    requires: [" "],
    replacement: "$1$2",
    examples: {
      "4070 su": "4070su",
      "rtx 4070 ti supe": "rtx 4070tisupe",
      "7900 gr": "7900gr",
      "7800 x3": "7800x3",
      "4070 suprim": "4070 suprim",
    },
  },
  {
    pattern: /\b(\d{4}x) 3$/,
    requires: [" 3"],
    replacement: "$13",
    examples: { "7800x 3": "7800x3" },
  },
  ...JOINED.map(([first, second]) => ({
    pattern: new RegExp(String.raw`\b${first} (?=${beginningOf(second)}$)`),
    requires: [`${first} `],
    replacement: first,
    examples: { [`${first} ${second.slice(0, 1)}`]: `${first}${second.slice(0, 1)}` },
  })),
  {
    pattern: /\b(1\d|[2-9])th (?=g(?:en?)?$)/,
    requires: ["th "],
    replacement: "$1th",
    examples: { "13th g": "13thg" },
  },
  {
    // Matches a memory latency whose last digit is not typed yet: "cl3" may become CL30 or CL36.
    pattern: /\bc(?:l )?(?=\d$)/,
    requires: ["c"],
    replacement: "cl",
    examples: { "ddr5 c3": "ddr5 cl3", "cl 3": "cl3" },
  },
  {
    pattern: /(?<=\b\d{4,5}) ?m(?:h|t|t s?)$/,
    requires: ["m"],
    replacement: "",
    examples: { "6000mt": "6000", "3600 mh": "3600" },
  },
];

/**
 * Matches a memory kit whose capacity may get another digit while somebody types, so that the rule for kits does not
 * append "gb" too early.
 */
export const OPEN_KIT = /\b\d{1,2} ?x ?\d{1,2}$/;
