import test from "ava";
import { findSlower } from "../../../scripts/bench/compare-results.ts";
import type { FigureResult } from "../../../scripts/bench/measure-row.ts";

function resultsOf(row: string, pairs: number[], better: "more" | "less" = "less") {
  const middle = pairs.toSorted((a, b) => a - b)[Math.floor(pairs.length / 2)] ?? Number.NaN;
  const figure: FigureResult = {
    judged: "ratio",
    goal: null,
    better,
    ours: 1,
    yardstick: 1,
    median: middle,
    pairs,
    isReached: null,
  };
  return { rows: [{ name: row, path: "", yardstick: "", figures: { p50_ms: figure } }] };
}

test("a figure that grew by more than a tenth and beyond its earlier range is slower", (t) => {
  const { slower, compared } = findSlower(resultsOf("search", [1, 1.1, 1.2]), resultsOf("search", [1.3]));
  t.deepEqual(slower, [{ row: "search", figure: "p50_ms", before: 1.1, now: 1.3 }]);
  t.is(compared, 1);
});

test("a figure within its earlier range, or worse by a tenth at most, is not slower", (t) => {
  t.deepEqual(findSlower(resultsOf("search", [1, 1.1, 2]), resultsOf("search", [1.9])).slower, []);
  t.deepEqual(findSlower(resultsOf("search", [1, 1, 1]), resultsOf("search", [1.1])).slower, []);
});

test("of a figure of which more is better, less is slower", (t) => {
  t.is(
    findSlower(resultsOf("search", [1, 1, 1], "more"), resultsOf("search", [0.8], "more")).slower.length,
    1,
  );
  t.deepEqual(findSlower(resultsOf("search", [1], "more"), resultsOf("search", [2], "more")).slower, []);
});

test("a row that one of the results lacks is not compared", (t) => {
  t.deepEqual(findSlower(resultsOf("search", [1]), resultsOf("charts", [9])), { slower: [], compared: 0 });
});
