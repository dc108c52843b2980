import { gzipSync } from "node:zlib";
import test from "ava";
import { readResult, sniff } from "../../../src/readers/index.ts";
import { makeMangoHudLog } from "../../helpers/log-generator.ts";
import { makeThreeDMarkResult, makeZip } from "../../helpers/zip-generator.ts";
import { captureOf, fixture, frameCsv, gameRows, graphicsTest, read, refusal } from "../reading.ts";

const capture = captureOf(gameRows(2000, "16.25"));
const content = Buffer.from(capture);
const file = { name: "OCAT-game.exe.csv", content };
const MEBIBYTE = 1024 * 1024;

test("a capture in a ZIP archive or a gzip file gives the same result as the unpacked capture, in chunks of any size", async (t) => {
  const fixtures = ["capframex.csv", "frameview.csv", "presentmon-2.3.1.csv"];
  const captures = await Promise.all(fixtures.map((name) => fixture(`captures/${name}`)));
  for (const bytes of [content, ...captures]) {
    const unpacked = await read(bytes);
    for (const packed of [
      makeZip([{ name: "capture.csv", content: bytes }]),
      makeZip([{ name: "capture.csv", content: bytes, method: 0 }]),
      gzipSync(bytes),
    ]) {
      t.is(sniff(packed.subarray(0, 65_536), "frame-csv"), null);
      for (const size of [100, 65_536]) t.deepEqual(await read(packed, frameCsv, size), unpacked);
    }
  }
});

test("the reader ignores folders in an archive and files that macOS adds", async (t) => {
  const others = ["run/", "__MACOSX/run/._a.csv", "run/.DS_Store", "run/._a.csv"];
  const zip = makeZip([
    ...others.map((name) => ({ name, content: Buffer.from("x") })),
    { name: "run/a.csv", content },
  ]);
  t.deepEqual(await read(zip), await read(capture));
});

test("the game is read from the name of the packed capture, not from the name of the archive", async (t) => {
  const log = makeMangoHudLog({ frameTimes: [16, 17, 18] });
  const name = "Harbour_2025-10-01_18-56-13.csv";
  const zip = makeZip([{ name: `logs/${name}`, content: Buffer.from(log) }]);
  t.is((await read(zip, { ...frameCsv, fileName: "Other_2025-10-01_18-56-13.csv" })).variant, "Harbour");
  t.is((await read(gzipSync(log), { ...frameCsv, fileName: `${name}.gz` })).variant, "Harbour");
  t.is((await read(gzipSync(log))).variant, null);
});

test("a gzip file that consists of several members is read completely", async (t) => {
  const half = capture.indexOf("\n", capture.length / 2) + 1;
  const members = [gzipSync(capture.slice(0, half)), gzipSync(capture.slice(half))];
  t.deepEqual(await read(Buffer.concat(members)), await read(capture));
});

// The checksum of a gzip file begins eight bytes before its end.
function withWrongChecksum(packed: Buffer): Buffer {
  return packed.fill(1, packed.length - 8, packed.length - 4);
}

const tar = Buffer.alloc(1024);
tar.write("a.csv");
tar.write("ustar", 257);

const refused: Record<string, { content: Uint8Array; code: string; words: RegExp }> = {
  "two captures in one archive": {
    content: makeZip([file, { ...file, name: "b.csv" }]),
    code: "wrong_format",
    words: /one file in it.*It holds 2 files: "OCAT-game\.exe\.csv" and "b\.csv"\. Send the capture unpacked/,
  },
  "an archive without files": {
    content: makeZip([{ name: "run/", content: Buffer.alloc(0) }]),
    code: "wrong_format",
    words: /It holds no file/,
  },
  "an archive with a password": {
    content: makeZip([{ ...file, flags: 1 }]),
    code: "encrypted_zip",
    words: /without a password/,
  },
  "a picture in an archive": {
    content: makeZip([{ name: "a.csv", content: Buffer.from("\x89PNG\r\n", "latin1") }]),
    code: "wrong_format",
    words: /^The file in the archive: This is a picture/,
  },
  "an archive in an archive": {
    content: makeZip([{ name: "a.zip", content: makeZip([file]) }]),
    code: "invalid_zip",
    words: /is an archive, too/,
  },
  "a gzip file in a gzip file": {
    content: gzipSync(gzipSync(content)),
    code: "invalid_zip",
    words: /is an archive, too/,
  },
  "a tar.gz": { content: gzipSync(tar), code: "wrong_format", words: /tar.*pack the capture alone/ },
  "a .3dmark-result file": {
    content: makeThreeDMarkResult("<benchmark/>"),
    code: "wrong_format",
    words: /result file of a 3DMark run.*3DMark graphics test instead/,
  },
  "a gzip file cut short": {
    content: gzipSync(content).subarray(0, 60),
    code: "invalid_gzip",
    words: /damaged or was cut short/,
  },
  "a gzip file of another checksum": {
    content: withWrongChecksum(gzipSync(content)),
    code: "invalid_gzip",
    words: /damaged/,
  },
  "a capture of another checksum": {
    content: makeZip([{ ...file, crc32: 1 }]),
    code: "invalid_zip",
    words: /"OCAT-game\.exe\.csv" is damaged/,
  },
  "a capture of another size": {
    content: makeZip([{ ...file, size: content.length - 1 }]),
    code: "invalid_zip",
    words: /is damaged/,
  },
  "a ZIP bomb": {
    content: makeZip([
      { ...file, content: Buffer.concat([content, Buffer.alloc(16 * MEBIBYTE, "\n")]), size: 1000 },
    ]),
    code: "too_large",
    words: /200 times the archive's size/,
  },
  "a gzip bomb": {
    content: gzipSync(Buffer.concat([content, Buffer.alloc(16 * MEBIBYTE, "\n")])),
    code: "too_large",
    words: /100 MiB/,
  },
};

for (const [name, { content, code, words }] of Object.entries(refused)) {
  test(`the reader of packed captures refuses ${name}`, async (t) => {
    const error = await refusal(content);
    t.is(error.code, code);
    t.regex(error.detail, words);
    t.notRegex(error.public_detail, /OCAT-game|b\.csv/);
  });
}

test("an error in the stream of an archive reaches the caller of the reader", async (t) => {
  for (const packed of [makeZip([file]), gzipSync(content)]) {
    const failing = async function* () {
      yield packed.subarray(0, 100);
      throw new TypeError("the store is unavailable");
    };
    await t.throwsAsync(readResult(failing(), frameCsv), { instanceOf: TypeError });
  }
});

test("an XML export in a gzip file is refused with advice on what to do", async (t) => {
  const error = await refusal(gzipSync("<benchmark/>"), graphicsTest(1));
  t.regex(error.detail, /gzip file\..*Unpack it and send the \.3dmark-result file or the XML export in it/);
});
