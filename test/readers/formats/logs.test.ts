import test from "ava";
import type { FrameMetrics, ReadResult } from "../../../src/readers/index.ts";
import { makeFrameTimes } from "../../helpers/capture-generator.ts";
import { makeAfterburnerLog, makeFrapsLog, makeMangoHudLog } from "../../helpers/log-generator.ts";
import { read, refusal } from "../reading.ts";
import { referenceStatistics } from "../reference-statistics.ts";
import { mangoHudReference } from "../reference-tool-statistics.ts";

const frameTimes = makeFrameTimes(1200, 11);

function equalFigures(result: Pick<ReadResult, "metrics">, expected: Record<string, number>): string[] {
  const found = result.metrics as unknown as Record<string, number>;
  return Object.entries(expected)
    .filter(([name, value]) => !(Math.abs((found[name] ?? Number.NaN) / value - 1) < 1e-9))
    .map(([name, value]) => `${name}: ${found[name]}, expected ${value}`);
}

const sampledNulls = {
  median_fps: null,
  p5_fps: null,
  p1_fps: null,
  p0_1_fps: null,
  low_1_fps: null,
  low_0_1_fps: null,
  min_fps: null,
  max_fps: null,
  stdev_ms: null,
  frames: null,
  dropped_frames: null,
  generated_frames: null,
  displayed_average_fps: null,
  application: null,
};

test("a MangoHud log of every frame gives all statistics of the service and of MangoHud", async (t) => {
  for (const style of [{}, { hasMicroseconds: true }, { hasVersions: true }]) {
    const result = await read(makeMangoHudLog({ frameTimes, ...style }));
    t.deepEqual(equalFigures(result, referenceStatistics(frameTimes)), []);
    t.deepEqual(equalFigures(result, mangoHudReference(frameTimes)), []);
    const metrics = result.metrics as FrameMetrics;
    t.is(metrics.tool, "MangoHud");
    t.is(metrics.samples, null);
    t.is(metrics.dropped_frames, null);
    t.is(result.variant, null);
    t.is(result.frameTimesMs?.length, 1200);
    t.notRegex(result.warnings.join(), /samples/);
  }
});

test("a MangoHud log of samples gives an average and a warning, but no 1 % and 0.1 % lows", async (t) => {
  const result = await read(makeMangoHudLog({ frameTimes, intervalMs: 100 }));
  const { average_fps, tool_average_fps } = referenceAverages();
  t.deepEqual(equalFigures(result, { average_fps, tool_average_fps, duration_s: 119.9 }), []);
  t.like(result.metrics, { ...sampledNulls, samples: 1200, tool: "MangoHud" });
  t.regex(result.warnings.join(), /has samples, not every frame.*log_interval=0/);
  t.is(result.frameTimesMs, null);
});

function referenceAverages(): { average_fps: number; tool_average_fps: number } {
  const average = (1000 * frameTimes.length) / frameTimes.reduce((sum, time) => sum + time, 0);
  return { average_fps: average, tool_average_fps: average };
}

test("a MangoHud log without elapsed time is read as a log of samples", async (t) => {
  const log = makeMangoHudLog({ frameTimes })
    .split("\n")
    .map((line) => line.replace(/,[^,]*$/, ""))
    .join("\n");
  t.like((await read(log)).metrics, { ...sampledNulls, samples: 1200, duration_s: null });
});

test("a MangoHud log of samples with a damaged elapsed time gets its duration from the other rows", async (t) => {
  const log = makeMangoHudLog({ frameTimes, intervalMs: 100 });
  const expected = (await read(log)).metrics;
  const lines = log.split("\n");
  for (const damaged of ["1e900", "Infinity", "1e308", "-1e308", "-1", "x", ""]) {
    const cells = lines[9]?.split(",") ?? [];
    const content = lines.with(9, [...cells.slice(0, -1), damaged].join(",")).join("\n");
    t.deepEqual((await read(content)).metrics, expected, damaged);
  }
});

test("a MangoHud log whose last row is cut off is read without this row", async (t) => {
  const log = makeMangoHudLog({ frameTimes });
  const cut = log.slice(0, log.lastIndexOf(",", log.length - 20));
  const { metrics, warnings } = await read(cut);
  t.is((metrics as FrameMetrics).frames, 1199);
  t.regex(warnings.join(), /last row is cut off/);
});

test("FRAPS frame times are differences of time stamps: n + 1 stamps give n frames", async (t) => {
  const micros = frameTimes.map((time) => Math.round(time * 1000));
  for (const style of [{}, { hasDelta: true }, { delimiter: ";", hasDelta: true }] as const) {
    const result = await read(makeFrapsLog(micros, style));
    t.deepEqual(equalFigures(result, referenceStatistics(micros.map((us) => us / 1000))), []);
    t.like(result.metrics, { tool: "FRAPS", application: null, dropped_frames: null, samples: null });
    t.false(Object.keys(result.metrics).some((name) => name.startsWith("tool_")));
    t.is(result.variant, null);
  }
});

test("FRAPS times that go back are refused with the line, except in a last row that is cut off", async (t) => {
  const log = makeFrapsLog([16_000, 17_000, 18_000]);
  const { code, line, detail } = await refusal(`${log}    5,    10.000\r\n`);
  t.is(code, "unordered_times");
  t.is(line, 6);
  t.regex(detail, /only grows/);
  const { metrics, warnings } = await read(`${log}    5,    5`);
  t.is((metrics as FrameMetrics).frames, 3);
  t.regex(warnings.join(), /last row is cut off/);
});

test("two FRAPS recordings in one file, and one without frames, are refused", async (t) => {
  const log = makeFrapsLog([16_000, 17_000]);
  t.is((await refusal(`${log}${log}`)).code, "joined_captures");
  t.is((await refusal("Frame, Time (ms)\r\n    1,     0.000\r\n")).code, "no_frames");
  t.is((await refusal("Frame, Time (ms)\r\n")).code, "no_frames");
});

const start = new Date("2026-01-31T23:59:50Z");
const names = ["GPU temperature", "Framerate", "Frametime", "Framerate"];
const rates = [60, 90, 120.5, 0];
const samples = rates.map((rate) => ["61.0", String(rate), "16.6", "999"]);

test("an Afterburner log gives the mean of its samples and no statistic that needs every frame", async (t) => {
  const result = await read(makeAfterburnerLog([{ start, names, samples }]));
  t.is(result.score, 67.625);
  t.like(result.metrics, {
    ...sampledNulls,
    average_fps: 67.625,
    samples: 4,
    duration_s: 3,
    tool: "MSI Afterburner",
  });
  t.is(result.frameTimesMs, null);
  t.regex(result.warnings.join(), /one sample in each polling period/);
});

test("an Afterburner log that a spreadsheet saved is read, with commas and with semicolons", async (t) => {
  const text = makeAfterburnerLog([{ start, names, samples }]).toString("latin1");
  const unpadded = text.replaceAll(/^0(\d),/gm, "$1,").replaceAll("\r\n", ",,,\r\n");
  t.is((await read(unpadded)).score, 67.625);
  const german = text
    .replaceAll(",", ";")
    .replaceAll(/(\d)\.(\d)/g, "$1,$2")
    .replaceAll("-2026", ".2026");
  t.is((await read(german)).score, 67.625);
});

test("the running values in the last row of an Afterburner log are reported as the tool's statistics", async (t) => {
  const log = makeAfterburnerLog([
    {
      start,
      names: [
        "Framerate",
        "Framerate Min",
        "Framerate Avg",
        "Framerate Max",
        "Framerate 1% Low",
        "Framerate 0.1% Low",
      ],
      samples: [
        ["60", "60", "60", "60", "55", "50"],
        ["80", "58", "71", "81", "54", "49"],
      ],
    },
  ]);
  t.like((await read(log)).metrics, {
    tool_min_fps: 58,
    tool_average_fps: 71,
    tool_max_fps: 81,
    tool_low_1_fps: 54,
    tool_low_0_1_fps: 49,
  });
});

test("missing samples of a log are left out and counted, and a log that lacks more than half of its samples is refused", async (t) => {
  const missing = (count: number) => Array.from({ length: count }, () => ["61", "N/A", "N/A", "N/A"]);
  const few = await read(makeAfterburnerLog([{ start, names, samples: [...samples, ...missing(2)] }]));
  t.is(few.score, 67.625);
  t.regex(few.warnings.join(), /2 of 6 samples have no frame rate/);
  const many = makeAfterburnerLog([{ start, names, samples: [...samples, ...missing(5)] }]);
  t.is((await refusal(many)).code, "too_many_skipped_rows");
});

test("an Afterburner log without a frame rate, or without a frame rate above 0, is refused", async (t) => {
  const without = makeAfterburnerLog([{ start, names: ["Power"], samples: [["140"]] }]);
  t.is((await refusal(without)).code, "no_frame_times");
  const idle = makeAfterburnerLog([{ start, names: ["Framerate"], samples: [["0"], ["0"]] }]);
  t.is((await refusal(idle)).code, "no_frames");
});
