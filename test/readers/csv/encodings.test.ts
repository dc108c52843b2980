import test from "ava";
import type { FrameMetrics } from "../../../src/readers/index.ts";
import { makeCapture, makeGameFrames } from "../../helpers/capture-generator.ts";
import { makeAfterburnerLog, makeMangoHudLog } from "../../helpers/log-generator.ts";
import { makeZip } from "../../helpers/zip-generator.ts";
import { captureOf, frameCsv, gameRows, read } from "../reading.ts";

const content = makeCapture("presentmon-1.10", makeGameFrames(2));

test("a CSV in UTF-16 with byte order mark is read, wherever it is cut into chunks", async (t) => {
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

// "häfen.exe" in Latin-1, and "原神.exe" in code page 936.
const otherPages = {
  "Latin-1": Buffer.from("häfen.exe", "latin1"),
  "code page 936": Buffer.from("d4adc9f12e657865", "hex"),
};

/** Returns a file in which the name of the game is replaced by other bytes. */
function withName(text: string, name: Uint8Array): Buffer {
  return Buffer.from(text.replaceAll("harbour.exe", Buffer.from(name).toString("latin1")), "latin1");
}

for (const [page, name] of Object.entries(otherPages))
  test(`a program name in the encoding ${page} is left out with a warning, and all figures are read, wherever the file is cut into chunks`, async (t) => {
    const expected = await read(content);
    const quoted = content.replaceAll("harbour.exe", '"harbour.exe"');
    for (const text of [content, quoted])
      for (const size of [1, 7, 65_536]) {
        const { warnings, ...found } = await read(withName(text, name), frameCsv, size);
        const { warnings: others, ...named } = expected;
        t.deepEqual(found, {
          ...named,
          variant: null,
          isNamedByFile: false,
          metrics: { ...named.metrics, application: null },
        });
        const added = warnings.filter((text) => !others.includes(text));
        t.is(added.length, 1);
        t.regex(added.join(), /code page of Windows.*the game is unknown/);
      }
    const stated = await read(withName(content, name), { ...frameCsv, application: "Zelda.exe" });
    t.is(stated.variant, "Zelda.exe");
  });

test("a program name in which the tool wrote question marks, and a damaged name in UTF-16, are left out with a warning", async (t) => {
  const damaged = content.replaceAll("harbour.exe", "\ud800.exe");
  for (const file of [content.replaceAll("harbour", "??"), Buffer.from(`\ufeff${damaged}`, "utf16le")]) {
    const { variant, warnings } = await read(file);
    t.is(variant, null);
    t.regex(warnings.join(), /the game is unknown/);
  }
});

test("messages show the name of a process only if the name is written in UTF-8", async (t) => {
  const rows = (name: string, count: number) =>
    Array.from({ length: count }, () => `${name},1,16\n`).join("");
  const file = `Application,ProcessID,MsBetweenPresents\n${rows("harbour.exe", 50)}${rows("quay.exe", 90)}`;
  for (const name of Object.values(otherPages)) {
    const { variant, warnings } = await read(withName(file, name));
    t.is(variant, "quay.exe");
    t.regex(
      warnings.join(),
      /also holds a process whose name is not written in UTF-8 \(process 1, 50 rows\)/,
    );
    t.notRegex(warnings.join(), /[\u0080-\uffff]/);
  }
});

test("quoted CSV cells are read in UTF-8", async (t) => {
  const named = content.replaceAll("harbour.exe", "häfen-灯.exe");
  const quotedName = named.replaceAll("häfen-灯.exe", '"häfen-灯.exe"');
  t.deepEqual(await read(quotedName), await read(named));
});

test("a program name that is not UTF-8 is left out although the first 64 KiB of the file are ASCII", async (t) => {
  const desktop = makeCapture("presentmon-1.0", makeGameFrames(2)).replaceAll("harbour.exe", "dwm.exe");
  const [header = "", ...rows] = desktop.split("\r\n");
  const [, ...frames] = makeCapture("presentmon-1.0", makeGameFrames(3))
    .replaceAll("harbour.exe", "häfen.exe")
    .split("\r\n");
  const before = Array.from({ length: 6 }, () => rows).flat();
  const text = [header, ...before.filter((row) => row !== ""), ...frames].join("\r\n");
  t.true(text.indexOf("häfen") > 65_536);
  t.is((await read(Buffer.from(text, "latin1"))).variant, null);
});

test("lines that end with CR alone are read, also lines of CapFrameX before the CSV header", async (t) => {
  for (const family of ["presentmon-1.0", "capframex"] as const) {
    const text = makeCapture(family, makeGameFrames(4), { lineEnd: "\n" });
    const expected = await read(text);
    t.deepEqual(await read(text.replaceAll("\n", "\r")), expected);
    t.deepEqual(await read(text.replaceAll("\n", "\r"), frameCsv, 5), expected);
  }
});

// "专业版" (professional edition) in code page 936.
const EDITION = Buffer.from("d7a8d2b5b0e6", "hex").toString("latin1");

for (const [tool, log, field] of [
  ["CapFrameX", `//OS=Windows 11 ${EDITION}\n//GPU=Made-up GPU\n${captureOf(gameRows(50))}`, "os"],
  [
    "OCAT",
    captureOf(
      [`game.exe,1,16,Windows 11 ${EDITION},Made-up GPU`, ...gameRows(50)],
      "Application,ProcessID,MsBetweenPresents,OS,GPU",
    ),
    "os",
  ],
  [
    "OCAT, with quotation marks",
    captureOf(
      [`game.exe,1,16,"Windows 11 ${EDITION}","Made-up GPU"`, ...gameRows(50)],
      "Application,ProcessID,MsBetweenPresents,OS,GPU",
    ),
    "os",
  ],
  [
    "MangoHud",
    makeMangoHudLog({ frameTimes: [16, 17, 18] })
      .replace("Maker, CPU", "CPU")
      .replace("Linux", EDITION),
    "os",
  ],
  [
    "MSI Afterburner",
    makeAfterburnerLog([{ start: new Date(0), names: ["Framerate"], samples: [["60"], ["61"]] }])
      .toString("latin1")
      .replace("Made-up GPU", EDITION),
    "gpu",
  ],
] as const)
  test(`a hardware or system name in code page 936 is left out with a warning in a file of ${tool}`, async (t) => {
    const { recordedOn, warnings } = await read(Buffer.from(log, "latin1"));
    t.is(recordedOn?.[field] ?? null, null);
    if (tool !== "MSI Afterburner") t.is(recordedOn?.gpu, "Made-up GPU");
    t.is(warnings.filter((text) => /names of the hardware.*in UTF-8.*are left out/.test(text)).length, 1);
  });

test("a UTF-8 line before the CSV header is read in UTF-8, even if the game's name is in another encoding", async (t) => {
  const text = Buffer.from(captureOf(gameRows(50)).replaceAll("game.exe", `${EDITION}.exe`), "latin1");
  const { recordedOn, variant, warnings } = await read(
    Buffer.concat([Buffer.from("//OS=Windows 11 专业版\n"), text]),
  );
  t.is(recordedOn?.os, "Windows 11 专业版");
  t.is(variant, null);
  t.notRegex(warnings.join(), /names of the hardware/);
});

test("a game in the name of a packed file is left out with a warning if the file name is not in UTF-8", async (t) => {
  const log = Buffer.from(makeMangoHudLog({ frameTimes: [16, 17, 18] }));
  const packedAs = async (game: Uint8Array) =>
    await read(
      makeZip([{ name: Buffer.concat([game, Buffer.from("_2025-10-01_18-56-13.csv")]), content: log }]),
    );
  for (const hex of ["d4adc9f1", "43616682"]) {
    const { variant, metrics, warnings } = await packedAs(Buffer.from(hex, "hex"));
    t.is(variant, null);
    t.is((metrics as FrameMetrics).application, null);
    t.regex(warnings.join(), /name of the file is not written in UTF-8/);
  }
  const { variant, warnings } = await packedAs(Buffer.from("原神"));
  t.is(variant, "原神");
  t.notRegex(warnings.join(), /UTF-8/);
});
