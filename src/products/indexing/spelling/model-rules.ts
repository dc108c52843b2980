import type { RewriteRule } from "./rewrite-rule.ts";

/** Names of makers and product lines that people often write without a blank before the next word. */
const PRODUCT_LINES = [
  "ryzen|threadripper|athlon|sempron|phenom|opteron|epyc|fx",
  "core|ultra|pentium|celeron|xeon|gold|silver",
  "geforce|rtx|gtx|gt|radeon|rx|arc|quadro",
  "nvidia|amd|intel",
].join("|");

/**
 * Endings of model numbers that people often separate from the number by a blank. Longer endings stand first, so that
 * they match first.
 */
const SUFFIXES = [
  "x3d2|x3d|xtx|xt|xe|x|gre|ge|gt|g|kfa|kf|ks|k|ti|te|t",
  "hx3d|hx|hq|hk|hs|h|wx|w|f|s|p|e|u|l|m",
].join("|");

/** Words for numbers of cores, such as "single". */
const coreCounts = [
  ["single", 1],
  ["dual", 2],
  ["quad", 4],
  ["six", 6],
  ["eight", 8],
  ["ten", 10],
  ["twelve", 12],
  ["sixteen", 16],
] as const;

/** Rules for the spellings of the model numbers of processors and graphics cards. */
export const modelRules: readonly RewriteRule[] = [
  {
    // Put a blank between the line and the number of a graphics card. The next rule puts a blank between the number and
    // a word after the number.
    pattern: /\bhd(?=\d{4})|\br[579](?=[23]\d{2}x?2?\b)/g,
    requires: ["hd", "r5", "r7", "r9"],
    replacement: "$& ",
    examples: { hd7970: "hd 7970", r9270x: "r9 270x" },
  },
  {
    pattern: /\b(\d{3,4})(?=oc\b|ghz\b)/g,
    requires: ["oc", "ghz"],
    replacement: "$1 ",
    examples: { "970oc": "970 oc", "hd 7870ghz": "hd 7870 ghz" },
  },
  {
    pattern: /\bvega (?=\d{1,2}\b)/g,
    requires: ["vega "],
    replacement: "vega",
    examples: { "rx vega 64": "rx vega64", "vega 8": "vega8" },
  },
  {
    // Remove "non X", by which people say that they do not mean the model with the suffix X.
    pattern: /\bnon (?:x3d|xtx?|ti|super|[xkf])\b/g,
    requires: ["non "],
    replacement: "",
    examples: { "3600 non x": "3600", "4070 non ti": "4070" },
  },
  {
    pattern: /(?<=\b[rg]tx ?)(\d0) (?=[5-9]0\b)/g,
    requires: ["tx"],
    replacement: "$1",
    examples: { "rtx 50 90": "rtx 5090" },
  },
  {
    pattern: /\bfury x\b/g,
    requires: ["fury x"],
    replacement: "furyx",
    examples: { "r9 fury x": "r9 furyx" },
  },
  {
    pattern: /\bmax q\b/g,
    requires: ["max q"],
    replacement: "maxq",
    examples: { "2080 max q": "2080 maxq" },
  },
  {
    pattern: /\bsupper\b/g,
    requires: ["supper"],
    replacement: "super",
    examples: { "2070 supper": "2070super" },
  },
  {
    pattern: new RegExp(
      String.raw`(?<=\b(?:${PRODUCT_LINES})*)(?:${PRODUCT_LINES})(?=[a-z]?\d|${PRODUCT_LINES})`,
      "g",
    ),
    replacement: "$& ",
    examples: {
      ryzen7: "ryzen 7",
      rtx4070: "rtx 4070",
      corei7: "core i7",
      ryzenthreadripper3990x: "ryzen threadripper 3990x",
      pentiumgoldg6400: "pentium gold g6400",
      nvidiartx4080: "nvidia rtx 4080",
    },
  },
  {
    // Replaces the letter o that was typed instead of the digit 0.
    pattern: /(?<=\b[a-z]{0,2}\d[\do]{0,20})o/g,
    requires: ["o"],
    replacement: "0",
    examples: { "58oox": "5800x", b65o: "b650", rtx4o90: "rtx 4090", "rtx 4070": "rtx 4070" },
  },
  {
    pattern: /\bryzen ([3579])(?=\d{4})/g,
    requires: ["ryzen "],
    replacement: "ryzen $1 ",
    examples: { "ryzen 75800x": "ryzen 7 5800x", "ryzen 3200g": "ryzen 3200g" },
  },
  {
    // Read the letter r as Ryzen before four digits, before "pro" and at the end, but not before three digits: an R9
    // 290X is a Radeon card.
    pattern: /\br([3579])(?= ?\d{4}| pro|$) ?/g,
    requires: ["r3", "r5", "r7", "r9"],
    replacement: "ryzen $1 ",
    examples: { "r7 5800x": "ryzen 7 5800x", r75800x: "ryzen 7 5800x", "r9 290x": "r9 290x" },
  },
  {
    pattern: /\bi ?([3579])(?= |$|\d{3,5}[a-z]*\b) ?/g,
    requires: ["i3", "i5", "i7", "i9", "i 3", "i 5", "i 7", "i 9"],
    replacement: "i$1 ",
    examples: { "i 7 8700": "i7 8700", i713700k: "i7 13700k" },
  },
  {
    pattern: /\bu(?:ltra )?([3579]) ?(?=\d{3})/g,
    requires: ["u3", "u5", "u7", "u9", "ultra "],
    replacement: "ultra $1 ",
    examples: { "u7 265k": "ultra 7 265k", "ultra 7265k": "ultra 7 265k" },
  },
  {
    pattern: /\b(pentium(?: gold)?|celeron) (?:g )?(?=[3-6]\d{3}t?\b)/g,
    requires: ["pentium", "celeron"],
    replacement: "$1 g",
    examples: { "pentium g 5400": "pentium g5400", "pentium gold 6400": "pentium gold g6400" },
  },
  {
    pattern: /\b(e[357])(?=\d{4})/g,
    requires: ["e3", "e5", "e7"],
    replacement: "$1 ",
    examples: { e52680: "e5 2680" },
  },
  {
    pattern: /\be(?=2[1-4]\d{2}[gm]?\b)/g,
    requires: ["e2"],
    replacement: "e ",
    examples: { "xeon e2124g": "xeon e 2124g", "xeon e5 2124": "xeon e5 2124" },
  },
  {
    pattern: /\bw(?=[1-3]\d{3}[a-z]{0,2}\b)/g,
    requires: ["w1", "w2", "w3"],
    replacement: "w ",
    examples: { "xeon w2145": "xeon w 2145", w680: "w680" },
  },
  {
    pattern: /\b(\d{4}) ?x ?3 ?d\b/g,
    requires: ["x3", "x 3"],
    replacement: "$1x3d",
    examples: { "7800x 3d": "7800x3d", "7800 x 3d": "7800x3d", "5800x3 d": "5800x3d" },
  },
  {
    pattern: new RegExp(String.raw`\b([a-z]{0,2}\d{3,5}) (${SUFFIXES})\b`, "g"),
    requires: [" "],
    replacement: "$1$2",
    examples: { "13700 k": "13700k", "7800 x3d": "7800x3d", "4070 ti": "4070ti" },
  },
  {
    pattern: /\b(pro \d{4}) b\b/g,
    requires: ["pro "],
    replacement: "$1b",
    examples: { "a8 pro 7600 b": "a8 pro 7600b" },
  },
  {
    // Read "s" as SUPER only after the number of a graphics card with a SUPER version: a Core i7-4790S is a processor.
    pattern: /\b((?:16[56]|[2-5]0[5-9])0) ?(ti)?s\b/g,
    requires: ["0s", "0 s", "tis"],
    replacement: "$1$2super",
    examples: { "4070s": "4070super", "4070 tis": "4070tisuper", "i7 4790s": "i7 4790s" },
  },
  {
    // Write the number of a graphics card and SUPER as one word, because a 4070 SUPER is another model than a 4070.
    pattern: /\b(\d{3,4}(?:ti)?) super\b/g,
    requires: [" super"],
    replacement: "$1super",
    examples: { "4070 super": "4070super", "4070 ti super": "4070tisuper" },
  },
  {
    pattern: /\b(\d{4}(?:ti|xt|super)?)(?=\d{1,2} ?gb?\b)/g,
    requires: ["g"],
    replacement: "$1 ",
    examples: { "4060ti16gb": "4060ti 16gb" },
  },
  {
    pattern: /\b(\d{3,4}[a-z]{0,2})(v\d)\b/g,
    requires: ["v"],
    replacement: "$1 $2",
    examples: { "2680v4": "2680 v4", "1260lv5": "1260l v5" },
  },
  {
    // Remove a clock rate, because it is not a part of a product's name. The decimal point of the clock rate has
    // already become a blank.
    pattern: /\b(?:[1-6] )?\d{1,2} ?ghz\b/g,
    requires: ["ghz"],
    replacement: "",
    examples: { "5800x 3 8 ghz": "5800x", "5800x 4ghz": "5800x" },
  },
  {
    // Remove a resolution or a frame rate, because it is not a part of a product's name.
    pattern: /\b(?:720|1080|1440|2160)p\b|\b\d{2,3} ?(?:hz|fps)\b/g,
    requires: ["0p", "hz", "fps"],
    replacement: "",
    examples: { "4070 1440p 144hz": "4070" },
  },
  ...coreCounts.map(([word, count]) => ({
    pattern: new RegExp(String.raw`\b${word} (?=(?:core|thread)s?\b)`, "g"),
    requires: [`${word} `],
    replacement: `${count} `,
    examples: { [`${word} core`]: `${count}core` },
  })),
  {
    pattern: /\b(\d{1,3})c ?(\d{1,3})t\b/g,
    requires: ["c"],
    replacement: "$1core $2thread",
    examples: { "8c16t": "8core 16thread", "6c 12t": "6core 12thread" },
  },
  {
    // Join the count and the noun of "8 cores" to one word, so that its 8 does not match the 8 of 8 GB.
    pattern: /\b(\d{1,3}) ?(core|thread)s?\b/g,
    requires: ["core", "thread"],
    replacement: "$1$2",
    examples: { "5800x 8 core 16 threads": "5800x 8core 16thread", "core i7": "core i7" },
  },
  {
    // Join the generation of Core processors to one word: "13th gen" becomes 13thgen.
    pattern: /\b(1\d|[2-9]) ?(?:st|nd|rd|th)? ?gen(?:eration)?\b/g,
    requires: ["gen"],
    replacement: "$1thgen",
    examples: { "13th gen": "13thgen", "12 generation": "12thgen", "2nd gen": "2thgen" },
  },
  {
    // Rewrite the name of a series, such as Ryzen 5000, RTX 40 or RX 7000. No Ryzen and no newer RX card has such a
    // round model number.
    pattern: /\b(1[06]|[2-9]0)(?:00)? series\b|\b(?<=ryzen )([1-9]0)00\b|\b(?<=rx )([5-9]0)00\b/g,
    requires: [" series", "ryzen ", "rx "],
    replacement: "$1$2$3series",
    examples: {
      "rtx 40 series": "rtx 40series",
      "ryzen 5000 series": "ryzen 50series",
      "ryzen 7000": "ryzen 70series",
      "rx 7000": "rx 70series",
      "rtx 6000": "rtx 6000",
    },
  },
  {
    // Join Zen and its number to one word, because the 5 of Zen 5 alone would match the 5 of a Ryzen 5.
    pattern: /\bzen (?=\d)/g,
    requires: ["zen "],
    replacement: "zen",
    examples: { "zen 5": "zen5", "ryzen 5": "ryzen 5" },
  },
  {
    // Join RDNA 3.5 to one word, because its digits alone match other words.
    pattern: /\brdna ?(\d) (?=5\b)/g,
    requires: ["rdna"],
    replacement: "rdna$1",
    examples: { "rdna 3 5": "rdna35", "rdna3 5": "rdna35", "rdna 2": "rdna 2" },
  },
  {
    pattern: /\btr(?= \d{4}|$)/g,
    requires: ["tr"],
    replacement: "threadripper",
    examples: { "tr 7980x": "threadripper 7980x" },
  },
  {
    pattern: /\bfe\b|\bfounders? ed(?:ition)?\b/g,
    requires: ["fe", "founder"],
    replacement: "founders edition",
    examples: { "4070 fe": "4070 founders edition", "founders edition": "founders edition" },
  },
];
