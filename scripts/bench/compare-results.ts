import type { BenchResults, FigureResult } from "./results.ts";

/**
 * The share by which a figure of npm run bench has to be worse than before to count as slower: smaller differences may
 * be noise of the machine.
 */
const NOISE = 0.1;

/** The differences between two results of `npm run bench`. */
export interface Comparison {
  /** The figures of npm run bench that became worse, with their earlier and their new value. */
  slower: { row: string; figure: string; before: number; now: number }[];
  /**
   * The number of figures, such as requests per second, that both results of npm run bench contain, and that were
   * compared.
   */
  compared: number;
  /**
   * The figures, as `<operation> <figure>`, that the earlier results of npm run bench lack, or compare with the goal in
   * another way (`judged`).
   */
  missing: string[];
  /**
   * Whether the earlier and the later results come from the same machine. Otherwise only ratios of the service to a
   * bare program are compared.
   */
  isSameMachine: boolean;
}

type Compared = Pick<BenchResults, "machine" | "rows">;

/**
 * Finds the figures that became worse since earlier results: by more than NOISE, and worse than in each of the earlier
 * pairs of measurements. So a figure that varies much counts as slower only if it leaves the range of its earlier
 * measurements.
 */
export function findSlower(earlier: Compared, later: Compared): Comparison {
  const isSameMachine = JSON.stringify(earlier.machine) === JSON.stringify(later.machine);
  const found: Comparison = { slower: [], compared: 0, missing: [], isSameMachine };
  for (const row of later.rows)
    for (const [figure, now] of Object.entries(row.figures)) {
      const before = earlier.rows.find(({ name }) => name === row.name)?.figures[figure];
      if (before?.judged !== now.judged) {
        found.missing.push(`${row.name} ${figure}`);
        continue;
      }
      if (now.judged === "value" && !isSameMachine) continue;
      found.compared += 1;
      if (isWorse(before, now))
        found.slower.push({ row: row.name, figure, before: before.median, now: now.median });
    }
  return found;
}

function isWorse({ pairs, median: before }: FigureResult, { median: now, better }: FigureResult): boolean {
  const margin = Math.abs(before) * NOISE;
  return better === "less"
    ? now > Math.max(before + margin, ...pairs)
    : now < Math.min(before - margin, ...pairs);
}
