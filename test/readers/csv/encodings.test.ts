import test from "ava";
import { makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import { frameCsv, read } from "../reading.ts";

const content = makeCapture("presentmon-1.10", makeGameFrames(2));

test("a CSV in UTF-16 with byte order mark is read, wherever the chunks are cut", async (t) => {
  const expected = await read(content);
  const little = Buffer.from(`\ufeff${content}`, "utf16le");
  const big = Buffer.from(little).swap16();
  for (const bytes of [little, big]) {
    t.deepEqual(await read(bytes, frameCsv, 33), expected);
  }
});

test("a CSV in UTF-8 is read with and without byte order mark", async (t) => {
  const named = content.replaceAll("harbour.exe", "häfen-灯.exe");
  t.is((await read(named)).variant, "häfen-灯.exe");
  t.deepEqual(await read(`\ufeff${named}`), await read(named));
});

test("a file that is not UTF-8 is read as Latin-1, wherever the chunks are cut", async (t) => {
  const named = content.replaceAll("harbour.exe", "häfen.exe");
  const bytes = Buffer.from(named, "latin1");
  const expected = await read(named);
  t.is(expected.variant, "häfen.exe");
  for (const size of [1, 7, 65_536]) {
    t.deepEqual(await read(bytes, frameCsv, size), expected);
  }
});

test("cells in quotation marks are read in UTF-8 and in Latin-1", async (t) => {
  const named = content.replaceAll("harbour.exe", "häfen-灯.exe");
  const quotedName = named.replaceAll("häfen-灯.exe", '"häfen-灯.exe"');
  t.deepEqual(await read(quotedName), await read(named));
  const latin = content.replaceAll("harbour.exe", '"häfen.exe"');
  t.is((await read(Buffer.from(latin, "latin1"))).variant, "häfen.exe");
});

test("a Latin-1 name after the first 64 KiB is also read as Latin-1", async (t) => {
  const desktop = makeCapture("presentmon-1.0", makeGameFrames(2)).replaceAll("harbour.exe", "dwm.exe");
  const [header = "", ...rows] = desktop.split("\r\n");
  const [, ...frames] = makeCapture("presentmon-1.0", makeGameFrames(3))
    .replaceAll("harbour.exe", "häfen.exe")
    .split("\r\n");
  const before = Array.from({ length: 6 }, () => rows).flat();
  const text = [header, ...before.filter((row) => row !== ""), ...frames].join("\r\n");
  t.true(text.indexOf("häfen") > 65_536);
  t.is((await read(Buffer.from(text, "latin1"))).variant, "häfen.exe");
});

test("lines that end with CR alone are read, with lines of CapFrameX before the header", async (t) => {
  for (const family of ["presentmon-1.0", "capframex"] as const) {
    const text = makeCapture(family, makeGameFrames(4), { lineEnd: "\n" });
    const expected = await read(text);
    t.deepEqual(await read(text.replaceAll("\n", "\r")), expected);
    t.deepEqual(await read(text.replaceAll("\n", "\r"), frameCsv, 5), expected);
  }
});
