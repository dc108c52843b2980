import { setImmediate } from "node:timers/promises";
import type { ExecutionContext, TestFn } from "ava";
import { productKinds } from "../../../src/kinds/kinds.ts";
import { beginningsOf, missingFromFirstPage, typedNames } from "./as-you-type.ts";
import {
  failuresOf,
  expectationOf,
  furtherJudgements,
  typedJudgements,
  type Answer,
  type Ask,
  type Judgement,
} from "./judgements.ts";
import {
  typedNumbersOf,
  wordedNumbers,
  wrongAboveExpected,
  wrongAboveNumber,
  wrongFirst,
} from "./model-numbers.ts";

const MIN_SHARE = 0.98;

/** A product catalogue on which the tests measure the quality of search results. */
interface Catalogue {
  /** Name of the catalogue for test titles, e.g. `the sample catalogue`. */
  name: string;
  ask: Ask;
  products: () => Promise<Products>;
  /** The minimum number of test queries whose expected products the catalogue must have. */
  minJudged: number;
  /** The measures of search quality whose tests are known to fail with this catalogue. */
  failing: readonly Measure[];
}

/** The name of a measure of search quality. Each measure has its own test. */
type Measure = keyof typeof measures;

const measures = {
  tune: measureHalf("judged", "tune"),
  "held-out": measureHalf("judged", "held-out"),
  "further tune": measureHalf("further", "tune"),
  "further held-out": measureHalf("further", "held-out"),
  words: measureWords,
  order: measureOrder,
  typing: measureTyping,
};

const titles: Readonly<Record<Measure, string>> = {
  tune: "98 % of typed queries find the expected products, in the tuned half",
  "held-out": "98 % of typed queries find the expected products, in the held-out half",
  "further tune":
    "98 % of the queries that compare models, copy titles or name no model find the expected products, in the tuned half",
  "further held-out":
    "98 % of the queries that compare models, copy titles or name no model find the expected products, in the held-out half",
  words: "98 % of the queries of a model number and one ordinary word find a product with that number first",
  order: "no product with another model number stands above a product with the typed one",
  typing: "a name typed letter by letter shows its model from the letter on at which no other model matches",
};

/** Declares the tests that measure how well a search of a catalogue answers queries that people type. */
export function declareTypedTests(test: TestFn, catalogue: Catalogue): void {
  let prepared: Promise<Measured> | undefined;
  test.serial(`${catalogue.name} has the products that the typed test queries expect`, async (t) => {
    prepared ??= prepare(catalogue);
    const { judged } = await prepared;
    t.true(judged.length >= catalogue.minJudged, `${judged.length} of ${typedJudgements.length}`);
  });
  for (const measure of Object.keys(measures) as Measure[]) {
    const declare = catalogue.failing.includes(measure) ? test.serial.failing : test.serial;
    declare(`in ${catalogue.name} ${titles[measure]}`, async (t) => {
      prepared ??= prepare(catalogue);
      await measures[measure](t, await prepared);
    });
  }
}

type Products = readonly { kind: string; fields: Answer }[];

/**
 * The input of a measure of search quality: the products of a catalogue, and those test queries whose expected products
 * the catalogue has.
 */
interface Measured {
  ask: Ask;
  products: Products;
  judged: readonly Judgement[];
  /** The queries of `furtherJudgements` whose expected products are in the catalogue. */
  further: readonly Judgement[];
}

async function prepare({ ask, products: read }: Catalogue): Promise<Measured> {
  const products = await read();
  const texts = new Map(products.map(({ fields }) => [fields, lettersAndDigitsOf(fields)]));
  const metOf = async (judgements: readonly Judgement[]) => {
    const met: Judgement[] = [];
    for (const judgement of judgements) {
      // Yields to the event loop after each test query, because each takes thousands of comparisons.
      await setImmediate();
      const { also } = judgement;
      const canMeetAlso = also === "" || canMeet(products, texts, { ...judgement, expected: also, first: 1 });
      if (canMeetAlso && canMeet(products, texts, judgement)) met.push(judgement);
    }
    return met;
  };
  return { ask, products, judged: await metOf(typedJudgements), further: await metOf(furtherJudgements) };
}

const lettersAndDigitsOf = (fields: Answer) =>
  Object.values(fields)
    .join(" ")
    .replaceAll(/[^a-z\d]/gi, "");

/**
 * Returns whether a catalogue has enough of the products that a test query expects among its first results. If the
 * query contains a number, these products must contain it, too: otherwise a search would fail in a catalogue that only
 * has other cards of the same maker, or no part numbers.
 */
function canMeet(products: Products, texts: ReadonlyMap<Answer, string>, judgement: Judgement): boolean {
  const isExpected = expectationOf(judgement);
  // A number that ends with 000, as in RTX 4000, may name a series instead of a model.
  const typed = (judgement.query.match(/\d{3,}/g) ?? []).filter((number) => !number.endsWith("000"));
  const numbers = judgement.approximate === "no" ? typed : [];
  const isNamed = (fields: Answer) =>
    numbers.length === 0 || numbers.some((number) => texts.get(fields)?.includes(number));
  let missing = judgement.first;
  for (const { kind, fields } of products) {
    if (kind === judgement.kind && isExpected(fields) && isNamed(fields)) missing -= 1;
    if (missing === 0) return true;
  }
  return false;
}

function measureHalf(list: "judged" | "further", part: Judgement["part"]) {
  return async (t: ExecutionContext, measured: Measured) => {
    const { ask } = measured;
    const judged = measured[list].filter((judgement) => judgement.part === part);
    const failures = await failuresOf(ask, judged);
    for (const { name } of productKinds) {
      const ofKind = judged.filter(({ kind }) => kind === name).length;
      const right = ofKind - failures.filter((line) => line.startsWith(`${name} `)).length;
      t.log(`${name}: ${right} of ${ofKind} right`);
    }
    // Log no failures of the held-out half of the queries, so that nobody tunes the search by them.
    if (part === "tune") for (const failure of failures) t.log(failure);
    checkShare(t, failures.length, judged.length);
  };
}

async function measureWords(t: ExecutionContext, { ask, products }: Measured) {
  const worded = wordedNumbers(typedNumbersOf(products));
  const wrong = await wrongFirst(ask, worded);
  for (const line of wrong) t.log(line);
  checkShare(t, wrong.length, worded.length);
}

async function measureOrder(t: ExecutionContext, { ask, products, judged }: Measured) {
  const ofPart = (part: Judgement["part"]) => judged.filter((judgement) => judgement.part === part);
  const ofHeldOut = await wrongAboveExpected(ask, ofPart("held-out"));
  const ofOthers = [
    ...(await wrongAboveExpected(ask, ofPart("tune"))),
    ...(await wrongAboveNumber(ask, wordedNumbers(typedNumbersOf(products)))),
  ];
  t.log(`${ofOthers.length + ofHeldOut.length} wrong, ${ofHeldOut.length} of them in the held-out half`);
  for (const line of ofOthers) t.log(line);
  t.is(ofOthers.length + ofHeldOut.length, 0);
}

async function measureTyping(t: ExecutionContext, { ask, products }: Measured) {
  const names = typedNames.map((name) => beginningsOf(name, products));
  const beginnings = names.flat();
  t.log(
    `${names.filter(({ length }) => length > 0).length} of ${names.length} names, ${beginnings.length} beginnings`,
  );
  const missing = await missingFromFirstPage(ask, beginnings);
  for (const line of missing) t.log(line);
  checkShare(t, missing.length, beginnings.length);
}

function checkShare(t: ExecutionContext, wrong: number, of: number) {
  t.log(`${of - wrong} of ${of} right, ${((100 * (of - wrong)) / of).toFixed(1)} %`);
  t.true(of > 0);
  t.true(wrong <= of * (1 - MIN_SHARE), `${wrong} of ${of} are wrong`);
}
