import { gzipSync } from "node:zlib";
import { makeThreeDMarkResult, makeZip } from "./zip-generator.ts";

const MEBIBYTE = 1024 * 1024;
const HEADER = "Application,ProcessID,SwapChainAddress,MsBetweenPresents\n";
const CHUNK_BYTES = 256 * 1024;

/**
 * A file that tries to exhaust the memory or time of its reader: the format that it pretends to have, and a function
 * that generates its bytes lazily.
 */
export interface Attack {
  format: "frame-csv" | "3dmark-xml";
  chunks: () => Iterable<Uint8Array>;
}

function* bytesOf(...parts: readonly (string | Uint8Array)[]): Generator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part);
}

/** Yields the text `first`, then `text` repeated up to a number of bytes, then the text `last`. */
function* repeated(first: string, text: string, bytes: number, last = ""): Generator<Uint8Array> {
  const chunk = Buffer.from(text.repeat(Math.max(1, Math.floor(CHUNK_BYTES / text.length))));
  yield Buffer.from(first);
  for (let done = 0; done < bytes; done += chunk.length) yield chunk.subarray(0, bytes - done);
  if (last !== "") yield Buffer.from(last);
}

function csv(chunks: () => Iterable<Uint8Array>): Attack {
  return { format: "frame-csv", chunks };
}

function xml(chunks: () => Iterable<Uint8Array>): Attack {
  return { format: "3dmark-xml", chunks };
}

function rowsOf(cell: string, count = 200_000): Attack {
  const row = `game.exe,1,0x1,${cell}\n`;
  return csv(() => repeated(HEADER, row, row.length * count));
}

/**
 * The length of cells that fill nearly a whole line. With such a cell, an ambiguous regular expression needs time that
 * is quadratic in the length.
 */
const LONG_CELL_LENGTH = 60_000;
const longNumber = `${"1".repeat(LONG_CELL_LENGTH)}x`;
const mangoHudTop = "os,cpu,gpu,ram,kernel,driver,cpuscheduler\nLinux,CPU,GPU,1,6.1.0,,performance\n";
const afterburnerTop =
  "00, 12-05-2025 10:00:00, Hardware monitoring log v1.6\n01, 12-05-2025 10:00:00, GPU\n" +
  "02, 12-05-2025 10:00:00, Framerate           \n03, 12-05-2025 10:00:00, 0, FPS, 0, 100, 10, , ,%.1f\n";

/** Returns a CapFrameX record with `count` times the given frame time, and then one frame time of 1 ms. */
function recordOf(frameTime: string, count: number): Attack {
  const cell = `${frameTime},`;
  const top = '{"Runs":[{"CaptureData":{"MsBetweenPresents":[';
  return csv(() => repeated(top, cell, cell.length * count, "1]}}]}"));
}

/** Yields a CapFrameX record of 400 000 frames, as many as in a long gaming session. */
function* largeRecord(): Generator<Uint8Array> {
  yield Buffer.from('{"Info":{},"Runs":[{"CaptureData":{');
  const names = ["TimeInSeconds", "MsInPresentAPI", "MsUntilDisplayed", "QPCTime", "PcLatency", "GpuActive"];
  for (const name of [...names, "A", "B", "C", "D", "MsBetweenPresents"])
    yield* repeated(`"${name}":[`, "16.6671234,", 11 * 400_000, "16.6671234],");
  yield* repeated('"Dropped":[', "false,", 6 * 400_000, "false]}}]}");
}

/** Returns a capture in which each row has one very long cell. */
function longCells(top: string, row: string): Attack {
  return csv(() => repeated(top, `${row}\n`, 4 * MEBIBYTE));
}

/**
 * Yields a capture with more swap chains (windows in which programs show frames) than a capture may have. The path of
 * each program has a long folder name.
 */
function* longPaths(): Generator<Uint8Array> {
  yield Buffer.from(HEADER);
  const folder = "a".repeat(LONG_CELL_LENGTH);
  for (let index = 0; index < 300; index += 1) yield Buffer.from(`${folder}\\game-${index}.exe,1,0x1,16\n`);
}

/**
 * Yields a capture of 64 MiB of empty lines that is packed into about 70 KiB: a concatenation of gzip files, which is
 * itself a valid gzip file.
 */
function* gzipBomb(): Generator<Uint8Array> {
  const lines = gzipSync("\n".repeat(MEBIBYTE));
  yield gzipSync(HEADER);
  for (let mebibytes = 0; mebibytes < 64; mebibytes += 1) yield lines;
}

function result(content: string): string {
  return `<benchmark><results><result>${content}</result></results></benchmark>`;
}

const laughs = `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY a "ha">${Array.from(
  { length: 20 },
  (_, index) => `<!ENTITY a${index} "${`&a${index === 0 ? "" : index - 1};`.repeat(10)}">`,
).join("")}]>${result("<name>&a19;</name>")}`;

/** All files that attack the file readers, by a description for test titles. */
export const attacks: Record<string, Attack> = {
  "JSON 100 000 deep": csv(() => repeated('{"Runs":', "[", 100_000)),
  "a JSON text of 100 MiB": csv(() => repeated('{"Runs":["', "x", 100 * MEBIBYTE)),
  "JSON numbers of 60 000 digits": recordOf("1".repeat(LONG_CELL_LENGTH), 70),
  "JSON texts of 10 000 escapes": recordOf(`"${String.raw`\u0041`.repeat(10_000)}"`, 70),
  "a record of 50 MB": csv(largeRecord),
  "17 million JSON values": csv(() => repeated('{"Runs":[', "1,", 34_000_000)),
  "a record of 257 runs": csv(() => repeated('{"Runs":[', "{},", 3 * 257)),
  "a record of 2 000 001 frames": recordOf("16", 2_000_001),
  "100 MiB of commas in one row": csv(() => repeated(HEADER, ",", 100 * MEBIBYTE)),
  "100 MiB of commas and nothing else": csv(() => repeated("", ",", 100 * MEBIBYTE)),
  "100 MiB without line end": csv(() => repeated(HEADER, "x", 100 * MEBIBYTE)),
  "an open quotation mark": csv(() =>
    repeated(`${HEADER}"game.exe,1,0x1,16\n`, "game.exe,1,0x1,16\n", 100 * MEBIBYTE),
  ),
  "ten million empty lines": csv(() => repeated(HEADER, "\n", 10_000_000)),
  "ten million empty lines without header": csv(() => repeated("", "\r\n", 20_000_000)),
  "rows of two quotation marks": csv(() => repeated(HEADER, '""\n"",\n', 100 * MEBIBYTE)),
  "rows in quotation marks": csv(() => repeated(HEADER, '"a"\n', 100 * MEBIBYTE)),
  "cells with text behind their quotation marks": csv(() =>
    repeated(HEADER, `"",${"x".repeat(60_000)},${'""b,'.repeat(390)}\n`, 100 * MEBIBYTE),
  ),
  "a row of quoted cells over many lines": csv(() =>
    repeated(HEADER, `${'"",'.repeat(21_000)}"\n",`, 100 * MEBIBYTE),
  ),
  "line ends in quotation marks": csv(() => repeated(HEADER, `"${"\n".repeat(15_000)}"\n`, 50 * MEBIBYTE)),
  "rows of one byte that is no text": csv(() => repeated(HEADER, "\x1f\n", 100 * MEBIBYTE)),
  "rows of letters beyond ASCII": csv(() => repeated(HEADER, "é,é,é,é\n", 100 * MEBIBYTE)),
  "frame times NaN": rowsOf("NaN"),
  "frame times Infinity": rowsOf("Infinity"),
  "frame times 1e308": rowsOf("1e308"),
  "negative frame times": rowsOf("-16.7"),
  "frame times 0": rowsOf("0"),
  "frame times 0.0001": rowsOf("0.0001"),
  "frame times of 60 000 digits": longCells(HEADER, `game.exe,1,0x1,${longNumber}`),
  "frame times of 60 000 decimals": longCells(HEADER, `game.exe,1,0x1,0.${longNumber}`),
  "MangoHud frame times of 60 000 digits": longCells(
    `${mangoHudTop}fps,frametime,elapsed\n`,
    `60,${longNumber},${longNumber}`.slice(0, 65_000),
  ),
  "FRAPS times of 60 000 digits": longCells("Frame, Time (ms)\n", `1,${longNumber}`),
  "Afterburner samples of 60 000 digits": longCells(afterburnerTop, `80, 12-05-2025 10:00:01, ${longNumber}`),
  "paths of 60 000 letters": csv(longPaths),
  "words of headers in lines that are no headers": csv(() =>
    repeated("", `fps,${"a,".repeat(400)}\n`, 4 * MEBIBYTE),
  ),
  "a header only": csv(() => bytesOf(HEADER)),
  "a header twice": csv(() =>
    bytesOf(HEADER, "game.exe,1,0x1,16\n".repeat(1000), HEADER, "game.exe,1,0x1,16\n"),
  ),
  "1100 columns": csv(() =>
    bytesOf(`${HEADER.trim()}${",x".repeat(1096)}\n`, `game.exe,1,0x1,16${",1".repeat(1096)}\n`),
  ),
  "a name of a megabyte": csv(() => repeated(HEADER, "n", MEBIBYTE, ",1,0x1,16\n")),
  "2 000 001 frames": rowsOf("8.25", 2_000_001),
  "three million rows and one": csv(() => repeated(HEADER, "g,1,2,\n", 7 * 3_000_001)),
  "XML 100 000 deep": xml(() =>
    bytesOf("<benchmark>", "<a>".repeat(100_000), "</a>".repeat(100_000), "</benchmark>"),
  ),
  "a text of 50 MB": xml(() => repeated("<benchmark><results><result><name>", "x", 50_000_000)),
  "an attribute of 50 MB": xml(() => repeated('<benchmark a="', "x", 50_000_000)),
  "a doctype": xml(() => bytesOf(`<!DOCTYPE benchmark SYSTEM "http://127.0.0.1/a.dtd">${result("")}`)),
  "billion laughs": xml(() => bytesOf(laughs)),
  "two roots": xml(() => bytesOf(result("<firestrikegt1p>5</firestrikegt1p>").repeat(2))),
  "XML cut in the middle": xml(() => bytesOf(result("<firestrikegt1p>5</firestrikegt1p>").slice(0, 60))),
  "60 000 attributes": xml(() =>
    bytesOf("<benchmark ", Array.from({ length: 60_000 }, (_, index) => `a${index}="" `).join(""), "/>"),
  ),
  "100 000 results": xml(() => repeated("<benchmark><results>", "<result/>", MEBIBYTE - 100)),
  "a ZIP bomb": xml(() =>
    bytesOf(makeZip([{ name: "Result.xml", content: Buffer.alloc(16 * MEBIBYTE, " "), size: 1000 }])),
  ),
  "a ZIP with ../Result.xml": xml(() =>
    bytesOf(makeZip([{ name: "../Result.xml", content: Buffer.from(result("")) }])),
  ),
  "a ZIP inside of a ZIP": xml(() =>
    bytesOf(makeZip([{ name: "Result.xml", content: makeThreeDMarkResult(result("")) }])),
  ),
  "an encrypted ZIP": xml(() =>
    bytesOf(makeZip([{ name: "Result.xml", content: Buffer.from(result("")), flags: 1 }])),
  ),
  "a gzip bomb": csv(gzipBomb),
  "a ZIP of 100 MiB": xml(() => repeated("PK\x03\x04", "x", 100 * MEBIBYTE)),
};
