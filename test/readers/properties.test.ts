import assert from "node:assert/strict";
import test from "ava";
import * as fc from "fast-check";
import {
  headBytesOf,
  ReaderError,
  readResult,
  sniff,
  type ReadRequest,
  type ReadResult,
} from "../../src/readers/index.ts";
import { captureFamilies, columnsOf, makeCapture, makeGameFrames } from "../helpers/capture-generator.ts";
import { makeGeneratedRows, makeGenerationCapture } from "../helpers/frame-generation.ts";
import { makeAfterburnerLog, makeFrapsLog, makeMangoHudLog } from "../helpers/log-generator.ts";
import { makeEgoLog, makeHwinfoLog, wrapLines } from "../helpers/odd-captures.ts";
import { madeExports, makeExport, makeRun } from "../helpers/three-d-mark-generator.ts";
import { makeThreeDMarkResult } from "../helpers/zip-generator.ts";
import { frameCsv, graphicsTest, read } from "./reading.ts";

interface Sample {
  content: Buffer;
  request: ReadRequest;
}

const fewTimes = [16.5, 17, 8.25, 33.5, 16];
const logs = [
  makeMangoHudLog({ frameTimes: fewTimes }),
  makeMangoHudLog({ frameTimes: fewTimes, intervalMs: 100 }),
  makeFrapsLog(fewTimes.map((time) => time * 1000)),
  makeEgoLog(fewTimes, ["Benchmark Mode Frame Times"]),
  makeHwinfoLog({ rateNames: ["Framerate [FPS]"], samples: [["60.5"], ["0"], ["61"]] }),
  wrapLines(makeCapture("presentmon-1.0", makeGameFrames(9).slice(0, 40))),
  makeGenerationCapture(
    "2.3.1",
    makeGeneratedRows({ version: "2.3.1", type: "AMD AFMF", factor: 2, presentsMs: fewTimes }),
  ),
  makeAfterburnerLog([
    {
      start: new Date("2026-01-01T00:00:00Z"),
      names: ["Power", "Framerate"],
      samples: [
        ["9", "60.5"],
        ["8", "N/A"],
        ["7", "61"],
      ],
    },
  ]),
];

const samples: Sample[] = [
  ...logs.map((log) => ({ content: Buffer.from(log), request: frameCsv })),
  { content: makeThreeDMarkResult(madeExports["time-spy"] ?? ""), request: graphicsTest(1) },
  {
    content: Buffer.from(
      makeCapture("ocat", makeGameFrames(9)).replaceAll("harbour", "h\u00e4fen"),
      "latin1",
    ),
    request: frameCsv,
  },
  ...captureFamilies.map((family) => ({
    content: Buffer.from(makeCapture(family, makeGameFrames(9).slice(0, 40))),
    request: frameCsv,
  })),
  ...Object.values(madeExports).map((content) => ({
    content: Buffer.from(content),
    request: graphicsTest(1),
  })),
  {
    content: Buffer.from(`\ufeff${makeCapture("presentmon-1.0", makeGameFrames(9).slice(0, 40))}`, "utf16le"),
    request: frameCsv,
  },
];

const anySample = fc.constantFrom(...samples);
const anyRequest = fc.constantFrom<ReadRequest>(frameCsv, graphicsTest(1), graphicsTest(2), graphicsTest(3));

async function* cutAt(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const edges = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  for (const [index, edge] of edges.entries()) {
    await Promise.resolve();
    yield bytes.subarray(edges[index - 1] ?? 0, edge);
  }
}

async function outcome(chunks: AsyncIterable<Uint8Array>, request: ReadRequest): Promise<unknown> {
  try {
    return await readResult(chunks, request);
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error;
    return { code: error.code, detail: error.detail, line: error.line };
  }
}

function numbersIn(value: unknown): number[] {
  if (typeof value === "number") return [value];
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap(numbersIn);
}

// Asserts that reading a file gives a result with only finite numbers, or a refusal that a person understands.
async function assertSaneOutcome(bytes: Uint8Array, request: ReadRequest): Promise<void> {
  const found = (await outcome(cutAt(bytes, []), request)) as Partial<ReadResult> & { detail?: string };
  const sniffed = sniff(bytes.subarray(0, headBytesOf(bytes.subarray(0, 65_536))), request.format);
  const shown = JSON.stringify([request, sniffed, found]);
  if (found.detail !== undefined) {
    assert.ok(found.detail.length > 20 && found.detail.length < 2000, shown);
    assert.ok(sniffed === null || sniffed === found.detail, shown);
    return;
  }
  assert.ok((found.score ?? 0) > 0 && found.variant !== "" && sniffed === null, shown);
  const strange = numbersIn(found.metrics).filter((number) => !Number.isFinite(number) || number < 0);
  assert.deepEqual(strange, [], shown);
}

// The properties use node:assert, because a failing ava assertion would end the search for the smallest counterexample.

test("a result file gives the same result, however it is cut into chunks", async (t) => {
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(
        anySample,
        fc.array(fc.nat(), { maxLength: 40 }),
        async ({ content, request }, cuts) => {
          assert.deepEqual(
            await outcome(cutAt(content, cuts), request),
            await outcome(cutAt(content, []), request),
          );
        },
      ),
      { numRuns: 150 },
    ),
  );
});

test("a large result file of any encoding gives the same result, however it is cut into chunks", async (t) => {
  const frames = makeGameFrames(9);
  const repeated = [...frames, ...frames, ...frames, ...frames, ...frames];
  const content = makeCapture("presentmon-1.0", repeated).replaceAll("harbour.exe", "häfen-灯.exe");
  const little = Buffer.from(`\ufeff${content}`, "utf16le");
  const encodings = [Buffer.from(content), little, Buffer.from(little).swap16()];
  const expected = await readResult(cutAt(Buffer.from(content), []), frameCsv);
  t.is(expected.variant, "häfen-灯.exe");
  const sizes = fc.array(fc.integer({ min: 1, max: 90_000 }), { minLength: 1, maxLength: 20 });
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...encodings), sizes, async (bytes, cuts) => {
        assert.ok(bytes.length > 65_536);
        assert.deepEqual(await outcome(cutAt(bytes, cuts), frameCsv), expected);
      }),
      { numRuns: 40 },
    ),
  );
});

test("a 3DMark export gives the same result with its results and their elements in any order", async (t) => {
  const results = [
    ...makeRun(
      { TimeSpyPerformance3DMarkScore: 900, TimeSpyPerformanceGraphicsScore: 950, PortRoyalGraphicsScore: 0 },
      [
        {
          TimeSpyPerformanceGraphicsTest1: 80,
          TimeSpyPerformanceGraphicsTest2: 70,
          PortRoyalGraphicsTest: 3,
        },
        { TimeSpyPerformanceGraphicsTest1: 81, PortRoyalGraphicsTest: 4, PortRoyalGraphicsTest1: 5 },
      ],
    ),
    { passIndex: 2, NewThingGraphicsTest: 3, timespyGraphicsTest1: 7, TimeSpyPerformanceGraphicsTest1: 9 },
  ];
  const expected = await read(makeExport(results), graphicsTest(1));
  const shuffled = fc
    .tuple(...results.map((result) => shuffle(Object.entries(result))))
    .chain((entries) => shuffle(entries.map((pairs) => Object.fromEntries(pairs))));
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(shuffled, async (order) => {
        assert.deepEqual(await read(makeExport(order), graphicsTest(1)), expected);
      }),
      { numRuns: 100 },
    ),
  );
});

function shuffle<T>(items: readonly T[]): fc.Arbitrary<T[]> {
  return fc.shuffledSubarray([...items], { minLength: items.length });
}

test("a frame rate in a 3DMark export is read as Number() reads its text", async (t) => {
  const digits = (maxLength: number) =>
    fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength }).map((parts) => parts.join(""));
  const decimal = fc.oneof(
    digits(6),
    fc.tuple(digits(6), digits(15)).map((parts) => parts.join(".")),
  );
  const other = fc.constantFrom("5.", ".5", "1.2.3", ".", "1e3", "+1", "1,5", "12345678901234567890.5");
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(fc.oneof({ arbitrary: decimal, weight: 9 }, other), async (text) => {
        const content = makeExport([{ passIndex: 0, SpeedWayGraphicsTest: text }]);
        const found = (await outcome(
          cutAt(Buffer.from(content), []),
          graphicsTest(1),
        )) as Partial<ReadResult>;
        const isNumber = /^\d{1,15}(\.\d+)?$/.test(text);
        const code = isNumber ? "missing_graphics_test" : "invalid_number";
        if (isNumber && Number(text) > 0) assert.equal(found.score, Number(text));
        else assert.equal((found as { code?: string }).code, code, text);
      }),
      { numRuns: 500 },
    ),
  );
});

test("any order of the columns of a capture gives the same result", async (t) => {
  const frames = makeGameFrames(4);
  const ordered = fc
    .constantFrom(...captureFamilies.filter((family) => family !== "ocat"))
    .chain((family) => fc.tuple(fc.constant(family), shuffle(columnsOf(family))));
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(ordered, async ([family, columns]) => {
        assert.deepEqual(
          await read(makeCapture(family, frames, { columns })),
          await read(makeCapture(family, frames)),
        );
      }),
      { numRuns: 60 },
    ),
  );
});

test("reading random bytes as a result file ends in a result or a refusal, and never in another error", async (t) => {
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 3000 }),
    fc.string({ unit: "binary", maxLength: 2000 }).map((text) => new Uint8Array(Buffer.from(text))),
    fc
      .array(fc.constantFrom(...'",;\t\r\n//<>!-?benchmarkresults0123456789.eNA{}['.split("")), {
        maxLength: 2000,
      })
      .map((characters) => new Uint8Array(Buffer.from(characters.join("")))),
  );
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(bytes, anyRequest, async (content, request) => {
        await assertSaneOutcome(content, request);
      }),
      { numRuns: 500 },
    ),
  );
});

const oddities = [
  ...'",-<\n\r\0'.split(""),
  "NA",
  "e9",
  "1e308",
  "1e-320",
  "</",
  "&#0;",
  "<![CDATA[",
  "]]>",
  "<!DOCTYPE a>",
  "<a>",
  "//",
  "__proto__",
  "Application,ProcessID,MsBetweenPresents\n",
];

const mutation = fc.record({
  at: fc.nat(),
  remove: fc.nat({ max: 40 }),
  insert: fc.oneof(
    fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
    fc.constantFrom(...oddities).map((text) => Buffer.from(text)),
  ),
});

test("reading a damaged result file ends in a result with finite numbers or in a refusal", async (t) => {
  const mutations = fc.array(mutation, { minLength: 1, maxLength: 8 });
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(
        anySample,
        mutations,
        fc.boolean(),
        anyRequest,
        async (sample, changes, isOther, other) => {
          let content = sample.content;
          for (const { at, remove, insert } of changes) {
            const start = at % (content.length + 1);
            content = Buffer.concat([content.subarray(0, start), insert, content.subarray(start + remove)]);
          }
          await assertSaneOutcome(content, isOther ? other : sample.request);
        },
      ),
      { numRuns: 1500 },
    ),
  );
});
