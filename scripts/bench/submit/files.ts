// This file makes the files that measurements submit and read. Their contents are generated from a counter, so that the
// contents are the same in each measurement.

/** A file that is submitted many times, each time with other digits in one place, so that no two contents are equal. */
export interface SentFile {
  content: Buffer;
  /** The name of the file in the form data; `benchmarkId` is the benchmark for which the file is submitted. */
  name: string;
  benchmarkId: number;
  /** The offset, in bytes from the beginning of the file, of the digits that differ from submission to submission. */
  digitsAt: number;
}

const DIGITS = 6;

/** Returns a copy of the content of a file, with the given number written in the digits at `digitsAt`. */
export function numberedContent(
  { content, digitsAt }: Pick<SentFile, "content" | "digitsAt">,
  number: number,
): Buffer {
  const copy = Buffer.from(content);
  copy.write(String(number % 10 ** DIGITS).padStart(DIGITS, "0"), digitsAt);
  return copy;
}

const ROWS_IN_BLOCK = 1000;
const HEADER =
  "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,Dropped,TimeInSeconds,msInPresentAPI,msBetweenPresents,AllowsTearing,PresentMode,msUntilRenderComplete,msUntilDisplayed,msBetweenDisplayChange,msFlipDelay,msUntilRenderStart,msGPUActive,msGPUVideoActive,QPCTime";

/**
 * Generates a capture in the format of PresentMon 1.10 with at least `minBytes` bytes, and yields it in blocks of 1000
 * rows.
 */
export function* captureInBlocks(minBytes: number): Generator<string> {
  yield `${HEADER}\r\n`;
  let bytes = HEADER.length;
  for (let first = 0; bytes < minBytes; first += ROWS_IN_BLOCK) {
    const rows = Array.from({ length: ROWS_IN_BLOCK }, (_, index) => `${captureRow(first + index)}\r\n`);
    const block = rows.join("");
    bytes += block.length;
    yield block;
  }
}

function captureRow(index: number): string {
  const ms = (index % 97 === 0 ? 24 : 6) + ((index * 7919) % 1000) / 250;
  const isDropped = index % 5 === 0;
  const shown = (figure: number) => (figure === 0 ? "0" : figure.toFixed(10));
  const untilDisplayed = isDropped ? [0, 0] : [ms * 2.1, ms];
  const later = [ms * 1.7, ...untilDisplayed, 0, -ms / 3, ms * 0.8, 0].map(shown).join(",");
  const start = `harbour.exe,4711,0x0000023DCA2DD8C0,DXGI,0,512,${Number(isDropped)},${(index * 0.008).toFixed(14)}`;
  return `${start},0.12340000000000,${shown(ms)},0,Hardware: Independent Flip,${later},${1_000_000 + index * 80_000}`;
}

/** Makes a capture of at least `minBytes` bytes. */
export function makeCapture(minBytes: number): SentFile {
  const content = Buffer.from([...captureInBlocks(minBytes)].join(""));
  // Vary the last cell of the last row, so that each copy of the capture has other bytes but gives the same results:
  // the cell is the time of the frame in ticks, which the reader does not use.
  const digitsAt = content.length - "\r\n".length - DIGITS;
  return { content, name: "capture.csv", benchmarkId: 16, digitsAt };
}

const PASSES = 92;
const ID = "<benchmarkRunId>00000000-0000-4000-8000-000000";

/** Makes a 3DMark export of about 45 KB: one run of a benchmark with many passes. */
export function makeExport(): SentFile {
  const results = Array.from({ length: PASSES + 1 }, (_, index) => exportResult(index - 1));
  const text = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<benchmark>
    <results>
${results.join("")}    </results>
</benchmark>
`;
  const content = Buffer.from(text.replaceAll("\n", "\r\n"));
  return { content, name: "export.xml", benchmarkId: 7, digitsAt: content.indexOf(ID) + ID.length };
}

/** Returns the XML of the result of one pass; if `pass` is -1, of the result over all passes. */
function exportResult(pass: number): string {
  const score = `TimeSpyPerformanceGraphicsScore${pass < 0 ? "" : "ForPass"}`;
  const test = (number: number, fps: number) => {
    const name = `TimeSpyPerformanceGraphicsTest${number}`;
    return pass < 0 ? "" : `\n            <${name}>${fps}</${name}>`;
  };
  return `        <result>
            <name/>
            <description/>
            <passIndex>${pass}</passIndex>
            <${score}>12501</${score}>${test(1, 80 + pass / 100)}${test(2, 70 + pass / 100)}
            ${ID}000001</benchmarkRunId>
        </result>
`;
}
