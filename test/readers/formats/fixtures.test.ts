import test from "ava";
import type { FrameMetrics } from "../../../src/readers/index.ts";
import { captureFamilies, makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import { madeExports } from "../../helpers/three-d-mark-generator.ts";
import { fixture, frameCsv, graphicsTest, read, refusal } from "../reading.ts";
import { referenceStatistics } from "../reference-statistics.ts";

const tools: Record<(typeof captureFamilies)[number], string> = {
  "presentmon-1.0": "PresentMon",
  "presentmon-1.10": "PresentMon",
  "presentmon-2.0": "PresentMon",
  "presentmon-2.3.1": "PresentMon",
  "intel-presentmon": "PresentMon",
  capframex: "CapFrameX",
  ocat: "OCAT",
  frameview: "FrameView",
};

for (const [index, family] of captureFamilies.entries()) {
  test(`the figures of a ${family} capture agree with the definitions in docs/result-files.md`, async (t) => {
    const bytes = await fixture(`captures/${family}.csv`);
    const frames = makeGameFrames(index + 1);
    t.is(
      Buffer.from(bytes).toString(),
      makeCapture(family, frames),
      "the fixture is what its generator makes",
    );

    const game = frames.filter(({ application }) => application === "harbour.exe");
    const { low_0_1_fps: _tooFewFrames, ...expected } = referenceStatistics(
      game.map(({ frameTimeMs }) => frameTimeMs),
    );
    const { metrics, score, variant, warnings, frameTimesMs } = await read(bytes);
    const found = metrics as FrameMetrics;

    for (const [name, value] of Object.entries(expected)) {
      const figure = found[name as keyof FrameMetrics];
      t.true(Math.abs(Number(figure) / value - 1) < 1e-9, `${name}: ${figure}, expected ${value}`);
    }
    t.is(found.low_0_1_fps, null);
    t.is(found.dropped_frames, game.filter(({ isDropped }) => isDropped).length);
    t.is(found.tool, tools[family]);
    t.is(found.application, "harbour.exe");
    t.is(score, found.average_fps);
    t.is(variant, "harbour.exe");
    const [tooShort = "", ...others] = warnings;
    t.regex(
      tooShort,
      /^The capture has 120 frames in 1\.\d s; a ranked capture has at least 300 frames and 10 s\./,
    );
    t.deepEqual(others, ["The 0.1 % low needs at least 1,000 frames; the capture has 120."]);
    t.deepEqual([...(frameTimesMs ?? [])], [...Float32Array.from(game, (frame) => frame.frameTimeMs)]);
  });
}

interface ExpectedExport {
  test: string;
  fps: Record<string, number>;
  graphics: number | null;
  overall: number | null;
  cpu: number | null;
  passes?: number;
}

const expectedExports: Record<string, ExpectedExport> = {
  "time-spy": { test: "Time Spy", fps: { 1: 82.5, 2: 71.25 }, graphics: 12_501, overall: 12_034, cpu: 9_911 },
  "time-spy-custom": {
    test: "Time Spy (custom)",
    fps: { 1: 53.04, 2: 45.36 },
    graphics: 8_020,
    overall: null,
    cpu: null,
  },
  "fire-strike": {
    test: "Fire Strike",
    fps: { 1: 143.21, 2: 120.98 },
    graphics: 30_111,
    overall: null,
    cpu: 21_000,
  },
  "fire-strike-ultra": {
    test: "Fire Strike Ultra",
    fps: { 1: 25.5, 2: 18.25 },
    graphics: 4_876,
    overall: 5_001,
    cpu: 25_000,
  },
  "port-royal": { test: "Port Royal", fps: { 1: 30 }, graphics: 6_480, overall: 6_480, cpu: null },
  "speed-way": { test: "Speed Way", fps: { 1: 30.25 }, graphics: 3_025, overall: 3_025, cpu: null },
  "steel-nomad": { test: "Steel Nomad DX12", fps: { 1: 25.12 }, graphics: 2_512, overall: 2_512, cpu: null },
  "solar-bay": { test: "Solar Bay", fps: { 1: 342.2 }, graphics: 90_000, overall: 90_000, cpu: null },
  "night-raid": {
    test: "Night Raid",
    fps: { 1: 280.5, 2: 306.75 },
    graphics: 61_000,
    overall: 40_000,
    cpu: 12_000,
  },
  "3dmark-11": {
    test: "3DMark 11",
    fps: { 1: 31.5, 2: 32.25, 3: 45.125, 4: 22 },
    graphics: 7_001,
    overall: null,
    cpu: 9_002,
  },
  "time-spy-three-passes": {
    test: "Time Spy",
    fps: { 1: 82, 2: 73 },
    graphics: 12_400,
    overall: 12_000,
    cpu: null,
    passes: 3,
  },
};

for (const [name, expected] of Object.entries(expectedExports)) {
  test(`the result of the 3DMark export ${name} has the figures of the file`, async (t) => {
    const bytes = await fixture(`3dmark/${name}.xml`);
    t.is(Buffer.from(bytes).toString(), madeExports[name] ?? "", "the fixture is what its generator makes");
    for (const number of [1, 2, 3] as const) {
      const fps = expected.fps[number];
      if (fps === undefined) {
        t.is((await refusal(bytes, graphicsTest(number))).code, "missing_graphics_test");
        continue;
      }
      const { score, variant, metrics, frameTimesMs } = await read(bytes, graphicsTest(number));
      t.is(score, fps);
      t.is(variant, expected.test);
      t.is(frameTimesMs, null);
      t.deepEqual(metrics, {
        test: expected.test,
        graphics_tests: expected.fps,
        graphics_score: expected.graphics,
        overall_score: expected.overall,
        cpu_score: expected.cpu,
        passes: expected.passes ?? 1,
      });
    }
  });
}

test("every 3DMark export is refused for a game benchmark, and every frame-time capture for a 3DMark benchmark", async (t) => {
  for (const name of Object.keys(madeExports)) {
    t.regex((await refusal(await fixture(`3dmark/${name}.xml`), frameCsv)).detail, /3DMark graphics test/);
  }
  for (const family of captureFamilies) {
    const { code, detail } = await refusal(await fixture(`captures/${family}.csv`), graphicsTest(1));
    t.is(code, "wrong_format");
    t.regex(detail, /game benchmark/);
  }
});
