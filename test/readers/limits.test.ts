import test from "ava";
import { sortInSteps } from "../../src/readers/statistics/sort-in-steps.ts";
import { readResult } from "../../src/readers/index.ts";
import { makeCapture, makeFrameTimes, makeGameFrames } from "../helpers/capture-generator.ts";
import { madeExports } from "../helpers/three-d-mark-generator.ts";
import { fixture, frameCsv, graphicsTest, inChunks, read, refusal } from "./reading.ts";
import { referenceStatistics } from "./reference-statistics.ts";

const HEADER = "Application,MsBetweenPresents";

interface Endless {
  chunks: AsyncGenerator<Uint8Array>;
  pulledBytes: () => number;
  isClosed: () => boolean;
}

/** Returns a stream of one text followed by another text that repeats forever. */
function endless(first: string, repeated: string): Endless {
  let pulled = 0;
  let closed = false;
  async function* chunks(): AsyncGenerator<Uint8Array> {
    try {
      yield Buffer.from(first);
      for (;;) {
        await Promise.resolve();
        pulled += repeated.length;
        yield Buffer.from(repeated);
      }
    } finally {
      closed = true;
    }
  }
  return { chunks: chunks(), pulledBytes: () => pulled, isClosed: () => closed };
}

for (const [name, first, repeated, code, request, maxBytes] of [
  ["a line without end", `${HEADER}\n`, "x".repeat(1000), "line_too_long", frameCsv, 150_000],
  ["a row of commas", `${HEADER}\ngame.exe,16`, ",".repeat(1000), "line_too_long", frameCsv, 150_000],
  ["an open quotation mark", `${HEADER}\ng,1\n"g,1\n`, "g,1\n", "unclosed_quote", frameCsv, 250_000],
  ["ever new processes", `${HEADER},ProcessID\n`, "", "too_many_chains", frameCsv, 100_000],
  ["endless XML", "<benchmark><results>", "<result></result>", "too_large", graphicsTest(1), 1_200_000],
  [
    "an endless text in XML",
    "<benchmark><results><result><a>",
    "x".repeat(999),
    "too_large",
    graphicsTest(1),
    1_200_000,
  ],
  ["endless depth", "<benchmark>", "<a>", "invalid_xml", graphicsTest(1), 99_000],
  ["endless comments", "<benchmark>", "<!-- a -->", "too_large", graphicsTest(1), 1_200_000],
  ["an endless name", "<benchmark><", "x".repeat(1000), "too_large", graphicsTest(1), 1_200_000],
] as const) {
  test(`the reader refuses ${name} soon, and closes the stream`, async (t) => {
    const processes = Array.from({ length: 300 }, (_, index) => `g,16,${index}\n`).join("");
    const source = endless(first, repeated === "" ? processes : repeated);
    const error = await t.throwsAsync(readResult(source.chunks, request), { name: "ReaderError", code });
    t.true((error?.message.length ?? 0) < 1000);
    t.true(source.pulledBytes() <= maxBytes, `${source.pulledBytes()} bytes were read`);
    t.true(source.isClosed());
  });
}

test("a reader closes the stream of a file after refusing its first bytes, and after reading it to the end", async (t) => {
  const refused = endless("%PDF-", "x".repeat(9000));
  await t.throwsAsync(readResult(refused.chunks, frameCsv), { code: "wrong_format" });
  t.true(refused.isClosed());
  t.true(refused.pulledBytes() < 100_000);
});

test("an error in the stream of a file reaches the caller of the reader unchanged, wherever it occurs", async (t) => {
  for (const [content, request] of [
    [makeCapture("presentmon-1.0", makeGameFrames(1)), frameCsv],
    [madeExports["time-spy"] ?? "", graphicsTest(1)],
  ] as const) {
    for (const share of [0, 0.5, 1]) {
      const lost = new Error("the store is unavailable");
      const chunks = async function* (): AsyncGenerator<Uint8Array> {
        await Promise.resolve();
        yield Buffer.from(" ".repeat(request.format === "frame-csv" ? 0 : 70_000));
        yield Buffer.from(content.slice(0, content.length * share));
        throw lost;
      };
      const source = request.format === "frame-csv" ? chunks() : withoutLeadingBlanks(chunks());
      t.is(await t.throwsAsync(readResult(source, request)), lost);
    }
  }
});

async function* withoutLeadingBlanks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of chunks) {
    if (!isFirst) yield chunk;
    isFirst = false;
  }
}

test("a capture with more than 1,000 columns is refused with the number of the line", async (t) => {
  t.is((await read(`${HEADER}${",x".repeat(998)}\ng,16${",".repeat(998)}\n`)).score, 62.5);
  const { code, line, detail } = await refusal(`${HEADER}\ng,16\ng,16${",".repeat(999)}\n`);
  t.is(code, "too_many_columns");
  t.is(line, 3);
  t.regex(detail, /more than 1000 columns/);
});

test("a doctype in a 3DMark export is refused even if it stands after the inspected first bytes", async (t) => {
  const content = `<?xml version="1.0"?><!--${"x".repeat(70_000)}--><!DOCTYPE benchmark []><benchmark/>`;
  const { code, detail } = await refusal(content, graphicsTest(1));
  t.is(code, "wrong_format");
  t.regex(detail, /document type/);
});

test("a 3DMark export with a text that is longer than any text of 3DMark is refused", async (t) => {
  const content = (madeExports["time-spy"] ?? "").replace("82.5", "8".repeat(5000));
  t.is((await refusal(content, graphicsTest(1))).code, "invalid_xml");
});

test("a message about damaged XML is short, whatever the file contains", async (t) => {
  const attribute = "a".repeat(60_000);
  const content = (madeExports["time-spy"] ?? "").replace(
    "<name/>",
    `<name ${attribute}="" ${attribute}=""/>`,
  );
  t.true((await refusal(content, graphicsTest(1))).detail.length < 500);
});

test("the reader of 3DMark exports never expands an XML entity", async (t) => {
  const content = (madeExports["time-spy"] ?? "").replace("82.5", "&a;");
  t.is((await refusal(content, graphicsTest(1))).code, "invalid_xml");
});

test("the reader of result files yields to the event loop after each 64 KiB, however large a chunk is", async (t) => {
  const content = Buffer.from(`${HEADER}\n${"game.exe,16\n".repeat(50_000)}`);
  let turns = 0;
  let isReading = true;
  const count = () => {
    turns += 1;
    if (isReading) setImmediate(count);
  };
  setImmediate(count);
  await readResult(inChunks(content, content.length), frameCsv);
  isReading = false;
  t.true(turns >= Math.floor(content.length / 65_536), `${turns} turns for ${content.length} bytes`);
});

test("the statistics of a capture with more frames than one sorting step can sort agree with the definitions", async (t) => {
  const frameTimes = makeFrameTimes(300_000, 3);
  const { metrics } = await read(`${HEADER}\n${frameTimes.map((time) => `g.exe,${time}\n`).join("")}`);
  const sorted = frameTimes.toSorted((a, b) => a - b);
  const found = metrics as unknown as Record<string, number>;
  t.is(found["min_fps"], 1000 / (sorted.at(-1) ?? 0));
  t.is(found["max_fps"], 1000 / (sorted[0] ?? 0));
  const slowest = sorted.slice(-3000).reduce((sum, time) => sum + time, 0);
  t.true(Math.abs((found["low_1_fps"] ?? 0) - 3_000_000 / slowest) < 1e-9);
  const few = referenceStatistics([sorted[149_999] ?? 0, sorted[150_000] ?? 0]);
  t.is(found["median_fps"], few["median_fps"]);
});

for (const [what, step] of [
  ["four decimals", 1e-4],
  ["differences in the last bits", 2 ** -49],
] as const)
  test(`the reader's sorting of frame times sorts many numbers with ${what}`, async (t) => {
    const count = 40_000;
    const values = Float64Array.from({ length: count }, (_, index) => 8 + ((index * 7919) % count) * step);
    t.deepEqual(await sortInSteps(values), values.toSorted());
  });

test("the reader's sorting of frame times yields to the event loop after each 128 Ki numbers", async (t) => {
  let turns = 0;
  let isSorting = true;
  const count = () => {
    turns += 1;
    if (isSorting) setImmediate(count);
  };
  setImmediate(count);
  const runs = 8;
  await sortInSteps(Float64Array.from({ length: runs * 131_072 }, (_, index) => (index * 7919) % 104_729));
  isSorting = false;
  t.true(turns >= runs + (runs - 1), `${turns} turns`);
});

test("a capture of two million frames is read", async (t) => {
  t.timeout(600_000);
  const block = Buffer.from("g,1\n".repeat(100_000));
  async function* frames(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${HEADER}\n`);
    for (let blocks = 0; blocks < 20; blocks += 1) {
      await Promise.resolve();
      yield block;
    }
  }
  const { metrics, frameTimesMs } = await readResult(frames(), frameCsv);
  t.is((metrics as { frames: number }).frames, 2_000_000);
  t.is(frameTimesMs?.length, 2_000_000);
});

test("a small sample file gives the same result whether the reader gets it whole or in single bytes", async (t) => {
  const bytes = await fixture("captures/ocat.csv");
  const whole = await readResult(inChunks(bytes), frameCsv);
  t.deepEqual(await readResult(inChunks(bytes, 1), frameCsv), whole);
});
