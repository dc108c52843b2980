import { splitLines } from "../bytes/line-ends.ts";
import type { CaptureFormat } from "../capture/capture-format.ts";
import { detectDelimiter, isPreamble, splitHeaderLine } from "../csv/dialect.ts";
import { afterburnerFormat } from "../formats/afterburner/afterburner-format.ts";
import { frapsFormat } from "../formats/fraps/fraps-format.ts";
import { mangoHudFormat } from "../formats/mangohud/mangohud-format.ts";
import { presentMonFormat } from "../formats/presentmon/presentmon-format.ts";
import { SEND_CAPTURE, sendAsGame } from "./advice.ts";
import type { FileKind, Recognition } from "./file-kind.ts";

const MAX_LINES_BEFORE_HEADER = 60;

/**
 * Recognises a CSV by the first line that is a known header. Any other text is recognised as text of an unknown kind.
 */
export function recogniseCsv(text: string): Recognition {
  const lines = splitLines(text)
    .filter((line) => !isPreamble(line))
    .slice(0, MAX_LINES_BEFORE_HEADER);
  for (const line of lines) {
    const lower = line.toLowerCase();
    const cells = splitHeaderLine(lower, detectDelimiter(lower));
    const kind = csvKinds.find(({ isHeader }) => isHeader(cells));
    if (kind !== undefined) return { kind, evidence: line };
  }
  return { kind: otherText, evidence: lines[0] ?? "" };
}

interface CsvKind extends FileKind {
  /** Whether a line is the header of a file of this kind. @param cells the line's trimmed cells in lower case */
  isHeader: (cells: readonly string[]) => boolean;
}

/**
 * Every known kind of CSV: those that are read, and those that are refused with advice. A header may match several rows
 * of this list, of which the first counts. So a row must stand above each row whose columns are a part of its own.
 *
 * To read the CSV of another capture tool:
 * 1. Create a folder for the tool under formats/. The folder exports a `CaptureFormat`: how to recognise the header,
 * and a collector that turns rows into a result. Code that captures share (frame series, row faults, result) is in
 * capture/, formulas are in statistics/.
 * 2. Add a row here: `readable(<what such a file looks like>, <the format>)`.
 * 3. If the tool writes files without frame times beside the capture, add a row for each: its header, and which file to
 *    send instead.
 * 4. Generate such a file in test/helpers/ and compare its figures with those of the definitions, as
 *    test/readers/formats/logs.test.ts does; name the tool in docs/result-files.md.
 */
const csvKinds: readonly CsvKind[] = [
  {
    isHeader: (cells) => hasAll(cells, "log name"),
    looksLike: "This looks like FrameView_Summary.csv, FrameView's summary of its captures",
    advice: {
      "frame-csv": "Send the log itself: the file FrameView_<game>_<time>_Log.csv in the same folder.",
    },
  },
  {
    isHeader: (cells) => cells.some((cell) => cell.endsWith("% percentile fps")),
    looksLike: "This looks like a summary of MangoHud, without frame times",
    advice: {
      "frame-csv":
        "Send the log itself: the file of the same name without _summary, in the same folder. Log with log_interval=0, so that it has every frame.",
    },
  },
  {
    isHeader: (cells) => hasAll(cells, "total frames", "average fps"),
    looksLike: "This looks like the summary of an Intel PresentMon capture (-stats.csv)",
    advice: {
      "frame-csv":
        'Send the CSV of the capture itself: the file with one row for each frame. It has the same name without "-stats".',
    },
  },
  {
    isHeader: (cells) => hasAll(cells, "average fps (application)"),
    looksLike: "This looks like perf_summary.csv, OCAT's summary of its captures",
    advice: { "frame-csv": "Send the capture itself: the file OCAT-<game>-<time>.csv in the same folder." },
  },
  {
    isHeader: (cells) => cells.some((cell) => cell.endsWith("benchmark completed")),
    looksLike:
      "This looks like Benchmark.txt, the summary that MSI Afterburner and RTSS write of a benchmark",
    advice: {
      "frame-csv":
        "It has averages and lows, but neither frames nor samples to check them by. Record the game with Log history to file in Afterburner's Monitoring settings, with Framerate among the graphs, and send that log; or capture the game with PresentMon or CapFrameX.",
    },
  },
  readable("This looks like a hardware-monitor log of MSI Afterburner", afterburnerFormat),
  readable("This looks like a log of MangoHud", mangoHudFormat),
  {
    isHeader: (cells) => cells[0] === "fps" && cells[1] === "cpu_load",
    looksLike: "This looks like a log of an old version of MangoHud, without the column frametime",
    advice: { "frame-csv": "Log again with a version of MangoHud from 0.6 on, and with log_interval=0." },
  },
  readable("This looks like a frametimes file of FRAPS", frapsFormat),
  {
    isHeader: (cells) =>
      hasAll(cells, "frames", "time (ms)", "min", "max") || (cells.length === 1 && cells[0] === "fps"),
    looksLike: "This looks like a summary of FRAPS (fps or minmaxavg), without frame times",
    advice: {
      "frame-csv":
        "Send the frame times: the file in the same folder whose name ends in frametimes.csv. FRAPS writes this file if Frametimes is switched on under FPS.",
    },
  },
  {
    isHeader: (cells) => hasAll(cells, "gpu util", "gpu sclk"),
    looksLike: "This looks like a performance log of AMD Adrenalin",
    advice: { "frame-csv": `It has one sample a second and no frame times. ${SEND_CAPTURE}` },
  },
  {
    isHeader: (cells) => cells.includes("fps") && cells.some((cell) => cell.startsWith("gpu1 utilization")),
    looksLike: "This looks like a log of the performance overlay of GeForce Experience or the NVIDIA app",
    advice: { "frame-csv": `It has one sample a second and no frame times. ${SEND_CAPTURE}` },
  },
  {
    isHeader: (cells) => cells[0] === "date" && cells[1] === "time" && cells.some(hasUnit),
    looksLike: "This looks like a sensor log of HWiNFO",
    advice: { "frame-csv": `It has one sample every few seconds and no frame times. ${SEND_CAPTURE}` },
  },
  {
    isHeader: (cells) => cells[0] === "date" && cells.some((cell) => cell.startsWith("gpu clock [")),
    looksLike: "This looks like a sensor log of GPU-Z",
    advice: { "frame-csv": `It has no frame times. ${SEND_CAPTURE}` },
  },
  readable("This is a frame-time CSV of a capture tool", presentMonFormat),
  {
    isHeader: (cells) => hasAll(cells, "application", "processid"),
    looksLike:
      "This looks like a PresentMon capture, but it has no column of frame times (MsBetweenPresents, FrameTime, MsBetweenAppStart or MsBetweenAppPresents; or CPUBusy with CPUWait). Its header begins",
    quotesEvidence: true,
    advice: { "frame-csv": "Send the CSV as the capture tool wrote it, with all its columns." },
    code: "no_frame_times",
  },
  {
    isHeader: ([first = ""]) => /\bfurmark\b(?!\.exe)/.test(first),
    looksLike: "This looks like a result of FurMark, which has a score and no frame times",
    advice: { "frame-csv": `Scores of FurMark are not taken. ${SEND_CAPTURE}` },
  },
];

// HWiNFO and GPU-Z write a column's unit in brackets: "GPU Power [W]".
function hasUnit(cell: string): boolean {
  return cell.endsWith("]") && cell.includes(" [");
}

const otherText: FileKind = {
  looksLike: "This is a text file of an unknown kind that begins",
  quotesEvidence: true,
};

/** A kind of CSV that is read as a capture. */
function readable(looksLike: string, captureFormat: CaptureFormat): CsvKind {
  return {
    isHeader: captureFormat.isHeader,
    looksLike,
    advice: { "3dmark-xml": sendAsGame },
    acceptedAs: "frame-csv",
    captureFormat,
  };
}

function hasAll(cells: readonly string[], ...names: string[]): boolean {
  return names.every((name) => cells.includes(name));
}
