/** What an element of a result says, by its name. */
export type ElementMeaning =
  | { kind: "graphics_test"; prefix: string; number: number | null }
  | { kind: "score"; prefix: string; score: ScoreKind; isForPass: boolean };

/** `physics` is the CPU score of the tests that have a physics test instead of a CPU test. */
export type ScoreKind = "overall" | "graphics" | "cpu" | "physics";

// Names as in TimeSpyPerformanceGraphicsTest1, SpeedWayCustomGraphicsTest, firestrikegt1p, graphicstest1_fps (3DMark 11).
// The whole suffix is matched: GraphicsSection1Test is a part of a test, and "SteelNomadDx12" + "3DMarkScore" must not lose its "12".
const graphicsTest = /(?:graphicstest([1-9]?)(?:_fps)?|gt([1-9])([pxr]?))$/i;
const anyScore = /(3dmark|overall|graphics|cpu|physics)score([pxr]?)(forpass)?$/i;

const scoreKinds: ReadonlyMap<string, ScoreKind> = new Map([
  ["3dmark", "overall"],
  ["overall", "overall"],
  ["graphics", "graphics"],
  ["cpu", "cpu"],
  ["physics", "physics"],
]);

/**
 * The meaning of an element by its name, without regard to case; null for elements that are no figure of a graphics test or score.
 * `prefix` names the test: what stands before the suffix, with the letter that the oldest tests put at the end (p, x, r).
 */
export function meaningOf(name: string): ElementMeaning | null {
  const test = graphicsTest.exec(name);
  if (test !== null) {
    const [, number = "", shortNumber = "", level = ""] = test;
    const digit = number + shortNumber;
    return {
      kind: "graphics_test",
      prefix: name.slice(0, test.index) + level,
      number: digit === "" ? null : Number(digit),
    };
  }
  const [suffix = "", kind = "", level = "", forPass = ""] = anyScore.exec(name) ?? [];
  const score = scoreKinds.get(kind.toLowerCase());
  if (score === undefined) return null;
  const prefix = name.slice(0, name.length - suffix.length) + level;
  return { kind: "score", prefix, score, isForPass: forPass !== "" };
}
