import type { FigureResult, RowResult } from "./measure-row.ts";
import type { BenchResults } from "./results.ts";

/** By what share a figure has to be worse before it counts as slower: less is the noise of a machine. */
const NOISE = 0.1;

/** A figure that became worse. */
export interface Slower {
  row: string;
  figure: string;
  before: number;
  now: number;
}

/**
 * Finds the figures that became worse since earlier results: by more than a tenth, and worse than each of the earlier pairs, so that a
 * figure that varies much has to leave its earlier range. Rows and figures that one of the two lacks are not compared.
 */
export function findSlower(
  earlier: Pick<BenchResults, "rows">,
  later: Pick<BenchResults, "rows">,
): { slower: Slower[]; compared: number } {
  const slower: Slower[] = [];
  let compared = 0;
  for (const row of later.rows)
    for (const [figure, now] of Object.entries(row.figures)) {
      const before = earlierFigure(earlier.rows, row.name, figure);
      if (before?.judged !== now.judged) continue;
      compared += 1;
      if (isWorse(before, now))
        slower.push({ row: row.name, figure, before: before.median, now: now.median });
    }
  return { slower, compared };
}

function earlierFigure(rows: readonly RowResult[], row: string, figure: string): FigureResult | undefined {
  return rows.find(({ name }) => name === row)?.figures[figure];
}

function isWorse(before: FigureResult, now: FigureResult): boolean {
  const margin = Math.abs(before.median) * NOISE;
  return now.better === "less"
    ? now.median > Math.max(before.median + margin, ...before.pairs)
    : now.median < Math.min(before.median - margin, ...before.pairs);
}
