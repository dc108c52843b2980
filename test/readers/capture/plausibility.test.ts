import test from "ava";
import { makeExport, makeRun } from "../../helpers/three-d-mark-generator.ts";
import { makeAfterburnerLog } from "../../helpers/log-generator.ts";
import { captureOf, gameRows, graphicsTest, read } from "../reading.ts";

/**
 * Returns the reason why a file is unranked, or null if it may be ranked. Throws if the reason is not also a warning.
 */
async function reasonOf(
  content: string | Uint8Array,
  request?: Parameters<typeof read>[1],
): Promise<string | null> {
  const { unranked, warnings } = await read(content, request);
  if (unranked !== null && !warnings.some((warning) => unranked.detail.includes(warning)))
    throw new Error("the reason is not among the warnings");
  return unranked?.detail ?? null;
}

test("captures of usual games and frame rates may be ranked", async (t) => {
  for (const [count, cell] of [
    [300, "500"],
    [301, "33.3"],
    [10_000, "1"],
    [1450, "6.9"],
  ] as const)
    t.is(await reasonOf(captureOf(gameRows(count, cell))), null, cell);
  t.is(
    await reasonOf(captureOf([...gameRows(2000, "10"), "game.exe,1,2000"])),
    null,
    "long frames take no more than a tenth of the time",
  );
  t.is(
    await reasonOf(captureOf([...gameRows(100, "999"), ...gameRows(200, "10")])),
    null,
    "the longest frame is below a second",
  );
});

test("a capture with frame times in microseconds is unranked as implausible", async (t) => {
  const reason = (await reasonOf(captureOf(gameRows(200, "16667")))) ?? "";
  t.regex(reason, /16670 ms or longer.*microseconds.*would then be 60 and not 0\.06 frames per second/);
  t.regex((await reasonOf(captureOf(gameRows(200, "501")))) ?? "", /microseconds/);
});

test("a capture with frame times in seconds, or with an average of 4,499 frames per second, is unranked as implausible", async (t) => {
  t.regex(
    (await reasonOf(captureOf(gameRows(200, "0.016667")))) ?? "",
    /average of 60000 frames.*seconds where milliseconds belong: the average would then be 60 frames/,
  );
  const inSeconds = (await reasonOf(captureOf(gameRows(200, "0.0999")))) ?? "";
  t.regex(inSeconds, /would then be 10\.01/);
  const tooFast = (await reasonOf(captureOf(gameRows(200, "0.22227")))) ?? "";
  t.regex(tooFast, /average of 4499 frames.*Menus and loading screens/);
  t.notRegex(tooFast, /seconds where/);
  const log = (rate: string) =>
    makeAfterburnerLog([
      { start: new Date(0), names: ["Framerate"], samples: Array.from({ length: 11 }, () => [rate]) },
    ]);
  t.regex((await reasonOf(log("4499"))) ?? "", /average of 4499 frames/);
  t.is(await reasonOf(log("1000")), null);
});

test("a capture with one frame of 59 s, which lowers the average from 100 to 25 fps, is unranked, and the reason names both averages", async (t) => {
  const content = captureOf([...gameRows(2000, "10"), "game.exe,1,59000"]);
  t.regex(
    (await reasonOf(content)) ?? "",
    /1 of 2001, but take 75 % of the time.*would be 100 and not 25\.33/,
  );
  t.regex(
    (await reasonOf(captureOf([...gameRows(899, "10"), "game.exe,1,1000"]))) ?? "",
    /take 10 % of the time/,
  );
});

const timeSpy = (score: number, tests: readonly number[], name = "TimeSpyPerformance") =>
  makeExport(
    makeRun({ [`${name}GraphicsScore`]: score }, [
      Object.fromEntries(tests.map((fps, index) => [`${name}GraphicsTest${index + 1}`, fps])),
    ]),
  );

test("a 3DMark graphics test with a frame rate beyond any graphics card's is unranked", async (t) => {
  const reason = (await reasonOf(timeSpy(26_767, [999_999, 160]), graphicsTest(1))) ?? "";
  t.regex(reason, /graphics test 1 with 999999 frames per second/);
  t.regex(
    reason,
    /graphics score of 26767 does not match the frame rates.*Time Spy makes a score of about 52472/,
  );
  t.is(
    await reasonOf(timeSpy(0, [999, 160]), graphicsTest(1)),
    null,
    "without a score there is nothing to compare",
  );
});

test("a 3DMark graphics score that does not follow from the frame rates of its graphics tests is unranked", async (t) => {
  const of = (score: number, tests: readonly number[], name?: string) =>
    reasonOf(timeSpy(score, tests, name), graphicsTest(1));
  t.is(await of(16_400, [100, 100]), null);
  t.is(await of(17_900, [100, 100]), null, "a deviation within a tenth is accepted");
  t.regex((await of(18_100, [100, 100])) ?? "", /about 16400/);
  t.regex((await of(14_700, [100, 100])) ?? "", /about 16400/);
  t.regex(
    (await of(1, [100, 100], "TimeSpyCustom")) ?? "",
    /Time Spy \(custom\) makes a score of about 16400/,
  );
  t.is(await of(1, [100]), null, "the score is not checked unless every graphics test was run");
  t.is(await of(1, [100, 100], "UnheardOf"), null, "the score of an unknown test is not checked");
  t.is(await of(200, [0.5, 0.5]), null, "such low frame rates are too coarsely rounded to check the score");
});
