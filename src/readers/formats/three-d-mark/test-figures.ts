import { fromFile, listed, message, quoted } from "../../message.ts";
import { ReaderError } from "../../reader-error.ts";
import { decimalOf } from "./decimal-of.ts";
import { meaningOf, type ElementMeaning, type ScoreKind } from "./element-names.ts";
import type { ExportElement } from "./parse-export.ts";
import { testNameOf, type TestName } from "./test-names.ts";

const MAX_FPS = 1_000_000;
const MAX_SCORE = 1_000_000_000;

/**
 * Returns the figures of every test of a 3DMark export, one `TestFigures` for each test.
 * @throws ReaderError `invalid_number`, naming the elements whose text is no number or out of range
 */
export function figuresByTest(elements: readonly ExportElement[]): TestFigures[] {
  const tests = new Map<string, TestFigures>();
  const figuresByPrefix = new Map<string, TestFigures>();
  const aggregates = aggregateResults(elements);
  const faults: Fault[] = [];
  for (const { element, meaning } of figureElements(elements).sort(byPreference)) {
    const figures = getOrAdd(figuresByPrefix, meaning.prefix, () => figuresOf(tests, meaning.prefix));
    const figure = figureOf(figures, meaning);
    const isGraphicsTest = meaning.kind === "graphics_test";
    const max = isGraphicsTest ? MAX_FPS : MAX_SCORE;
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

/** The count and the sum of a figure (a score or a frame rate) over some of the results of a 3DMark export. */
export interface Tally {
  /** The number of results in a 3DMark export that contain a value of the figure. */
  count: number;
  /**
   * The number of results in which the figure is above 0. The value 0 means that 3DMark did not measure the figure
   * (custom settings, or only a part of the test was run).
   */
  measured: number;
  /** The sum of the figure's values in the 3DMark results that contain it. */
  total: number;
}

/** A score or a frame rate of a 3DMark test, over all results of a 3DMark export. */
export interface Figure {
  /**
   * The tally of the figure in the aggregate results, which are the results of the 3DMark run as a whole (passIndex
   * -1).
   */
  aggregates: Tally;
  /**
   * The tally of the figure in the results of the passes (passIndex 0, 1, …), which are repetitions of the same 3DMark
   * test.
   */
  passes: Tally;
  /** The elements of the 3DMark export that hold the figure. */
  elements: ExportElement[];
}

/** All scores and frame rates of one test of a 3DMark export. */
export interface TestFigures {
  test: TestName;
  /** The frame rate of each graphics test of the 3DMark test, by the number of the graphics test. */
  fps: Map<number, Figure>;
  scores: Map<ScoreKind, Figure>;
  scoresForPass: Map<ScoreKind, Figure>;
  /**
   * The index of the result of the pass in which a figure of this 3DMark test was found first; null if no pass has one.
   */
  firstPass: number | null;
  hasSeveralPasses: boolean;
  /** Whether each aggregate result (of the 3DMark run as a whole) measured any graphics test, by the result's index. */
  measuredAggregates: boolean[];
  /** Whether each pass of the 3DMark test measured any graphics test, by the index of the pass's result. */
  measuredPasses: boolean[];
}

function getOrAdd<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = make();
  map.set(key, value);
  return value;
}

const noResults: ReadonlySet<number> = new Set();

/** An element of a 3DMark export that holds a score or a frame rate, and the meaning of the element's name. */
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

// Compares elements by preference: if several elements of one result contain the same score or frame rate, the first
// element in this order counts. Elements with the number of a graphics test come before elements without; otherwise the
// order is by name. The order of the elements in the file does not matter, because it is random in real exports.
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

// Returns the indexes of the aggregate results. Exports of 3DMark 11 have no passIndex: their only result contains
// scores and frame rates, and counts as a pass.
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
  const found = faults
    .slice(0, 5)
    .map(({ name, text, line }) => message`${fromFile(name, "an element")} ${quoted(text)} (line ${line})`);
  const detail = message`Expected a number such as 171.04, found ${listed(found)}. Export the run from 3DMark again and send the file unchanged.`;
  return new ReaderError("invalid_number", detail, first?.line);
}

function addTo(tally: Tally, value: number): void {
  tally.count += 1;
  if (value > 0) tally.measured += 1;
  tally.total += value;
}

// Returns the results of a 3DMark export in which an element of higher priority has the same score or frame rate.
function knownResults({ elements }: Figure): ReadonlySet<number> {
  return elements.length === 0
    ? noResults
    : new Set(elements.flatMap(({ values }) => values.map(({ result }) => result)));
}
