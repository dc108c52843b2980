// Generates the files that the benchmark reads. They are made from a counter, so they are the same each time.

/** Generates a capture in the format of PresentMon 1.10 with at least this many bytes, in blocks of 1000 rows. */
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

const HEADER =
  "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,Dropped,TimeInSeconds,msInPresentAPI,msBetweenPresents,AllowsTearing,PresentMode,msUntilRenderComplete,msUntilDisplayed,msBetweenDisplayChange,msFlipDelay,msUntilRenderStart,msGPUActive,msGPUVideoActive,QPCTime";

const ROWS_IN_BLOCK = 1000;

function captureRow(index: number): string {
  const noise = ((index * 7919) % 1000) / 250;
  const frameTime = (index % 97 === 0 ? 24 : 6) + noise;
  const time = index * 0.008;
  const isDropped = index % 5 === 0;
  const figures = [
    frameTime,
    0,
    "Hardware: Independent Flip",
    frameTime * 1.7,
    isDropped ? 0 : frameTime * 2.1,
    isDropped ? 0 : frameTime,
    0,
    -frameTime / 3,
    frameTime * 0.8,
    0,
  ].map((figure) => (typeof figure === "number" && figure !== 0 ? figure.toFixed(10) : String(figure)));
  const start = [
    "harbour.exe",
    4711,
    "0x0000023DCA2DD8C0",
    "DXGI",
    0,
    512,
    isDropped ? 1 : 0,
    time.toFixed(14),
    "0.12340000000000",
  ];
  return [...start, ...figures, 1_000_000 + index * 80_000].join(",");
}

const PASSES_OF_EXPORT = 92;

/** Returns a 3DMark export of about 45 KB: one run of many passes. */
export function largeExport(): Buffer {
  const results = Array.from({ length: PASSES_OF_EXPORT + 1 }, (_, index) => exportResult(index - 1));
  const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>';
  const lines = [
    declaration,
    "<benchmark>",
    "    <results>",
    ...results,
    "    </results>",
    "</benchmark>",
    "",
  ];
  return Buffer.from(lines.join("\r\n"));
}

function exportResult(passIndex: number): string {
  const kind = passIndex < 0 ? "" : "ForPass";
  const fps =
    passIndex < 0
      ? []
      : [
          `<TimeSpyPerformanceGraphicsTest1>${80 + passIndex / 100}</TimeSpyPerformanceGraphicsTest1>`,
          `<TimeSpyPerformanceGraphicsTest2>${70 + passIndex / 100}</TimeSpyPerformanceGraphicsTest2>`,
        ];
  const elements = [
    "<name/>",
    "<description/>",
    `<passIndex>${passIndex}</passIndex>`,
    `<TimeSpyPerformanceGraphicsScore${kind}>12501</TimeSpyPerformanceGraphicsScore${kind}>`,
    ...fps,
    "<benchmarkRunId>00000000-0000-4000-8000-000000000001</benchmarkRunId>",
  ];
  return [
    "        <result>",
    ...elements.map((element) => `            ${element}`),
    "        </result>",
  ].join("\r\n");
}
