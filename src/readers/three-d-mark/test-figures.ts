import { quoted } from "../plain-text.ts";
import { ReaderError } from "../reader-error.ts";
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
  /** The name of its element in lower case, and whether that name leaves out the number of the graphics test. */
  element: string;
  isUnnumbered: boolean;
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
}

// Where the value of an element goes.
interface Place {
  element: string;
  meaning: ElementMeaning;
  test: TestFigures;
  figure: Figure;
}

function numberOf(value: ExportValue, meaning: ElementMeaning): number | null {
  const number = /^\d{1,15}(?:\.\d{1,15})?$/.test(value.text) ? Number(value.text) : Number.NaN;
  return number <= (meaning.kind === "score" ? maxScore : maxFps) ? number : null;
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

// Finds the place of an element by its name, each name once; null for elements that are no figure.
function createPlaces(tests: Map<string, TestFigures>): (value: ExportValue) => Place | null {
  const places = new Map<string, Place | null>();
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
    }));
    return { element: key, meaning, test, figure: figureOf(test, meaning) };
  };
  return (value) => {
    const known = places.get(value.key);
    if (known !== undefined) return known;
    const place = find(value);
    places.set(value.key, place);
    return place;
  };
}

// Of several elements of one result for the same figure, one counts whatever their order, which is random in real
// exports: one with a number before one without, then the first by name.
function isBefore(a: Measurement, b: Measurement): boolean {
  return a.isUnnumbered === b.isUnnumbered ? a.element < b.element : b.isUnnumbered;
}

function addMeasurement(measurements: Measurement[], measurement: Measurement): void {
  const last = measurements.at(-1);
  if (last?.result !== measurement.result) measurements.push(measurement);
  else if (isBefore(measurement, last)) measurements[measurements.length - 1] = measurement;
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
  const placeOf = createPlaces(tests);
  const faults: ExportValue[] = [];
  for (const [index, result] of results.entries()) {
    const kind = isAggregate(result) ? "aggregates" : "passes";
    for (const value of result) {
      const place = placeOf(value);
      if (place === null) continue;
      const { element, meaning, test, figure } = place;
      const number = numberOf(value, meaning);
      if (number === null) {
        faults.push(value);
        continue;
      }
      const isUnnumbered = meaning.kind === "graphics_test" && meaning.number === null;
      addMeasurement(figure[kind], { result: index, value: number, element, isUnnumbered });
      if (kind === "passes") test.passes.add(index);
    }
  }
  if (faults.length > 0) throw invalidNumbers(faults.sort((a, b) => a.line - b.line));
  return [...tests.values()];
}
