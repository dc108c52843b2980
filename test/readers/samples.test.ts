import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import type { FrameMetrics, ThreeDMarkMetrics } from "../../src/readers/index.ts";
import { frameCsv, graphicsTest, read, refusal } from "./reading.ts";

// A folder of real result files, which the project does not hold: their licences do not allow it.
// The figures were calculated from the files without the readers (numpy); those marked as the tool's are the tool's own.
const folder = process.env["EXTRA_SAMPLES"];

interface CaptureReference {
  frames: number;
  sumMs: number;
  average: number;
  low1?: number;
  min?: number;
  max?: number;
  dropped: number;
  tool: string;
  application: string;
}

const captures: Record<string, CaptureReference> = {
  "presentmon/presentmon1_csgo_half_dropped.csv": {
    frames: 4265,
    sumMs: 36_168.414,
    average: 117.921,
    low1: 88.996,
    dropped: 2095,
    tool: "PresentMon",
    application: "csgo.exe",
  },
  "presentmon/pmcap-r5apex_dx12.exe-250709-222018.csv": {
    frames: 10_652,
    sumMs: 69_188.51,
    average: 153.956,
    low1: 62.046,
    dropped: 1493,
    tool: "PresentMon",
    application: "r5apex_dx12.exe",
  },
  "capframex/CapFrameXFileWithHeader.csv": {
    frames: 7285,
    sumMs: 25_443.206,
    average: 286.324,
    low1: 248.556,
    dropped: 4236,
    tool: "CapFrameX",
    application: "re2.exe",
  },
  "ocat/OCAT-MetroExodus.exe-2019-02-20T101522.csv": {
    frames: 2502,
    sumMs: 25_386.433,
    average: 98.557,
    low1: 73.923,
    dropped: 0,
    tool: "OCAT",
    application: "MetroExodus.exe",
  },
  // average, 1 % low, minimum and maximum are the tool's.
  "frameview/FrameView_Cyberpunk2077.exe_2024_04_17T045049_Log.csv": {
    frames: 338,
    sumMs: 30_014.888,
    average: 11.261,
    low1: 9.464,
    min: 8.941,
    max: 15.369,
    dropped: 2,
    tool: "FrameView",
    application: "Cyberpunk2077.exe",
  },
  // average, 1 % low and minimum are the tool's; its maximum comes from unrounded times.
  "frameview/FrameView_ImmortalsOfAveum-Win64-Shipping.exe_2024_04_15T152100_Log.csv": {
    frames: 3994,
    sumMs: 30_012.563,
    average: 133.078,
    low1: 39.498,
    min: 10.712,
    dropped: 1870,
    tool: "FrameView",
    application: "ImmortalsOfAveum-Win64-Shipping.exe",
  },
  "presentmon/test_case_1.csv": {
    frames: 7,
    sumMs: 66.989,
    average: (1000 * 7) / 66.989,
    dropped: 3,
    tool: "PresentMon",
    application: "Presenter.exe",
  },
  "presentmon/test_case_1_v1.csv": {
    frames: 8,
    sumMs: 75.995,
    average: 105.27,
    min: 83.315,
    dropped: 3,
    tool: "PresentMon",
    application: "Presenter.exe",
  },
  "presentmon/test_case_1_v2.csv": {
    frames: 7,
    sumMs: 66.083,
    average: (1000 * 7) / 66.083,
    dropped: 3,
    tool: "PresentMon",
    application: "Presenter.exe",
  },
};

interface ExportReference {
  test: string;
  overall: number | null;
  graphics: number | null;
  cpu: number | null;
  fps: Record<string, number>;
}

const exports: Record<string, ExportReference> = {
  timespy_performance: {
    test: "Time Spy",
    overall: 23_565,
    graphics: 25_786,
    cpu: 15_838,
    fps: { 1: 171.04, 2: 145.61 },
  },
  timespy_custom_graphics_only: {
    test: "Time Spy (custom)",
    overall: null,
    graphics: 10_953,
    cpu: null,
    fps: { 1: 72.48, 2: 61.98 },
  },
  timespy_gt1_only_bom: {
    test: "Time Spy",
    overall: null,
    graphics: null,
    cpu: 8483,
    fps: { 1: 59.65 },
  },
  timespy_extreme: {
    test: "Time Spy Extreme",
    overall: 8335,
    graphics: 8047,
    cpu: 10_465,
    fps: { 1: 50.83, 2: 47.47 },
  },
  firestrike_performance_export: {
    test: "Fire Strike",
    overall: null,
    graphics: 86_784,
    cpu: null,
    fps: { 1: 426.59, 2: 338.26 },
  },
  firestrike_ultra: {
    test: "Fire Strike Ultra",
    overall: 9873,
    graphics: 9480,
    cpu: 47_235,
    fps: { 1: 54.14, 2: 33.28 },
  },
  solarbay_export: {
    test: "Solar Bay",
    overall: 189_447,
    graphics: 189_447,
    cpu: null,
    fps: { 1: 720.33 },
  },
  speedway_custom_export: {
    test: "Speed Way (custom)",
    overall: null,
    graphics: 3457,
    cpu: null,
    fps: { 1: 34.57 },
  },
  steelnomad_dx12: {
    test: "Steel Nomad DX12",
    overall: 3760,
    graphics: 3760,
    cpu: null,
    fps: { 1: 37.6 },
  },
  "3dmark11_export": {
    test: "3DMark 11",
    overall: null,
    graphics: 9528,
    cpu: 13_766,
    fps: { 1: 40.07143, 2: 41.57143, 3: 64.038, 4: 31.32375 },
  },
};

/** Files that must be refused: by path the code and words of the message. */
const refused: Record<string, { code: string; words: RegExp }> = {
  "3dmark/timespy_extreme_custom_no_gt.xml": {
    code: "missing_graphics_test",
    words: /Time Spy Extreme \(custom\)/,
  },
  "3dmark/steelnomad_dx12_stress.xml": { code: "stress_test", words: /not comparable/ },
  "presentmon/presentmon1_2016_multiprocess.csv": { code: "unnamed_application", words: /devenv\.exe/ },
  "frameview/FrameView_Summary_for_T045049.csv": { code: "wrong_format", words: /_Log\.csv/ },
  "frameview/FrameView_Summary_for_T152100.csv": { code: "wrong_format", words: /_Log\.csv/ },
  "fraps/PlanetSide2_frametimes_german_excel.csv": { code: "wrong_format", words: /FRAPS/ },
  "mangohud/WoW_2025-10-01_18-56-13.csv": { code: "wrong_format", words: /log of MangoHud/ },
  "mangohud/scx_off_summary_of_18-56-13.csv": { code: "wrong_format", words: /summary of MangoHud/ },
  "afterburner/RE3_Windows.csv": { code: "wrong_format", words: /MSI Afterburner/ },
};

// The references are rounded to their last printed digit.
function isRounded(figure: number | null, reference: number): boolean {
  return figure !== null && Math.abs(figure - reference) <= 0.000_6;
}

function registerSampleTests(samples: string): void {
  for (const [path, expected] of Object.entries(captures)) {
    test(`real capture ${path}`, async (t) => {
      const { metrics, variant } = await read(await readFile(join(samples, path)));
      const found = metrics as FrameMetrics;
      t.is(found.frames, expected.frames);
      t.is(found.dropped_frames, expected.dropped);
      t.is(found.tool, expected.tool);
      t.is(variant, expected.application);
      t.true(isRounded(found.duration_s * 1000, expected.sumMs), `sum ${found.duration_s * 1000}`);
      const { average, low1, min, max } = expected;
      const averageError = Math.abs(found.average_fps / average - 1);
      t.true(averageError < 1e-5, `average ${found.average_fps}, expected ${average}`);
      if (low1 !== undefined) t.true(isRounded(found.low_1_fps, low1), `1 % low ${found.low_1_fps}`);
      if (min !== undefined) t.true(isRounded(found.min_fps, min), `minimum ${found.min_fps}`);
      if (max !== undefined) t.true(isRounded(found.max_fps, max), `maximum ${found.max_fps}`);
    });
  }
  for (const [name, expected] of Object.entries(exports)) {
    test(`real 3DMark export ${name}`, async (t) => {
      const bytes = await readFile(join(samples, `3dmark/${name}.xml`));
      for (const number of [1, 2, 3] as const) {
        const fps = expected.fps[number];
        if (fps === undefined) {
          t.is((await refusal(bytes, graphicsTest(number))).code, "missing_graphics_test");
          continue;
        }
        const { score, metrics } = await read(bytes, graphicsTest(number));
        const found = metrics as ThreeDMarkMetrics;
        t.is(score, fps);
        t.deepEqual(found.graphics_tests, expected.fps);
        t.deepEqual(
          [found.test, found.overall_score, found.graphics_score, found.cpu_score, found.passes],
          [expected.test, expected.overall, expected.graphics, expected.cpu, 1],
        );
      }
    });
  }
  for (const [path, { code, words }] of Object.entries(refused)) {
    test(`real file that is refused: ${path}`, async (t) => {
      const request = path.endsWith(".xml") ? graphicsTest(1) : frameCsv;
      const error = await refusal(await readFile(join(samples, path)), request);
      t.is(error.code, code);
      t.regex(error.detail, words);
    });
  }
}

if (folder === undefined) {
  test("real result files are not checked: EXTRA_SAMPLES names no folder of them", (t) => {
    t.log("Set EXTRA_SAMPLES to a folder of real result files to check the readers against them.");
    t.pass();
  });
} else {
  registerSampleTests(folder);
}
