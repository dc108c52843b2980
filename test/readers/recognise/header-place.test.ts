import assert from "node:assert/strict";
import test from "ava";
import * as fc from "fast-check";
import { headBytesOf, sniff } from "../../../src/readers/index.ts";
import {
  captureFamilies,
  columnsOf,
  makeCapture,
  makeGameFrames,
  type CaptureFamily,
} from "../../helpers/capture-generator.ts";
import { makeAfterburnerLog, makeFrapsLog, makeMangoHudLog } from "../../helpers/log-generator.ts";
import { makeEgoLog, makeHwinfoLog, wrapLines } from "../../helpers/odd-captures.ts";
import { read, refusal } from "../reading.ts";

const MEBIBYTE = 1024 * 1024;
const frames = makeGameFrames(3);
const frameTimes = Array.from({ length: 150 }, (_, index) => 9 + (index % 9) / 4);

// The tests read the files as Latin-1 text, so the files have no byte order mark.
function captureOf(family: CaptureFamily): string {
  return makeCapture(family, frames).replace(/^\ufeff/, "");
}

const logs: Record<string, string> = {
  MangoHud: makeMangoHudLog({ frameTimes }),
  FRAPS: makeFrapsLog(frameTimes.map((time) => time * 1000)),
  "EGO engine": makeEgoLog(frameTimes),
  HWiNFO: Buffer.from(
    makeHwinfoLog({ rateNames: ["Framerate [FPS]"], samples: [["60.5"], ["61"], ["59.5"]] }),
  ).toString("latin1"),
  "MSI Afterburner": makeAfterburnerLog([
    {
      start: new Date(0),
      names: ["GPU usage", "Framerate", "Framerate 1% Low"],
      samples: [
        ["99", "60", "50"],
        ["98", "62", "51"],
      ],
    },
  ]).toString("latin1"),
  ...Object.fromEntries(captureFamilies.map((family) => [family, captureOf(family)])),
};

/** Checks the first bytes of a file as a submission does. */
function sniffed(content: Uint8Array): string | null {
  return sniff(content.subarray(0, headBytesOf(content.subarray(0, 65_536))), "frame-csv");
}

test("a CSV header is found after any lines of text in the first MiB, and the check of the first bytes accepts such files", async (t) => {
  const word = fc.constantFrom("note", "fps", "frame", "gpu", "date", "process", "1", "#", "=", ",", '"');
  const line = fc.array(word, { maxLength: 12 }).map((words) => words.join(" "));
  const before = fc.record({
    lines: fc.array(line, { maxLength: 80 }),
    repeats: fc.constantFrom(1, 1, 10, 300),
  });
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.values(logs)), before, async (log, { lines, repeats }) => {
        // Lines with a single quotation mark would open a cell only if they came after the header.
        const notes = Array.from({ length: repeats }, () => lines)
          .flat()
          .map((text, index) => (index % 40 === 0 ? text : text.replace(/fps|frame|gpu|date|process/g, "x")));
        const expected = await read(Buffer.from(log, "latin1"));
        const content = Buffer.from([...notes, log].join("\n"), "latin1");
        assert.equal(sniffed(content), null);
        const found = await read(content);
        assert.equal(found.score, expected.score);
        assert.deepEqual(found.metrics, expected.metrics);
      }),
      { numRuns: 80 },
    ),
  );
});

test("the header of a capture must end within the first MiB of the file", async (t) => {
  const capture = makeCapture("presentmon-1.0", frames);
  const fits = MEBIBYTE - capture.indexOf("\n") - 1;
  for (const [bytes, isFound] of [
    [fits - 200, true],
    [fits, true],
    [fits + 1, false],
    [MEBIBYTE, false],
  ] as const) {
    const note = "a line of text without meaning\n";
    const notes = note.repeat(Math.floor((bytes - 1) / note.length));
    const content = Buffer.from(`${notes.padEnd(bytes - 1, "-")}\n${capture}`);
    t.is(sniffed(content) === null, isFound, `${bytes} bytes`);
    if (isFound) t.is((await read(content)).score, (await read(capture)).score);
    else t.is(sniffed(content), (await refusal(content)).detail);
  }
});

test("an Afterburner log is read even if its beginning is cut off in the middle of the rows that describe its columns", async (t) => {
  const names = Array.from({ length: 90 }, (_, index) => (index === 70 ? "Framerate" : `Sensor ${index}`));
  const samples = Array.from({ length: 20 }, () => names.map(() => "90"));
  const [start, later] = [new Date("2026-01-01T10:00:00Z"), new Date("2026-01-01T11:00:00Z")];
  const log = makeAfterburnerLog([
    { start, names, samples: [] },
    { start: later, names, samples },
  ]).toString("latin1");
  const lines = log.split("\r\n");
  for (const cut of [3, 4, 20, 92]) {
    const content = Buffer.from(lines.slice(cut).join("\r\n"), "latin1");
    t.is(sniffed(content), null);
    t.is((await read(content)).score, 90);
  }
});

/** Returns the name of a column as other programs write it: "MsBetweenPresents" as "ms_between_presents". */
function respell(name: string, separator: string, isLower: boolean): string {
  const spaced = name.replaceAll(/([a-z])(?=[A-Z])/g, `$1${separator}`).replaceAll(" ", separator);
  return isLower ? spaced.toLowerCase() : spaced;
}

test("column names are found with blanks, underscores or hyphens and in any case, for each capture tool", async (t) => {
  const spelling = fc.record({ separator: fc.constantFrom("_", " ", "-", "__"), isLower: fc.boolean() });
  await t.notThrowsAsync(
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...captureFamilies), spelling, async (family, style) => {
        const header = columnsOf(family).join(",");
        const names = columnsOf(family).map((name) => respell(name, style.separator, style.isLower));
        const capture = makeCapture(family, frames);
        const { warnings: _warnings, ...found } = await read(capture.replace(header, names.join(",")));
        const { warnings: _others, ...expected } = await read(capture);
        assert.deepEqual(found, expected);
      }),
      { numRuns: 60 },
    ),
  );
});

for (const [name, from, to] of [
  ["MangoHud", "fps,frametime,", "FPS,Frame_Time,"],
  ["FRAPS", "Frame, Time (ms)", "FRAME, Time_(ms)"],
  ["EGO engine", "Frame,Time (ms),Running time (s)", "frame,time_(ms),running_time_(s)"],
  ["HWiNFO", "Framerate [FPS]", "Frame rate [fps]"],
  ["MSI Afterburner", "Framerate 1% Low", "frame_rate 1% low"],
] as const)
  test(`other spellings of column names are found in a file of ${name}`, async (t) => {
    const log = logs[name] ?? "";
    t.true(log.includes(from));
    const expected = (await read(Buffer.from(log, "latin1"))).metrics;
    t.deepEqual((await read(Buffer.from(log.replaceAll(from, to), "latin1"))).metrics, expected);
  });

for (const [name, log] of Object.entries(logs))
  for (const behind of ["", ",,", ";"])
    test(`a file of ${name} with each line in one quoted cell${behind} is read like the file itself`, async (t) => {
      const expected = await read(Buffer.from(log, "latin1"));
      const content = Buffer.from(wrapLines(log, behind), "latin1");
      t.is(sniffed(content), null);
      for (const chunkBytes of [7, 65_536]) t.deepEqual(await read(content, undefined, chunkBytes), expected);
      const tabs = makeCapture("presentmon-1.0", frames, { delimiter: "\t" });
      t.deepEqual(await read(wrapLines(tabs, behind)), await read(tabs));
    });
