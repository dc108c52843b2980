import type { ThreeDMarkMetrics } from "../../read-result.ts";
import type { ScoreKind } from "./element-names.ts";
import type { Figure, Tally, TestFigures } from "./test-figures.ts";
import type { TestName } from "./test-names.ts";

/** Returns the frame rates and scores of a 3DMark test, each as the mean over the passes that measured it. */
export function summariseTest(figures: TestFigures): TestSummary {
  const { test, fps } = figures;
  const scores = scoresOf(figures);
  const graphicsTests = [...fps].sort(([a], [b]) => a - b);
  // Take the frame rates of a 3DMark test from its passes; use the aggregate results only if no pass has a frame rate.
  const hasPasses = graphicsTests.some(([, { passes }]) => passes.count > 0);
  const passes = (hasPasses ? figures.measuredPasses : figures.measuredAggregates).filter(Boolean).length;
  const tallies = graphicsTests
    .map(([number, figure]): [number, Tally] => [number, hasPasses ? figure.passes : figure.aggregates])
    .filter(([, { measured }]) => measured > 0);
  const metrics = {
    test: test.name,
    graphics_tests: Object.fromEntries(
      tallies.map(([number, { total, measured }]) => [number, total / measured]),
    ),
    graphics_score: scores.graphics,
    overall_score: scores.overall,
    cpu_score: scores.cpu ?? scores.physics,
    passes,
  };
  return { test, metrics, hasUnevenPasses: tallies.some(([, { measured }]) => measured < passes) };
}

/** The scores and frame rates of a 3DMark test over all its passes. */
export interface TestSummary {
  test: TestName;
  metrics: ThreeDMarkMetrics;
  /** Whether at least one graphics test was run in some passes of the 3DMark test, but not in all. */
  hasUnevenPasses: boolean;
}

/**
 * Returns the scores of a 3DMark run: for one pass the scores of the aggregate result, for several passes the means of
 * the passes' scores, because the meaning of an aggregate over several passes is undocumented. Null where a score was
 * not measured.
 */
function scoresOf(figures: TestFigures): Record<ScoreKind, number | null> {
  const [first, second] = figures.hasSeveralPasses
    ? [figures.scoresForPass, figures.scores]
    : [figures.scores, figures.scoresForPass];
  const scoreOf = (kind: ScoreKind) => mean(first.get(kind)) ?? mean(second.get(kind));
  return {
    overall: scoreOf("overall"),
    graphics: scoreOf("graphics"),
    cpu: scoreOf("cpu"),
    physics: scoreOf("physics"),
  };
}

// Returns the mean of a score or frame rate over all 3DMark results that measured it; null where none did.
function mean(figure: Figure | undefined): number | null {
  if (figure === undefined) return null;
  const { aggregates, passes } = figure;
  const measured = aggregates.measured + passes.measured;
  return measured === 0 ? null : (aggregates.total + passes.total) / measured;
}
