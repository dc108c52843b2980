import test from "ava";
import type { FrameMetrics } from "../../../src/readers/index.ts";
import { makeMangoHudLog } from "../../helpers/log-generator.ts";
import { captureOf, metricsOf, read, refusal } from "../reading.ts";

// The duration of each frame in ms. Each of the joined captures has ten such frames.
const FRAME_MS = 200;
const times = Array.from({ length: 10 }, (_, index) => (index + 1) * FRAME_MS);
const ofGame = (timesMs: readonly number[], unitsPerMs: number): string[] =>
  timesMs.map((time) => `game.exe,1,0x1,${time * unitsPerMs},${FRAME_MS}`);

const timeColumns: Record<string, { frameTime: string; unitsPerMs: number }> = {
  TimeInSeconds: { frameTime: "MsBetweenPresents", unitsPerMs: 0.001 },
  TimeInMs: { frameTime: "MsBetweenPresents", unitsPerMs: 1 },
  TimeInQPC: { frameTime: "MsBetweenPresents", unitsPerMs: 10_000 },
  CPUStartTime: { frameTime: "FrameTime", unitsPerMs: 0.001 },
  CPUStartQPC: { frameTime: "FrameTime", unitsPerMs: 10_000 },
  CPUStartQPCTime: { frameTime: "FrameTime", unitsPerMs: 1 },
};

for (const [column, { frameTime, unitsPerMs }] of Object.entries(timeColumns)) {
  test(`captures joined without their headers are refused because the times in the column ${column} go back`, async (t) => {
    const header = `Application,ProcessID,SwapChainAddress,${column},${frameTime}`;
    const rows = ofGame(times, unitsPerMs);
    t.is((await metricsOf(captureOf(rows, header))).frames, 10);
    const { code, line, detail } = await refusal(captureOf([...rows, ...rows], header));
    t.is(code, "joined_captures");
    t.is(line, 12);
    t.regex(detail, /On line 12 the time is earlier.*Send each capture as a file of its own/);
  });
}

const dates = [
  "2024-9-30 9:59:59.900000000",
  "2024-9-30 9:59:59.910000000",
  "2024-9-30 10:00:00.000000000",
  "2024-10-1 0:00:00.000000001",
];

for (const column of ["TimeInSeconds", "TimeInDateTime", "CPUStartDateTime"]) {
  test(`captures joined without their headers are refused because the dates in the column ${column} go back`, async (t) => {
    const header = `Application,ProcessID,SwapChainAddress,${column},MsBetweenPresents`;
    const rows = dates.map((date) => `game.exe,1,0x1,${date},10`);
    t.is((await metricsOf(captureOf(rows, header))).frames, 4);
    const { code, line } = await refusal(captureOf([...rows, ...rows], header));
    t.is(code, "joined_captures");
    t.is(line, 6);
    const unreadable = rows.map((row) => row.replace(/2024-(\d+)-(\d+)/, "$2.$1.2024"));
    t.is((await metricsOf(captureOf([...unreadable, ...unreadable], header))).frames, 8);
  });
}

test("a last time that is cut off and a wrong first time in a capture are not mistaken for two joined captures", async (t) => {
  const header = "Application,ProcessID,MsBetweenPresents,TimeInSeconds";
  const rows = times.map((time) => `game.exe,1,${FRAME_MS},${(1000 + time) / 1000}`);
  t.is((await metricsOf(captureOf([...rows, `game.exe,1,${FRAME_MS},1`], header).trimEnd())).frames, 11);
  t.is((await metricsOf(captureOf([`game.exe,1,${FRAME_MS},184467`, ...rows], header))).frames, 11);
});

test("two MangoHud logs joined without the second header are refused, because the time restarts", async (t) => {
  const rowsOf = (text: string) => text.split("\n").slice(3).join("\n");
  const fast = makeMangoHudLog({ frameTimes: Array.from({ length: 400 }, () => 2.5) });
  const slow = makeMangoHudLog({ frameTimes: Array.from({ length: 50 }, () => 20) });
  t.is((await read(fast)).score, 400);
  const { code, line, detail } = await refusal(`${fast}${rowsOf(slow)}`);
  t.is(code, "joined_captures");
  t.is(line, 404);
  t.regex(detail, /On line 404 the time is earlier.*Send each capture as a file of its own/);
  // The reader also refuses two MangoHud logs of samples that are joined without the second header.
  const sampled = makeMangoHudLog({ frameTimes: [5, 5, 5], intervalMs: 100 });
  t.is((await refusal(`${sampled}${rowsOf(sampled)}`)).code, "joined_captures");
});

test("a MangoHud log whose time goes back a little, or whose last time is cut off, counts as one capture", async (t) => {
  const lines = makeMangoHudLog({ frameTimes: Array.from({ length: 400 }, () => 2.5) })
    .trimEnd()
    .split("\n");
  const [before = "", last = ""] = lines.slice(-2);
  const swapped = [...lines.slice(0, -2), last, before, ""].join("\n");
  t.is((await read(swapped)).score, 400);
  const cut = lines.join("\n").slice(0, -6);
  t.is((await read(cut)).score, 400);
});

const ocatHeader =
  "Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents,MsEstimatedDriverLag";
const ocatRow = (timeMs: number, frameTime = FRAME_MS) => `game.exe,1,0x1,${timeMs / 1000},${frameTime},0`;

const byTime = (a: string, b: string) => Number(a.split(",")[3]) - Number(b.split(",")[3]);

test("three OCAT captures in one file never give an average three times the score", async (t) => {
  const rows = times.map((time) => ocatRow(time));
  const joined = await refusal(captureOf([...rows, ...rows, ...rows], ocatHeader));
  t.is(joined.code, "joined_captures");
  t.is(joined.line, 12, "the first row of the second capture");
  // If two captures are joined, a row without a time between them must not hide that the time restarts.
  const gap = captureOf([...rows, "game.exe,1,0x1,NA,10,0", ...rows], ocatHeader);
  t.is((await refusal(gap)).code, "joined_captures");
  // If a spreadsheet has sorted the rows of joined captures by time, the times never go back.
  const sorted = times.flatMap((time) => [ocatRow(time), ocatRow(time), ocatRow(time)]);
  const metrics = await metricsOf(captureOf(sorted, ocatHeader));
  t.is(metrics.average_fps, 5);
  t.false("tool_average_fps" in metrics);
  // In the sorted rows of two joined captures, a long and a short one, no time goes back, but OCAT's average would
  // exceed the score by a fifth.
  const short = times.slice(0, 2).map((time) => ocatRow(time));
  const mixed = await metricsOf(captureOf([...short, ...rows].toSorted(byTime), ocatHeader));
  t.false("tool_average_fps" in mixed);
  // The first frame of a capture may have begun long before the capture.
  const late = await metricsOf(captureOf([ocatRow(0, 400), ...rows], ocatHeader));
  t.is(late.tool_average_fps, 5.5);
  // A last row without a frame time must not lower the time by which OCAT's average is calculated.
  const damaged = await metricsOf(captureOf([...rows, "game.exe,1,0x1,0.001,NA,0"], ocatHeader));
  t.is(damaged.tool_average_fps, 5);
});

test("a CSV that CapFrameX has aggregated from several captures is refused, although its times never go back", async (t) => {
  const rows = [...times, ...times.map((time) => times.length * FRAME_MS + time)];
  const content = captureOf(
    ofGame(rows, 0.001),
    "Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents",
  );
  for (const line of ["//IsAggregated=true", "// isaggregated = True"]) {
    const { code, detail } = await refusal(`//GameName=a\n${line}\n${content}`);
    t.is(code, "joined_captures");
    t.regex(detail, /aggregat.*Send each/);
  }
  for (const line of ["//IsAggregated=false", "//Comment=IsAggregated=true"])
    t.is((await metricsOf(`//GameName=a\n${line}\n${content}`)).frames, 20);
});

test("the result of an OCAT capture lacks OCAT's average if the capture's first rows are missing", async (t) => {
  const late = Array.from({ length: 100 }, (_, index) => ocatRow(2000 + (index + 1) * FRAME_MS));
  const cut = await metricsOf(captureOf(late, ocatHeader));
  t.is(cut.average_fps, 5);
  t.false("tool_average_fps" in cut);
  t.true("tool_p95_frame_time_ms" in cut);
  // OCAT's average stays if only the first two frames of a capture are missing, because they may lack a usable time.
  const third = times.slice(2).map((time) => ocatRow(time));
  t.is((await metricsOf(captureOf(third, ocatHeader))).tool_average_fps, 4);
  // A long first frame makes the first time of a capture late, although no row is missing.
  const long = [ocatRow(400, 400), ...times.map((time) => ocatRow(400 + time))];
  t.is((await metricsOf(captureOf(long, ocatHeader))).tool_average_fps, 11 / 2.4);
});

test("the check for joined captures compares the times of each swap chain on their own", async (t) => {
  const header = "Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents";
  const other = times.slice(0, 4).map((time) => `game.exe,1,0x2,${time / 1000},10`);
  const { metrics } = await read(captureOf([...ofGame(times, 0.001), ...other], header));
  t.is((metrics as FrameMetrics).frames, 10);
  // In a swap chain that the reader does not choose for the result, the times of the rows may go back.
  const beside = captureOf([...ofGame(times, 0.001), ...other, ...other], header);
  t.is((await metricsOf(beside)).frames, 10);
});

test("rows out of order without a frame time, equal times and times that are no numbers do not count as joined captures", async (t) => {
  const header = "Application,ProcessID,SwapChainAddress,TimeInSeconds,MsBetweenPresents";
  const row = (time: string, frameTime: string) => `game.exe,1,0x1,${time},${frameTime}`;
  const rows = [row("0.5", "10"), row("0.49", "0"), row("0.5", "10"), row("NA", "10"), row("0.51", "10")];
  t.is((await metricsOf(captureOf(rows, header))).frames, 4);
});

test("in captures of PresentMon 2.0.0 and 2.0.1 the frame time is CPUBusy + CPUWait", async (t) => {
  const columns =
    "Application,ProcessID,SwapChainAddress,PresentRuntime,SyncInterval,PresentFlags,AllowsTearing,PresentMode,CPUStartTime,CPUBusy,CPUWait,GPULatency,GPUTime,GPUBusy,GPUWait,DisplayLatency,DisplayedTime,ClickToPhotonLatency";
  const row = (busy: string, wait: string, displayed: string) =>
    `game.exe,1,0x1,DXGI,0,0,0,Hardware: Independent Flip,0,${busy},${wait},1,2,2,0,20,${displayed},NA`;
  const rows = [row("7.5", "2.5", "10"), row("8", "12", "NA"), row("30", "0", "30")];
  const { metrics, variant } = await read(captureOf(rows, columns));
  t.is(variant, "game.exe");
  t.like(metrics, { frames: 3, average_fps: 50, duration_s: 0.06, dropped_frames: 1, tool: "PresentMon" });

  t.is((await metricsOf(captureOf([...rows, row("8", "NA", "NA")], columns))).frames, 3);
  const cut = captureOf([...rows, "game.exe,1,0x1,DXGI,0,0,0,Hardware: Independent Flip,0,8"], columns);
  t.is((await metricsOf(cut)).frames, 3);
  t.is((await metricsOf(cut.trimEnd())).frames, 3);
  const { code } = await refusal(`${captureOf(rows, columns)}${captureOf(rows, columns)}`);
  t.is(code, "joined_captures");
  const busyOnly = columns.replace(",CPUWait", ",Other");
  const { code: withoutWait, detail } = await refusal(captureOf(rows, busyOnly));
  t.is(withoutWait, "no_frame_times");
  t.regex(detail, /CPUBusy with CPUWait/);
});
