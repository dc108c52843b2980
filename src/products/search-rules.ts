/** One way in which people write the same name differently. */
export interface RewriteRule {
  pattern: RegExp;
  replacement: string;
  /** What is typed and what it becomes; the tests hold every rule to its examples. */
  examples: Readonly<Record<string, string>>;
}

/** Names of product lines that are often written together with the number that follows. */
const lines = [
  "ryzen|threadripper|athlon|sempron|phenom|opteron|epyc|fx",
  "core|ultra|pentium|celeron|xeon|gold|silver",
  "geforce|rtx|gtx|gt|radeon|rx|arc|quadro",
].join("|");

/** Endings of model numbers that are often written apart from them; the longer ones first. */
const suffixes = [
  "x3d2|x3d|xtx|xt|x|gre|ge|gt|g|kfa|kf|ks|k|ti|te|t",
  "hx3d|hx|hq|hk|hs|h|wx|w|f|s|p|e|u|l|m",
].join("|");

/**
 * Rewrites, applied in this order to text that is lower-case and has blanks as its only separators. Documents and queries
 * both pass through them, so a rule need not find the "right" spelling, only the same one for both.
 */
export const rewriteRules: readonly RewriteRule[] = [
  {
    // A letter o typed for the digit.
    pattern: /(?<=\b[a-z]{0,2}\d[\do]*)o/g,
    replacement: "0",
    examples: { "58oox": "5800x", b65o: "b650", "rtx 4070": "rtx 4070" },
  },
  {
    pattern: new RegExp(String.raw`(?<=\b(?:${lines})*)(?:${lines})(?=[a-z]?\d|${lines})`, "g"),
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
    // Radeon R9 290X, with three digits, is another thing.
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
    pattern: new RegExp(String.raw`\b([a-z]{0,2}\d{3,5}) (${suffixes})\b`, "g"),
    replacement: "$1$2",
    examples: { "13700 k": "13700k", "7800 x3d": "7800x3d", "4070 ti": "4070ti" },
  },
  {
    pattern: /\b(\d{3,4}[a-z]{0,2})(v\d)\b/g,
    replacement: "$1 $2",
    examples: { "2680v4": "2680 v4", "1260lv5": "1260l v5" },
  },
  {
    // A clock is no part of a name; its point is a blank by now.
    pattern: /\b(?:[1-6] )?\d{1,2} ?ghz\b/g,
    replacement: "",
    examples: { "5800x 3 8 ghz": "5800x", "5800x 4ghz": "5800x" },
  },
  {
    pattern: /\b(\d+) (gb|tb|mhz)\b/g,
    replacement: "$1$2",
    examples: { "16 gb": "16gb" },
  },
  {
    pattern: /\b(ddr|lga|am) (?=\d)/g,
    replacement: "$1",
    examples: { "ddr 5": "ddr5", "lga 1700": "lga1700" },
  },
  {
    pattern: /\bwi fi/g,
    replacement: "wifi",
    examples: { "wi fi 7": "wifi 7" },
  },
  {
    pattern: /\btr(?= \d{4}|$)/g,
    replacement: "threadripper",
    examples: { "tr 7980x": "threadripper 7980x" },
  },
];

/** Words that people add and that no product's name needs. */
export const fillerWords: ReadonlySet<string> = new Set([
  "cpu",
  "gpu",
  "processor",
  "desktop",
  "the",
  "with",
]);
