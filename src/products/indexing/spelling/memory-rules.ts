import type { RewriteRule } from "./rewrite-rule.ts";

/**
 * The names of memory modules, such as PC4-25600, with the speed that each name means. The number in a name is the
 * transfer rate in MB/s, which is 8 times the speed in MT/s, as JEDEC rounds it.
 */
const moduleNames = [
  ["pc3", "10600", "ddr3 1333"],
  ["pc3", "12800", "ddr3 1600"],
  ["pc3", "14900", "ddr3 1866"],
  ["pc3", "17000", "ddr3 2133"],
  ["pc4", "17000", "ddr4 2133"],
  ["pc4", "19200", "ddr4 2400"],
  ["pc4", "21300", "ddr4 2666"],
  ["pc4", "23400", "ddr4 2933"],
  ["pc4", "24000", "ddr4 3000"],
  ["pc4", "25600", "ddr4 3200"],
  ["pc4", "28800", "ddr4 3600"],
  ["pc5", "38400", "ddr5 4800"],
  ["pc5", "41600", "ddr5 5200"],
  ["pc5", "44800", "ddr5 5600"],
  ["pc5", "48000", "ddr5 6000"],
  ["pc5", "51200", "ddr5 6400"],
] as const;

/** Rules for the spellings of memory: speeds, capacities, kits and latencies. */
export const memoryRules: readonly RewriteRule[] = [
  ...moduleNames.map(([generation, rate, replacement]) => ({
    pattern: new RegExp(String.raw`\b${generation} ?${rate}\b`, "g"),
    requires: [generation],
    replacement,
    examples: { [`${generation} ${rate}`]: replacement },
  })),
  ...[1, 2, 4, 8, 16, 24, 32, 48, 64, 128].map((size) => ({
    pattern: new RegExp(String.raw`\b${size * 1024} ?mi?b\b`, "g"),
    requires: ["mb", "mib"],
    replacement: `${size}gb`,
    examples: { [`${size * 1024} mb`]: `${size}gb` },
  })),
  {
    pattern: /\b(\d{1,3}gb)(?=ddr)/g,
    requires: ["gbddr"],
    replacement: "$1 ",
    examples: { "32gbddr5": "32gb ddr5" },
  },
  {
    pattern: /\b(\d{1,3}) ?(?:gib|go)\b/g,
    requires: ["gib", "go"],
    replacement: "$1gb",
    examples: { "16 gib": "16gb", "16go": "16gb" },
  },
  {
    pattern: /\b(\d{4,5}) ?(?:mhz|mt s|mts)\b/g,
    requires: ["mhz", "mt s", "mts"],
    replacement: "$1",
    examples: { "6000 mhz": "6000", "ddr5 6000mt s": "ddr5 6000" },
  },
  {
    // The boxes of graphics cards and memory kits often say 8G for 8 GB.
    pattern: /\b([1-8]|1[0126]|2[048]|32|48|64|96|128|192|256) ?(?:gb|g)(?=x|\b)/g,
    requires: ["g"],
    replacement: "$1gb",
    examples: { "16 gb": "16gb", "8g": "8gb", "16 gbx2": "2x16gb" },
  },
  {
    pattern: /\b(\d{1,3}gb) ?x ?(\d{1,2})\b/g,
    requires: ["gb"],
    replacement: "$2x$1",
    examples: { "16gb x2": "2x16gb", "8gb x 4": "4x8gb" },
  },
  {
    // Write a memory kit as one word, so that two modules of 16 GB do not match a query for a kit of 16 GB.
    pattern: /\b(\d{1,2})(x| x )(\d{1,3})(?: ?gb?)?\b/g,
    requires: ["x"],
    replacement: "$1x$3gb",
    examples: { "2 x 16gb": "2x16gb", "2x16": "2x16gb", "2x16g ddr5": "2x16gb ddr5" },
  },
  {
    pattern: /\b(\d{4,5})(?=cl?\d{2}\b)/g,
    requires: ["c"],
    replacement: "$1 ",
    examples: { "3200c16": "3200 cl16", "ddr5 6000cl30": "ddr5 6000 cl30" },
  },
  {
    pattern: /\bcl? ?(\d{2})\b/g,
    requires: ["c"],
    replacement: "cl$1",
    examples: { "cl 30": "cl30", c30: "cl30" },
  },
  {
    pattern: /\b(ddr[2-5])(?=\d{1,4}\b)/g,
    requires: ["ddr"],
    replacement: "$1 ",
    examples: { ddr56000: "ddr5 6000" },
  },
  {
    pattern: /\bnon ecc\b/g,
    requires: ["non ecc"],
    replacement: "nonecc",
    examples: { "non ecc": "nonecc" },
  },
  {
    // Rewrite words for laptops to SO-DIMM, because memory for laptops is sold as SO-DIMM.
    pattern: /\bso dimms?\b|(?<!\p{L})(?:laptop|notebook|portatil|dizustu|ноутбук|мобильн|笔记本)\p{L}*/gu,
    requires: ["so dimm", "laptop", "notebook", "portatil", "dizustu", "ноутбук", "мобильн", "笔记本"],
    replacement: "sodimm",
    examples: {
      "so dimm": "sodimm",
      "laptop ddr5": "sodimm ddr5",
      "ddr5 для ноутбука": "ddr5 для sodimm",
      "мобильная rtx 3060": "sodimm rtx 3060",
    },
  },
  {
    pattern: /\b(g) (?=skill\b)|\b(team) (?=group\b)/g,
    requires: ["g skill", "team group"],
    replacement: "$1$2",
    examples: { "g skill": "gskill", "team group": "teamgroup" },
  },
];
