import test from "ava";
import type { FrameMetrics } from "../../../src/readers/index.ts";
import { columnsOf, makeCapture, makeFrameTimes, type MadeFrame } from "../../helpers/capture-generator.ts";
import { captureOf, gameRows, metricsOf, read, refusal } from "../reading.ts";

function framesOf(application: string, count: number, processId = 1, swapChain = "0x1"): MadeFrame[] {
  return makeFrameTimes(count, 7).map((frameTimeMs) => ({
    application,
    processId,
    swapChain,
    frameTimeMs,
    isDropped: false,
  }));
}

test("the statistics of a capture of five frames equal those calculated by hand", async (t) => {
  const { metrics } = await read(
    captureOf(["10", "20", "20", "10", "40"].map((time) => `game.exe,1,${time}`)),
  );
  const { low_1_fps, average_fps, median_fps, p5_fps, min_fps, max_fps, stdev_ms, duration_s, frames } =
    metrics as FrameMetrics;
  t.deepEqual(
    { low_1_fps, average_fps, median_fps, min_fps, max_fps, duration_s, frames },
    {
      low_1_fps: null,
      average_fps: 50,
      median_fps: 50,
      min_fps: 25,
      max_fps: 100,
      duration_s: 0.1,
      frames: 5,
    },
  );
  // For the frame times 10, 10, 20, 20 and 40 ms, the 0.95 quantile is 36 ms: four fifths of the way from 20 to 40 ms.
  // The variance is 600 / 5 ms².
  t.true(Math.abs(Number(p5_fps) - 1000 / 36) < 1e-9);
  t.true(Math.abs(Number(stdev_ms) - Math.sqrt(120)) < 1e-9);
});

test("the 1 % and 0.1 % lows use the slowest frames, their number rounded up, and are null below 100 and 1,000 frames", async (t) => {
  const slow = (count: number) => captureOf([...gameRows(count - 1), "game.exe,1,100"]);
  t.is((await metricsOf(slow(99))).low_1_fps, null);
  t.is((await metricsOf(slow(100))).low_1_fps, 10);
  t.is((await metricsOf(slow(101))).low_1_fps, 1000 / ((100 + 16) / 2));
  t.is((await metricsOf(slow(999))).low_0_1_fps, null);
  t.is((await metricsOf(slow(1000))).low_0_1_fps, 10);
  t.deepEqual((await read(slow(1000))).warnings, []);
  t.regex((await read(slow(99))).warnings.join(), /1 % low needs at least 100 frames; the capture has 99\./);
});

test("if a capture has several columns of frame times, the reader uses the first in its order of preference", async (t) => {
  const header = "FrameTime,MsBetweenAppStart,Application,MSBETWEENPRESENTS";
  t.is((await metricsOf(captureOf(["1,2,game.exe,20"], header))).average_fps, 50);
  t.is(
    (await metricsOf(captureOf(["10,2,game.exe"], "FrameTime,MsBetweenAppStart,Application"))).average_fps,
    100,
  );
  t.is((await metricsOf(captureOf(["5,game.exe"], "MsBetweenAppPresents,Application"))).average_fps, 200);
});

test("the reader of captures ignores the desktop and reads the largest of the other swap chains", async (t) => {
  const frames = [
    ...framesOf("DWM.exe", 300, 2),
    ...framesOf("game.exe", 120),
    ...framesOf("browser.exe", 10, 3),
  ];
  const { metrics, warnings } = await read(makeCapture("presentmon-1.0", frames));
  t.is((metrics as FrameMetrics).application, "game.exe");
  t.is((metrics as FrameMetrics).frames, 120);
  t.regex(warnings.join(), /also holds "browser\.exe" \(process 3, 10 rows\)/);
  t.notRegex(warnings.join(), /dwm/i);
});

test("warnings of a result name the processes and swap chains of the capture that were not read", async (t) => {
  const frames = [
    ...framesOf("game.exe", 120, 1, "0x1"),
    ...framesOf("game.exe", 40, 1, "0x2"),
    ...framesOf("other.exe", 60, 3),
  ];
  const { warnings } = await read(makeCapture("presentmon-1.0", frames));
  t.regex(warnings.join("\n"), /also holds "other\.exe" \(process 3, 60 rows\)/);
  t.regex(warnings.join("\n"), /one swap chain of "game\.exe".*\(40 rows\)/);
});

test("the choice between equally large swap chains does not depend on their order in the capture", async (t) => {
  const [a, b] = [framesOf("a.exe", 50, 1), framesOf("b.exe", 50, 2)];
  t.is((await read(makeCapture("presentmon-1.0", [...a, ...b]))).variant, "a.exe");
  t.is((await read(makeCapture("presentmon-1.0", [...b, ...a]))).variant, "a.exe");
});

test("a capture of only the desktop is refused", async (t) => {
  const content = makeCapture("presentmon-2.3.1", framesOf("dwm.exe", 20, 520));
  const { code, detail } = await refusal(content);
  t.is(code, "compositor_only");
  t.regex(detail, /only the desktop: "dwm\.exe" \(process 520, 20 rows\)\. Start the capture while the game/);
});

test("rows of a process without a name are left out beside named processes, and are read if there is no other process", async (t) => {
  const unnamed = framesOf("", 120, 520);
  const both = makeCapture("presentmon-1.0", [...unnamed, ...framesOf("editor.exe", 19, 9)]);
  const { code, detail } = await refusal(both);
  t.is(code, "unnamed_application");
  t.regex(detail, /without a name \(process 520, 120 rows\).*"editor\.exe".*administrator/);

  const { variant, metrics } = await read(makeCapture("presentmon-1.0", framesOf("<unknown>", 120)));
  t.is(variant, null);
  t.is((metrics as FrameMetrics).application, null);
});

test("a capture without columns for the process is read as one swap chain", async (t) => {
  const columns = columnsOf("presentmon-1.0").filter((name) => !/Application|ProcessID|SwapChain/.test(name));
  const { variant, metrics } = await read(makeCapture("presentmon-1.0", framesOf("x", 120), { columns }));
  t.is(variant, null);
  t.is((metrics as FrameMetrics).frames, 120);
});

test("an application's name that looks like markup stays whole, and an emoji of several code points stays one character", async (t) => {
  for (const name of ["<b>game one</b>.exe", "👩‍👩‍👧 game.exe"]) {
    const { metrics } = await read(
      captureOf(Array.from({ length: 20 }, () => `C:\\Users\\Ada\\${name},1,16`)),
    );
    t.is((metrics as FrameMetrics).application, name);
  }
});

test("the reader keeps only the file name of an application's path", async (t) => {
  t.is((await read(captureOf(["C:\\Users\\ada\\game.exe,1,16"]))).variant, "game.exe");
});

test("the number of dropped frames is null without a column about dropped frames", async (t) => {
  t.is((await metricsOf(captureOf(gameRows(3)))).dropped_frames, null);
});

for (const [cell, words] of Object.entries({
  "0": /1 has the frame time 0/,
  "0.0000001": /1 has the frame time 0/,
  NA: /1 has no number/,
  "": /1 has no number/,
  "1e5000": /1 has no number|1 is negative or longer/,
  Infinity: /1 has no number/,
  "0x10": /1 has no number/,
  "-5": /1 is negative/,
  "3600001": /longer than an hour/,
  "1844674407370955.1": /longer than an hour/,
})) {
  test(`a frame time of "${cell}" is left out of the figures and counted in a warning`, async (t) => {
    const { metrics, warnings } = await read(captureOf([...gameRows(20), `game.exe,1,${cell}`]));
    t.is((metrics as FrameMetrics).frames, 20);
    t.is((metrics as FrameMetrics).average_fps, 62.5);
    t.regex(warnings.join(), words);
    t.regex(warnings.join(), /1 of 21 rows is left out/);
  });
}

test("a warning counts the rows without a frame time, and a capture with more than half of such rows is refused", async (t) => {
  t.regex(
    (await read(captureOf([...gameRows(999), ...gameRows(1, "NA")]))).warnings.join(),
    /1 of 1000 rows/,
  );
  t.regex(
    (await read(captureOf([...gameRows(50), ...gameRows(50, "NA")]))).warnings.join(),
    /50 of 100 rows/,
  );
  const { code, detail } = await refusal(captureOf([...gameRows(50), ...gameRows(51, "NA")]));
  t.is(code, "too_many_skipped_rows");
  t.regex(
    detail,
    /51 of 101 rows have no usable frame time in the column MsBetweenPresents \(51 have no number/,
  );
});

test("a capture all of whose rows end early is refused with this reason", async (t) => {
  const { code, detail } = await refusal(captureOf(["game.exe;1;16", "game.exe;1;17"]));
  t.is(code, "too_many_skipped_rows");
  t.regex(detail, /2 of 2 rows have no usable frame time .*2 end before the frame time/);
});

test("capture rows that end early are left out and counted", async (t) => {
  const { metrics, warnings } = await read(captureOf([...gameRows(10), "game.exe,1"]));
  t.is((metrics as FrameMetrics).frames, 10);
  t.regex(warnings.join(), /1 ends before the frame time/);
});

test("a repeated header in a capture is refused with its line number, which also counts lines before the first header", async (t) => {
  const content = captureOf([...gameRows(2), "Application,ProcessID,msbetweenpresents"]);
  const { code, line, detail } = await refusal(`//GameName=a,MsBetweenPresents\n\n${content}`);
  t.is(code, "joined_captures");
  t.is(line, 6);
  t.regex(detail, /Line 6 repeats the header/);
});

test("a comment line in a capture that names columns is not mistaken for a header", async (t) => {
  const { frames } = await metricsOf(`//GameName=a,MsBetweenPresents\n${captureOf(gameRows(5))}`);
  t.is(frames, 5);
});

test("the last row of a capture is left out with a warning if it was cut off, and read if only its line end is missing", async (t) => {
  const header = "Application,MsBetweenPresents,Dropped,PresentMode,Comment";
  const rows = Array.from({ length: 9 }, () => "game.exe,16,0,Composed,x");
  const whole = captureOf([...rows, "game.exe,99,0,Composed,x"], header).trimEnd();
  const cutAt = (text: string) => captureOf([...rows, text], header).trimEnd();

  t.is((await metricsOf(whole)).frames, 10);
  t.is(
    (await metricsOf(captureOf(gameRows(10)).trimEnd())).frames,
    10,
    "the needed columns are the last columns of the header",
  );
  t.is((await metricsOf(cutAt("game.exe,16,0,Comp"))).frames, 10, "the row has all needed cells");
  for (const cut of ["game.exe,1", "game.exe", "game.exe,16,", "ga"]) {
    const { metrics, warnings } = await read(cutAt(cut));
    t.is((metrics as FrameMetrics).frames, 9, cut);
    t.is((metrics as FrameMetrics).average_fps, 62.5, cut);
    t.regex(warnings.join(), /last row is cut off/, cut);
  }
});

test("a capture with a header but no frames is refused", async (t) => {
  const { code, detail } = await refusal(captureOf([]));
  t.is(code, "no_frames");
  t.regex(detail, /no frames/);
});
