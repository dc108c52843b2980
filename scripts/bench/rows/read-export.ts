import { SaxesParser } from "saxes";
import { readResult } from "../../../src/readers/index.ts";
import { durationMs, median } from "../measures.ts";
import { largeExport } from "../readers-files.ts";
import type { BenchRow, BenchSetup, Duel, Sample } from "../row.ts";

const TURNS = { full: 1000, small: 3 };

/** What the reader of 3DMark exports adds to its parser. */
export const readExport: BenchRow = {
  name: "read-export",
  path: "reading a 3DMark export of 45 KB",
  yardstick: "saxes alone, which keeps the name and the text of each element in a list",
  figures: { p50_ms: { judged: "ratio", goal: { atMost: 1.3 } } },
  open: openReading,
};

async function openReading({ size }: BenchSetup): Promise<Duel> {
  const xml = largeExport();
  const repeat = async (read: () => Promise<unknown> | void): Promise<Sample> => {
    const durations: number[] = [];
    for (let turn = 0; turn < TURNS[size]; turn += 1) durations.push(await durationMs(read));
    return { p50_ms: median(durations) };
  };
  return {
    ours: () => repeat(() => readResult(inOneChunk(xml), { format: "3dmark-xml", graphicsTest: 1 })),
    yardstick: () => repeat(() => void readByBareSaxes(xml)),
  };
}

async function* inOneChunk(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

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
