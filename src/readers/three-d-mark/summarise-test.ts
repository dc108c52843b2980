import type { ThreeDMarkMetrics } from "../read-result.ts";
import type { ScoreKind } from "./element-names.ts";
import type { Figure, Tally, TestFigures } from "./test-figures.ts";

/** A test's figures over its passes. */
export interface TestSummary extends TestFigures {
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
function scoresOf(test: TestFigures): Record<ScoreKind, number | null> {
  const hasSeveralPasses = test.firstPass < test.lastPass;
  const [first, second] = hasSeveralPasses
    ? [test.scoresForPass, test.scores]
    : [test.scores, test.scoresForPass];
  const scoreOf = (kind: ScoreKind) => mean(first.get(kind)) ?? mean(second.get(kind));
  return {
    overall: scoreOf("overall"),
    graphics: scoreOf("graphics"),
    cpu: scoreOf("cpu"),
    physics: scoreOf("physics"),
  };
}

/** Frame rates and scores of a test, each the mean over the passes that measured it. */
export function summariseTest(test: TestFigures): TestSummary {
  const scores = scoresOf(test);
  const figures = [...test.fps].sort(([a], [b]) => a - b);
  // The frame rates are those of the passes; those of the aggregate only where no pass has any.
  const hasPasses = figures.some(([, { passes }]) => passes.count > 0);
  const measuredResults = hasPasses ? test.measuredPasses : test.measuredAggregates;
  const passes = measuredResults.filter(Boolean).length;
  const tallies = figures
    .map(([number, figure]): [number, Tally] => [number, hasPasses ? figure.passes : figure.aggregates])
    .filter(([, { measured }]) => measured > 0);
  return {
    ...test,
    metrics: {
      test: test.name,
      graphics_tests: Object.fromEntries(
        tallies.map(([number, { total, measured }]) => [number, total / measured]),
      ),
      graphics_score: scores.graphics,
      overall_score: scores.overall,
      cpu_score: scores.cpu ?? scores.physics,
      passes,
    },
    hasUnevenPasses: tallies.some(([, { measured }]) => measured < passes),
  };
}
