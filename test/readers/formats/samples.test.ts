import { readFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import type { FrameMetrics, ThreeDMarkMetrics } from "../../../src/readers/index.ts";
import { changeRows } from "../capture/damage.ts";
import { frameCsv, graphicsTest, read, refusal } from "../reading.ts";
import { captures, exports, sampledLogs } from "./sample-references.ts";

// A folder of real result files; sample-references.ts has the expected values.
const folder = process.env["EXTRA_SAMPLES"];

/** Real files that the readers must refuse, by path: the error code, and a pattern for the message. */
const refused: Record<string, { code: string; words: RegExp }> = {
  "3dmark/timespy_extreme_custom_no_gt.xml": {
    code: "missing_graphics_test",
    words: /Time Spy Extreme \(custom\)/,
  },
  "3dmark/steelnomad_dx12_stress.xml": { code: "stress_test", words: /not comparable/ },
  "presentmon/presentmon1_2016_multiprocess.csv": { code: "unnamed_application", words: /devenv\.exe/ },
  "frameview/FrameView_Summary_for_T045049.csv": { code: "wrong_format", words: /_Log\.csv/ },
  "frameview/FrameView_Summary_for_T152100.csv": { code: "wrong_format", words: /_Log\.csv/ },
  "mangohud/scx_off_summary_of_18-56-13.csv": { code: "wrong_format", words: /summary of MangoHud/ },
};

/** Real captures with a row for each frame and a column of times. */
const timed = [
  "presentmon/pmcap-r5apex_dx12.exe-250709-222018.csv",
  "presentmon/presentmon1_csgo_half_dropped.csv",
  "capframex/CapFrameXFileWithHeader.csv",
  "ocat/OCAT-MetroExodus.exe-2019-02-20T101522.csv",
  "frameview/FrameView_ImmortalsOfAveum-Win64-Shipping.exe_2024_04_15T152100_Log.csv",
];

// Returns whether a value equals a reference value that is rounded to its last printed digit.
function isRounded(figure: number | null, reference: number): boolean {
  return figure !== null && Math.abs(figure - reference) <= 0.000_6;
}

function registerSampleTests(samples: string): void {
  for (const [path, expected] of Object.entries(captures)) {
    test(`the figures of the real capture ${path} agree with the reference`, async (t) => {
      const { metrics, variant } = await read(await readFile(join(samples, path)));
      const found = metrics as FrameMetrics;
      t.is(found.frames, expected.frames);
      t.is(found.dropped_frames, expected.dropped);
      t.is(found.tool, expected.tool);
      t.is(variant, expected.application ?? null);
      const sumMs = Number(found.duration_s) * 1000;
      t.true(isRounded(sumMs, expected.sumMs), `sum ${sumMs}`);
      const { average, low1, min, max } = expected;
      const averageError = Math.abs(found.average_fps / average - 1);
      t.true(averageError < 1e-5, `average ${found.average_fps}, expected ${average}`);
      if (low1 !== undefined) t.true(isRounded(found.low_1_fps, low1), `1 % low ${found.low_1_fps}`);
      if (min !== undefined) t.true(isRounded(found.min_fps, min), `minimum ${found.min_fps}`);
      if (max !== undefined) t.true(isRounded(found.max_fps, max), `maximum ${found.max_fps}`);
    });
  }
  for (const [path, { tools = {} }] of Object.entries(captures)) {
    test(`the figures of the capture tool in ${path} agree with the reference`, async (t) => {
      const { metrics } = await read(await readFile(join(samples, path)));
      const found = metrics as unknown as Record<string, number>;
      for (const [name, value] of Object.entries(tools)) {
        const error = Math.abs(Number(found[name]) / value - 1);
        t.true(error < 1e-4, `${name}: ${found[name]}, expected ${value}`);
      }
      t.pass();
    });
  }
  for (const path of timed)
    test(`the real capture ${path} shows only its average if only every nth row is left`, async (t) => {
      const content = (await readFile(join(samples, path))).toString("latin1");
      for (const step of [2, 3, 5])
        for (const first of [0, 1]) {
          const thinned = changeRows(content, (cells, row) => (row % step === first ? cells : null));
          const { unranked, metrics } = await read(Buffer.from(thinned, "latin1"));
          t.is(unranked?.code, "clock_contradicts", `every ${step}th row`);
          t.is((metrics as FrameMetrics).low_1_fps, null, `every ${step}th row from ${first} on`);
        }
    });
  for (const [path, expected] of Object.entries(sampledLogs)) {
    test(`the figures of the real log of samples ${path} agree with the reference`, async (t) => {
      const { metrics, warnings, frameTimesMs } = await read(await readFile(join(samples, path)));
      const { tools, ...figures } = expected;
      const found = metrics as unknown as Record<string, number>;
      t.like(metrics, { samples: figures.samples, frames: null, low_1_fps: null, low_0_1_fps: null });
      t.true(Math.abs(Number(found["average_fps"]) / figures.average - 1) < 1e-5);
      for (const [name, value] of Object.entries(tools))
        t.is(Number(found[name]?.toPrecision(6)), value, name);
      t.regex(warnings.join(), /sample/);
      t.is(frameTimesMs, null);
    });
  }
  for (const [name, expected] of Object.entries(exports)) {
    test(`the result of the real 3DMark export ${name} agrees with the reference`, async (t) => {
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
    test(`the real file ${path} is refused`, async (t) => {
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
