import type { BenchRow, BenchSetup, Duel, Figure, Sample } from "./row.ts";
import { median } from "./measures.ts";
import type { FigureResult, RowResult } from "./results.ts";

/**
 * Measures a row (one operation of the service) in pairs, of the service and of its yardstick: first the warm-up pairs,
 * whose results are discarded, then `pairs` pairs. Service and yardstick alternate, and the side that begins changes
 * from pair to pair, so that a slow moment of the machine affects both sides alike.
 * @param onProgress called after each pair with the finished share, from 0 to 1
 */
export async function measureRow(
  row: BenchRow,
  setup: BenchSetup,
  { pairs, onProgress }: { pairs: number; onProgress: (share: number) => void },
): Promise<RowResult> {
  const duel = await row.open(setup);
  const measured: Pair[] = [];
  const warmUps = setup.size === "full" ? (row.warmUpPairs ?? 1) : 0;
  for (let turn = 0; turn < warmUps + pairs; turn += 1) {
    const pair = await measurePair(duel, turn % 2 === 0);
    if (turn >= warmUps) measured.push(pair);
    onProgress((turn + 1) / (warmUps + pairs));
  }
  const results = Object.entries(row.figures).map(
    ([name, figure]) => [name, resultOf(row, name, figure, measured)] as const,
  );
  const { name, path, yardstick } = row;
  return { name, path, yardstick, figures: Object.fromEntries(results) };
}

interface Pair {
  ours: Sample;
  yardstick: Sample | undefined;
}

async function measurePair(duel: Duel, isYardstickFirst: boolean): Promise<Pair> {
  const first = isYardstickFirst ? await duel.yardstick?.() : undefined;
  const ours = await duel.ours();
  return { ours, yardstick: isYardstickFirst ? first : await duel.yardstick?.() };
}

function resultOf(row: BenchRow, name: string, figure: Figure, pairs: readonly Pair[]): FigureResult {
  const { judged, goal } = figure;
  const ours = pairs.map((pair) => figureOf(row, name, pair.ours, "the service"));
  const isCompared = judged !== "value" || pairs.every(({ yardstick }) => yardstick?.[name] !== undefined);
  const yardstick = isCompared
    ? pairs.map((pair) => figureOf(row, name, pair.yardstick, "the yardstick"))
    : null;
  const comparedPairs = ours.map((value, index) =>
    judged === "ratio" ? value / (yardstick?.[index] ?? Number.NaN) : value,
  );
  const middle = median(comparedPairs);
  return {
    judged,
    goal,
    better: "atLeast" in goal ? "more" : "less",
    ours: median(ours),
    yardstick: yardstick && median(yardstick),
    median: middle,
    pairs: comparedPairs,
    isReached: "atLeast" in goal ? middle >= goal.atLeast : middle <= goal.atMost,
  };
}

function figureOf(row: BenchRow, name: string, sample: Sample | undefined, side: string): number {
  const value = sample?.[name];
  if (value === undefined || !Number.isFinite(value))
    throw new Error(`${row.name}: expected the figure ${name} of ${side}, found ${String(value)}`);
  return value;
}
