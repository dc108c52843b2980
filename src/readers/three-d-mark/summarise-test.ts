import type { ThreeDMarkMetrics } from "../read-result.ts";
import type { ScoreKind } from "./element-names.ts";
import type { TestFigures } from "./test-figures.ts";

/** A test's figures over its passes. */
export interface TestSummary extends TestFigures {
  metrics: ThreeDMarkMetrics;
  /** Whether a graphics test was not run in every pass that the figures are a mean of. */
  hasUnevenPasses: boolean;
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((total, value) => total + value, 0) / values.length;
}

// A figure of 0 was not measured (custom settings, or a part of the test was not run): it is no value.
function measured(values: readonly (number | undefined)[]): number[] {
  return values.filter((value) => value !== undefined).filter((value) => value > 0);
}

/**
 * A score of the run: that of the aggregate result; over several passes the mean of theirs, since what the aggregate
 * then holds is not documented. Null where it was not measured.
 */
function scoreOf({ aggregates, passes }: TestFigures, kind: ScoreKind): number | null {
  const ofRun = mean(measured([...aggregates, ...passes].map(({ scores }) => scores.get(kind))));
  const ofPasses = mean(
    measured([...passes, ...aggregates].map(({ scoresForPass }) => scoresForPass.get(kind))),
  );
  return passes.length > 1 ? (ofPasses ?? ofRun) : (ofRun ?? ofPasses);
}

/** Frame rates and scores of a test, each the mean over the passes that measured it. */
export function summariseTest(test: TestFigures): TestSummary {
  const results = test.passes.some(({ fps }) => fps.size > 0) ? test.passes : test.aggregates;
  const ran = results.filter(({ fps }) => measured([...fps.values()]).length > 0);
  const numbers = [...new Set(ran.flatMap(({ fps }) => [...fps.keys()]))].sort((a, b) => a - b);
  const measurements = numbers
    .map((number) => ({ number, values: measured(ran.map(({ fps }) => fps.get(number))) }))
    .filter(({ values }) => values.length > 0);
  return {
    ...test,
    metrics: {
      test: test.name,
      graphics_tests: Object.fromEntries(
        measurements.map(({ number, values }) => [String(number), mean(values) ?? 0]),
      ),
      graphics_score: scoreOf(test, "graphics"),
      overall_score: scoreOf(test, "overall"),
      cpu_score: scoreOf(test, "cpu") ?? scoreOf(test, "physics"),
      passes: ran.length,
    },
    hasUnevenPasses: measurements.some(({ values }) => values.length < ran.length),
  };
}
