import test from "ava";
import { extractResultXml } from "../../../src/readers/formats/three-d-mark/extract-result-xml.ts";
import { sniff } from "../../../src/readers/index.ts";
import { isZip } from "../../../src/readers/zip/is-zip.ts";
import { madeExports } from "../../helpers/three-d-mark-generator.ts";
import {
  arielleXml,
  makeThreeDMark11Result,
  makeThreeDMarkResult,
  makeZip,
} from "../../helpers/zip-generator.ts";
import { graphicsTest, inChunks, read, refusal } from "../reading.ts";

const xml = madeExports["time-spy"] ?? "";
const content = Buffer.from(xml);
const request = graphicsTest(1);
const result = { name: "Result.xml", content };
const MEBIBYTE = 1024 * 1024;

for (const [name, made] of Object.entries(madeExports)) {
  test(`a .3dmark-result file gives the same result as its Result.xml: ${name}`, async (t) => {
    const outcome = async (bytes: string | Uint8Array) =>
      await read(bytes, request).catch((error: unknown) => error);
    t.deepEqual(await outcome(makeThreeDMarkResult(made)), await outcome(made));
  });
}

test("the reader unpacks only Result.xml from a 3DMark archive, wherever the archive is cut into chunks", async (t) => {
  const zip = makeThreeDMarkResult(xml);
  t.true(isZip(zip));
  t.false(isZip(content));
  t.false(isZip(new Uint8Array()));
  for (const size of [1, 100, 65_536]) {
    t.deepEqual(Buffer.from((await extractResultXml(inChunks(zip, size))).content), content);
    t.deepEqual(await read(zip, request, size), await read(xml, request));
  }
});

test("a 3DMark archive with an uncompressed file, a comment, or names like ../Result.xml gives the same Result.xml", async (t) => {
  const others = ["../Result.xml", "a/Result.xml", "/Result.xml", "RESULT.XML", "C:\\Result.xml"];
  const zip = makeZip(
    [...others.map((name) => ({ name, content: Buffer.from("<other/>") })), { ...result, method: 0 }],
    { comment: "PK\x05\x06 and so on" },
  );
  t.deepEqual(Buffer.from((await extractResultXml(inChunks(zip))).content), content);
});

for (const name of ["run/Result.xml", "result.xml", "run\\RESULT.XML", "a/b/result.Xml"]) {
  test(`a Result.xml in a 3DMark archive made by another program is read: ${name}`, async (t) => {
    const zip = makeZip([
      { name: "run/Arielle.xml", content: Buffer.from(arielleXml) },
      { name, content },
      { name: "__MACOSX/run/._Result.xml", content: Buffer.from("finder") },
    ]);
    t.deepEqual(await read(zip, request), await read(xml, request));
  });
}

test("a .3dmark-11-result file gives all three graphics tests of 3DMark 11, and is not mistaken for a workbook", async (t) => {
  const zip = makeThreeDMark11Result(madeExports["3dmark-11"] ?? "");
  t.is(sniff(zip, "3dmark-xml"), null);
  const scores = { 1: 31.5, 2: 32.25, 3: 45.125 };
  for (const number of [1, 2, 3] as const) {
    const { score, variant } = await read(zip, graphicsTest(number));
    t.deepEqual([score, variant], [scores[number], "3DMark 11"]);
  }
});

test("a Result.xml that contains a licence key is refused, wherever the key stands", async (t) => {
  const padded = xml.replace("</benchmark>", `${" ".repeat(100_000)}<licence>A</licence></benchmark>`);
  for (const resultXml of [arielleXml, padded]) {
    const { code, detail } = await refusal(makeThreeDMarkResult(resultXml), request);
    t.is(code, "private_fields");
    t.regex(detail, /Result\.xml in the archive: .*licence key/);
  }
});

test("an XML export that is the only file in an archive is read like the export without the archive", async (t) => {
  for (const name of ["timespy export.xml", "runs/A.XML", "export", "export.xml.txt"]) {
    const zip = makeZip([
      { name: "runs/", content: Buffer.alloc(0) },
      { name, content },
      { name: "__MACOSX/._A.xml", content: Buffer.from("finder") },
    ]);
    t.is(sniff(zip, "3dmark-xml"), null);
    t.deepEqual(await read(zip, request), await read(xml, request));
  }
});

const inner = makeThreeDMarkResult(xml);
const refused: Record<string, { zip: Buffer; code: string; words: RegExp }> = {
  "an archive without Result.xml": {
    zip: makeZip([{ name: "run.3dmark-result", content: inner }]),
    code: "wrong_format",
    words: /without Result\.xml.*1 file: "run\.3dmark-result".*unpack the archive/,
  },
  "an archive with two exports": {
    zip: makeZip(["a.xml", "b.xml"].map((name) => ({ name, content }))),
    code: "wrong_format",
    words: /2 files: "a\.xml" and "b\.xml".*unpack the archive/,
  },
  "an archive with Arielle.xml only": {
    zip: makeZip([{ name: "Arielle.xml", content: Buffer.from(arielleXml) }]),
    code: "private_fields",
    words: /The file in the archive: .*licence key/,
  },
  "an archive with ../Result.xml only": {
    zip: makeZip([{ name: "../Result.xml", content }]),
    code: "wrong_format",
    words: /without Result\.xml/,
  },
  "two runs in one archive": {
    zip: makeZip(["a/Result.xml", "b/result.xml"].map((name) => ({ name, content }))),
    code: "invalid_zip",
    words: /more than once/,
  },
  "an empty archive": { zip: makeZip([]), code: "wrong_format", words: /It is empty/ },
  "an archive in an archive": {
    zip: makeZip([{ name: "Result.xml", content: inner }]),
    code: "invalid_zip",
    words: /is an archive, too/,
  },
  "an encrypted archive": {
    zip: makeZip([{ ...result, flags: 1 }]),
    code: "encrypted_zip",
    words: /encrypted.*without a password/,
  },
  "a bomb that tells its size": {
    zip: makeZip([{ name: "Result.xml", content: Buffer.alloc(64 * MEBIBYTE, " ") }]),
    code: "too_large",
    words: /larger than 1 MiB/,
  },
  "a bomb that hides its size": {
    zip: makeZip([{ name: "Result.xml", content: Buffer.alloc(64 * MEBIBYTE, " "), size: 1000 }]),
    code: "too_large",
    words: /larger than 1 MiB/,
  },
  "a Result.xml of another size": {
    zip: makeZip([{ ...result, size: content.length + 1 }]),
    code: "invalid_zip",
    words: /damaged/,
  },
  "a Result.xml of another checksum": {
    zip: makeZip([{ ...result, crc32: 1 }]),
    code: "invalid_zip",
    words: /damaged/,
  },
  "a Result.xml that is no deflate stream": {
    zip: makeZip([{ ...result, data: Buffer.from("no deflate stream") }]),
    code: "invalid_zip",
    words: /damaged/,
  },
  "another method": {
    zip: makeZip([{ ...result, method: 14 }]),
    code: "invalid_zip",
    words: /other than deflate/,
  },
  "two of the same name": { zip: makeZip([result, result]), code: "invalid_zip", words: /more than once/ },
  "an entry behind the end": {
    zip: makeZip([{ ...result, offset: 1_000_000 }]),
    code: "invalid_zip",
    words: /not at the place/,
  },
  "an entry longer than the archive": {
    zip: makeZip([{ ...result, compressedSize: 900_000 }]),
    code: "invalid_zip",
    words: /cut off/,
  },
  ZIP64: { zip: makeZip([result], { directoryOffset: 0xffffffff }), code: "invalid_zip", words: /ZIP64/ },
  "several parts": { zip: makeZip([result], { disk: 1 }), code: "invalid_zip", words: /several files/ },
  "a list that is elsewhere": {
    zip: makeZip([result], { directoryOffset: 7 }),
    code: "invalid_zip",
    words: /damaged/,
  },
  "a list beyond the end": {
    zip: makeZip([result], { directoryOffset: 900_000 }),
    code: "invalid_zip",
    words: /does not fit/,
  },
  "more entries than there are": {
    zip: makeZip([result], { count: 2 }),
    code: "invalid_zip",
    words: /damaged/,
  },
  "too many entries": {
    zip: makeZip(
      Array.from({ length: 300 }, (_, index) => ({ name: `${index}`, content: Buffer.from("a") })),
    ),
    code: "invalid_zip",
    words: /300 files/,
  },
  "an archive cut short": { zip: inner.subarray(0, 400), code: "invalid_zip", words: /cut short/ },
  "an archive of 20 MiB": {
    zip: makeZip([result, { name: "movie", content: Buffer.alloc(20 * MEBIBYTE), method: 0 }]),
    code: "too_large",
    words: /larger than 16 MiB/,
  },
  "something else by the name": {
    zip: makeZip([{ name: "Result.xml", content: Buffer.from("<html></html>") }]),
    code: "wrong_format",
    words: /Result\.xml in the archive: .*web page/,
  },
};

for (const [name, { zip, code, words }] of Object.entries(refused)) {
  test(`a file of 3DMark is refused: ${name}`, async (t) => {
    const error = await refusal(zip, request);
    t.is(error.code, code);
    t.regex(error.detail, words);
    t.true(error.detail.length < 1000);
  });
}

test("a 3DMark archive with any byte changed gives the same Result.xml or a refusal", async (t) => {
  const zip = makeThreeDMarkResult(xml);
  for (let at = 4; at < zip.length; at += 1) {
    const changed = Buffer.from(zip);
    changed[at] = (changed[at] ?? 0) ^ 0xff;
    const outcome = await extractResultXml(inChunks(changed)).catch((error: Error) => error);
    if ("content" in outcome) t.deepEqual(Buffer.from(outcome.content), content);
    else t.is(outcome.name, "ReaderError");
  }
});
