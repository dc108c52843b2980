import { listed, message, ownWords, type Message } from "../../message.ts";
import type { ThreeDMarkMetrics } from "../../read-result.ts";
import type { TestSummary } from "./summarise-test.ts";

/**
 * The maximum plausible frame rate of a graphics test of 3DMark, in frames per second. Even the lightest tests for
 * phones run far more slowly on the fastest graphics card.
 */
const MAX_FPS = 10_000;
/**
 * The maximum deviation of a plausible 3DMark score from its formula, as a share. Scores that match the frame rates
 * deviate by 1 % at most; rounding and the means over passes make the deviation slightly larger.
 */
const TOLERANCE = 0.1;

/**
 * The formula of a 3DMark graphics score: `factor` times the harmonic mean of the frame rates of the graphics tests.
 * The factors come from exports; tests with too few exports are absent.
 */
const scoreFormulas: Readonly<Record<string, { factor: number; graphicsTests: number }>> = {
  "Fire Strike": { factor: 230, graphicsTests: 2 },
  "Fire Strike Extreme": { factor: 230, graphicsTests: 2 },
  "Fire Strike Ultra": { factor: 230, graphicsTests: 2 },
  "Night Raid": { factor: 208.33, graphicsTests: 2 },
  "Port Royal": { factor: 216, graphicsTests: 1 },
  "Speed Way": { factor: 100, graphicsTests: 1 },
  "Steel Nomad DX12": { factor: 100, graphicsTests: 1 },
  "Time Spy": { factor: 164, graphicsTests: 2 },
  "Time Spy Extreme": { factor: 164, graphicsTests: 2 },
};

/** Returns the reasons to doubt the scores and frame rates of a 3DMark test, each in a sentence or two. */
export function doubtsAboutTest({ metrics }: Pick<TestSummary, "metrics">): Message[] {
  return [...doubtsAboutRates(metrics), ...doubtsAboutScore(metrics)];
}

function doubtsAboutRates({ graphics_tests }: ThreeDMarkMetrics): Message[] {
  const tooFast = Object.entries(graphics_tests).filter(([, fps]) => fps > MAX_FPS);
  if (tooFast.length === 0) return [];
  const found = listed(
    tooFast.map(([number, fps]) => ownWords(`graphics test ${number} with ${rounded(fps)}`)),
  );
  return [
    message`The export has ${found} frames per second, which no graphics card reaches. Run the test once more, and send its export unchanged.`,
  ];
}

function doubtsAboutScore({ test, graphics_tests, graphics_score }: ThreeDMarkMetrics): Message[] {
  const formula = scoreFormulas[test.replace(" (custom)", "")];
  const rates = Object.values(graphics_tests);
  if (formula === undefined || graphics_score === null || rates.length !== formula.graphicsTests) return [];
  const harmonicMean = rates.length / rates.reduce((sum, fps) => sum + 1 / fps, 0);
  const expected = formula.factor * harmonicMean;
  // Do not compare a score below one frame per second with its formula: the two decimals of the rates and the integer
  // score are too coarse.
  if (harmonicMean < 1) return [];
  if (Math.abs(graphics_score / expected - 1) <= TOLERANCE) return [];
  return [
    message`The graphics score of ${rounded(graphics_score)} does not match the frame rates of the graphics tests: ${ownWords(test)} makes a score of about ${Math.round(expected)} of these rates. Send the export as 3DMark wrote it.`,
  ];
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
