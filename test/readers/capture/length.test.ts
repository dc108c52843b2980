import test, { type ExecutionContext } from "ava";
import * as fc from "fast-check";
import { makeCapFrameXRecord } from "../../helpers/capframex-generator.ts";
import { makeAfterburnerLog, makeMangoHudLog } from "../../helpers/log-generator.ts";
import { captureOf, gameRows, read } from "../reading.ts";

/**
 * Asserts that a file is too short to be ranked for the given reason, and that the reason is also the first warning.
 * With an empty reason, asserts that the file may be ranked.
 */
async function requireReason(t: ExecutionContext, content: string | Uint8Array, reason: string) {
  const { unranked, warnings } = await read(content);
  if (reason === "") return void t.is(unranked, null);
  t.is(unranked?.code, "too_short");
  t.is(unranked?.detail, reason);
  t.is(unranked?.public_detail, reason);
  t.is(warnings[0], reason);
}

const tooShort = (found: string) =>
  `The capture has ${found}; a ranked capture has at least 300 frames and 10 s. Capture a longer scene.`;

for (const [count, cell, reason] of [
  [300, "33.334", ""],
  [299, "33.5", tooShort("299 frames in 10.0 s")],
  [1000, "10", ""],
  [999, "10", tooShort("999 frames in 9.9 s")],
  [1, "16", tooShort("1 frame in 0.0 s")],
] as const)
  test(`a capture of ${count} frames of ${cell} ms each ${reason === "" ? "may be ranked" : "is too short"}`, (t) =>
    requireReason(t, captureOf(gameRows(count, cell)), reason));

test("a capture is too short to be ranked if it has fewer than 300 frames or takes less than 10 s", async (t) => {
  const frames = fc.integer({ min: 290, max: 1300 });
  await fc.assert(
    fc.asyncProperty(frames, fc.integer({ min: 1, max: 50 }), async (count, ms) => {
      const { unranked } = await read(captureOf(gameRows(count, String(ms))));
      t.is(unranked?.code, count < 300 || count * ms < 10_000 ? "too_short" : undefined);
    }),
  );
});

/** Returns a capture with `count` frames whose time column advances by `stepS` seconds per frame. */
const timed = (count: number, stepS: number) =>
  captureOf(
    Array.from({ length: count }, (_, index) => `game.exe,1,10,${((index + 1) * stepS).toFixed(6)}`),
    "Application,ProcessID,MsBetweenPresents,TimeInSeconds",
  );

test("the length of a capture is taken from its time column, or from the sum of its frame times if it has no such column", async (t) => {
  await requireReason(t, timed(990, 0.0102), "");
  await requireReason(t, timed(1010, 0.0098), tooShort("1010 frames in 9.8 s"));
  await requireReason(t, timed(1010, 0), "");
  await requireReason(
    t,
    makeMangoHudLog({ frameTimes: Array.from({ length: 990 }, () => 10), intervalMs: 10.2 }),
    "",
  );
  const frameTimes = Array.from({ length: 985 }, () => 10);
  await requireReason(t, makeCapFrameXRecord([{ frameTimes }]), tooShort("985 frames in 9.8 s"));
});

test("a log of samples that covers 10 s or more may be ranked, however few samples it has", async (t) => {
  const logOf = (seconds: number, names = ["Framerate"]) =>
    makeAfterburnerLog([
      { start: new Date(0), names, samples: Array.from({ length: seconds + 1 }, () => ["60"]) },
    ]);
  await requireReason(t, logOf(10), "");
  await requireReason(
    t,
    logOf(9),
    "The log has 10 samples in 9.0 s; a ranked log has at least 10 s. Log a longer scene.",
  );
  const samples = (count: number) => ({
    frameTimes: Array.from({ length: count }, () => 10),
    intervalMs: 1000,
  });
  await requireReason(t, makeMangoHudLog(samples(11)), "");
  await requireReason(
    t,
    makeMangoHudLog(samples(10)),
    "The log has 10 samples in 9.0 s; a ranked log has at least 10 s. Log a longer scene.",
  );
  const withoutClock = (count: number) => makeMangoHudLog(samples(count)).replace(",elapsed\n", ",other\n");
  await requireReason(t, withoutClock(1000), "");
  await requireReason(
    t,
    withoutClock(999),
    "The log has no times, and the frame times of its 999 samples add up to 9.9 s; a ranked log has at least 10 s. Log a longer scene.",
  );
});

test("a capture that is implausible and too short is unranked with the code for implausible captures, and the reason states both faults", async (t) => {
  const { unranked, warnings } = await read(captureOf(gameRows(200, "16667")));
  t.is(unranked?.code, "implausible");
  t.is(unranked?.detail, warnings.slice(0, 2).join(" "));
  t.regex(unranked?.detail ?? "", /microseconds.*200 frames/);
});
