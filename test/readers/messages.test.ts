import assert from "node:assert/strict";
import test from "ava";
import * as fc from "fast-check";
import { ReaderError, readResult, type ReadRequest } from "../../src/readers/index.ts";
import { makeThreeDMarkResult, makeZip } from "../helpers/zip-generator.ts";
import { captureOf, fixture, frameCsv, gameRows, graphicsTest, inChunks } from "./reading.ts";

/**
 * A marker that the tests of this file put into capture files and exports at every place that may contain private text.
 */
const MARKER = "Zqxsecret";

const rows = (application: string, count: number, processId = "7") =>
  Array.from({ length: count }, () => `${application},${processId},16`);
const result = (content: string) => `<benchmark><results><result>${content}</result></results></benchmark>`;
const bytesOf = (content: string | Uint8Array) =>
  typeof content === "string" ? Buffer.from(content) : Buffer.from(content);

const game = captureOf(gameRows(100));
const timeSpy = "<TimeSpyPerformanceGraphicsTest1>80</TimeSpyPerformanceGraphicsTest1>";

/** Files, each with MARKER at a place that a message to the owner may quote. */
const files: readonly (readonly [name: string, content: string | Uint8Array, request: ReadRequest])[] = [
  ["another process", captureOf([...gameRows(50), ...rows(`${MARKER}.exe`, 20)]), frameCsv],
  ["ids of processes", captureOf([...rows("game.exe", 50, MARKER), ...rows("b.exe", 20, MARKER)]), frameCsv],
  [
    "another swap chain",
    captureOf([...rows("game.exe", 50, MARKER), ...rows("game.exe", 9, MARKER)]),
    frameCsv,
  ],
  ["the desktop alone", captureOf(rows("dwm.exe", 50, MARKER)), frameCsv],
  ["a process without a name", captureOf([...rows("", 50), ...rows(`${MARKER}.exe`, 20)]), frameCsv],
  ["other programs alone", captureOf(rows("chrome.exe", 50, MARKER)), frameCsv],
  ["an application that the capture lacks", game, { ...frameCsv, application: `${MARKER}.exe` }],
  [
    "an application that the capture lacks, beside other applications",
    captureOf(rows(`${MARKER}.exe`, 50)),
    { ...frameCsv, application: "other.exe" },
  ],
  ["a text", `${MARKER} wrote this`, frameCsv],
  ["a text for an export", `${MARKER} wrote this`, graphicsTest(1)],
  ["no frame times", `Application,ProcessID,${MARKER}\ngame.exe,1,1\n`, frameCsv],
  ["another root", `<${MARKER}/>`, graphicsTest(1)],
  ["a wrong end", `<benchmark><${MARKER}></benchmark>`, graphicsTest(1)],
  ["an entity", result(`<a>&${MARKER};</a>`), graphicsTest(1)],
  ["no number", result(`<TimeSpyGraphicsTest1>${MARKER}</TimeSpyGraphicsTest1>`), graphicsTest(1)],
  ["an unknown element", result(`<${MARKER}GraphicsTest1>x</${MARKER}GraphicsTest1>`), graphicsTest(1)],
  ["two values", result(`<a>${MARKER}</a><a>${MARKER}2</a>`), graphicsTest(1)],
  ["a failed run", result(`<sourceid>${MARKER}-FAILED-2024</sourceid>${timeSpy}`), graphicsTest(1)],
  ["an unknown test alone", result(`<${MARKER}GraphicsTest1>9</${MARKER}GraphicsTest1>`), graphicsTest(3)],
  ["scores of an unknown test", result(`<${MARKER}3DMarkScore>9</${MARKER}3DMarkScore>`), graphicsTest(1)],
  ["two tests", result(`${timeSpy}<z${MARKER}GraphicsTest1>9</z${MARKER}GraphicsTest1>`), graphicsTest(1)],
  ["another archive", makeZip([{ name: `${MARKER}.txt`, content: Buffer.from("x") }]), graphicsTest(1)],
  ["an archive of text", makeThreeDMarkResult(`${MARKER} wrote this`), graphicsTest(1)],
  ["an archive of a failed run", makeThreeDMarkResult(result(`<a>&${MARKER};</a>`)), graphicsTest(1)],
  [
    "an encrypted archive",
    makeZip([{ name: "Result.xml", content: bytesOf(MARKER), flags: 1 }]),
    graphicsTest(1),
  ],
];

/** Returns the messages of a reading, for the owner and for everybody, and the variant, which is public. */
async function textsOf(content: Uint8Array, request: ReadRequest) {
  try {
    const { warnings, variant } = await readResult(inChunks(content), request);
    return {
      variant,
      owner: warnings.map(({ detail }) => detail),
      everybody: warnings.map(({ public_detail }) => public_detail),
    };
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error;
    return { variant: "", owner: [error.detail], everybody: [error.public_detail] };
  }
}

const isPrivate = (text: string) => text.toLowerCase().includes(MARKER.toLowerCase());

for (const [name, content, request] of files) {
  test(`only the owner's message quotes the result file: ${name}`, async (t) => {
    const { owner, everybody } = await textsOf(bytesOf(content), request);
    t.deepEqual(everybody.filter(isPrivate), []);
    t.is(everybody.length, owner.length);
    for (const text of everybody) t.notRegex(text, /undefined|null|\[object|\s{2}|\(\)|^\s|\s\.(?:\s|$)/);
    // The owner's message need not quote the file: the refusal of a 3DMark export because of its structure quotes
    // nothing.
    t.true(owner.length > 0, "there is a message");
  });
}

test("only a file's owner sees the names of other processes, process ids, the names in an archive and the first line", async (t) => {
  const quoting = await Promise.all(
    files.map(async ([name, content, request]) => {
      const { owner } = await textsOf(bytesOf(content), request);
      return owner.some(isPrivate) ? name : "";
    }),
  );
  for (const name of ["another process", "ids of processes", "a text", "another archive", "no number"])
    t.true(quoting.includes(name), name);
});

test("the public message names the measured game, and states only the number of other processes", async (t) => {
  const [, content] = files[0] ?? ["", ""];
  const { everybody } = await textsOf(bytesOf(content), frameCsv);
  const expected =
    'The figures are those of "game.exe" (50 rows); the capture also holds another process (20 rows).';
  t.true(everybody.includes(expected), everybody.join());
});

test("damage to a result file never makes a public message quote the file", async (t) => {
  const samples = [
    ...files.map(([, content, request]) => ({ content: bytesOf(content), request })),
    { content: Buffer.from(await fixture("3dmark/time-spy.xml")), request: graphicsTest(1) },
    { content: Buffer.from(game), request: frameCsv },
  ];
  const damage = fc.record({
    at: fc.nat(),
    removed: fc.nat({ max: 30 }),
    inserted: fc.constantFrom(
      "",
      MARKER,
      `"${MARKER}`,
      `<${MARKER}>`,
      `\n${MARKER}.exe,${MARKER},1`,
      `&${MARKER};`,
    ),
  });
  const property = fc.asyncProperty(
    fc.constantFrom(...samples),
    fc.array(damage, { minLength: 1, maxLength: 4 }),
    async ({ content, request }, damages) => {
      let bytes = content;
      for (const { at, removed, inserted } of damages) {
        const start = at % (bytes.length + 1);
        bytes = Buffer.concat([
          bytes.subarray(0, start),
          Buffer.from(inserted),
          bytes.subarray(start + removed),
        ]);
      }
      const { everybody, variant } = await textsOf(bytes, request);
      // Damage to a file may turn a marker into the name of the game or of the 3DMark test, which is public.
      if (!isPrivate(variant ?? "")) assert.deepEqual(everybody.filter(isPrivate), []);
    },
  );
  await t.notThrowsAsync(fc.assert(property, { numRuns: 1500 }));
});
