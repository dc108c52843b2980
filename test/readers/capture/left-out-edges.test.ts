import assert from "node:assert/strict";
import test from "ava";
import * as fc from "fast-check";
import { captureFamilies, makeCapture, makeFrameTimes } from "../../helpers/capture-generator.ts";
import { makeCapFrameXRecord } from "../../helpers/capframex-generator.ts";
import { makeFrapsLog, makeMangoHudLog } from "../../helpers/log-generator.ts";
import { makeEgoLog } from "../../helpers/odd-captures.ts";
import { read } from "../reading.ts";
import { changeRows, framesOf } from "./damage.ts";

// The properties use node:assert, because a failing ava assertion would end the search for the smallest counterexample.

const ROWS = 2000;
const frameTimes = makeFrameTimes(ROWS, 6);

/**
 * Asserts that a capture whose edge lacks times is unranked if it lacks the frame times of more than 1 % of its rows.
 */
async function assertByNumber(content: string, leftOut: number): Promise<void> {
  const { unranked, warnings } = await read(content);
  assert.ok(warnings[0]?.startsWith(`${leftOut} of ${ROWS} rows`), warnings[0]);
  assert.match(warnings[0] ?? "", /they took at least [\d.]+ of [\d.]+ s\./);
  assert.equal(unranked?.code, leftOut > ROWS / 100 ? "rows_left_out" : undefined);
  if (unranked !== null) assert.match(unranked.detail, /at most 1 % of the rows/);
}

const edge = fc.record({
  isEnd: fc.boolean(),
  leftOut: fc.oneof(fc.constantFrom(2, 20, 21), fc.integer({ min: 2, max: 400 })),
});
const isIn = (row: number, { isEnd, leftOut }: { isEnd: boolean; leftOut: number }) =>
  isEnd ? row >= ROWS - leftOut : row < leftOut;

for (const family of captureFamilies) {
  test(`if a ${family} capture lacks times at its beginning or end, the number of skipped rows decides whether it is ranked`, async (t) => {
    await t.notThrowsAsync(
      fc.assert(
        fc.asyncProperty(edge, async (damage) => {
          const content = changeRows(makeCapture(family, framesOf(frameTimes)), (cells, row, places) =>
            isIn(row, damage) ? cells.with(places.time, "NA").with(places.frameTime, "NA") : cells,
          );
          await assertByNumber(content, damage.leftOut);
        }),
        { numRuns: 12 },
      ),
    );
  });

  test(`if the last rows of a ${family} capture are cut off, the number of skipped rows decides whether it is ranked`, async (t) => {
    for (const leftOut of [10, 20, 21, 200]) {
      const content = changeRows(makeCapture(family, framesOf(frameTimes)), (cells, row) =>
        row >= ROWS - leftOut ? cells.slice(0, 3) : cells,
      );
      await t.notThrowsAsync(assertByNumber(content, leftOut));
    }
  });
}

test("if a capture lacks times around its skipped rows, the number of these rows decides whether it is ranked", async (t) => {
  const content = changeRows(makeCapture("frameview", framesOf(frameTimes)), (cells, row, places) => {
    const untimed = row > 50 ? cells.with(places.time, "NA") : cells;
    return row % 10 === 7 && row > 50 ? untimed.with(places.frameTime, "NA") : untimed;
  });
  await t.notThrowsAsync(assertByNumber(content, 195));
});

for (const [name, log, empty] of [
  ["MangoHud", makeMangoHudLog({ frameTimes }), "NA,NA,0,0,0,0,0,NA"],
  ["FRAPS", makeFrapsLog(frameTimes.map((time) => time * 1000)), "1,NA"],
  ["EGO engine", makeEgoLog(frameTimes), "1,NA,NA"],
] as const)
  test(`if a file of ${name} lacks times at its beginning or end, the number of skipped rows decides whether it is ranked`, async (t) => {
    const lines = log.trimEnd().split(/\r?\n/);
    const begin = lines.findIndex((line) => /^(?:fps|frame)/i.test(line)) + 1;
    for (const isEnd of [false, true]) {
      const content = lines
        .map((line, index) => (index >= begin && isIn(index - begin, { isEnd, leftOut: 201 }) ? empty : line))
        .join("\n");
      const { unranked } = await read(`${content}\n`);
      t.is(unranked?.code, "rows_left_out", String(isEnd));
      t.regex(unranked?.detail ?? "", /at least .*at most 1 % of the rows/);
    }
  });

test("if a CapFrameX record lacks times at its beginning or end, the number of skipped frames decides whether it is ranked", async (t) => {
  const record = JSON.parse(makeCapFrameXRecord([{ frameTimes }])) as {
    Runs: [{ CaptureData: Record<string, unknown[]> }];
  };
  const data = record.Runs[0].CaptureData;
  for (const isEnd of [false, true]) {
    const without = (name: string) =>
      (data[name] ?? []).map((value, row) => (isIn(row, { isEnd, leftOut: 200 }) ? "NaN" : value));
    const changed = {
      ...data,
      TimeInSeconds: without("TimeInSeconds"),
      MsBetweenPresents: without("MsBetweenPresents"),
    };
    const content = JSON.stringify({ ...record, Runs: [{ CaptureData: changed }] });
    await t.notThrowsAsync(assertByNumber(content, 200));
  }
});
