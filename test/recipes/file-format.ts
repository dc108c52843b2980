import type { Recipe } from "./edits.ts";

const format = `import { noFrames, tooManyFrames } from "../../capture/capture-errors.ts";
import type { CaptureFormat, CaptureHeader, RowCollector } from "../../capture/capture-format.ts";
import { resultOfFrames } from "../../capture/capture-result.ts";
import { checkNoNumber, checkRows, createRowFaults } from "../../capture/check-rows.ts";
import { addFrameTime, createFrameSeries, rowCount } from "../../capture/frame-series.ts";
import { columnKey } from "../../csv/dialect.ts";
import { limits } from "../../limits.ts";
import type { CaptureRequest } from "../../read-result.ts";

const TIME_KEY = "frametime(us)";

/** The reader of Framewatch's captures: columns \`Watched frame, Frame time (us)\`, and a row for each frame. */
export const framewatchFormat: CaptureFormat = {
  isHeader: (keys) => keys[0] === "watchedframe" && keys.includes(TIME_KEY),
  start: createCollector,
};

function createCollector({ names }: CaptureHeader, request: CaptureRequest): RowCollector {
  const time = names.map(columnKey).indexOf(TIME_KEY);
  const series = createFrameSeries();
  const faults = createRowFaults("Frame time (us)");
  return {
    add(row) {
      if (!row.isTerminated) {
        faults.isLastRowCut = true;
        return;
      }
      faults.rows += 1;
      if (row.hasContentFrom(names.length)) faults.longRows += 1;
      const frameTimeUs = row.number(time);
      if (Number.isNaN(frameTimeUs)) checkNoNumber(faults, row, time, names[time] ?? "");
      addFrameTime(series, frameTimeUs / 1000);
      if (series.frameTimes.length() > limits.maxFrames) throw tooManyFrames(String(limits.maxFrames) + " frames");
    },
    async finish() {
      if (rowCount(series) === 0) throw noFrames();
      return await resultOfFrames({
        tool: "Framewatch",
        application: null,
        request,
        warnings: checkRows(series, faults),
        frameTimes: series.frameTimes.values(),
        droppedFrames: null,
        recordedOn: null,
      });
    },
  };
}
`;

const generator = `
/** Returns a capture as Framewatch writes it, with the given frame times in microseconds. */
export function makeFramewatchLog(frameTimesUs: readonly number[]): string {
  const rows = frameTimesUs.map((us, index) => [index + 1, us].join(","));
  return ["Watched frame,Frame time (us)", ...rows, ""].join("\\n");
}
`;

const figures = `test("a capture of Framewatch has a row in microseconds for each frame", async (t) => {
  const micros = frameTimes.map((time) => Math.round(time * 1000));
  const result = await read(makeFramewatchLog(micros));
  t.deepEqual(equalFigures(result, referenceStatistics(micros.map((us) => us / 1000))), []);
  t.like(result.metrics, { tool: "Framewatch", application: null, dropped_frames: null, samples: null });
});

`;

/**
 * The example of the recipe for a file format adds a reader for the CSV files of a made-up capture tool, Framewatch.
 */
export const fileFormatRecipe: Recipe = {
  heading: "A file format",
  edits: [
    { file: "src/readers/formats/framewatch/framewatch-format.ts", content: format },
    {
      file: "src/readers/recognise/csv-kinds.ts",
      before: 'import { frapsFormat } from "../formats/fraps/fraps-format.ts";\n',
      text: 'import { framewatchFormat } from "../formats/framewatch/framewatch-format.ts";\n',
    },
    {
      file: "src/readers/recognise/csv-kinds.ts",
      before: '  readable("This looks like a frametimes file of FRAPS", frapsFormat),\n',
      text: '  readable("This looks like a capture of Framewatch", framewatchFormat),\n',
    },
    {
      file: "test/helpers/log-generator.ts",
      before: "\n/** A block of samples in an Afterburner log",
      text: generator,
    },
    {
      file: "test/readers/formats/logs.test.ts",
      before: " makeFrapsLog, makeMangoHudLog }",
      text: " makeFramewatchLog,",
    },
    {
      file: "test/readers/formats/logs.test.ts",
      before: 'test("FRAPS frame times are differences',
      text: figures,
    },
    {
      file: "test/readers/properties.test.ts",
      before: " makeFrapsLog, makeMangoHudLog }",
      text: " makeFramewatchLog,",
    },
    {
      file: "test/readers/properties.test.ts",
      after: "  makeFrapsLog(fewTimes.map((time) => time * 1000)),\n",
      text: "  makeFramewatchLog(fewTimes.map((time) => time * 1000)),\n",
    },
    {
      file: "docs/result-files.md",
      before: "| FRAPS                             | switch on Frametimes;",
      text: "| Framewatch                        | capture with its hotkey; send `framewatch.csv` |\n",
    },
  ],
};
