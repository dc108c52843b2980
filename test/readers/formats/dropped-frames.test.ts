import test from "ava";
import * as fc from "fast-check";
import type { FrameMetrics } from "../../../src/readers/index.ts";
import { captureFamilies, columnsOf, makeCapture, type MadeFrame } from "../../helpers/capture-generator.ts";
import { makeCapFrameXRecord } from "../../helpers/capframex-generator.ts";
import { makeFrapsLog, makeMangoHudLog } from "../../helpers/log-generator.ts";
import { madeExports } from "../../helpers/three-d-mark-generator.ts";
import { captureOf, graphicsTest, read } from "../reading.ts";

const game = { application: "harbour.exe", processId: 4711, swapChain: "0x1" };
const desktop = { application: "dwm.exe", processId: 520, swapChain: "0x2" };
const shownFrame: MadeFrame = { ...game, frameTimeMs: 8.5, isDropped: false };

// Generates a frame of the game or of the desktop, or a row that is no frame because its frame time is unusable. Each
// frame or row is marked as displayed or as dropped.
const row = fc.record({
  kind: fc.constantFrom("game", "game", "game", "desktop", "zero"),
  frameTimeMs: fc.integer({ min: 1000, max: 40_000 }).map((microseconds) => microseconds / 1000),
  isDropped: fc.boolean(),
});

for (const family of captureFamilies) {
  test(`the dropped frames of a ${family} capture are the rows marked as dropped`, async (t) => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 60 }), async (rows) => {
        const frames = rows.map(({ kind, frameTimeMs, isDropped }): MadeFrame => {
          const chain = kind === "desktop" ? desktop : game;
          return { ...chain, frameTimeMs: kind === "zero" ? 0 : frameTimeMs, isDropped };
        });
        // Add 61 displayed frames, so that rows without a usable frame time are never the majority.
        const all = [...frames, ...Array.from({ length: 61 }, () => shownFrame)];
        const counted = all.filter((frame) => frame.application === "harbour.exe" && frame.frameTimeMs > 0);
        const expected = counted.flatMap(({ isDropped }, index) => (isDropped ? [index] : []));

        const { droppedFrames, frameTimesMs, metrics } = await read(makeCapture(family, all));
        t.deepEqual(droppedFrames, Uint32Array.from(expected));
        t.is(frameTimesMs?.length, counted.length);
        t.is((metrics as FrameMetrics).dropped_frames, expected.length);
      }),
      { numRuns: 40 },
    );
  });
}

test("the list of a capture's dropped frames keeps all of them, even beyond its first capacity", async (t) => {
  const frames = Array.from({ length: 3000 }, (_, index) => ({ ...shownFrame, isDropped: index % 3 !== 0 }));
  const { droppedFrames } = await read(makeCapture("presentmon-1.10", frames));
  t.is(droppedFrames?.length, 2000);
  t.deepEqual([...(droppedFrames ?? [])].slice(-3), [2996, 2998, 2999]);
});

test("a capture without dropped frames has an empty list, and a file without data on dropped frames has null", async (t) => {
  const frames = Array.from({ length: 5 }, () => shownFrame);
  t.deepEqual((await read(makeCapture("presentmon-1.0", frames))).droppedFrames, new Uint32Array());
  const told = new Set(["dropped", "displayedtime", "msuntildisplayed", "msbetweendisplaychange"]);
  const columns = columnsOf("presentmon-1.0").filter((name) => !told.has(name.toLowerCase()));
  const times = [16.5, 17, 8.25, 33.5, 16];
  for (const content of [
    makeCapture("presentmon-1.0", frames, { columns }),
    makeFrapsLog(times.map((time) => time * 1000)),
    makeMangoHudLog({ frameTimes: times }),
    makeMangoHudLog({ frameTimes: times, intervalMs: 100 }),
  ]) {
    const { droppedFrames, metrics } = await read(content);
    t.is(droppedFrames, null);
    t.is((metrics as FrameMetrics).dropped_frames, null);
  }
  t.is((await read(madeExports["time-spy"] ?? "", graphicsTest(1))).droppedFrames, null);
});

for (const [name, header, cells] of [
  [
    "0 in each row of CapFrameX for Linux",
    "MsBetweenPresents,MsUntilRenderComplete,MsUntilDisplayed,MsActualPresent",
    "9.80,0.00,0.00,0.00",
  ],
  ["NA in each row", "MsBetweenPresents,MsBetweenDisplayChange,MsUntilDisplayed", "9.8,NA,NA"],
  ["NA as display times", "FrameTime,CPUBusy,DisplayedTime", "9.8,8,NA"],
  ["no flag in any row", "Application,Dropped,MsBetweenPresents", "game.exe,NA,9.8"],
  [
    "a flag of every row that it was dropped",
    "Application,Dropped,MsBetweenPresents,MsUntilDisplayed",
    "game.exe,1,9.8,0",
  ],
  ["-1 as display times", "MsBetweenPresents,MsUntilDisplayed", "9.8,-1"],
] as const)
  test(`the number of dropped frames is unknown in a capture with ${name}`, async (t) => {
    const { droppedFrames, metrics, warnings } = await read(
      captureOf(
        Array.from({ length: 150 }, () => cells),
        header,
      ),
    );
    t.is(droppedFrames, null);
    t.is((metrics as FrameMetrics).dropped_frames, null);
    t.is((metrics as FrameMetrics).tool, header.includes("MsActualPresent") ? "CapFrameX" : "PresentMon");
    t.is(warnings.filter((warning) => warning.includes("number of dropped frames is unknown")).length, 1);
    t.is((metrics as FrameMetrics).frames, 150);
  });

test("the number of dropped frames is unknown in a CapFrameX record that marks every frame as dropped", async (t) => {
  const frameTimes = Array.from({ length: 150 }, () => 9.8);
  const { droppedFrames, warnings } = await read(
    makeCapFrameXRecord([{ frameTimes, dropped: frameTimes.map(() => true) }]),
  );
  t.is(droppedFrames, null);
  t.is(warnings.filter((warning) => warning.includes("number of dropped frames is unknown")).length, 1);
});

test("the dropped-frame flag of a capture may be written False and True in any case", async (t) => {
  for (const [no, yes] of [
    ["False", "True"],
    ["FALSCH", "WAHR"],
    ["FALSE", "TRUE"],
    ["0", "1"],
    ["0.0", "1.0"],
  ] as const) {
    const rows = Array.from({ length: 150 }, (_, index) => `game.exe,${index % 3 === 0 ? yes : no},9.8`);
    const { droppedFrames, warnings } = await read(captureOf(rows, "Application,Dropped,MsBetweenPresents"));
    t.is(droppedFrames?.length, 50, yes);
    t.deepEqual([...(droppedFrames ?? [])].slice(0, 3), [0, 3, 6]);
    t.notRegex(warnings.join(), /dropped/);
  }
});
