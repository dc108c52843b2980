import type { ThreeDMarkMetrics } from "../read-result.ts";
import type { ScoreKind } from "./element-names.ts";
import type { Figure, TestFigures } from "./test-figures.ts";

/** A test's figures over its passes. */
export interface TestSummary extends TestFigures {
  metrics: ThreeDMarkMetrics;
  /** Whether a graphics test was not run in every pass that the figures are a mean of. */
  hasUnevenPasses: boolean;
}

type Measurements = Figure["passes"];

function mean(measurements: Measurements): number | null {
  if (measurements.length === 0) return null;
  return measurements.reduce((total, { value }) => total + value, 0) / measurements.length;
}

// A figure of 0 was not measured (custom settings, or a part of the test was not run): it is no value.
function measured(measurements: Measurements): Measurements {
  return measurements.filter(({ value }) => value > 0);
}

/**
 * A score of the run: that of the aggregate result; over several passes the mean of theirs, since what the aggregate
 * then holds is not documented. Null where it was not measured.
 */
function scoreOf({ scores, scoresForPass, passes }: TestFigures, kind: ScoreKind): number | null {
  const all = (figure: Figure | undefined) =>
    figure === undefined ? null : mean(measured([...figure.aggregates, ...figure.passes]));
  const ofRun = all(scores.get(kind));
  const ofPasses = all(scoresForPass.get(kind));
  return passes.size > 1 ? (ofPasses ?? ofRun) : (ofRun ?? ofPasses);
}

interface GraphicsTests {
  /** By number; each has at least one measurement, above 0. */
  byNumber: Map<number, Measurements>;
  /** The results that measured any of them. */
  results: Set<number>;
}

// The frame rates of the passes; those of the aggregate only where no pass has any.
function graphicsTestsOf({ fps }: TestFigures): GraphicsTests {
  const figures = [...fps].sort(([a], [b]) => a - b);
  const kind = figures.some(([, figure]) => figure.passes.length > 0) ? "passes" : "aggregates";
  const byNumber = new Map<number, Measurements>();
  const results = new Set<number>();
  for (const [number, figure] of figures) {
    const measurements = measured(figure[kind]);
    for (const { result } of measurements) results.add(result);
    if (measurements.length > 0) byNumber.set(number, measurements);
  }
  return { byNumber, results };
}

/** Frame rates and scores of a test, each the mean over the passes that measured it. */
export function summariseTest(test: TestFigures): TestSummary {
  const { byNumber, results } = graphicsTestsOf(test);
  const rates = [...byNumber].map(([number, measurements]) => [String(number), mean(measurements) ?? 0]);
  return {
    ...test,
    metrics: {
      test: test.name,
      graphics_tests: Object.fromEntries(rates),
      graphics_score: scoreOf(test, "graphics"),
      overall_score: scoreOf(test, "overall"),
      cpu_score: scoreOf(test, "cpu") ?? scoreOf(test, "physics"),
      passes: results.size,
    },
    hasUnevenPasses: [...byNumber.values()].some((measurements) => measurements.length < results.size),
  };
}
