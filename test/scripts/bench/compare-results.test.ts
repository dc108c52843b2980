import test from "ava";
import { findSlower } from "../../../scripts/bench/compare-results.ts";
import { median } from "../../../scripts/bench/measures.ts";
import type { FigureResult } from "../../../scripts/bench/results.ts";

const machine = { node: "v20.19.0", cpu: "a processor", cores: 2, memory_bytes: 8e9 };

interface Made {
  better?: "more" | "less";
  judged?: FigureResult["judged"];
}

/** Returns results of npm run bench with one operation (a row), which has one measured value. */
function resultsOf(row: string, pairs: number[], { better = "less", judged = "ratio" }: Made = {}) {
  const figure: FigureResult = {
    judged,
    goal: null,
    better,
    ours: 1,
    yardstick: 1,
    median: median(pairs),
    pairs,
    isReached: null,
  };
  return { machine, rows: [{ name: row, path: "", yardstick: "", figures: { p50_ms: figure } }] };
}

test("a figure of npm run bench counts as slower than before if it grew by more than a tenth and beyond its earlier range", (t) => {
  const { slower, compared } = findSlower(resultsOf("search", [1, 1.1, 1.2]), resultsOf("search", [1.3]));
  t.deepEqual(slower, [{ row: "search", figure: "p50_ms", before: 1.1, now: 1.3 }]);
  t.is(compared, 1);
});

test("a figure of npm run bench does not count as slower if it is within its earlier range, or worse by at most a tenth", (t) => {
  t.deepEqual(findSlower(resultsOf("search", [1, 1.1, 2]), resultsOf("search", [1.9])).slower, []);
  t.deepEqual(findSlower(resultsOf("search", [1, 1, 1]), resultsOf("search", [1.1])).slower, []);
});

test("a figure of npm run bench for which higher is better counts as slower if it fell", (t) => {
  t.is(
    findSlower(
      resultsOf("search", [1, 1, 1], { better: "more" }),
      resultsOf("search", [0.8], { better: "more" }),
    ).slower.length,
    1,
  );
  t.deepEqual(
    findSlower(resultsOf("search", [1], { better: "more" }), resultsOf("search", [2], { better: "more" }))
      .slower,
    [],
  );
});

test("an operation that npm run bench has measured, and that the earlier results lack, is reported and not compared", (t) => {
  const { slower, compared, missing } = findSlower(resultsOf("search", [1]), resultsOf("charts", [9]));
  t.deepEqual({ slower, compared, missing }, { slower: [], compared: 0, missing: ["charts p50_ms"] });
});

test("npm run bench compares durations that it measured without a comparison program only with durations of the same machine", (t) => {
  const before = resultsOf("start", [1000], { judged: "value" });
  const now = resultsOf("start", [2000], { judged: "value" });
  t.is(findSlower(before, now).slower.length, 1);
  const elsewhere = { ...now, machine: { ...machine, cores: 8 } };
  t.like(findSlower(before, elsewhere), { slower: [], compared: 0, isSameMachine: false });
});
