import { quoted } from "../plain-text.ts";
import { ReaderError } from "../reader-error.ts";
import { powersOfTen } from "../rows/parse-number.ts";
import { meaningOf } from "./element-names.ts";
import type { ElementMeaning, ScoreKind } from "./element-names.ts";
import { textOf } from "./parse-export.ts";
import type { ExportResult, ExportValue } from "./parse-export.ts";
import { testNameOf } from "./test-names.ts";
import type { TestName } from "./test-names.ts";

const maxFps = 1_000_000;
const maxScore = 1_000_000_000;

/** One figure of one `<result>`; 0 stands for "was not run". */
interface Measurement {
  /** Which of the results it is from, by its place in the export. */
  result: number;
  value: number;
  element: FigureElement;
}

/** A figure over the results of an export. */
export interface Figure {
  /** From the results that stand for the run as a whole (passIndex -1). */
  aggregates: Measurement[];
  /** From the results of its passes (passIndex 0, 1, …): repeats of the same test. */
  passes: Measurement[];
}

/** All figures of one test of an export. */
export interface TestFigures extends TestName {
  /** By the number of the graphics test. */
  fps: Map<number, Figure>;
  scores: Map<ScoreKind, Figure>;
  scoresForPass: Map<ScoreKind, Figure>;
  /** The results of passes that have any of these figures. */
  passes: Set<number>;
  latestPass: number;
}

// An element that holds a figure.
interface FigureElement {
  /** Its name in lower case. */
  key: string;
  /** The highest number that it can have. */
  max: number;
  /** Whether it is a graphics test whose name has no number. */
  isUnnumbered: boolean;
  test: TestFigures;
  figure: Figure;
}

const decimalNumber = /^\d{1,15}(?:\.\d{1,15})?$/;

const maxQuickLength = 15;
const digitZero = 0x30;
const decimalPoint = 0x2e;

// What Number() gives for a decimal number; NaN for anything else. One of few digits is the quotient of two exact doubles,
// as in `parsePlainNumber`, which is faster to have.
function decimalOf(text: string): number {
  if (text.length > maxQuickLength) return decimalNumber.test(text) ? Number(text) : Number.NaN;
  let whole = 0;
  let point = -1;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const digit = code - digitZero;
    if (digit >= 0 && digit <= 9) whole = whole * 10 + digit;
    else if (code === decimalPoint && point === -1 && at > 0 && at < text.length - 1) point = at;
    else return Number.NaN;
  }
  return point === -1 ? whole : whole / (powersOfTen[text.length - 1 - point] ?? 1);
}

function numberOf({ text }: ExportValue, max: number): number | null {
  const number = decimalOf(text);
  return number <= max ? number : null;
}

// 3DMark 11 has no passIndex: its one result holds scores and frame rates, and counts as a pass.
function isAggregate(result: ExportResult): boolean {
  return textOf(result, "passindex")?.startsWith("-") ?? false;
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = make();
  map.set(key, value);
  return value;
}

function figureOf(test: TestFigures, meaning: ElementMeaning): Figure {
  const make = () => ({ aggregates: [], passes: [] });
  if (meaning.kind === "graphics_test") return getOrAdd(test.fps, meaning.number ?? 1, make);
  return getOrAdd(meaning.isForPass ? test.scoresForPass : test.scores, meaning.score, make);
}

// Finds out by its name what an element holds, once for each name; null for elements that hold no figure.
function createFigureElements(tests: Map<string, TestFigures>): (value: ExportValue) => FigureElement | null {
  const elements = new Map<string, FigureElement | null>();
  const find = ({ key, name }: ExportValue) => {
    const meaning = meaningOf(name);
    if (meaning === null) return null;
    const testName = testNameOf(meaning.prefix);
    const test = getOrAdd(tests, testName.key, () => ({
      ...testName,
      fps: new Map(),
      scores: new Map(),
      scoresForPass: new Map(),
      passes: new Set<number>(),
      latestPass: -1,
    }));
    const isUnnumbered = meaning.kind === "graphics_test" && meaning.number === null;
    const max = meaning.kind === "score" ? maxScore : maxFps;
    return { key, max, isUnnumbered, test, figure: figureOf(test, meaning) };
  };
  return (value) => {
    const known = elements.get(value.key);
    if (known !== undefined) return known;
    const element = find(value);
    elements.set(value.key, element);
    return element;
  };
}

// Of several elements of one result for the same figure, one counts whatever their order, which is random in real
// exports: one with a number before one without, then the first by name.
function isBefore(a: FigureElement, b: FigureElement): boolean {
  return a.isUnnumbered === b.isUnnumbered ? a.key < b.key : b.isUnnumbered;
}

function addMeasurement(measurements: Measurement[], measurement: Measurement): void {
  const last = measurements[measurements.length - 1];
  if (last?.result !== measurement.result) measurements.push(measurement);
  else if (isBefore(measurement.element, last.element)) measurements[measurements.length - 1] = measurement;
}

function invalidNumbers(faults: readonly ExportValue[]): ReaderError {
  const [first] = faults;
  const found = faults.slice(0, 5).map(({ name, text, line }) => `${name} ${quoted(text)} (line ${line})`);
  const detail = `Expected a number such as 171.04, found ${found.join(", ")}. Export the run from 3DMark again and send the file unchanged.`;
  return new ReaderError("invalid_number", detail, first?.line);
}

/** The figures of every test of an export, by test. Throws ReaderError `invalid_number`, naming the faults. */
export function figuresByTest(results: readonly ExportResult[]): TestFigures[] {
  const tests = new Map<string, TestFigures>();
  const elementOf = createFigureElements(tests);
  const faults: ExportValue[] = [];
  for (const [index, result] of results.entries()) {
    const isPass = !isAggregate(result);
    for (const value of result) {
      const element = elementOf(value);
      if (element === null) continue;
      const number = numberOf(value, element.max);
      if (number === null) {
        faults.push(value);
        continue;
      }
      const { figure, test } = element;
      addMeasurement(isPass ? figure.passes : figure.aggregates, { result: index, value: number, element });
      if (isPass && test.latestPass !== index) test.passes.add((test.latestPass = index));
    }
  }
  if (faults.length > 0) throw invalidNumbers(faults.sort((a, b) => a.line - b.line));
  return [...tests.values()];
}
