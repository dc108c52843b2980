import test from "ava";
import type { FrameMetrics } from "../../../src/readers/index.ts";
import { makeFrameTimes } from "../../helpers/capture-generator.ts";
import { makeGeneratedRows, makeGenerationCapture, type MadeRow } from "../../helpers/frame-generation.ts";
import { captureOf, metricsOf, read, refusal } from "../reading.ts";
import { referenceStatistics } from "../reference-statistics.ts";

const versions = ["2.1.0", "2.3.1", "2.5.0"] as const;
const types = ["AMD AFMF", "AMD_AFMF", "Intel XeSS-FG", "Intel_XEFG", "NVIDIA DLSS-FG"];
const presentsMs = makeFrameTimes(120, 5);
const averageFps = (1000 * presentsMs.length) / presentsMs.reduce((sum, time) => sum + time, 0);

function displayedFps(rows: readonly MadeRow[]): number {
  const shown = rows.filter(({ displayedMs }) => displayedMs > 0);
  return (1000 * shown.length) / shown.reduce((sum, { displayedMs }) => sum + displayedMs, 0);
}

function isNear(found: number | null, expected: number, error: number): boolean {
  return found !== null && Math.abs(found / expected - 1) < error;
}

for (const version of versions) {
  for (const factor of [2, 3, 4]) {
    for (const type of types) {
      test(`the figures of a capture count rendered frames only: PresentMon ${version}, ${factor} times, ${type}`, async (t) => {
        const rows = makeGeneratedRows({ version, type, factor, presentsMs });
        const { score, metrics, warnings, frameTimesMs } = await read(makeGenerationCapture(version, rows));
        const found = metrics as FrameMetrics;
        const { low_0_1_fps: _tooFewFrames, ...expected } = referenceStatistics(presentsMs);
        for (const [name, value] of Object.entries(expected)) {
          t.true(isNear(found[name as keyof FrameMetrics] as number, value, 1e-9), name);
        }
        t.is(score, found.average_fps);
        t.is(frameTimesMs?.length, presentsMs.length);
        t.is(found.generated_frames, presentsMs.length * (factor - 1));
        t.is(found.dropped_frames, 0);
        t.true(isNear(found.displayed_average_fps, displayedFps(rows), 1e-5));
        const about = warnings.filter((warning) => /generat/.test(warning));
        t.is(about.length, 1);
        t.regex(
          about.join(),
          new RegExp(`those of the 120 frames that the game rendered.*${120 * (factor - 1)}`),
        );
        t.notRegex(warnings.join(), /left out/);
      });
    }
  }
  test(`rows missing at either end of a capture change only its counts and averages: PresentMon ${version}`, async (t) => {
    const all = makeGeneratedRows({ version, type: "AMD AFMF", factor: 3, presentsMs });
    for (const rows of [all.slice(1), all.slice(2), all.slice(0, -1), all.slice(1, -2), all.slice(2, -1)]) {
      const rendered = rows.filter(({ isGenerated }) => !isGenerated).length;
      const { frames, generated_frames, duration_s, average_fps, displayed_average_fps } = await metricsOf(
        makeGenerationCapture(version, rows),
      );
      const times = presentsMs.slice(0, rendered);
      const total = times.reduce((sum, time) => sum + time, 0);
      t.deepEqual([frames, generated_frames], [rendered, rows.length - rendered]);
      t.true(isNear(duration_s, total / 1000, 1e-9));
      t.true(isNear(average_fps, (1000 * rendered) / total, 1e-9));
      t.true(isNear(displayed_average_fps, displayedFps(rows), 0.02));
    }
  });

  test(`only rendered frames of a capture are reported as dropped: PresentMon ${version}`, async (t) => {
    const dropped = [0, 7, 8];
    const rows = makeGeneratedRows({ version, type: "AMD AFMF", factor: 2, presentsMs, dropped });
    const { metrics, droppedFrames } = await read(makeGenerationCapture(version, rows));
    t.deepEqual([...(droppedFrames ?? [])], dropped);
    t.is((metrics as FrameMetrics).dropped_frames, 3);
    t.is((metrics as FrameMetrics).generated_frames, 120);
  });
}

test("a capture without generated frames has no displayed frame rate and no warning; a capture without FrameType also has no number of generated frames", async (t) => {
  const rows = makeGeneratedRows({ version: "2.3.1", type: "", factor: 1, presentsMs });
  const { metrics, warnings } = await read(makeGenerationCapture("2.3.1", rows));
  t.like(metrics, { frames: 120, generated_frames: 0, displayed_average_fps: null });
  t.notRegex(warnings.join(), /generat/);
  t.like(await metricsOf(captureOf(["game.exe,1,16"])), {
    generated_frames: null,
    displayed_average_fps: null,
  });
});

test("a capture without a column of display times lacks only the displayed frame rate", async (t) => {
  const header = "Application,FrameType,MsBetweenPresents";
  const { metrics, warnings } = await read(
    captureOf(["g.exe,AMD AFMF,16", "g.exe,Application,16", "g.exe,AMD AFMF,10"], header),
  );
  t.like(metrics, { frames: 1, average_fps: 62.5, generated_frames: 2, displayed_average_fps: null });
  t.regex(warnings.join(), /does not tell when frames were displayed/);
});

test("frames of type Application, Repeated, NotSet or no type are rendered, and so is a frame of unknown type that has a frame time", async (t) => {
  const header = "FrameType,FrameTime,Application,ProcessID";
  const types = ["Application", "Repeated", "NotSet", "", "NA", "Unspecified", "unknown"];
  const content = captureOf([...types.map((type) => `${type},16,g.exe,1`), "Unknown,0,g.exe,1"], header);
  t.like(await metricsOf(content), { frames: 7, generated_frames: 1 });
});

test("an unknown value of FrameType does not make a frame a generated frame, and a warning to the owner quotes the value", async (t) => {
  const header = "FrameType,FrameTime,Application,ProcessID";
  const content = captureOf(
    [...Array.from({ length: 50 }, () => "16.7 fps,16,g.exe,1"), "Xylophone,0,g.exe,1"],
    header,
  );
  const { metrics, warnings } = await read(content);
  t.like(metrics, { frames: 50, average_fps: 62.5, generated_frames: 1 });
  t.is(warnings.filter((warning) => warning.includes('The column FrameType says "16.7 fps"')).length, 1);
  for (const known of ["FSR 3 FG", "NVIDIA_DLSS_FG", "Intel XEFG"]) {
    const found = await read(captureOf(["Application,16,g.exe,1", `${known},16,g.exe,1`], header));
    t.like(found.metrics, { frames: 1, generated_frames: 1 }, known);
    t.notRegex(found.warnings.join(), /no type of a frame/);
  }
});

test("rows that repeat the same Present call count as one rendered frame, whatever their types and their order", async (t) => {
  for (const types of [
    ["Unknown", "Application"],
    ["Application", "Unspecified"],
    ["Application", "Application"],
  ]) {
    const [first = "", second = ""] = types;
    const made = makeGeneratedRows({ version: "2.3.1", type: first, factor: 2, presentsMs });
    const rows = made.map(({ line, isGenerated, displayedMs }) => {
      const renamed = isGenerated ? line : line.replace("Application", second);
      return { line: renamed, isGenerated, displayedMs };
    });
    const { metrics } = await read(makeGenerationCapture("2.3.1", rows));
    const found = metrics as FrameMetrics;
    t.like(found, { frames: 120, generated_frames: 120 }, types.join());
    t.true(isNear(found.average_fps, averageFps, 1e-9));
    t.true(isNear(found.displayed_average_fps, displayedFps(rows), 1e-5));
  }
  // Count rows with equal times, as a spreadsheet rounds them, and rows without a time as separate frames.
  const header = "Application,FrameType,TimeInSeconds,MsBetweenPresents";
  const rows = ["g.exe,Application,1.2,16", "g.exe,Application,1.2,17", "g.exe,Application,,17"];
  t.like(await metricsOf(captureOf([...rows, "g.exe,Application,,17"], header)), {
    frames: 4,
    generated_frames: 0,
  });
});

for (const factor of [2, 3, 4])
  test(`frames that frame generation presents separately do not count as frames of the game: ${factor} times`, async (t) => {
    let timeMs = 0;
    const rows = makeFrameTimes(2000, 5).flatMap((frameTimeMs) =>
      Array.from({ length: factor }, (_, place) => {
        timeMs += frameTimeMs / factor;
        const type = place === factor - 1 ? "Application" : "Intel XeSS-FG";
        const betweenMs = (frameTimeMs / factor).toFixed(4);
        return `game.exe,1,${type},${(timeMs / 1000).toFixed(6)},${betweenMs},${betweenMs}`;
      }),
    );
    const header = "Application,ProcessID,FrameType,TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange";
    const { score, metrics, unranked } = await read(captureOf(rows, header));
    const found = metrics as FrameMetrics;
    t.is(unranked, null);
    t.true(isNear(score, (1000 * 2000) / timeMs, 1e-4));
    t.like(found, { frames: 2000, generated_frames: 2000 * (factor - 1) });
    t.true(isNear(found.displayed_average_fps, (1000 * 2000 * factor) / timeMs, 1e-4));
  });

test("a display time of more than a minute does not count in a capture's displayed frame rate", async (t) => {
  const header = "Application,FrameType,TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange";
  const rows = Array.from({ length: 100 }, (_, index) => [
    `game.exe,AMD AFMF,${index / 100},10,5`,
    `game.exe,Application,${index / 100},10,${index === 50 ? 2_000_000 : 10}`,
  ]);
  t.true(isNear((await metricsOf(captureOf(rows.flat(), header))).displayed_average_fps, 200, 0.02));
});

test("a row of type Repeated without a frame time is neither a rendered nor a generated frame", async (t) => {
  const header = "Application,FrameType,CPUStartTime,FrameTime,DisplayedTime";
  const played = Array.from({ length: 50 }, (_, n) => [
    `g.exe,Application,${n * 16},16,8`,
    `g.exe,Repeated,${n * 16},0,8`,
  ]);
  const content = captureOf(["g.exe,Repeated,0,0,8", ...played.flat()], header);
  const { metrics, warnings } = await read(content);
  t.like(metrics, { frames: 50, average_fps: 62.5, generated_frames: 0, displayed_average_fps: null });
  t.notRegex(warnings.join(), /left out/);
  const generated = await metricsOf(`${content}g.exe,AMD AFMF,800,0,16\n`);
  t.like(generated, { frames: 50, generated_frames: 1 });
  t.true(isNear(generated.displayed_average_fps, (1000 * 51) / (101 * 8 + 16), 1e-9));
  t.is((await refusal(captureOf(["g.exe,Repeated,0,0,8"], header))).code, "no_frames");
});

for (const types of [
  ["Application", "Repeated"],
  ["Repeated", "Application"],
  ["Application", "Repeated", "Repeated"],
  ["Repeated", "Repeated"],
])
  test(`capture rows of the types ${types.join(", ")} for one Present call count as one rendered frame and no generated frame`, async (t) => {
    const header = "Application,FrameType,TimeInSeconds,MsBetweenPresents,MsBetweenDisplayChange";
    const rows = Array.from({ length: 120 }, (_, n) =>
      types.map((type, place) => `g.exe,${type},${(n * 16) / 1000},16,${8 * (place + 1)}`),
    );
    t.like(await metricsOf(captureOf(rows.flat(), header)), {
      frames: 120,
      average_fps: 62.5,
      generated_frames: 0,
      displayed_average_fps: null,
    });
  });

test("a capture with frame types is refused if its header is repeated", async (t) => {
  const rows = makeGeneratedRows({ version: "2.1.0", type: "AMD AFMF", factor: 2, presentsMs });
  const file = makeGenerationCapture("2.1.0", rows);
  t.is((await refusal(`${file}${file}`)).code, "joined_captures");
});

test("a capture of only generated frames is refused", async (t) => {
  const rows = makeGeneratedRows({ version: "2.3.1", type: "AMD AFMF", factor: 2, presentsMs });
  const { code, detail } = await refusal(
    makeGenerationCapture(
      "2.3.1",
      rows.filter(({ isGenerated }) => isGenerated),
    ),
  );
  t.is(code, "no_frames");
  t.regex(detail, /only rows of generated frames \(120 rows\)/);
});

test("a CapFrameX capture with generated frames has no statistics of CapFrameX, which does not distinguish frame types", async (t) => {
  const rows = makeGeneratedRows({ version: "2.3.1", type: "Intel XeSS-FG", factor: 2, presentsMs });
  const metrics = await metricsOf(`//GameName=a\n${makeGenerationCapture("2.3.1", rows)}`);
  t.is(metrics.tool, "CapFrameX");
  t.false(Object.keys(metrics).some((name) => name.startsWith("tool_")));
});
