import test from "ava";
import { measureRow } from "../../../scripts/bench/measure-row.ts";
import type { BenchRow, BenchSetup, Duel, Sample } from "../../../scripts/bench/row.ts";

/**
 * Returns a row of the benchmarks whose measured code and yardstick (code that is measured for comparison) return
 * the given samples one after another, and `calls`, which records the order of the measurements.
 */
function rowOf(figures: BenchRow["figures"], sides: { ours: Sample[]; yardstick?: Sample[] }) {
  const calls: string[] = [];
  const next = (side: "ours" | "yardstick") => async () => {
    calls.push(side);
    const sample = sides[side]?.shift();
    if (!sample) throw new Error(`no sample is left of ${side}`);
    return sample;
  };
  const duel: Duel = {
    ours: next("ours"),
    ...(sides.yardstick && { yardstick: next("yardstick") }),
  };
  const row: BenchRow = {
    name: "made-up",
    path: "a path",
    yardstick: "a yardstick",
    figures,
    open: async () => duel,
  };
  return { row, calls };
}

function setupOf(size: BenchSetup["size"]): BenchSetup {
  return { size, folder: ".", given: {}, say: () => undefined, atEnd: () => undefined };
}

const options = { pairs: 3, onProgress: () => undefined };
const p50 = (...values: number[]) => values.map((value) => ({ p50_ms: value }));

test("npm run bench compares the service with a comparison program by the median ratio of all pairs of measurements except the first pair", async (t) => {
  const { row } = rowOf(
    { p50_ms: { judged: "ratio", goal: { atMost: 2 } } },
    { ours: p50(1000, 10, 20, 90), yardstick: p50(1, 10, 10, 30) },
  );
  const { figures } = await measureRow(row, setupOf("full"), options);
  t.like(figures["p50_ms"], { ours: 20, yardstick: 10, pairs: [1, 2, 3], median: 2, isReached: true });
});

test("an operation that npm run bench measures may declare how many of its first pairs of measurements (service and comparison program) only warm up and are not counted", async (t) => {
  const { row } = rowOf(
    { p50_ms: { judged: "ratio", goal: { atMost: 2 } } },
    { ours: p50(1000, 1000, 2, 2, 2), yardstick: p50(1, 1, 1, 1, 1) },
  );
  const { figures } = await measureRow({ ...row, warmUpPairs: 2 }, setupOf("full"), options);
  t.deepEqual(figures["p50_ms"]?.pairs, [2, 2, 2]);
});

test("npm run bench measures the service and a comparison program alternately, and the side that begins changes from pair to pair", async (t) => {
  const { row, calls } = rowOf(
    { p50_ms: { judged: "ratio", goal: { atMost: 2 } } },
    { ours: p50(1, 1, 1, 1), yardstick: p50(1, 1, 1, 1) },
  );
  await measureRow(row, setupOf("full"), options);
  const pairs = ["yardstick", "ours", "ours", "yardstick"];
  t.deepEqual(calls, [...pairs, ...pairs]);
});

test("npm run bench measures a value with an absolute goal without any comparison program", async (t) => {
  const { row } = rowOf(
    {
      peak_mib: { judged: "value", goal: { atMost: 10 } },
      requests_per_second: { judged: "value", goal: { atLeast: 100 } },
    },
    { ours: [{ peak_mib: 10, requests_per_second: 99 }] },
  );
  const { figures } = await measureRow(row, setupOf("small"), { ...options, pairs: 1 });
  t.like(figures["peak_mib"], { median: 10, yardstick: null, isReached: true, better: "less" });
  t.like(figures["requests_per_second"], { median: 99, yardstick: null, isReached: false, better: "more" });
});

test("the median ratio of two pairs of measurements of npm run bench is the mean of both ratios", async (t) => {
  const { row } = rowOf(
    { p50_ms: { judged: "ratio", goal: { atMost: 2 } } },
    { ours: p50(10, 20), yardstick: p50(10, 10) },
  );
  const { figures } = await measureRow(row, setupOf("small"), { ...options, pairs: 2 });
  t.like(figures["p50_ms"], { ours: 15, yardstick: 10, pairs: [1, 2], median: 1.5 });
});

test("npm run bench fails with the names of the operation and the value if the comparison program of an operation does not measure the value", async (t) => {
  const { row } = rowOf(
    { p50_ms: { judged: "ratio", goal: { atMost: 2 } } },
    { ours: p50(1), yardstick: [{}] },
  );
  const error = await t.throwsAsync(measureRow(row, setupOf("small"), { ...options, pairs: 1 }));
  t.is(error?.message, "made-up: expected the figure p50_ms of the yardstick, found undefined");
});
