import { fromFile, listed, message, ownWords, quoted, type Message } from "../../message.ts";
import type { ReadResult, ThreeDMarkRequest } from "../../read-result.ts";
import { recordedOn, type RecordedOn } from "../../recorded-on.ts";
import { ReaderError } from "../../reader-error.ts";
import { joinReasons, reasonsOf } from "../../unranked.ts";
import { doubtsAboutTest } from "./plausibility.ts";
import { parseExport, type ExportElement } from "./parse-export.ts";
import { summariseTest, type TestSummary } from "./summarise-test.ts";
import { figuresByTest } from "./test-figures.ts";

/**
 * Reads one graphics test from a 3DMark XML export. The name of the test becomes the variant of the run.
 * @throws ReaderError `missing_graphics_test` (its message lists the graphics tests in the export), `no_such_test`,
 * `stress_test`, `failed_run`, `invalid_number`, and the errors of `parseExport`
 */
export async function readThreeDMark(
  chunks: AsyncIterable<Uint8Array>,
  request: Omit<ThreeDMarkRequest, "format">,
): Promise<ReadResult> {
  return resultOf(await parseExport(chunks), request);
}

/** What a 3DMark XML export contains. */
interface ExportContent {
  /** The names of the 3DMark tests that have a graphics test; the test that is read by default is first. */
  tests: string[];
  /** The numbers of the graphics tests in the 3DMark export, ascending. */
  graphicsTests: number[];
  /** The result of the 3DMark export's first graphics test, in the test that is read by default. */
  result: ReadResult;
}

/**
 * Returns what a 3DMark XML export contains.
 * @throws ReaderError as `readThreeDMark` does for a request of the export's first graphics test
 */
export async function inspectThreeDMark(chunks: AsyncIterable<Uint8Array>): Promise<ExportContent> {
  const elements = await parseExport(chunks);
  const tests = testsOf(elements).filter(({ metrics }) => metrics.passes > 0);
  const graphicsTests = ([1, 2, 3] as const).filter((number) =>
    tests.some(({ metrics }) => number in metrics.graphics_tests),
  );
  const [graphicsTest = 1] = graphicsTests;
  return {
    tests: tests.map(({ metrics }) => metrics.test),
    graphicsTests,
    result: resultOf(elements, { graphicsTest }),
  };
}

function resultOf(
  elements: readonly ExportElement[],
  { graphicsTest, test: asked }: Omit<ThreeDMarkRequest, "format">,
): ReadResult {
  const all = testsOf(elements);
  const tests = asked === undefined ? all : all.filter(({ test }) => isCalled(test, asked));
  if (asked !== undefined && tests.length === 0 && all.length > 0) throw noSuchTest(asked, all);
  const candidates = tests.filter(({ metrics }) => String(graphicsTest) in metrics.graphics_tests);
  const [chosen, ...others] = candidates;
  const score = chosen?.metrics.graphics_tests[graphicsTest];
  if (chosen === undefined || score === undefined) throw missingTest(graphicsTest, tests, elements);
  const { metrics } = chosen;
  const doubts = doubtsAboutTest(chosen);
  return {
    score,
    variant: metrics.test,
    isNamedByFile: true,
    recording: 1,
    metrics,
    warnings: [...doubts, ...warningsOf(chosen, others)],
    unranked: joinReasons(reasonsOf("implausible", doubts)),
    frameTimesMs: null,
    droppedFrames: null,
    channels: [],
    recordedOn: hardwareOf(elements),
  };
}

/**
 * Returns the tests of a 3DMark export with their scores and frame rates. @throws ReaderError `failed_run`,
 * `invalid_number`
 */
function testsOf(elements: readonly ExportElement[]): TestSummary[] {
  rejectFailedRun(elements);
  return figuresByTest(elements)
    .filter(({ test }) => !test.isStressTest)
    .map(summariseTest)
    .sort(byPreference);
}

/** Returns the hardware that an export of 3DMark 11 may name. Exports of later suites have no such elements. */
function hardwareOf(elements: readonly ExportElement[]): RecordedOn | null {
  const textsOf = (key: string) =>
    elements.find((element) => element.key === key)?.values.map(({ text }) => text) ?? [];
  return recordedOn({
    processor: textsOf("system_cpu"),
    gpu: textsOf("system_gpu"),
    ram: textsOf("system_memory"),
    os: textsOf("system_os"),
  });
}

function rejectFailedRun(elements: readonly ExportElement[]): void {
  const sources = elements.find(({ key }) => key === "sourceid")?.values ?? [];
  const failed = sources.find(({ text }) => isFailedSource(text));
  if (failed === undefined) return;
  const detail = message`3DMark marked this run as failed (${quoted(failed.text)}). Run the test again and send the export of a complete run.`;
  throw new ReaderError("failed_run", detail);
}

// Whether the source of an export is a failed run: 3DMark names the file of such a run like
// 3DMark-TimeSpy-FAILED-20240131120000.3dmark-result.
function isFailedSource(sourceId: string): boolean {
  return /-FAILED-\d/i.test(sourceId);
}

/** Whether a 3DMark test has the requested name. Case and blanks of the request do not matter. */
function isCalled({ name }: TestSummary["test"], asked: string): boolean {
  const fold = (text: string) => text.toLowerCase().replaceAll(/\s+/g, " ");
  return fold(name) === fold(asked);
}

function noSuchTest(asked: string, tests: readonly TestSummary[]): ReaderError {
  const detail = message`The export has no test ${quoted(asked, "that was asked for")}. The tests of the export are ${listed(tests.map(nameOf))}. Send the file again with the name of one of these tests in the field "test", or leave the field empty.`;
  return new ReaderError("no_such_test", detail);
}

// Compares 3DMark tests by preference: tests with a graphics score come before tests without, standard before custom
// settings, and otherwise the order is by name. If the request names no test, the first test in this order is read.
function byPreference(a: TestSummary, b: TestSummary): number {
  const incomplete = ({ metrics }: TestSummary) => Number(metrics.graphics_score === null);
  return (
    incomplete(a) - incomplete(b) ||
    Number(a.test.isCustom) - Number(b.test.isCustom) ||
    (a.test.name < b.test.name ? -1 : 1)
  );
}

// The 3DMark benchmarks that have no graphics test, by a part of the names of their elements, in lower case.
const otherTests = [
  { part: "cpuprofile", name: "the CPU Profile" },
  { part: "pciexpress", name: "the PCI Express feature test" },
  { part: "storage", name: "the Storage benchmark" },
];

function numbered(numbers: readonly string[]): Message {
  const noun = ownWords(`graphics test${numbers.length === 1 ? "" : "s"}`);
  return message`${noun} ${listed(numbers.map(ownWords))}`;
}

/** Returns the name of a 3DMark test as a message. The name of an unknown test is text from the file. */
function nameOf({ test }: TestSummary): Message {
  return test.isKnown ? ownWords(test.name) : fromFile(test.name, "another test");
}

function missingTest(
  graphicsTest: number,
  tests: readonly TestSummary[],
  elements: readonly ExportElement[],
): ReaderError {
  const held = tests.filter(({ metrics }) => metrics.passes > 0);
  if (held.length > 0) {
    const has = held.map(
      (test) => message`${numbered(Object.keys(test.metrics.graphics_tests))} of ${nameOf(test)}`,
    );
    const detail = message`The export has no graphics test ${graphicsTest}. It has ${listed(has)}. Send it as one of these, or export a run of a test that has a graphics test ${graphicsTest}.`;
    return new ReaderError("missing_graphics_test", detail);
  }
  if (elements.some(({ key }) => key.includes("stresstest"))) {
    const detail = message`This is the export of a 3DMark stress test, whose figures are not comparable with those of a benchmark run. Run the benchmark itself and send its export.`;
    return new ReaderError("stress_test", detail);
  }
  const other = otherTests.find(({ part }) => elements.some(({ key }) => key.includes(part)));
  if (other !== undefined) {
    const detail = message`This is the export of ${ownWords(other.name)}, which has no graphics tests. Run a 3DMark graphics benchmark, such as Time Spy or Steel Nomad, and send its export.`;
    return new ReaderError("missing_graphics_test", detail);
  }
  const withScores = tests.map(nameOf);
  if (withScores.length === 0) {
    const detail = message`The export holds no results of a graphics test: the run was aborted, failed, or was a test without graphics tests. Run a 3DMark graphics benchmark to its end and send its export.`;
    return new ReaderError("failed_run", detail);
  }
  const detail = message`The export of ${listed(withScores)} may have scores, but has no frame rate of a graphics test above 0. Run the test with its graphics tests switched on, and send that export.`;
  return new ReaderError("missing_graphics_test", detail);
}

function warningsOf(chosen: TestSummary, others: readonly TestSummary[]): Message[] {
  const { test, metrics, hasUnevenPasses } = chosen;
  const warnings: Message[] = [];
  if (others.length > 0) {
    const names = listed(others.map(nameOf));
    warnings.push(
      message`The export holds several tests; the figures are those of ${ownWords(test.name)}, not of ${names}. For the figures of another test, send the file again with the name of that test in the field "test".`,
    );
  }
  if (test.isCustom) {
    warnings.push(
      message`The test ran with custom settings: compare its figures only with runs of the same settings.`,
    );
  }
  if (metrics.graphics_score === null) {
    warnings.push(
      message`The export has no graphics score, which happens when not every graphics test was run.`,
    );
  }
  if (hasUnevenPasses) {
    warnings.push(
      message`Not every graphics test was run in each of the ${metrics.passes} passes; each figure is the mean of the passes that have it.`,
    );
  }
  return warnings;
}
