import { quoted } from "../plain-text.ts";
import { ReaderError } from "../reader-error.ts";
import { powersOfTen } from "../rows/parse-number.ts";
import { meaningOf, type ElementMeaning, type ScoreKind } from "./element-names.ts";
import type { ExportElement } from "./parse-export.ts";
import { testNameOf, type TestName } from "./test-names.ts";

const maxFps = 1_000_000;
const maxScore = 1_000_000_000;

/** What some of the results of an export hold of a figure. */
export interface Tally {
  /** How many of them have the figure. */
  count: number;
  /** How many of them measured it: 0 stands for "was not run" (custom settings, or a part of the test was not run). */
  measured: number;
  /** The sum of what was measured. */
  total: number;
}

/** A figure over the results of an export. */
export interface Figure {
  /** Over the results that stand for the run as a whole (passIndex -1). */
  aggregates: Tally;
  /** Over the results of its passes (passIndex 0, 1, …): repeats of the same test. */
  passes: Tally;
  /** The elements that hold it. */
  elements: ExportElement[];
}

/** All figures of one test of an export. */
export interface TestFigures {
  test: TestName;
  /** By the number of the graphics test. */
  fps: Map<number, Figure>;
  scores: Map<ScoreKind, Figure>;
  scoresForPass: Map<ScoreKind, Figure>;
  /** The result of the pass that was met first; null where no pass has any of these figures. */
  firstPass: number | null;
  hasSeveralPasses: boolean;
  /** Which results measured any graphics test. */
  measuredAggregates: boolean[];
  measuredPasses: boolean[];
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

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = make();
  map.set(key, value);
  return value;
}

const noResults: ReadonlySet<number> = new Set();

// An element that holds a figure, and what its name says.
interface FigureElement {
  element: ExportElement;
  meaning: ElementMeaning;
}

function figureElements(elements: readonly ExportElement[]): FigureElement[] {
  const found: FigureElement[] = [];
  for (const element of elements) {
    const meaning = meaningOf(element.name);
    if (meaning !== null) found.push({ element, meaning });
  }
  return found;
}

function isUnnumbered({ meaning }: FigureElement): boolean {
  return meaning.kind === "graphics_test" && meaning.number === null;
}

// Of several elements of one result for the same figure, one counts whatever their order, which is random in real
// exports: one with a number before one without, then the first by name.
function byPreference(a: FigureElement, b: FigureElement): number {
  return Number(isUnnumbered(a)) - Number(isUnnumbered(b)) || (a.element.key < b.element.key ? -1 : 1);
}

function figuresOf(tests: Map<string, TestFigures>, prefix: string): TestFigures {
  const test = testNameOf(prefix);
  return getOrAdd(tests, test.key, () => ({
    test,
    fps: new Map(),
    scores: new Map(),
    scoresForPass: new Map(),
    firstPass: null,
    hasSeveralPasses: false,
    measuredAggregates: [],
    measuredPasses: [],
  }));
}

function emptyFigure(): Figure {
  return {
    aggregates: { count: 0, measured: 0, total: 0 },
    passes: { count: 0, measured: 0, total: 0 },
    elements: [],
  };
}

function figureOf(figures: TestFigures, meaning: ElementMeaning): Figure {
  if (meaning.kind === "graphics_test") return getOrAdd(figures.fps, meaning.number ?? 1, emptyFigure);
  return getOrAdd(meaning.isForPass ? figures.scoresForPass : figures.scores, meaning.score, emptyFigure);
}

// The results that stand for the run as a whole. 3DMark 11 has no passIndex: its one result holds scores and frame rates,
// and counts as a pass.
function aggregateResults(elements: readonly ExportElement[]): Set<number> {
  const passIndex = elements.find(({ key }) => key === "passindex");
  const aggregates = passIndex?.values.filter(({ text }) => text.startsWith("-")) ?? [];
  return new Set(aggregates.map(({ result }) => result));
}

interface Fault {
  name: string;
  text: string;
  line: number;
}

function invalidNumbers(faults: readonly Fault[]): ReaderError {
  const [first] = faults;
  const found = faults.slice(0, 5).map(({ name, text, line }) => `${name} ${quoted(text)} (line ${line})`);
  const detail = `Expected a number such as 171.04, found ${found.join(", ")}. Export the run from 3DMark again and send the file unchanged.`;
  return new ReaderError("invalid_number", detail, first?.line);
}

function addTo(tally: Tally, value: number): void {
  tally.count += 1;
  if (value > 0) tally.measured += 1;
  tally.total += value;
}

// The results in which elements that were taken before have the same figure.
function knownResults({ elements }: Figure): ReadonlySet<number> {
  return elements.length === 0
    ? noResults
    : new Set(elements.flatMap(({ values }) => values.map(({ result }) => result)));
}

/** The figures of every test of an export, by test. Throws ReaderError `invalid_number`, naming the faults. */
export function figuresByTest(elements: readonly ExportElement[]): TestFigures[] {
  const tests = new Map<string, TestFigures>();
  const figuresByPrefix = new Map<string, TestFigures>();
  const aggregates = aggregateResults(elements);
  const faults: Fault[] = [];
  for (const { element, meaning } of figureElements(elements).sort(byPreference)) {
    const figures = getOrAdd(figuresByPrefix, meaning.prefix, () => figuresOf(tests, meaning.prefix));
    const figure = figureOf(figures, meaning);
    const isGraphicsTest = meaning.kind === "graphics_test";
    const max = isGraphicsTest ? maxFps : maxScore;
    const known = knownResults(figure);
    let { count, measured, total } = figure.passes;
    for (const { result, text, line } of element.values) {
      const value = decimalOf(text);
      if (!(value <= max)) {
        faults.push({ name: element.name, text, line });
      } else if (known.has(result)) {
        continue;
      } else if (aggregates.has(result)) {
        addTo(figure.aggregates, value);
        if (isGraphicsTest && value > 0) figures.measuredAggregates[result] = true;
      } else {
        count += 1;
        if (value > 0) measured += 1;
        total += value;
        if (isGraphicsTest && value > 0) figures.measuredPasses[result] = true;
        if (result !== (figures.firstPass ??= result)) figures.hasSeveralPasses = true;
      }
    }
    figure.passes = { count, measured, total };
    figure.elements.push(element);
  }
  if (faults.length > 0) throw invalidNumbers(faults.sort((a, b) => a.line - b.line));
  return [...tests.values()];
}
