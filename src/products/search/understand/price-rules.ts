import type { ProductKind } from "../../../kinds/kinds.ts";
import type { Groups, WordFilter, WordRule } from "./word-rule.ts";

/** Matches an amount of money in a search text: 300, 299.99, 1,200 or 1.5k. */
const AMOUNT = String.raw`\d{1,3}(?:,\d{3}){1,2}(?:\.\d{1,2})?|\d{1,2}(?:\.\d)?k\b|\d{1,5}(?:\.\d{1,2})?`;
const DOLLARS = String.raw`\$|us\$|usd\b|us dollars?\b|dollars?\b|bucks\b`;
const OTHER_CURRENCY = String.raw`€|£|¥|₹|₽|eur\b|euros?\b|gbp\b|pounds?\b|cad\b|aud\b|zł|pln\b|руб`;

/**
 * Words in a search text that make a number the highest price. "Max" in "Ryzen AI Max 395" is no such word, because it
 * belongs to the name of a processor.
 */
const AT_MOST = String.raw`under|below|less than|cheaper than|up to|at most|not? more than|not over|within|(?<!\bai )max(?:imum)?\.?(?: price)?:?|budget(?: of|:)|<=?|≤`;

/** Words in a search text that make a number the lowest price. */
const AT_LEAST = String.raw`over|above|more than|at least|from|min(?:imum)?\.?|>=?|≥`;

/** The signs and words between the two prices of a range. */
const TO = String.raw`-|–|—|\bto\b|\band\b`;

/**
 * Begins the pattern of a price: no letter, digit, currency sign, dot, comma or hyphen may stand directly before it.
 */
const BEGIN = String.raw`(?<![a-z\d$€£.,\-])`;

/**
 * Ends the pattern of a price: no further digit and no unit may follow, because "under 200 W", "below 300 mm" and "up
 * to 16 GB" are no prices.
 */
const NO_UNIT = String.raw`(?![a-z\d%+]|[.,\-/]\d|\s{0,3}(?:w|watts?|gi?b|g|mb|tb|mm|cm|mhz|ghz|hz|fps|mt\/?s|nm|cores?|threads?|slots?|fans?|sticks?|modules?|dimms?|channels?|cl)(?![a-z]))`;

const amount = (name: string) =>
  String.raw`(?<sign>${DOLLARS})?\s{0,3}(?<${name}>${AMOUNT})\s{0,3}(?:(?<unit>${DOLLARS})|${NO_UNIT})`;

const pattern = (source: string) => new RegExp(`${BEGIN}${source}`, "gi");

const THOUSAND = 1000;

function numberOf(text = ""): number {
  const number = Number(text.replaceAll(/[,k]/gi, ""));
  return /k$/i.test(text) ? number * THOUSAND : number;
}

/**
 * Returns the limits of a range of prices. Returns undefined if the number before the dash is no price, because it
 * follows a line of models ("RX 580 - 600 usd") or is not the smaller number ("RTX 3060 - $300").
 */
const between = (
  { low, high }: Groups,
  kind: ProductKind,
  text: string,
): readonly WordFilter[] | undefined => {
  const [min, max] = [numberOf(low), numberOf(high)];
  if (min >= max || namesModel(kind, text, low)) return undefined;
  return [
    { field: "min_price", value: min },
    { field: "max_price", value: max },
  ];
};

/** Returns whether the word before a number is a line or a tier of models. */
function namesModel({ lines, tiers }: ProductKind, text: string, number = ""): boolean {
  const words = text
    .slice(0, text.indexOf(number.toLowerCase()))
    .split(/[^a-z\d]/)
    .filter(Boolean);
  const before = words.at(-1) ?? "";
  return lines[before] !== undefined || tiers.includes(before);
}

/**
 * The lowest amount without a currency that a search reads as a price, in USD: "at least 3" is no price. Amounts
 * above MAX_PLAIN are no prices either, such as "up to 6400".
 */
const MIN_PLAIN = 50;
const MAX_PLAIN = 3000;
/** The speed of the slowest DDR4 memory, in MT/s. */
const MIN_SPEED = 2133;

/**
 * Returns whether an amount in a search text is a price: a currency stands beside the amount, or its size is
 * plausible.
 */
function isPrice({ limit, sign, unit }: Groups, { name }: ProductKind): boolean {
  if (sign !== undefined || unit !== undefined) return true;
  const value = numberOf(limit);
  return value >= MIN_PLAIN && value <= MAX_PLAIN && (name !== "ram" || value < MIN_SPEED);
}

/** Returns the rule that reads one limit of the price: an amount after given words, such as "under". */
function limitRule(
  field: "min_price" | "max_price",
  words: string,
  examples: WordRule["examples"],
): WordRule {
  return {
    pattern: pattern(String.raw`(?:${words})\s{0,3}${amount("limit")}`),
    read: (groups, kind) =>
      isPrice(groups, kind) ? [{ field, value: numberOf(groups["limit"]) }] : undefined,
    examples,
  };
}

/**
 * In a plain range of prices such as 300-400, both prices must be multiples of this amount in USD, because 960-970
 * names two models.
 */
const ROUND = 50;
const MAX_PLAIN_LOW = 999;

/** Rules that read limits of the price in a search text. Prices are in USD. */
export const priceRules: readonly WordRule[] = [
  {
    // Ignore a limit in another currency, because its amount would need an exchange rate.
    pattern: pattern(
      String.raw`(?:between\s{1,3}|from\s{1,3})?(?<low>${AMOUNT})\s{0,3}(?:${TO})\s{0,3}(?:(?:${OTHER_CURRENCY})\s{0,3})?(?<high>${AMOUNT})\s{0,3}(?:${OTHER_CURRENCY})(?![a-z\d])`,
    ),
    read: (groups, kind, text) => between(groups, kind, text) && [],
    examples: { "gpu: 300-400 €": "" },
  },
  {
    pattern: pattern(
      String.raw`(?:(?:${AT_MOST}|${AT_LEAST})\s{0,3})?(?:(?:${OTHER_CURRENCY})\s{0,3}(?:${AMOUNT})|(?:${AMOUNT})\s{0,3}(?:${OTHER_CURRENCY})(?!\s{0,3}\d))(?![a-z\d])`,
    ),
    read: () => [],
    examples: {
      "gpu: 12gb under 300 eur": "vram_sizes 12",
      "cpu: ryzen 200€": "",
      "cpu: ryzen 5 5600 - 120€": "",
    },
  },
  {
    pattern: pattern(
      String.raw`(?:between\s{1,3}|from\s{1,3})?(?:${DOLLARS})\s{0,3}(?<low>${AMOUNT})\s{0,3}(?:${TO})\s{0,3}${amount("high")}`,
    ),
    read: between,
    examples: {
      "gpu: $300-$400": "min_price 300; max_price 400",
      "gpu: between $1,000 and $1,500": "min_price 1000; max_price 1500",
    },
  },
  {
    pattern: pattern(
      String.raw`(?:between\s{1,3}|from\s{1,3})?(?<low>${AMOUNT})\s{0,3}(?:${DOLLARS})?\s{0,3}(?:${TO})\s{0,3}(?:\$\s{0,3})?(?<high>${AMOUNT})\s{0,3}(?:${DOLLARS})(?![a-z\d])`,
    ),
    read: between,
    examples: { "gpu: 300-400 usd": "min_price 300; max_price 400" },
  },
  {
    pattern: pattern(
      String.raw`(?:between\s{1,3}|from\s{1,3})?(?<low>\d{2,3})\s{0,3}(?:${TO})\s{0,3}(?<high>\d{2,4})${NO_UNIT}`,
    ),
    read: (groups, kind, text) => {
      const [min, max] = [numberOf(groups["low"]), numberOf(groups["high"])];
      const isRound = min <= MAX_PLAIN_LOW && min % ROUND === 0 && max % ROUND === 0 && min < max;
      return isRound ? between(groups, kind, text) : undefined;
    },
    examples: {
      "gpu: 300-400": "min_price 300; max_price 400",
      "gpu: between 250 and 350": "min_price 250; max_price 350",
      "gpu: 960-970": "",
      "ram: 3200-3600": "",
    },
  },
  limitRule("max_price", AT_MOST, {
    "gpu: 4070 under 600": "max_price 600",
    "ram: below $ 200": "max_price 200",
    "cpu: max 1,200 dollars": "max_price 1200",
    "gpu: max price 1.5k": "max_price 1500",
    "cpu: ryzen ai max 395": "",
    "gpu: under 200 w": "",
    "gpu: under 300 mm": "",
    "ram: ddr5 up to 6400": "",
    "gpu: at least 3 displayport": "",
  }),
  limitRule("min_price", AT_LEAST, { "gpu: over $ 500": "min_price 500", "cpu: at least 8 cores": "" }),
  {
    // Read an amount alone as the highest price.
    pattern: pattern(
      String.raw`(?:(?:${DOLLARS})\s{0,3}(?<before>${AMOUNT})(?:\s{0,3}(?:max|usd|or less))?|(?<after>${AMOUNT})\s{0,3}(?:${DOLLARS})(?!\s{0,3}\d)(?:\s{0,3}(?:max|or less))?)(?![a-z\d])`,
    ),
    read: ({ before, after }) => [{ field: "max_price", value: numberOf(before ?? after) }],
    examples: {
      "gpu: for $300": "max_price 300",
      "gpu: 4070 500 dollars": "max_price 500",
      "gpu: rtx 3070 $ 400": "max_price 400",
    },
  },
];
