import { quoted } from "../plain-text.ts";
import { ReaderError } from "../reader-error.ts";
import { meaningOf } from "./element-names.ts";
import type { ElementMeaning, ScoreKind } from "./element-names.ts";
import type { ExportResult, ExportValue } from "./parse-export.ts";
import { testNameOf } from "./test-names.ts";
import type { TestName } from "./test-names.ts";

const maxFps = 1_000_000;
const maxScore = 1_000_000_000;

/** The figures of one test in one `<result>`; 0 stands for "was not run". */
interface ResultFigures {
  fps: Map<number, number>;
  scores: Map<ScoreKind, number>;
  scoresForPass: Map<ScoreKind, number>;
}

/** All figures of one test of an export. */
export interface TestFigures extends TestName {
  /** From the results that stand for the run as a whole (passIndex -1). */
  aggregates: ResultFigures[];
  /** From the results of its passes (passIndex 0, 1, …): repeats of the same test. */
  passes: ResultFigures[];
}

function numberOf(value: ExportValue, meaning: ElementMeaning): number | null {
  const number = /^\d{1,15}(?:\.\d{1,15})?$/.test(value.text) ? Number(value.text) : Number.NaN;
  return number <= (meaning.kind === "score" ? maxScore : maxFps) ? number : null;
}

// 3DMark 11 has no passIndex: its one result holds scores and frame rates, and counts as a pass.
function isAggregate(result: ExportResult): boolean {
  return result.get("passindex")?.text.startsWith("-") ?? false;
}

function setFigure(figures: ResultFigures, meaning: ElementMeaning, number: number): void {
  if (meaning.kind === "score") {
    (meaning.isForPass ? figures.scoresForPass : figures.scores).set(meaning.score, number);
    return;
  }
  // A test without a number is test 1, unless there is one with that number.
  if (meaning.number !== null) figures.fps.set(meaning.number, number);
  else if (!figures.fps.has(1)) figures.fps.set(1, number);
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
  const faults: ExportValue[] = [];
  for (const result of results) {
    const inThisResult = new Map<string, ResultFigures>();
    // Sorted by name, so that nothing depends on the order of the elements, which is random in real exports.
    for (const [, value] of [...result].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const meaning = meaningOf(value.name);
      if (meaning === null) continue;
      const number = numberOf(value, meaning);
      if (number === null) faults.push(value);
      else setFigure(figuresFor(testNameOf(meaning.prefix), result, tests, inThisResult), meaning, number);
    }
  }
  if (faults.length > 0) throw invalidNumbers(faults.sort((a, b) => a.line - b.line));
  return [...tests.values()];
}

function figuresFor(
  test: TestName,
  result: ExportResult,
  tests: Map<string, TestFigures>,
  inThisResult: Map<string, ResultFigures>,
): ResultFigures {
  const known = inThisResult.get(test.key);
  if (known !== undefined) return known;
  const figures = { fps: new Map(), scores: new Map(), scoresForPass: new Map() };
  inThisResult.set(test.key, figures);
  const all = tests.get(test.key) ?? { ...test, aggregates: [], passes: [] };
  tests.set(test.key, all);
  (isAggregate(result) ? all.aggregates : all.passes).push(figures);
  return figures;
}
