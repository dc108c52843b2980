import {
  conditionsOf,
  expectationOf,
  nameOf,
  textOf,
  type Answer,
  type Ask,
  type Judgement,
} from "./judgements.ts";

/** A model number of the catalogue, as a person types the number: `12400f`, `4070 ti super`, `b650`, `ddr5 6000`. */
export interface TypedNumber {
  kind: string;
  text: string;
  /** The model number that a right search result has, in the form that `numberOf` returns. */
  number: string;
  /** The number of products in the catalogue that have this model number. */
  products: number;
}

const withoutMemory = (chipset: string) =>
  chipset.replace(/ (?:\d+ ?GB|LHR|GDDR\dX?)\b/g, "").replace(/^(?:GeForce|Radeon) (?=[A-Z])/, "");

/**
 * Functions that return a product's model number, by kind: from a processor's model, from the chip of a card or board,
 * or from the speed of memory.
 */
const numbers: Readonly<
  Record<string, { field: string; typed: (value: string, product: Answer) => string }>
> = {
  cpu: { field: "model", typed: numberOfProcessor },
  gpu: { field: "chipset", typed: withoutMemory },
  motherboard: { field: "chipset", typed: (chipset) => chipset },
  ram: { field: "speed_mts", typed: speedOfMemory },
};

/** Returns the first word with three digits or more and the version that follows: `12400F`, `2680 v4`, `G6400`. */
function numberOfProcessor(model: string): string {
  const words = model.split(/[\s-]+/);
  const at = words.findIndex((word) => /\d{3}/.test(word));
  const version = words[at + 1] ?? "";
  return [words[at] ?? "", /^v\d$/i.test(version) ? version : ""].join(" ").trim();
}

/**
 * Returns memory type and speed, as in `DDR5 6000`, because DDR4 and DDR5 may have the same speed; empty if the type
 * is unknown.
 */
function speedOfMemory(speed: string, { memory_type: type }: Answer): string {
  return typeof type === "string" ? `${type} ${speed}` : "";
}

/** Returns the model number of a product in lower case and without blanks; empty if the product has none. */
function numberOf(kind: string, product: Answer): string {
  const rule = numbers[kind];
  return rule ? compact(rule.typed(textOf(product, rule.field), product)) : "";
}

/**
 * Whether a product has a typed model number. "unclear" means that the product's chip differs from the chip in its
 * name.
 */
type Standing = "has" | "lacks" | "unclear";

/** Compares a typed number with a product's model number and name. A name with `4070 Ti` does not contain `4070`. */
function standingOf(kind: string, product: Answer, number: string): Standing {
  const isStated = numberOf(kind, product) === number;
  if (kind !== "gpu" && kind !== "motherboard") return isStated ? "has" : "lacks";
  const name = nameOf(product)
    .toLowerCase()
    .replaceAll(/[™®]|geforce |radeon /g, "");
  const spelled = number.split("").join(String.raw`[\s-]*`);
  if (new RegExp(String.raw`${spelled}(?![\de]|[\s-]*(?:ti|super|s|xt|xtx|gre)\b)`).test(name)) return "has";
  const isContradicted = new RegExp(String.raw`${spelled}(?:e|[\s-]*(?:ti|super|s|xt|xtx|gre)\b)`).test(name);
  if (!isStated) return "lacks";
  return isContradicted ? "unclear" : "has";
}

const compact = (text: string) => text.toLowerCase().replaceAll(/[\s-]/g, "");

/**
 * Returns the model numbers of a catalogue, each once, in the order of the catalogue. Numbers with fewer than three
 * digits are left out; the chipset of a board may have two, as in Z97.
 */
export function typedNumbersOf(products: readonly { kind: string; fields: Answer }[]): TypedNumber[] {
  const found = new Map<string, TypedNumber>();
  for (const { kind, fields } of products) {
    const rule = numbers[kind];
    const text = rule ? rule.typed(textOf(fields, rule.field), fields).toLowerCase() : "";
    if (!(kind === "motherboard" ? /^[a-z]+\d{2}/ : /\d{3}/).test(text)) continue;
    const key = `${kind} ${text}`;
    found.set(key, { kind, text, number: compact(text), products: (found.get(key)?.products ?? 0) + 1 });
  }
  return [...found.values()];
}

/** Words that people type beside any model number without describing the product. */
const ordinaryWords = (
  "price new gaming overclocked black cheap best used buy sale deal review white silent fast budget boxed oem " +
  "original refurbished second warranty pc computer desktop workstation streaming editing shop offer discount stock"
).split(" ");

/** Words that people type for a kind of product, by the name of the kind. */
const kindWords: Readonly<Record<string, readonly string[]>> = {
  cpu: ["processor", "cpu", "tray", "chip"],
  gpu: ["graphics", "video", "card", "gpu"],
  motherboard: ["motherboard", "mobo", "board", "mainboard"],
  ram: ["memory", "ram", "kit", "dimm"],
};

/** A query with one ordinary word beside a model number. */
export interface WordedNumber extends TypedNumber {
  query: string;
}

// The number of products from which on a model number counts as common. Such numbers need more tests, because a search
// first drops the words that are most common in the index.
const MANY_PRODUCTS = 10;
const QUERIES_OF_COMMON_NUMBER = 6;

/**
 * Puts one ordinary word before or after each model number. A rare number gets one query; a common number gets three
 * words, each before and after the number.
 */
export function wordedNumbers(typed: readonly TypedNumber[]): WordedNumber[] {
  let turn = 0;
  return typed.flatMap((one) => {
    const words = [...ordinaryWords, ...(kindWords[one.kind] ?? [])];
    const count = one.products >= MANY_PRODUCTS ? QUERIES_OF_COMMON_NUMBER : 1;
    return Array.from({ length: count }, () => {
      turn += 1;
      const word = words[Math.floor(turn / 2) % words.length] ?? "";
      return { ...one, query: turn % 2 === 0 ? `${word} ${one.text}` : `${one.text} ${word}` };
    });
  });
}

/**
 * Returns a line for each query whose first result does not have the typed number, or whose response is marked as
 * approximate.
 */
export async function wrongFirst(ask: Ask, worded: readonly WordedNumber[]): Promise<string[]> {
  const wrong: string[] = [];
  for (const { kind, query, number } of worded) {
    const { results, isApproximate } = await ask(kind, query);
    const [first] = results;
    if (first && standingOf(kind, first, number) === "has" && !isApproximate) continue;
    wrong.push(`${kind} ${query}: ${nameOf(first)}${isApproximate ? " (approximate)" : ""}`);
  }
  return wrong;
}

/** Returns the model numbers in a test query, or an empty list if the typed model does not exist. */
function typedNumbers(judgement: Judgement): string[] {
  const rule = numbers[judgement.kind];
  const conditions = conditionsOf(judgement);
  const named = conditions.find(({ field, sign }) => field === rule?.field && sign === "=");
  if (!rule || !named || judgement.approximate !== "no") return [];
  const others = Object.fromEntries(conditions.map(({ field, values: [value] }) => [field, value]));
  const values = named.values.map((value) => numberOf(judgement.kind, { ...others, [rule.field]: value }));
  const isTyped = values.some(
    (number) => number !== "" && compact(judgement.query).includes(number.replace(/^ddr\d/, "")),
  );
  return isTyped ? values : [];
}

/** Returns a line for each test query whose first page shows another model number above an expected product. */
export async function wrongAboveExpected(ask: Ask, judged: readonly Judgement[]): Promise<string[]> {
  const lines: string[] = [];
  for (const judgement of judged) {
    const { kind, query } = judgement;
    const typed = typedNumbers(judgement);
    if (typed.length === 0) continue;
    // `b760m` and `b760` are different model numbers, although both name the same chipset.
    const codes = query.toLowerCase().match(/\b[a-z]+\d{3}[a-z]?\b/g) ?? [];
    const isExpected = expectationOf(judgement);
    const hasCodes = (product: Answer) =>
      kind !== "motherboard" || codes.every((code) => compact(nameOf(product)).includes(code));
    const { results } = await ask(kind, query);
    lines.push(
      ...wrongAbove(judgement, results, {
        isRight: (product) => isExpected(product) && hasCodes(product),
        isWrong: (product) => typed.every((number) => standingOf(kind, product, number) === "lacks"),
      }),
    );
  }
  return lines;
}

/**
 * Returns a line for each query of a model number and a word whose first page lists a product with another number above
 * a product with the typed number.
 */
export async function wrongAboveNumber(ask: Ask, worded: readonly WordedNumber[]): Promise<string[]> {
  const lines: string[] = [];
  for (const one of worded) {
    const { results } = await ask(one.kind, one.query);
    const standing = (product: Answer) => standingOf(one.kind, product, one.number);
    lines.push(
      ...wrongAbove(one, results, {
        isRight: (product) => standing(product) === "has",
        isWrong: (product) => standing(product) === "lacks",
      }),
    );
  }
  return lines;
}

function wrongAbove(
  { kind, query }: { kind: string; query: string },
  results: readonly Answer[],
  { isRight, isWrong }: { isRight: (product: Answer) => boolean; isWrong: (product: Answer) => boolean },
): string[] {
  const wrong = results.findIndex(isWrong);
  const right = results.findLastIndex(isRight);
  if (wrong < 0 || right < wrong) return [];
  return [`${kind} ${query}: ${nameOf(results[wrong])} above ${nameOf(results[right])}`];
}
