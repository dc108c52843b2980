/** Gives one spelling to names that people spell in different ways. */
export interface RewriteRule {
  pattern: RegExp;
  replacement: string;
  /** Typed texts and what the rules turn them into; a test checks every rule against its examples. */
  examples: Readonly<Record<string, string>>;
}

/** Names of product lines that people often write together with the following number. */
const PRODUCT_LINES = [
  "ryzen|threadripper|athlon|sempron|phenom|opteron|epyc|fx",
  "core|ultra|pentium|celeron|xeon|gold|silver",
  "geforce|rtx|gtx|gt|radeon|rx|arc|quadro",
].join("|");

/** Endings of model numbers that people often separate by a blank; longer endings first, so that they match first. */
const SUFFIXES = [
  "x3d2|x3d|xtx|xt|x|gre|ge|gt|g|kfa|kf|ks|k|ti|te|t",
  "hx3d|hx|hq|hk|hs|h|wx|w|f|s|p|e|u|l|m",
].join("|");

/**
 * The rules of spelling, applied in this order to lower-case text with blanks as its only separators. They rewrite both the
 * documents and the queries, so a rule need not produce the "right" spelling, only the same one for both.
 */
export const rewriteRules: readonly RewriteRule[] = [
  {
    // The letter o typed instead of the digit 0.
    pattern: /(?<=\b[a-z]{0,2}\d[\do]{0,20})o/g,
    replacement: "0",
    examples: { "58oox": "5800x", b65o: "b650", "rtx 4070": "rtx 4070" },
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
    },
  },
  {
    pattern: /\bryzen ([3579])(?=\d{4})/g,
    replacement: "ryzen $1 ",
    examples: { "ryzen 75800x": "ryzen 7 5800x", "ryzen 3200g": "ryzen 3200g" },
  },
  {
    // Only before four digits: R9 290X is a Radeon card, not a Ryzen.
    pattern: /\br([3579])(?= ?\d{4}| pro|$) ?/g,
    replacement: "ryzen $1 ",
    examples: { "r7 5800x": "ryzen 7 5800x", r75800x: "ryzen 7 5800x", "r9 290x": "r9 290x" },
  },
  {
    pattern: /\bi ?([3579])(?= |$|\d{3,5}[a-z]*\b) ?/g,
    replacement: "i$1 ",
    examples: { "i 7 8700": "i7 8700", i713700k: "i7 13700k" },
  },
  {
    pattern: /\bu(?:ltra )?([3579]) ?(?=\d{3})/g,
    replacement: "ultra $1 ",
    examples: { "u7 265k": "ultra 7 265k", "ultra 7265k": "ultra 7 265k" },
  },
  {
    pattern: /\b(e[357])(?=\d{4})/g,
    replacement: "$1 ",
    examples: { e52680: "e5 2680" },
  },
  {
    pattern: /\b(\d{4})(?: x ?|x )3d\b/g,
    replacement: "$1x3d",
    examples: { "7800x 3d": "7800x3d", "7800 x 3d": "7800x3d" },
  },
  {
    pattern: new RegExp(String.raw`\b([a-z]{0,2}\d{3,5}) (${SUFFIXES})\b`, "g"),
    replacement: "$1$2",
    examples: { "13700 k": "13700k", "7800 x3d": "7800x3d", "4070 ti": "4070ti" },
  },
  {
    // One word, because a 4070 SUPER is another model than a 4070, as a 4070 Ti is.
    pattern: /\b(\d{3,4}(?:ti)?) super\b/g,
    replacement: "$1super",
    examples: { "4070 super": "4070super", "4070 ti super": "4070tisuper" },
  },
  {
    // Keeps the chipset and adds it with the board's version, because people type both B650M and B650M-A.
    pattern: /\b([abhqwxz]\d{3}[me]?) ([a-z])\b/g,
    replacement: "$1 $1$2",
    examples: { "b650m a": "b650m b650ma", "x870 i": "x870 x870i" },
  },
  {
    pattern: /\b(\d{3,4}[a-z]{0,2})(v\d)\b/g,
    replacement: "$1 $2",
    examples: { "2680v4": "2680 v4", "1260lv5": "1260l v5" },
  },
  {
    // A clock is not a part of the name. Its decimal point has become a blank before.
    pattern: /\b(?:[1-6] )?\d{1,2} ?ghz\b/g,
    replacement: "",
    examples: { "5800x 3 8 ghz": "5800x", "5800x 4ghz": "5800x" },
  },
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
    pattern: /\b(\d{1,2})(x| x )(\d{1,3})(?:gb)?\b/g,
    replacement: "$1x$3gb",
    examples: { "2 x 16gb": "2x16gb", "2x16": "2x16gb" },
  },
  {
    pattern: /\bcl? ?(\d{2})\b/g,
    replacement: "cl$1",
    examples: { "cl 30": "cl30", c30: "cl30" },
  },
  {
    pattern: /\b(ddr[2-5])(?=\d{3,4}\b)/g,
    replacement: "$1 ",
    examples: { ddr56000: "ddr5 6000" },
  },
  {
    // One word, because `5` alone is also the 5 of a Ryzen 5.
    pattern: /\bzen (?=\d)/g,
    replacement: "zen",
    examples: { "zen 5": "zen5", "ryzen 5": "ryzen 5" },
  },
  {
    pattern: /\b(ddr|lga|am) (?=\d)/g,
    replacement: "$1",
    examples: { "ddr 5": "ddr5", "lga 1700": "lga1700" },
  },
  {
    pattern: /\b(wi) (?=fi\b)|\b(so) (?=dimm\b)|\b(g) (?=skill\b)|\b(team) (?=group\b)/g,
    replacement: "$1$2$3$4",
    examples: { "wi fi 7": "wifi 7", "so dimm": "sodimm", "g skill": "gskill", "team group": "teamgroup" },
  },
  {
    pattern: /\btr(?= \d{4}|$)/g,
    replacement: "threadripper",
    examples: { "tr 7980x": "threadripper 7980x" },
  },
];

/** Words that people add to a query although no product's name needs them. */
export const fillerWords: ReadonlySet<string> = new Set([
  "cpu",
  "gpu",
  "processor",
  "desktop",
  "the",
  "with",
]);

/** Words on packing: they make a name only a little longer, so that the packed product comes right behind the plain one. */
export const packingWords: ReadonlySet<string> = new Set(["oem", "tray", "boxed"]);
