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
import { makeMangoHudLog } from "../../helpers/log-generator.ts";
import { captureOf, read, refusal } from "../reading.ts";
import { changeRows, framesOf, seed, total } from "./damage.ts";

// The properties use node:assert, because a failing ava assertion would end the search for the smallest counterexample.

const RUNS = { numRuns: 15 };

/** Returns the code of the reason why a capture is unranked; null if it may be ranked. */
async function codeOf(content: string): Promise<string | null> {
  return (await read(content)).unranked?.code ?? null;
}

const scaled = (content: string, factor: number) =>
  changeRows(content, (cells, _, { frameTime }) =>
    cells.with(frameTime, String(Number(cells[frameTime]) * factor)),
  );

for (const family of captureFamilies) {
  const captureWith = (frameTimes: readonly number[]) => makeCapture(family, framesOf(frameTimes));

  test(`a ${family} capture whose clock agrees with its frame times may be ranked`, async (t) => {
    const speed = fc.double({ min: 1, max: 5, noNaN: true });
    const property = fc.asyncProperty(seed, speed, async (start, factor) => {
      const frameTimes = makeFrameTimes(RANKED_FRAMES, start).map((time) =>
        Number((time * factor).toFixed(3)),
      );
      assert.equal(await codeOf(captureWith(frameTimes)), null);
    });
    await t.notThrowsAsync(fc.assert(property, RUNS));
  });

  test(`a ${family} capture is unranked if its frame times differ from its clock by more than 5 %`, async (t) => {
    const factor = fc.oneof(
      fc.double({ min: 0.2, max: 0.95, noNaN: true }),
      fc.double({ min: 0.96, max: 1.04, noNaN: true }),
      fc.double({ min: 1.06, max: 4, noNaN: true }),
    );
    const property = fc.asyncProperty(seed, factor, async (start, changed) => {
      const frameTimes = makeFrameTimes(RANKED_FRAMES, start);
      const { unranked, warnings } = await read(scaled(captureWith(frameTimes), changed));
      const agrees = changed > 0.955 && changed < 1.05;
      assert.equal(unranked?.code, agrees ? undefined : "clock_contradicts", String(changed));
      if (agrees) return;
      const seconds = total(frameTimes) / 1000;
      const figures = [
        seconds,
        RANKED_FRAMES / seconds,
        seconds * changed,
        RANKED_FRAMES / seconds / changed,
      ];
      const shown = [...(unranked?.detail ?? "").matchAll(/\d+(?:\.\d+)?/g)].map(([number]) =>
        Number(number),
      );
      for (const figure of figures)
        assert.ok(
          shown.some((number) => Math.abs(number / figure - 1) < 5e-3),
          `${unranked?.detail} lacks ${figure}`,
        );
      assert.ok(unranked?.detail.startsWith(warnings[0] ?? "-"));
    });
    await t.notThrowsAsync(fc.assert(property, RUNS));
  });

  test(`a ${family} capture is unranked if its slowest rows were deleted`, async (t) => {
    const property = fc.asyncProperty(seed, fc.integer({ min: 5, max: 200 }), async (start, every) => {
      const frameTimes = makeFrameTimes(2 * RANKED_FRAMES, start);
      const slow = frameTimes.map((time, index) => (index % every === every - 1 ? 60 : time));
      const deleted = 60 * Math.floor(slow.length / every);
      const content = changeRows(captureWith(slow), (cells, row) =>
        row % every === every - 1 ? null : cells,
      );
      const ratio = total(slow) / (total(slow) - deleted);
      if (Math.abs(ratio - 1.05) < 0.005) return;
      assert.equal(await codeOf(content), ratio > 1.05 ? "clock_contradicts" : null, `ratio ${ratio}`);
    });
    await t.notThrowsAsync(fc.assert(property, RUNS));
  });

  test(`a ${family} capture of which only every nth row is left shows only its average and is unranked`, async (t) => {
    const property = fc.asyncProperty(
      seed,
      fc.integer({ min: 2, max: 40 }),
      fc.integer({ min: 0, max: 39 }),
      async (start, step, first) => {
        const frameTimes = makeFrameTimes(400 * step, start);
        const isKept = (row: number) => row % step === first % step;
        const content = changeRows(captureWith(frameTimes), (cells, row) => (isKept(row) ? cells : null));
        const kept = frameTimes.filter((_, row) => isKept(row));
        const { score, variant, metrics, warnings, unranked, frameTimesMs } = await read(content);
        const { samples, frames, low_1_fps, duration_s, application } = metrics as FrameMetrics;
        assert.equal(unranked?.code, "clock_contradicts");
        assert.deepEqual([samples, frames, low_1_fps, frameTimesMs], [kept.length, null, null, null]);
        assert.deepEqual([variant, application], ["harbour.exe", "harbour.exe"]);
        assert.ok(Math.abs((score * total(kept)) / (1000 * kept.length) - 1) < 1e-9);
        assert.ok(Math.abs((Number(duration_s) * 1000) / total(frameTimes) - 1) < 0.01);
        assert.match(warnings.join(), /samples, not every frame/);
      },
    );
    await t.notThrowsAsync(fc.assert(property, RUNS));
  });
}

/**
 * Returns frame times with the jitter of real captures: long and short frames follow each other, since a frame that is
 * presented late leaves less time for the next.
 */
function jittering(frameTimes: readonly number[], share: number): number[] {
  return frameTimes.map((time, index) =>
    Number((time * (1 + (index % 2 === 0 ? share : -share))).toFixed(3)),
  );
}

test("a capture with alternating long and short frames, of which only every nth row is left, shows only its average", async (t) => {
  const damage = fc.record({
    start: seed,
    share: fc.double({ min: 0.1, max: 0.8, noNaN: true }),
    step: fc.integer({ min: 2, max: 9 }),
    first: fc.integer({ min: 0, max: 8 }),
  });
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(damage, async ({ start, share, step, first }) => {
        const frameTimes = jittering(makeFrameTimes(500 * step, start), share);
        const content = changeRows(makeCapture("intel-presentmon", framesOf(frameTimes)), (cells, row) =>
          row % step === first % step ? cells : null,
        );
        const { unranked, metrics } = await read(content);
        assert.equal(unranked?.code, "clock_contradicts");
        assert.equal((metrics as FrameMetrics).low_1_fps, null);
      }),
      RUNS,
    ),
  );
});

test("a CapFrameX record whose frame times differ from its clock by more than 5 % is unranked", async (t) => {
  const frameTimes = makeFrameTimes(RANKED_FRAMES, 3);
  const record = JSON.parse(makeCapFrameXRecord([{ frameTimes }])) as {
    Runs: [{ CaptureData: Record<string, unknown[]> }];
  };
  const data = record.Runs[0].CaptureData;
  const codeWith = async (changes: Record<string, unknown[]>) => {
    const run = { CaptureData: { ...data, ...changes } };
    return await codeOf(JSON.stringify({ ...record, Runs: [run] }));
  };
  const times = (factor: number) => frameTimes.map((time) => time * factor);
  t.is(await codeWith({}), null);
  t.is(await codeWith({ MsBetweenPresents: times(0.97) }), null);
  t.is(await codeWith({ MsBetweenPresents: times(0.5) }), "clock_contradicts");
  t.is(await codeWith({ MsBetweenPresents: times(1.5) }), "clock_contradicts");
  const fewer = (data["TimeInSeconds"] ?? []).slice(0, -1);
  t.is(await codeWith({ TimeInSeconds: fewer }), null);
  t.is(await codeWith({ MsBetweenPresents: times(0.5), TimeInSeconds: fewer }), "clock_contradicts");
  const thinned = Object.fromEntries(
    Object.entries(data).map(([name, values]) => [name, values.filter((_, index) => index % 4 === 0)]),
  );
  t.is(await codeWith(thinned), "clock_contradicts");
});

test("a MangoHud log of every frame whose elapsed time contradicts its frame times is unranked", async (t) => {
  const frameTimes = makeFrameTimes(RANKED_FRAMES, 3);
  const log = makeMangoHudLog({ frameTimes });
  t.is(await codeOf(log), null);
  const longer = log.replaceAll(
    /^([\d.]+),([\d.]+),/gm,
    (_, fps: string, time: string) => `${fps},${Number(time) * 1.2},`,
  );
  t.is(await codeOf(longer), "clock_contradicts");
});

const rowsWith = (frameTimes: readonly number[], cellOf: (endMs: number, beginMs: number) => string) => {
  let end = 0;
  return frameTimes.map((time) => {
    end += time;
    return `game.exe,1,${time},${cellOf(end, end - time)}`;
  });
};
const header = (column: string, frameTime = "MsBetweenPresents") =>
  `Application,ProcessID,${frameTime},${column}`;
const dateOf = (ms: number) =>
  new Date(Date.UTC(2024, 8, 30, 23, 59, 55) + ms).toISOString().replace("T", " ").replace("Z", "000000");

for (const [name, column, frameTime, cellOf] of [
  ["seconds", "TimeInSeconds", "MsBetweenPresents", (end: number) => (end / 1000).toFixed(6)],
  [
    "milliseconds in the column of seconds",
    "TimeInSeconds",
    "MsBetweenPresents",
    (end: number) => end.toFixed(4),
  ],
  [
    "seconds since the system started",
    "TimeInSeconds",
    "MsBetweenPresents",
    (end: number) => (85_754 + end / 1000).toFixed(6),
  ],
  ["a date and time", "TimeInDateTime", "MsBetweenPresents", dateOf],
  ["milliseconds", "TimeInMs", "MsBetweenPresents", (end: number) => end.toFixed(4)],
  ["seconds", "CPUStartTime", "FrameTime", (_: number, begin: number) => (begin / 1000).toFixed(6)],
  ["milliseconds", "CPUStartTime", "FrameTime", (_: number, begin: number) => begin.toFixed(4)],
  ["milliseconds", "CPUStartTimeInMs", "MsBetweenAppStart", (_: number, begin: number) => begin.toFixed(4)],
  [
    "milliseconds",
    "CPUStartQPCTime",
    "FrameTime",
    (_: number, begin: number) => (85_754_722 + begin).toFixed(4),
  ],
  [
    "milliseconds",
    "CPUStartQPCTimeInMs",
    "MsBetweenPresents",
    (end: number) => (85_754_722 + end).toFixed(4),
  ],
  ["a date and time", "CPUStartDateTime", "FrameTime", (_: number, begin: number) => dateOf(begin)],
] as const)
  test(`the clock of a capture is read from the column ${column} of ${frameTime} with ${name}`, async (t) => {
    const frameTimes = makeFrameTimes(RANKED_FRAMES, 8);
    const capture = captureOf(rowsWith(frameTimes, cellOf), header(column, frameTime));
    t.is(await codeOf(capture), null);
    t.is(await codeOf(scaled(capture.replace(frameTime, "FrameTime"), 0.7)), "clock_contradicts");
    t.is(await codeOf(scaled(capture.replace(frameTime, "FrameTime"), 1.6)), "clock_contradicts");
  });

test("a capture whose frame times were all changed stays ranked if its clock is in ticks or stands still, because such a clock cannot contradict them", async (t) => {
  const frameTimes = makeFrameTimes(2 * RANKED_FRAMES, 8);
  for (const [column, cellOf] of [
    ["TimeInQPC", (end: number) => String(Math.round(end * 9999))],
    ["TimeInSeconds", () => "0"],
    ["TimeInSeconds", () => "NA"],
  ] as const)
    t.is(await codeOf(scaled(captureOf(rowsWith(frameTimes, cellOf), header(column)), 0.8)), null, column);
});

test("a long first frame that began before the capture does not contradict the capture's clock", async (t) => {
  const frameTimes = [4000, ...makeFrameTimes(5 * RANKED_FRAMES, 8)];
  const fromStart = captureOf(
    rowsWith(frameTimes, (end) => ((end - 4000) / 1000).toFixed(6)),
    header("TimeInSeconds"),
  );
  t.is(await codeOf(fromStart), null);
});

test("the reason about the clock of a capture comes before the reasons that the capture is implausible or too short", async (t) => {
  const frameTimes = makeFrameTimes(200, 8);
  const capture = captureOf(
    rowsWith(frameTimes, (end) => (end / 1000).toFixed(6)),
    header("TimeInSeconds"),
  );
  t.is(await codeOf(capture), "too_short");
  const { unranked } = await read(scaled(capture, 1.3));
  t.is(unranked?.code, "clock_contradicts");
  t.regex(unranked?.detail ?? "", /a ranked capture has at least 300 frames/);
  const { unranked: inMicroseconds } = await read(scaled(capture, 1000));
  t.is(inMicroseconds?.code, "clock_contradicts");
  t.regex(inMicroseconds?.detail ?? "", /as if the file had microseconds/);
});

for (const [column, perMs] of [
  ["TimeInSeconds", 0.001],
  ["TimeInMs", 1],
  ["TimeInQPC", 10_000],
  ["CPUStartTime", 1],
] as const)
  test(`a capture with a time in ${column} that goes back by less than a second is read; a larger step back is refused`, async (t) => {
    const frameTimes = makeFrameTimes(RANKED_FRAMES, 8);
    const backBy = (ms: number) =>
      changeRows(
        captureOf(
          rowsWith(frameTimes, (end) => String(end * perMs)),
          header(column),
        ),
        (cells, row) => (row === 700 ? cells.with(3, String(Number(cells[3]) - ms * perMs)) : cells),
      );
    for (const ms of [0, 0.05, 12, 950]) {
      const { unranked, metrics } = await read(backBy(ms));
      t.is(unranked, null, `${ms} ms`);
      t.is((metrics as FrameMetrics).frames, RANKED_FRAMES);
    }
    const { code, line } = await refusal(backBy(1200));
    t.is(code, "joined_captures");
    t.is(line, 702);
  });
