import assert from "node:assert/strict";
import test from "ava";
import * as fc from "fast-check";
import type { FrameMetrics } from "../../../src/readers/index.ts";
import { makeFrameTimes } from "../../helpers/capture-generator.ts";
import { makeMangoHudLog } from "../../helpers/log-generator.ts";
import { read } from "../reading.ts";
import { seed, total } from "./damage.ts";

// The properties use node:assert, because a failing ava assertion would end the search for the smallest counterexample.

const FRAMES = 3000;
const RUNS = { numRuns: 15 };

/** Changes a row of a MangoHud log: gets the cells and the index of the row's frame, and returns new cells or null. */
type Row = (cells: string[], frame: number) => string[] | null;

/** Returns a log whose rows were changed: `change` returns the cells of a row, or null to delete the row. */
function changeLog(log: string, change: Row): string {
  const lines = log.trimEnd().split("\n");
  const header = lines.findIndex((line) => line.startsWith("fps,"));
  const rows = lines.slice(header + 1).flatMap((line, frame) => {
    const cells = change(line.split(","), frame);
    return cells === null ? [] : [cells.join(",")];
  });
  return [...lines.slice(0, header + 1), ...rows, ""].join("\n");
}

const scaled =
  (factor: number): Row =>
  (cells) => [String(Number(cells[0]) / factor), String(Number(cells[1]) * factor), ...cells.slice(2)];

/** Asserts that a MangoHud log is never ranked, shows only an average, and takes about `seconds` by its clock. */
async function assertContradiction(log: string, seconds: number): Promise<void> {
  const { unranked, metrics, frameTimesMs } = await read(log);
  const { low_1_fps, duration_s } = metrics as FrameMetrics;
  assert.equal(unranked?.code, "clock_contradicts");
  assert.deepEqual([low_1_fps, frameTimesMs], [null, null]);
  assert.ok(Math.abs(Number(duration_s) / seconds - 1) < 0.02, `${duration_s} s instead of ${seconds} s`);
}

test("a MangoHud log of every frame whose frame times were changed is never ranked", async (t) => {
  const factor = fc.oneof(
    fc.constantFrom(0.25, 0.5, 0.001),
    fc.double({ min: 0.05, max: 0.85, noNaN: true }),
  );
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(seed, factor, async (start, changed) => {
        const frameTimes = makeFrameTimes(FRAMES, start);
        const log = changeLog(makeMangoHudLog({ frameTimes }), scaled(changed));
        await assertContradiction(log, total(frameTimes) / 1000);
      }),
      RUNS,
    ),
  );
  for (const longer of [1.2, 2, 4, 40]) {
    const frameTimes = makeFrameTimes(FRAMES, 3);
    const { unranked } = await read(changeLog(makeMangoHudLog({ frameTimes }), scaled(longer)));
    t.is(unranked?.code, "clock_contradicts", String(longer));
    const seconds = Number(/frames took ([\d.]+) s/.exec(unranked?.detail ?? "")?.[1]);
    t.true(Math.abs((seconds * 1000) / total(frameTimes) - 1) < 0.02, `${seconds} s`);
  }
});

test("a MangoHud log of every frame whose slowest rows were deleted is never ranked", async (t) => {
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(seed, fc.integer({ min: 5, max: 40 }), async (start, every) => {
        const frameTimes = makeFrameTimes(FRAMES, start).map((time, frame) =>
          frame % every === every - 1 ? 60 : time,
        );
        const log = changeLog(makeMangoHudLog({ frameTimes }), (cells, frame) =>
          frame % every === every - 1 ? null : cells,
        );
        assert.equal((await read(log)).unranked?.code, "clock_contradicts");
      }),
      RUNS,
    ),
  );
});

test("a MangoHud log of every frame that was thinned to every nth row is never ranked", async (t) => {
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(seed, fc.integer({ min: 2, max: 30 }), async (start, step) => {
        const frameTimes = makeFrameTimes(600 * step, start);
        const log = changeLog(makeMangoHudLog({ frameTimes }), (cells, frame) =>
          frame % step === 0 ? cells : null,
        );
        await assertContradiction(log, total(frameTimes) / 1000);
      }),
      RUNS,
    ),
  );
});

test("a MangoHud log of a capped frame rate whose frame times were halved is never ranked", async (t) => {
  const frameTimes = Array.from({ length: FRAMES }, (_, frame) => 16.667 + (frame % 3) / 1000);
  const log = changeLog(makeMangoHudLog({ frameTimes }), scaled(0.5));
  await t.notThrowsAsync(assertContradiction(log, total(frameTimes) / 1000));
});

test("a MangoHud log with an interval is read as samples, also with an elapsed time in microseconds", async (t) => {
  const frameTimes = makeFrameTimes(400, 5);
  for (const intervalMs of [50, 100, 500]) {
    const log = makeMangoHudLog({ frameTimes, intervalMs });
    const micros = changeLog(log, (cells) => [...cells.slice(0, -1), String(Number(cells.at(-1)) / 1000)]);
    for (const content of [log, micros]) {
      const { unranked, metrics, warnings } = await read(content);
      t.is(unranked, null);
      t.like(metrics, { samples: 400, frames: null });
      t.true(Math.abs(Number((metrics as FrameMetrics).duration_s) / ((399 * intervalMs) / 1000) - 1) < 1e-6);
      t.regex(warnings.join(), /has samples, not every frame/);
    }
  }
});

test("a MangoHud log with an interval of which some rows were deleted is never ranked", async (t) => {
  const log = makeMangoHudLog({ frameTimes: makeFrameTimes(400, 5), intervalMs: 100 });
  const deleted = changeLog(log, (cells, row) => (row % 7 === 3 ? null : cells));
  t.is((await read(deleted)).unranked?.code, "clock_contradicts");
});

test("a MangoHud log without elapsed times warns that nobody can tell whether it has every frame", async (t) => {
  const log = makeMangoHudLog({ frameTimes: makeFrameTimes(FRAMES, 5) });
  for (const cell of ["0", "", "NA"]) {
    const { warnings } = await read(changeLog(log, (cells) => [...cells.slice(0, -1), cell]));
    t.regex(warnings.join(), /does not tell whether it has every frame/);
    t.notRegex(warnings.join(), /has samples, not every frame/);
  }
});
