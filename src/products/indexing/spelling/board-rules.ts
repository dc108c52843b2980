import type { RewriteRule } from "./rewrite-rule.ts";

/** Rules for the spellings of motherboards: sockets, form factors and versions. */
export const boardRules: readonly RewriteRule[] = [
  {
    pattern: /\b([a-z]{3,})(?=[abhxz]\d{3}[em]?\b)/g,
    replacement: "$1 ",
    examples: { strixb650e: "strix b650e", ab350: "ab350" },
  },
  {
    pattern: /\b([abhxz]\d{3}[em]?)(?=[a-z]{3})/g,
    replacement: "$1 ",
    examples: { b650tomahawk: "b650 tomahawk" },
  },
  {
    // Keep the chipset of a board, and add a word that joins the chipset and the board's version, because people type
    // both B650M and B650M-A.
    pattern: /\b([abhqwxz]\d{2,3}[me]?) ([a-z])\b/g,
    requires: [" "],
    replacement: "$1 $1$2",
    examples: { "b650m a": "b650m b650ma", "x870 i": "x870 x870i", "z77 a gd65": "z77 z77a gd65" },
  },
  {
    pattern: /\b(ddr|lga|am|fm) (?=\d)/g,
    requires: ["ddr ", "lga ", "am ", "fm "],
    replacement: "$1",
    examples: { "ddr 5": "ddr5", "lga 1700": "lga1700", "am 5": "am5" },
  },
  {
    pattern: /\b(pro|extreme) (?=\d\b)/g,
    requires: ["pro ", "extreme "],
    replacement: "$1",
    examples: { "b450m pro 4": "b450m pro4", "z77 extreme 4": "z77 extreme4" },
  },
  {
    // Remove the letters MS before the number of an MSI motherboard, because part numbers lack these letters.
    pattern: /\bms (?=7[a-z\d]\d{2}\b)/g,
    requires: ["ms "],
    replacement: "",
    examples: { "ms 7d52": "7d52" },
  },
  {
    // Motherboards that exist for two types of memory say D4 or D5 in their names for DDR4 and DDR5.
    pattern: /\bd(?=[45]\b)/g,
    requires: ["d4", "d5"],
    replacement: "ddr",
    examples: { "b760m a d4": "b760m b760ma ddr4" },
  },
  {
    // Write LGA2011-3 as one word, because the number 3 alone means nothing.
    pattern: /\b(lga2011) 3\b/g,
    requires: ["lga2011 3"],
    replacement: "$1 $1v3",
    examples: { "lga2011 3": "lga2011 lga2011v3" },
  },
  {
    pattern: /\bsocket (?=\d{3,4}\b)/g,
    requires: ["socket "],
    replacement: "lga",
    examples: { "socket 1200": "lga1200" },
  },
  {
    pattern: /\b(wi) (?=fi\b)/g,
    requires: ["wi "],
    replacement: "$1",
    examples: { "wi fi": "wifi" },
  },
  {
    // Join WiFi and its standard to one word, so that the 7 of WiFi 7 does not match the 7 of a Ryzen 7.
    pattern: /\bwifi ?([4-7]e?)\b/g,
    requires: ["wifi"],
    replacement: "wifi wifi$1",
    examples: { "wi fi 7": "wifi wifi7", "wifi6e b650": "wifi wifi6e b650" },
  },
  {
    pattern: /\b(?:micro|m|u) ?atx\b/g,
    requires: ["atx"],
    replacement: "matx",
    examples: { "micro atx": "matx", "m atx": "matx", "microatx b650": "matx b650" },
  },
  {
    pattern: /\b(?:mini|m) ?itx\b/g,
    requires: ["itx"],
    replacement: "itx",
    examples: { "mini itx": "itx", "mini itx am5": "itx am5", mitx: "itx" },
  },
  {
    pattern: /\b(?:e|extended) ?atx\b/g,
    requires: ["atx"],
    replacement: "eatx",
    examples: { "e atx": "eatx", "extended atx": "eatx" },
  },
];
