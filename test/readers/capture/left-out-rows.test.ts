import assert from "node:assert/strict";
import test from "ava";
import * as fc from "fast-check";
import type { FrameMetrics } from "../../../src/readers/index.ts";
import {
  captureFamilies,
  makeCapture,
  makeFrameTimes,
  RANKED_FRAMES,
} from "../../helpers/capture-generator.ts";
import { makeCapFrameXRecord } from "../../helpers/capframex-generator.ts";
import { makeFrapsLog, makeMangoHudLog } from "../../helpers/log-generator.ts";
import { captureOf, gameRows, metricsOf, read } from "../reading.ts";
import { changeRows, framesOf, seed, total } from "./damage.ts";

// The properties use node:assert, because a failing ava assertion would end the search for the smallest counterexample.

const UNUSABLE = ["NA", "", "-1", "1844674407370955.1"] as const;

interface Judgement {
  leftOut: number;
  rows: number;
  share: number;
  of: "rows" | "time";
}

/**
 * Asserts that a warning counts the rows left out of a capture, and that the capture is unranked above 1 % of its rows
 * or time.
 */
async function assertJudgement(content: string, { leftOut, rows, share, of }: Judgement): Promise<void> {
  const { unranked, warnings } = await read(content);
  const about = warnings.filter((warning) => warning.includes("left out of the figures"));
  assert.equal(about.length, leftOut === 0 ? 0 : 1);
  if (leftOut > 0)
    assert.ok(
      about[0]?.startsWith(
        `${leftOut} of ${rows} rows ${leftOut === 1 ? "is" : "are"} left out of the figures: `,
      ),
    );
  if (leftOut > 0 && of === "time")
    assert.match(about[0] ?? "", /By the clock of the file they took [\d.]+ of [\d.]+ s\./);
  if (Math.abs(share - 0.01) < 0.001) return;
  assert.equal(unranked?.code, share > 0.01 ? "rows_left_out" : undefined, `${share} of the ${of}`);
  if (share > 0.01) assert.ok(unranked?.detail.includes(`at most 1 % of the ${of}`));
}

for (const family of captureFamilies)
  test(`a warning about a ${family} capture states how many rows were left out of the figures, and how much time they took`, async (t) => {
    const frameTimes = makeFrameTimes(2 * RANKED_FRAMES, 6);
    const spoiled = fc.record({
      // Leave out rows at the beginning and at the end of the capture and the slowest rows as often as other rows.
      rows: fc.uniqueArray(fc.nat({ max: frameTimes.length - 1 }), { maxLength: 40 }),
      begin: fc.constantFrom(0, 0, 3, 40),
      end: fc.constantFrom(0, 0, 3, 40),
      isSlow: fc.boolean(),
      cell: fc.constantFrom(...UNUSABLE),
    });
    const property = fc.asyncProperty(spoiled, async ({ rows, begin, end, isSlow, cell }) => {
      const left = new Set(rows);
      const isLeftOut = (row: number) =>
        row < begin || row >= frameTimes.length - end || left.has(row) || (isSlow && row % 37 === 36);
      const content = changeRows(makeCapture(family, framesOf(frameTimes)), (cells, row, { frameTime }) =>
        isLeftOut(row) ? cells.with(frameTime, cell) : cells,
      );
      const lost = frameTimes.filter((_, row) => isLeftOut(row));
      const share = total(lost) / total(frameTimes);
      await assertJudgement(content, { leftOut: lost.length, rows: frameTimes.length, share, of: "time" });
    });
    await t.notThrowsAsync(fc.assert(property, { numRuns: 25 }));
  });

test("in a capture without a clock, the number of rows left out of the result decides whether it is ranked", async (t) => {
  const property = fc.asyncProperty(
    fc.integer({ min: 0, max: 60 }),
    fc.constantFrom(...UNUSABLE, "0"),
    async (leftOut, cell) => {
      const content = captureOf([...gameRows(1500 - leftOut), ...gameRows(leftOut, cell)]);
      await assertJudgement(content, { leftOut, rows: 1500, share: leftOut / 1500, of: "rows" });
    },
  );
  await t.notThrowsAsync(fc.assert(property, { numRuns: 40 }));
});

test("a warning about a CapFrameX record states how many frames were left out of the result, and how much time they took", async (t) => {
  const property = fc.asyncProperty(seed, fc.integer({ min: 0, max: 50 }), async (start, leftOut) => {
    const frameTimes = makeFrameTimes(1500, start);
    const record = JSON.parse(makeCapFrameXRecord([{ frameTimes }])) as {
      Runs: [{ CaptureData: Record<string, unknown[]> }];
    };
    const data = record.Runs[0].CaptureData;
    const isLeftOut = (index: number) => index % 30 === 4 && index < 30 * leftOut;
    data["MsBetweenPresents"] = frameTimes.map((time, index) => (isLeftOut(index) ? "NaN" : time));
    const lost = frameTimes.filter((_, index) => isLeftOut(index));
    const share = total(lost) / total(frameTimes);
    await assertJudgement(JSON.stringify(record), { leftOut: lost.length, rows: 1500, share, of: "time" });
  });
  await t.notThrowsAsync(fc.assert(property, { numRuns: 25 }));
});

test("a capture with rows of the frame time 0 may be ranked, and these rows take no time on the clock of the capture", async (t) => {
  const frameTimes = makeFrameTimes(RANKED_FRAMES, 5).flatMap((time, index) =>
    index % 4 === 0 ? [time, 0] : [time],
  );
  const { unranked, warnings } = await read(makeCapture("frameview", framesOf(frameTimes)));
  t.is(unranked, null);
  t.regex(
    warnings.join(),
    /^300 of 1500 rows are left out of the figures: 300 have the frame time 0\. By the clock of the file they took 0 of /,
  );
});

test("a warning about a capture states how many rows end before the frame time, and how much time they took", async (t) => {
  const frameTimes = makeFrameTimes(RANKED_FRAMES, 5);
  const content = changeRows(makeCapture("presentmon-1.0", framesOf(frameTimes)), (cells, row) =>
    row % 50 === 7 ? cells.slice(0, 4) : cells,
  );
  const { unranked } = await read(content);
  t.is(unranked?.code, "rows_left_out");
  t.regex(
    unranked?.detail ?? "",
    /^24 of 1200 rows .*24 end before the frame time.*they took 0\.\d+ of 1\d\.\d+ s/,
  );
});

for (const family of captureFamilies)
  test(`a frame of more than a minute in a ${family} capture counts as a frame, and the capture is unranked`, async (t) => {
    const property = fc.asyncProperty(
      fc.integer({ min: 0, max: RANKED_FRAMES - 1 }),
      fc.integer({ min: 50_000, max: 3_600_000 }),
      async (place, longMs) => {
        const frameTimes = makeFrameTimes(RANKED_FRAMES, 4).with(place, longMs);
        const { unranked, metrics, frameTimesMs } = await read(makeCapture(family, framesOf(frameTimes)));
        assert.equal((metrics as FrameMetrics).frames, RANKED_FRAMES);
        assert.equal(frameTimesMs?.[place], Math.fround(longMs));
        assert.equal(unranked?.code, "implausible");
        const seconds = Number((longMs / 1000).toPrecision(4));
        assert.ok(
          unranked?.detail.includes(`The longest is frame ${place + 1} of the capture, with ${seconds} s.`),
        );
      },
    );
    await t.notThrowsAsync(fc.assert(property, { numRuns: 8 }));
  });

test("a row with a frame time of more than an hour is left out of a capture's statistics", async (t) => {
  const { unranked, warnings, metrics } = await read(
    captureOf([...gameRows(1500), ...gameRows(1, "3600001")]),
  );
  t.is((metrics as FrameMetrics).frames, 1500);
  t.is(unranked, null);
  t.regex(warnings.join(), /1 of 1501 rows is left out of the figures: 1 is negative or longer than an hour/);
});

const grouped = (ms: number, locale: string) =>
  ms.toLocaleString(locale, { minimumFractionDigits: 3, useGrouping: true });

test("frame times with thousands separators are read if the cell is quoted or the delimiter is not a comma", async (t) => {
  const property = fc.asyncProperty(
    fc.constantFrom([",", "en"], [";", "de"], ["\t", "de"], [";", "fr"], [",", "de"], [";", "de-CH"]),
    fc.array(fc.integer({ min: 1_000_000, max: 3_000_000_000 }), { minLength: 1, maxLength: 5 }),
    async ([delimiter = "", locale = ""], longUs) => {
      const times = longUs.map((us) => us / 1000);
      const cellOf = (ms: number) => (delimiter === "," ? `"${grouped(ms, locale)}"` : grouped(ms, locale));
      const rows = [...gameRows(20), ...times.map((time) => `game.exe,1,${time}`)].map((row) => {
        const [application, id, time] = row.split(",");
        return [application, id, Number(time) < 1000 ? time : cellOf(Number(time))].join(delimiter);
      });
      const header = ["Application", "ProcessID", "MsBetweenPresents"].join(delimiter);
      const { frameTimesMs } = await read(captureOf(rows, header));
      assert.deepEqual([...(frameTimesMs ?? [])].slice(20), [...Float32Array.from(times)], rows.at(-1));
    },
  );
  await t.notThrowsAsync(fc.assert(property));
});

test("a single comma or point in a frame time is a decimal separator and no thousands separator", async (t) => {
  const semicolons = (cell: string) =>
    metricsOf(
      captureOf(
        Array.from({ length: 9 }, () => `game.exe;${cell}`),
        "Application;MsBetweenPresents",
      ),
    );
  t.is((await semicolons("16,667")).max_fps, 1000 / 16.667);
  t.is((await semicolons("16.667")).max_fps, 1000 / 16.667);
});

// Every 125th frame takes nine times as long as the others: 0.8 % of the rows, but 7 % of the time.
const withSlowFrames = Array.from({ length: 3000 }, (_, index) => (index % 125 === 60 ? 90 : 10));

test("the time that skipped rows of a MangoHud log took decides whether the log is ranked", async (t) => {
  const log = makeMangoHudLog({ frameTimes: withSlowFrames });
  t.is((await read(log)).unranked, null);
  const { unranked } = await read(log.replaceAll(/^([\d.]+),90,/gm, "$1,NA,"));
  t.is(unranked?.code, "rows_left_out");
  t.regex(unranked?.detail ?? "", /^24 of 3000 rows .* they took 2\.16 of 31\.92 s\. .*1 % of the time/);
});

test("the time that skipped rows of a FRAPS file took decides whether the file is ranked", async (t) => {
  const log = makeFrapsLog(withSlowFrames.map((time) => time * 1000));
  t.is((await read(log)).unranked, null);
  const slow = new Set(withSlowFrames.flatMap((time, index) => (time === 90 ? [index + 2] : [])));
  const content = log.replaceAll(/^( *\d+), *[\d.]+/gm, (row, number: string) =>
    slow.has(Number(number)) ? `${number},NA` : row,
  );
  const { unranked, metrics } = await read(content);
  t.is(unranked?.code, "rows_left_out");
  t.regex(unranked?.detail ?? "", /^48 of 3000 rows .* they took 2\.4 of 31\.92 s\. .*1 % of the time/);
  t.is((metrics as FrameMetrics).average_fps, 100);
});

test("a headset capture that has each frame three times is not refused because of the repeated rows", async (t) => {
  const header =
    "Application,ProcessID,CompositorType,TimeInSeconds,MsBetweenAppPresents,MsBetweenReprojections";
  const rows = Array.from({ length: 3000 }, (_, index) => {
    const frameTime = index % 3 === 2 ? "30" : "0.000";
    return `game.exe,1,SteamVR,${((index + 1) / 100).toFixed(3)},${frameTime},10`;
  });
  const { score, unranked, warnings } = await read(captureOf(rows, header));
  t.is(unranked, null);
  t.true(Math.abs(score - 100 / 3) < 1e-9);
  t.regex(warnings.join(), /^2000 of 3000 rows are left out .* they took 0 of /);
});
