/** What an element of a result says, by its name. */
export type ElementMeaning =
  | { kind: "graphics_test"; prefix: string; number: number | null }
  | { kind: "score"; prefix: string; score: ScoreKind; isForPass: boolean };

/** `physics` is the CPU score of the tests that have a physics test instead of a CPU test. */
export type ScoreKind = "overall" | "graphics" | "cpu" | "physics";

// Names as in TimeSpyPerformanceGraphicsTest1, SpeedWayCustomGraphicsTest, firestrikegt1p, graphicstest1_fps (3DMark 11).
// The whole suffix is matched: GraphicsSection1Test is a part of a test, and "SteelNomadDx12" + "3DMarkScore" must not lose its "12".
const graphicsTest = /^(.*)graphicstest([1-9]?)(?:_fps)?$/i;
const shortGraphicsTest = /^(.*)gt([1-9])([pxr]?)$/i;
const scores: readonly (readonly [ScoreKind, RegExp])[] = [
  ["overall", /^(.*)(?:3dmarkscore|overallscore)([pxr]?)(forpass)?$/i],
  ["graphics", /^(.*)graphicsscore([pxr]?)(forpass)?$/i],
  ["cpu", /^(.*)cpuscore([pxr]?)(forpass)?$/i],
  ["physics", /^(.*)physicsscore([pxr]?)(forpass)?$/i],
];

/**
 * The meaning of an element by its name, without regard to case; null for elements that are no figure of a graphics test or score.
 * `prefix` names the test: what stands before the suffix, with the letter that the oldest tests put at the end (p, x, r).
 */
export function meaningOf(name: string): ElementMeaning | null {
  const test = graphicsTest.exec(name) ?? shortGraphicsTest.exec(name);
  if (test !== null) {
    const [, prefix = "", number = "", level = ""] = test;
    return {
      kind: "graphics_test",
      prefix: prefix + level,
      number: number === "" ? null : Number(number),
    };
  }
  for (const [score, pattern] of scores) {
    const match = pattern.exec(name);
    if (match === null) continue;
    const [, prefix = "", level = "", forPass = ""] = match;
    return { kind: "score", prefix: prefix + level, score, isForPass: forPass !== "" };
  }
  return null;
}
