import type { Comparison } from "./compare-results.ts";
import type { FigureResult, RowResult } from "./results.ts";

const NAMES = ["row", "figure", "ours", "yardstick", "judged", "goal", "reached", "pairs"];

/** Prints one line for each figure of the measured operations. */
export function printRows(rows: readonly RowResult[]): void {
  printTable(
    NAMES,
    rows.flatMap(({ name, figures }) =>
      Object.entries(figures).map(([figure, result]) => [name, figure].concat(cellsOf(result))),
    ),
  );
}

function cellsOf({ judged, goal, ours, yardstick, median, pairs, isReached }: FigureResult): string[] {
  const sign = judged === "ratio" ? " ×" : "";
  return [
    shown(ours),
    yardstick === null ? "" : shown(yardstick),
    `${shown(median)}${sign}`,
    goalOf(goal, sign),
    isReached === null ? "" : isReached ? "yes" : "no",
    `${shown(Math.min(...pairs))} to ${shown(Math.max(...pairs))}`,
  ];
}

function goalOf(goal: FigureResult["goal"], sign: string): string {
  if (goal === null) return "";
  return "atLeast" in goal ? `at least ${goal.atLeast}${sign}` : `at most ${goal.atMost}${sign}`;
}

/** Returns a value with three significant digits, because a measurement is not more precise than that. */
function shown(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : String(Number(value.toPrecision(3)));
}

/**
 * Prints the figures of npm run bench that became worse since the earlier results, and which figures could not be
 * compared.
 */
export function printSlower(path: string, { slower, compared, missing, isSameMachine }: Comparison): void {
  console.log(`\ncompared with ${path}: ${slower.length} of ${compared} figures became slower`);
  if (missing.length > 0) console.log(`the file lacks ${missing.join(", ")}`);
  if (!isSameMachine)
    console.log("the file is from another machine: figures without a yardstick were not compared");
  if (slower.length > 0)
    printTable(
      ["row", "figure", "before", "now"],
      slower.map(({ row, figure, before, now }) => [row, figure, shown(before), shown(now)]),
    );
}

/** Prints a table with a header; each column is as wide as its widest cell. */
function printTable(names: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = names.map((name, at) => Math.max(name.length, ...rows.map((row) => row[at]?.length ?? 0)));
  for (const row of [names, ...rows])
    console.log(
      row
        .map((cell, at) => cell.padEnd(widths[at] ?? 0))
        .join("  ")
        .trimEnd(),
    );
}
