import type { ThreeDMarkMetrics } from "../read-result.ts";
import type { ScoreKind } from "./element-names.ts";
import type { Figure, Tally, TestFigures } from "./test-figures.ts";
import type { TestName } from "./test-names.ts";

/** A test's figures over its passes. */
export interface TestSummary {
  test: TestName;
  metrics: ThreeDMarkMetrics;
  /** Whether a graphics test was not run in every pass that the figures are a mean of. */
  hasUnevenPasses: boolean;
}

// Null where nothing was measured.
function mean(figure: Figure | undefined): number | null {
  if (figure === undefined) return null;
  const { aggregates, passes } = figure;
  const measured = aggregates.measured + passes.measured;
  return measured === 0 ? null : (aggregates.total + passes.total) / measured;
}

/**
 * The scores of the run: those of the aggregate result; over several passes the means of theirs, since what the aggregate
 * then holds is not documented. Null where they were not measured.
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

/** Frame rates and scores of a test, each the mean over the passes that measured it. */
export function summariseTest(figures: TestFigures): TestSummary {
  const { test, fps } = figures;
  const scores = scoresOf(figures);
  const graphicsTests = [...fps].sort(([a], [b]) => a - b);
  // The frame rates are those of the passes; those of the aggregate only where no pass has any.
  const isOfPasses = graphicsTests.some(([, { passes }]) => passes.count > 0);
  const passes = (isOfPasses ? figures.measuredPasses : figures.measuredAggregates).filter(Boolean).length;
  const tallies = graphicsTests
    .map(([number, figure]): [number, Tally] => [number, isOfPasses ? figure.passes : figure.aggregates])
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
