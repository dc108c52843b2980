import type { ChipFacts, CpuFacts, Game, Level } from "./facts.ts";

/** The resolution and the level of quality with which a made-up capture of a game runs. */
interface GameSettings {
  resolution: string;
  level: Level;
}

/**
 * Tests of 3DMark. `typical` is the column with the typical graphics scores of the chips. `pointsAFps` is the graphics
 * score divided by the harmonic mean of the frame rates of both graphics tests. `ratio` is the usual ratio of the frame
 * rates of the graphics tests.
 */
export const threeDMarkTests = [
  { variant: "Time Spy", typical: "time_spy_graphics", pointsAFps: 164, ratio: 1.17 },
  { variant: "Fire Strike", typical: "fire_strike_graphics", pointsAFps: 230, ratio: 1.25 },
] as const;

/** A test of 3DMark, as the made-up population uses it. */
export type ThreeDMarkTest = (typeof threeDMarkTests)[number];

/**
 * The architectures of graphics chips. Each has a factor for the ratio of the frame rates of 3DMark's two graphics
 * tests, relative to the usual ratio. The architectures that are not listed have the usual ratio.
 */
const architectures: readonly (readonly [RegExp, number])[] = [
  [/^Arc A/, 0.94],
  [/^Arc B/, 0.96],
  [/^Radeon RX (?:5[5-9]|57)/, 1.02],
  [/^Radeon RX [67]\d{3}/, 1.03],
  [/^Radeon RX 9/, 1.015],
  [/GTX 1/, 0.97],
  [/RTX [23]0/, 0.985],
  [/RTX 50/, 0.99],
];

/**
 * Returns the metrics of a card in a test of 3DMark: its graphics score, and the frame rates of its graphics tests.
 * `factor` multiplies the graphics score, and `skew` the ratio of the graphics tests.
 */
export function threeDMarkMetricsOf(
  gpu: ChipFacts,
  test: ThreeDMarkTest,
  { factor, skew }: Record<"factor" | "skew", number>,
) {
  const score = gpu[test.typical] * factor;
  const [, ofChip = 1] = architectures.find(([pattern]) => pattern.test(gpu.chipset)) ?? [];
  const ratio = test.ratio * ofChip * skew;
  const half = (score / test.pointsAFps) * ((1 + ratio) / 2);
  const graphics_tests = { "1": Number(half.toFixed(2)), "2": Number((half / ratio).toFixed(2)) };
  const others = { graphics_score: Math.floor(score), overall_score: null, cpu_score: null, passes: 1 };
  return { test: test.variant, graphics_tests, ...others };
}

// The factors by which a preset changes the frame rate that the card allows (`drawnWith`) and the frame rate that the
// processor allows (`preparedWith`), relative to the highest preset.
const drawnWith: Readonly<Record<Level, number>> = { low: 1.7, high: 1.25, highest: 1 };
const preparedWith: Readonly<Record<Level, number>> = { low: 1.1, high: 1.03, highest: 1 };
/** The factor by which 1920x1080 changes the frame rate that the card allows at 2560x1440. */
const FACTOR_1080P = 1.42;
/**
 * The share of its frame rate that a card loses, by resolution, for each GB of memory that the game needs and the card
 * lacks. MAX_LOSS is the largest share that a card loses.
 */
const lossAGb: Readonly<Record<string, number>> = { "2560x1440": 0.02, "3840x2160": 0.05 };
const MAX_LOSS = 0.25;
/**
 * The exponent with which the frame rates of card and processor are combined. The higher it is, the more the slower of
 * the two alone determines the frame rate.
 */
const SHARPNESS = 6;

/**
 * Returns the average frames per second of a game: a little below the frame rate that the slower of card and processor
 * allows.
 */
export function gameFpsOf(
  { cpu, gpu }: { cpu: CpuFacts; gpu: ChipFacts },
  game: Game,
  { resolution, level }: GameSettings,
): number {
  const prepared = (game.cpu_fps * cpu.relative_games * preparedWith[level]) / 100;
  // At 2560x1440, processors limit the fastest cards, so the relative speed of these cards is higher at 3840x2160.
  const unlimited = resolution === "3840x2160" ? Math.max(0, gpu.relative_games_1440p - 100) : 0;
  const lacking = level === "highest" ? Math.max(0, game.vram_gb - gpu.vram_gb) : 0;
  const loss = Math.min(MAX_LOSS, (lossAGb[resolution] ?? 0) * lacking);
  const speed = ((gpu.relative_games_1440p + unlimited) / 100) * (1 - loss);
  const drawnAt: Readonly<Record<string, number>> = {
    "1920x1080": FACTOR_1080P,
    "3840x2160": game.factor_4k,
  };
  const drawn = game.gpu_fps * speed * (drawnAt[resolution] ?? 1) * drawnWith[level];
  return (prepared ** -SHARPNESS + drawn ** -SHARPNESS) ** (-1 / SHARPNESS);
}
