import test from "ava";
import type { FrameMetrics } from "../../../src/readers/index.ts";
import { makeCapture, makeFrameTimes, RANKED_FRAMES } from "../../helpers/capture-generator.ts";
import { makeCapFrameXRecord } from "../../helpers/capframex-generator.ts";
import { captureOf, read, refusal } from "../reading.ts";
import { changeRows, framesOf, total } from "./damage.ts";

const NO_TIMES = /has a column of times, but its times cannot be read, or are all the same/;
const FEW_TIMES = /Only \d+ of the \d+ frames have a time that can be read/;

const frameTimes = makeFrameTimes(2 * RANKED_FRAMES, 7);

/**
 * Returns a capture with a column of times. `cellOf` returns a row's cell of this column, given the end of the row's
 * frame in milliseconds.
 */
function captureWith(
  cellOf: (endMs: number, row: number) => string | null,
  column = "TimeInSeconds",
  times = frameTimes,
): string {
  let end = 0;
  const rows = times.flatMap((time, row) => {
    end += time;
    const cell = cellOf(end, row);
    return cell === null ? [] : [`game.exe,1,${time},${cell}`];
  });
  return captureOf(rows, `Application,ProcessID,MsBetweenPresents,${column}`);
}

const seconds = (endMs: number) => (endMs / 1000).toFixed(6);

for (const [name, cellOf] of [
  ["are no numbers", () => "later"],
  ["are missing", () => "NA"],
  ["are 0", () => "0"],
  ["are minutes and seconds", (endMs: number) => `00:${(endMs / 1000).toFixed(1)}`],
] as const)
  test(`a warning says that the clock cannot be checked if all times of a capture ${name}`, async (t) => {
    const { warnings, unranked } = await read(captureWith(cellOf));
    t.is(warnings.filter((text) => NO_TIMES.test(text)).length, 1);
    t.is(unranked, null);
  });

test("a warning says that the clock cannot be checked if more than 5 % of the frames have no time", async (t) => {
  for (const [timed, isTold] of [
    [10, true],
    [2270, true],
    [2290, false],
    [2400, false],
  ] as const) {
    const { warnings } = await read(captureWith((end, row) => (row < timed ? seconds(end) : "NA")));
    t.is(FEW_TIMES.test(warnings.join()), isTold, String(timed));
  }
});

test("captures without a column of times have no warning about their times", async (t) => {
  const { warnings } = await read(captureOf(frameTimes.map((time) => `game.exe,1,${time}`)));
  t.notRegex(warnings.join(), /time that can be read|column of times/);
});

test("a warning says that the clock of a CapFrameX record cannot be checked if its times are texts", async (t) => {
  const record = JSON.parse(makeCapFrameXRecord([{ frameTimes }])) as {
    Runs: [{ CaptureData: Record<string, unknown[]> }];
  };
  const { CaptureData: data } = record.Runs[0];
  const readWith = async (changes: Record<string, unknown[] | undefined>) =>
    await read(JSON.stringify({ ...record, Runs: [{ CaptureData: { ...data, ...changes } }] }));
  t.regex((await readWith({ TimeInSeconds: data["TimeInSeconds"]?.map(String) })).warnings.join(), NO_TIMES);
  for (const changes of [{}, { TimeInSeconds: undefined }])
    t.notRegex((await readWith(changes)).warnings.join(), NO_TIMES);
});

test("a CapFrameX record that has the array of times twice in a run is refused", async (t) => {
  const record = makeCapFrameXRecord([{ frameTimes: frameTimes.slice(0, 50) }]);
  const times = /"TimeInSeconds":\[[^\]]*\],/.exec(record)?.[0] ?? "";
  const { code, detail } = await refusal(record.replace(times, times + times));
  t.is(code, "contradictory_values");
  t.regex(detail, /TimeInSeconds twice/);
});

test("a date and time in a capture may have a T between date and time", async (t) => {
  const dates = captureWith(
    (end) => new Date(Date.UTC(2024, 8, 30) + end).toISOString().slice(0, -1),
    "TimeInDateTime",
  );
  t.is((await read(dates)).unranked, null);
  const halved = changeRows(dates, (cells) => cells.with(2, String(Number(cells[2]) / 2)));
  t.is((await read(halved)).unranked?.code, "clock_contradicts");
});

// Tick counters of some machines count ten million ticks per second, those of others about three million.
for (const perMs of [10_000, 3_328.125])
  test(`rows that were deleted from a capture with ${perMs} clock ticks per millisecond are noticed`, async (t) => {
    const ticks = (end: number) => String(Math.round(end * perMs));
    for (const column of ["TimeInQPC", "CPUStartQPC"]) {
      t.is((await read(captureWith(ticks, column))).unranked, null);
      const slow = (end: number, row: number) => ((frameTimes[row] ?? 0) > 25 ? null : ticks(end));
      const { unranked, metrics } = await read(captureWith(slow, column));
      t.is(unranked?.code, "clock_contradicts");
      const shown = Number(/frames took ([\d.]+) s/.exec(unranked?.detail ?? "")?.[1]);
      t.true(Math.abs((shown * 1000) / total(frameTimes) - 1) < 0.01, `${shown} s`);
      t.true(Number((metrics as FrameMetrics).frames) > 2000);
    }
  });

test("the time of a frame in clock ticks may be the time at which the frame begins", async (t) => {
  const alternating = frameTimes.map((time, row) => (row % 2 === 0 ? time : time * 3));
  let begin = 0;
  const rows = alternating.map((time) => {
    begin += time;
    return `game.exe,1,${time},${Math.round((begin - time) * 10_000)}`;
  });
  const header = "Application,ProcessID,FrameTime,CPUStartQPC";
  t.is((await read(captureOf(rows, header))).unranked, null);
  const few = rows.filter((_, row) => row % 10 !== 1);
  t.is((await read(captureOf(few, header))).unranked?.code, "clock_contradicts");
});

test("a clock in whole seconds may differ from a capture's frame times by a second", async (t) => {
  const whole = captureWith(
    (end) => String(Math.floor(end / 1000)),
    "TimeInSeconds",
    frameTimes.slice(0, 1500),
  );
  t.is((await read(whole)).unranked, null);
  for (const factor of [0.5, 0.8, 1.25, 2]) {
    const changed = changeRows(whole, (cells) => cells.with(2, String(Number(cells[2]) * factor)));
    t.is((await read(changed)).unranked?.code, "clock_contradicts", String(factor));
  }
});

test("a single wrong time in a capture is not mistaken for the start of a second capture", async (t) => {
  for (const wrong of ["1000000000", "3600"])
    for (const rows of [[700], [700, 900]]) {
      const capture = captureWith((end, row) => (rows.includes(row) ? wrong : seconds(end)));
      const { unranked, metrics } = await read(capture);
      t.is(unranked, null, wrong);
      t.is((metrics as FrameMetrics).frames, frameTimes.length);
    }
  const joined = captureWith((end, row) =>
    row === 700 ? "1000000000" : seconds(row < 1200 ? end : end - total(frameTimes.slice(0, 1200))),
  );
  const { code, line } = await refusal(joined);
  t.is(code, "joined_captures");
  t.is(line, 1202);
});

test("a single wrong time in a capture whose frame times are unchanged does not change the statistics of the capture", async (t) => {
  const capture = makeCapture("presentmon-1.0", framesOf(frameTimes));
  const changed = changeRows(capture, (cells, row, { time }) =>
    row === 900 ? cells.with(time, "1e9") : cells,
  );
  const [expected, found] = [await read(capture), await read(changed)];
  t.is(found.score, expected.score);
  t.is(found.unranked, null);
});
