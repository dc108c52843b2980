// Matches the names of elements that contain the frame rate of a graphics test, such as
// TimeSpyPerformanceGraphicsTest1, SpeedWayCustomGraphicsTest, firestrikegt1p, graphicstest1_fps (3DMark 11, with and
// without "_"), but not GraphicsSection1Test, which is a part of a test.
const GRAPHICS_TEST = /(?:graphicstest([1-9]?)(?:_?fps)?|gt([1-9])([pxr]?))$/i;
// Matches the end of the name of a score. In "SteelNomadDx123DMarkScore", "3DMarkScore" is this end, and the prefix is
// "SteelNomadDx12".
const ANY_SCORE = /(3dmark|overall|graphics|cpu|physics)score([pxr]?)(forpass)?$/i;

const scoreKinds: ReadonlyMap<string, ScoreKind> = new Map([
  ["3dmark", "overall"],
  ["overall", "overall"],
  ["graphics", "graphics"],
  ["cpu", "cpu"],
  ["physics", "physics"],
]);

/**
 * Returns the meaning of an element of a 3DMark export by the element's name, in any case; null for elements that hold
 * neither a graphics test nor a score. `prefix` names the test: the name without its suffix, but with the level letter
 * of the oldest tests (p, x, r).
 */
export function meaningOf(name: string): ElementMeaning | null {
  const test = GRAPHICS_TEST.exec(name);
  if (test !== null) {
    const [, number = "", shortNumber = "", level = ""] = test;
    const digit = number + shortNumber;
    return {
      kind: "graphics_test",
      prefix: name.slice(0, test.index) + level,
      number: digit === "" ? null : Number(digit),
    };
  }
  const [suffix = "", kind = "", level = "", forPass = ""] = ANY_SCORE.exec(name) ?? [];
  const score = scoreKinds.get(kind.toLowerCase());
  if (score === undefined) return null;
  const prefix = name.slice(0, name.length - suffix.length) + level;
  return { kind: "score", prefix, score, isForPass: forPass !== "" };
}

/** The score or frame rate that an element of a 3DMark result holds. */
export type ElementMeaning =
  | { kind: "graphics_test"; prefix: string; number: number | null }
  | { kind: "score"; prefix: string; score: ScoreKind; isForPass: boolean };

/** `physics` is the CPU score of those 3DMark tests that have a physics test instead of a CPU test. */
export type ScoreKind = "overall" | "graphics" | "cpu" | "physics";
