import type { RewriteRule } from "./rewrite-rule.ts";

/** Spellings of memory: speeds, capacities, kits and latencies. */
export const memoryRules: readonly RewriteRule[] = [
  {
    pattern: /\b(\d{4,5}) ?(?:mhz|mt s|mts)\b/g,
    replacement: "$1",
    examples: { "6000 mhz": "6000", "ddr5 6000mt s": "ddr5 6000" },
  },
  {
    // Boxes of cards and memory kits often say 8G for 8 GB.
    pattern: /\b([1-8]|1[0126]|2[048]|32|48|64|96|128|192|256) ?(?:gb|g)(?=x|\b)/g,
    replacement: "$1gb",
    examples: { "16 gb": "16gb", "8g": "8gb", "16 gbx2": "2x16gb" },
  },
  {
    pattern: /\b(\d{1,3}gb) ?x ?(\d{1,2})\b/g,
    replacement: "$2x$1",
    examples: { "16gb x2": "2x16gb", "8gb x 4": "4x8gb" },
  },
  {
    // One word, so that two modules of 16 GB do not match a query for a kit of 16 GB.
    pattern: /\b(\d{1,2})(x| x )(\d{1,3})(?: ?gb?)?\b/g,
    replacement: "$1x$3gb",
    examples: { "2 x 16gb": "2x16gb", "2x16": "2x16gb", "2x16g ddr5": "2x16gb ddr5" },
  },
  {
    pattern: /\bcl? ?(\d{2})\b/g,
    replacement: "cl$1",
    examples: { "cl 30": "cl30", c30: "cl30" },
  },
  {
    pattern: /\b(ddr[2-5])(?=\d{1,4}\b)/g,
    replacement: "$1 ",
    examples: { ddr56000: "ddr5 6000" },
  },
  {
    pattern: /\bnon ecc\b/g,
    replacement: "nonecc",
    examples: { "non ecc": "nonecc" },
  },
  {
    // The memory of laptops is sold as SO-DIMM.
    pattern: /\bso dimms?\b|\blaptop\b|\bnotebook\b/g,
    replacement: "sodimm",
    examples: { "so dimm": "sodimm", "laptop ddr5": "sodimm ddr5" },
  },
  {
    pattern: /\b(g) (?=skill\b)|\b(team) (?=group\b)/g,
    replacement: "$1$2",
    examples: { "g skill": "gskill", "team group": "teamgroup" },
  },
];
