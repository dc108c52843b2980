import type { CaptureFormat } from "../capture/capture-format.ts";
import { isPreamble } from "../csv/dialect.ts";
import { findHeader } from "../csv/find-header.ts";
import { afterburnerFormat } from "../formats/afterburner/afterburner-format.ts";
import { egoFormat } from "../formats/ego/ego-format.ts";
import { frapsFormat } from "../formats/fraps/fraps-format.ts";
import { hwinfoFormat, isHwinfoHeader } from "../formats/hwinfo/hwinfo-format.ts";
import { mangoHudFormat } from "../formats/mangohud/mangohud-format.ts";
import { presentMonFormat } from "../formats/presentmon/presentmon-format.ts";
import { SEND_CAPTURE, sendAsGame } from "./advice.ts";
import type { FileKind, Recognition } from "./file-kind.ts";

/**
 * Recognises a CSV by the first line that is a known header. Any other text is recognised as text of an unknown kind.
 * @param isCut whether the file may go on after the text
 */
export function recogniseCsv(text: string, isCut: boolean): Recognition {
  const found = findHeader(text, isCut, ({ keys, cells }) =>
    csvKinds.find(({ isHeader }) => isHeader(keys, cells)),
  );
  if (found !== null) return { kind: found.kind, evidence: found.line, header: found.place };
  const lines = text.split(/\r\n?|\n/, MAX_FIRST_LINES).filter((line) => !isPreamble(line));
  const kind = textKinds.find(({ line }) => lines.some((one) => line.test(one)))?.kind;
  return { kind: kind ?? otherText, evidence: lines[0] ?? "" };
}

// The number of lines at the beginning of a text that are searched for lines of known kinds, if the text has no known
// header.
const MAX_FIRST_LINES = 1000;

interface CsvKind extends FileKind {
  /** Whether a line is the header of this kind of CSV. For the parameters, see `CaptureFormat.isHeader`. */
  isHeader: CaptureFormat["isHeader"];
}

const oldMangoHudLog: FileKind = {
  looksLike: "This looks like a log of an old version of MangoHud, without the column frametime",
  advice: { "frame-csv": "Log again with a version of MangoHud from 0.6 on, and with log_interval=0." },
  isGuess: true,
};
const frapsSummary: FileKind = {
  looksLike: "This looks like a summary of FRAPS (fps or minmaxavg), without frame times",
  advice: {
    "frame-csv":
      "Send the frame times: the file in the same folder whose name ends in frametimes.csv. FRAPS writes this file if Frametimes is switched on under FPS.",
  },
  isGuess: true,
};
const rtssBenchmark: FileKind = {
  looksLike: "This looks like Benchmark.txt, the summary that MSI Afterburner and RTSS write of a benchmark",
  advice: {
    "frame-csv":
      "It has averages and lows, but neither frames nor samples to check them by. Record the game with Log history to file in Afterburner's Monitoring settings, with Framerate among the graphs, and send that log; or capture the game with PresentMon or CapFrameX.",
  },
  isGuess: true,
};
const furMarkResult: FileKind = {
  looksLike: "This looks like a result of FurMark, which has a score and no frame times",
  advice: { "frame-csv": `Scores of FurMark are not taken. ${SEND_CAPTURE}` },
  isGuess: true,
};

/** Kinds of text that are recognised by one of the first lines, if the text has no known header. */
const textKinds: readonly { line: RegExp; kind: FileKind }[] = [
  // Matches the first line of a log of MangoHud. Logs of July 2020 have no known header, because no line names the
  // columns.
  { line: /^os,cpu,gpu,ram,kernel,driver/i, kind: oldMangoHudLog },
  { line: /^\s*"?fps"?[\s,;]*$/i, kind: frapsSummary },
  { line: /benchmark completed,/i, kind: rtssBenchmark },
  { line: /^[^,;\t]*\bfurmark\b(?!\.exe)/i, kind: furMarkResult },
];

/**
 * Every known kind of CSV: those that are read, and those that are refused with advice. A header may match several rows
 * of this list, of which the first counts. So if the columns of one kind are a part of the columns of another kind, the
 * row with more columns must stand first.
 *
 * To read the CSV of another capture tool:
 * 1. Create a folder for the tool under formats/. The folder exports a `CaptureFormat`: how to recognise the header,
 *    and a collector that turns rows into a result. Code that captures share (frame series, row faults, result) is in
 *    capture/, formulas are in statistics/.
 * 2. Add a row here: `readable(<what such a file looks like>, <the format>)`.
 * 3. If the tool also writes files without frame times, add a row for each: its header, and which file to send instead.
 * 4. Generate such a file in test/helpers/ and compare its metrics with those of the definitions, as
 *    test/readers/formats/logs.test.ts does; name the tool in docs/result-files.md.
 */
const csvKinds: readonly CsvKind[] = [
  {
    isHeader: (keys) => hasAll(keys, "logname"),
    looksLike: "This looks like FrameView_Summary.csv, FrameView's summary of its captures",
    advice: {
      "frame-csv": "Send the log itself: the file FrameView_<game>_<time>_Log.csv in the same folder.",
    },
  },
  {
    isHeader: (keys) => keys.some((key) => key.endsWith("%percentilefps")),
    looksLike: "This looks like a summary of MangoHud, without frame times",
    advice: {
      "frame-csv":
        "Send the log itself: the file of the same name without _summary, in the same folder. Log with log_interval=0, so that it has every frame.",
    },
  },
  {
    isHeader: (keys) => hasAll(keys, "totalframes", "averagefps"),
    looksLike: "This looks like the summary of an Intel PresentMon capture (-stats.csv)",
    advice: {
      "frame-csv":
        'Send the CSV of the capture itself: the file with one row for each frame. It has the same name without "-stats".',
    },
  },
  {
    isHeader: (keys) => hasAll(keys, "averagefps(application)"),
    looksLike: "This looks like perf_summary.csv, OCAT's summary of its captures",
    advice: { "frame-csv": "Send the capture itself: the file OCAT-<game>-<time>.csv in the same folder." },
  },
  readable("This looks like a hardware-monitor log of MSI Afterburner", afterburnerFormat),
  readable("This looks like a log of MangoHud", mangoHudFormat),
  { ...oldMangoHudLog, isHeader: (keys) => keys[0] === "fps" && keys[1] === "cpuload" },
  readable("This looks like the frame times of a benchmark of the EGO engine", egoFormat),
  readable("This looks like a frametimes file of FRAPS", frapsFormat),
  { ...frapsSummary, isHeader: (keys) => hasAll(keys, "frames", "time(ms)", "min", "max") },
  {
    isHeader: (keys) => hasAll(keys, "gpuutil", "gpusclk") || hasAll(keys, "fps", "cpuutil"),
    looksLike: "This looks like a performance log of AMD Adrenalin",
    advice: { "frame-csv": `It has one sample a second and no frame times. ${SEND_CAPTURE}` },
  },
  {
    isHeader: (keys) => keys.includes("fps") && keys.some((key) => key.startsWith("gpu1utilization")),
    looksLike: "This looks like a log of the performance overlay of GeForce Experience or the NVIDIA app",
    advice: { "frame-csv": `It has one sample a second and no frame times. ${SEND_CAPTURE}` },
  },
  readable("This looks like a sensor log of HWiNFO", hwinfoFormat),
  {
    isHeader: isHwinfoHeader,
    looksLike:
      "This looks like a sensor log of HWiNFO without the column Framerate [FPS] or Framerate (Presented) [FPS]",
    advice: {
      "frame-csv": `It has samples of sensors, but no frame times and no frame rate of the game. ${SEND_CAPTURE} HWiNFO logs a frame rate while RivaTuner Statistics Server (RTSS) or PresentMon runs beside the game: such a log is read for its average.`,
    },
  },
  {
    isHeader: (keys) => keys[0] === "date" && keys.some((key) => key.endsWith("]")),
    looksLike: "This looks like a sensor log of GPU-Z",
    advice: { "frame-csv": `It has no frame times. ${SEND_CAPTURE}` },
  },
  readable("This is a frame-time CSV of a capture tool", presentMonFormat),
  {
    isHeader: (keys) => hasAll(keys, "application", "processid"),
    looksLike:
      "This looks like a PresentMon capture, but it has no column of frame times (MsBetweenPresents, FrameTime, MsBetweenAppStart or MsBetweenAppPresents; or CPUBusy with CPUWait). Its header begins",
    quotesEvidence: true,
    advice: { "frame-csv": "Send the CSV as the capture tool wrote it, with all its columns." },
    code: "no_frame_times",
  },
];

const otherText: FileKind = {
  looksLike: "This is a text file of an unknown kind that begins",
  quotesEvidence: true,
  isGuess: true,
};

/** Describes a kind of CSV that the service reads as a capture. */
function readable(looksLike: string, captureFormat: CaptureFormat): CsvKind {
  return {
    isHeader: captureFormat.isHeader,
    looksLike,
    advice: { "3dmark-xml": sendAsGame },
    acceptedAs: "frame-csv",
    captureFormat,
  };
}

function hasAll(keys: readonly string[], ...wanted: string[]): boolean {
  return wanted.every((key) => keys.includes(key));
}
