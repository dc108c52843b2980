import { once } from "node:events";
import { createReadStream, createWriteStream, type ReadStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse";
import { SaxesParser } from "saxes";
import { readResult } from "../../src/readers/index.ts";
import { captureInBlocks, largeExport } from "./readers-files.ts";
import { medianDurationsMs, peakMemory, printTable } from "./measures.ts";

// Compares the speed of the readers with other parsers that read the same bytes, in turns on the same machine.
// Run with: npm run bench:readers

const CAPTURE_BYTES = 50 * 1024 * 1024;
const targets = { capture: 6, memoryMiB: 100, export: 1.3 };

// The size of the chunks in which the file store returns a file.
const CHUNK_BYTES = 255 * 1024;

function open(path: string): ReadStream {
  return createReadStream(path, { highWaterMark: CHUNK_BYTES });
}

async function readByCsvParse(path: string): Promise<void> {
  const parser = open(path).pipe(parse());
  let rows = 0;
  parser.on("data", () => (rows += 1));
  await once(parser, "end");
  if (rows === 0) throw new Error("csv-parse gave no rows");
}

async function readByReader(path: string): Promise<void> {
  await readResult(open(path), { format: "frame-csv" });
}

async function* inOneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

// The least work that gets data out of XML: it keeps the name and the text of each element in a list.
function readByBareSaxes(xml: Buffer): number {
  const parser = new SaxesParser();
  const elements: [string, string][] = [];
  let text = "";
  parser.on("opentag", () => (text = ""));
  parser.on("text", (part) => (text += part));
  parser.on("closetag", ({ name }) => elements.push([name, text]));
  parser.write(xml.toString("utf8")).close();
  return elements.length;
}

async function benchCapture(folder: string): Promise<string[][]> {
  const path = join(folder, "capture.csv");
  const file = createWriteStream(path);
  for (const block of captureInBlocks(CAPTURE_BYTES)) {
    if (!file.write(block)) await once(file, "drain");
  }
  file.end();
  await once(file, "close");
  const { size } = await stat(path);
  // Measured first, while the process has no more memory than when it idles.
  const memory = await peakMemory(async () => await readByReader(path));
  const [ours, theirs] = await medianDurationsMs(
    5,
    async () => await readByReader(path),
    async () => await readByCsvParse(path),
  );
  const speed = (ms: number) => `${(size / 1e3 / ms).toFixed(0)} MB/s`;
  return [
    ["capture, csv-parse to arrays", `${theirs.toFixed(0)} ms`, speed(theirs), "1", ""],
    [
      "capture, our reader",
      `${ours.toFixed(0)} ms`,
      speed(ours),
      (theirs / ours).toFixed(1),
      `at least ${targets.capture}`,
    ],
    ["capture, memory above idle", `${memory.toFixed(0)} MiB`, "", "", `at most ${targets.memoryMiB} MiB`],
  ];
}

async function benchExport(): Promise<string[][]> {
  const xml = largeExport();
  const request = { format: "3dmark-xml", graphicsTest: 1 } as const;
  const [ours, theirs] = await medianDurationsMs(
    2000,
    async () => void (await readResult(inOneChunk(xml), request)),
    () => void readByBareSaxes(xml),
  );
  return [
    [
      `export of ${(xml.length / 1000).toFixed(0)} KB, saxes to a list`,
      `${theirs.toFixed(2)} ms`,
      "",
      "1",
      "",
    ],
    [
      `export, our reader`,
      `${ours.toFixed(2)} ms`,
      "",
      (ours / theirs).toFixed(2),
      `at most ${targets.export}`,
    ],
  ];
}

const folder = await mkdtemp(join(tmpdir(), "bench-readers-"));
try {
  const rows = [...(await benchCapture(folder)), ...(await benchExport())];
  printTable(["what", "median", "speed", "ratio", "target"], rows);
} finally {
  await rm(folder, { recursive: true });
}
