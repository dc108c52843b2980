import type { FileFormat } from "../read-result.ts";
import type { FileKind } from "./file-kinds.ts";

function unpack(wanted: string): string {
  return `Unpack it and send the ${wanted} file in it.`;
}

function lowerFirst(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

const sendXml =
  "Export the run as XML in 3DMark and send that file, or send its .3dmark-result file (of which only Result.xml is kept).";
const sendCapture =
  "Capture the game with PresentMon, CapFrameX, OCAT or FrameView (on Linux with MangoHud) and send the CSV of the capture.";
const sendAsGame = `Send it as a game benchmark instead. For a 3DMark result: ${lowerFirst(sendXml)}`;
const sendLog = "Send the CSV of the capture itself: the file with one row for each frame.";

const usualAdvice: Record<FileFormat, string> = { "3dmark-xml": sendXml, "frame-csv": sendCapture };

interface KindText {
  /** The beginning of a sentence: what the file looks like. */
  found: string;
  /** Whether what was seen in the file follows `found`. */
  showsSight?: true;
  /** What to do where it differs from the usual advice of the format. */
  todo?: Partial<Record<FileFormat, string>>;
}

const kindTexts: Record<FileKind, KindText> = {
  "3dmark-export": {
    found: "This is the XML export of a 3DMark run",
    todo: { "frame-csv": "Send it as the result of a 3DMark graphics test instead." },
  },
  "frame-log": {
    found: "This is a frame-time CSV of a capture tool",
    todo: { "3dmark-xml": sendAsGame },
  },
  "afterburner-log": {
    found: "This looks like a hardware-monitor log of MSI Afterburner",
    todo: { "3dmark-xml": sendAsGame },
  },
  "amd-log": {
    found: "This looks like a performance log of AMD Adrenalin",
    todo: { "frame-csv": `It is a log of one sample a second and has no frame times. ${sendCapture}` },
  },
  binary: {
    found: "This is a binary file (it contains zero bytes)",
    todo: {
      "frame-csv": `${sendCapture} If it is a text file, save it again as UTF-8.`,
      "3dmark-xml": `${sendXml} If it is a text file, save it again as UTF-8.`,
    },
  },
  "capframex-json": {
    found: "This looks like a CapFrameX record (JSON)",
    todo: { "frame-csv": "Select the record in CapFrameX, export it as CSV and send that file." },
  },
  doctype: {
    found: "This is XML with a document type declaration (<!DOCTYPE …>), which is not accepted",
    todo: { "3dmark-xml": "Exports of 3DMark have none: send the file exactly as 3DMark wrote it." },
  },
  empty: { found: "This file is empty" },
  executable: { found: "This looks like a program" },
  "fraps-frame-times": {
    found: "This looks like a frametimes file of FRAPS",
    todo: { "3dmark-xml": sendAsGame },
  },
  "fraps-summary": {
    found: "This looks like a summary of FRAPS (fps or minmaxavg), without frame times",
    todo: {
      "frame-csv":
        "Send the frame times: the file whose name ends in frametimes.csv beside it. FRAPS writes it where Frametimes is switched on under FPS.",
    },
  },
  "frame-log-without-times": {
    found:
      "This looks like a PresentMon capture, but it has no column of frame times (MsBetweenPresents, FrameTime, MsBetweenAppStart or MsBetweenAppPresents). Its header begins",
    showsSight: true,
    todo: { "frame-csv": "Send the CSV as the capture tool wrote it, with all its columns." },
  },
  "frameview-summary": {
    found: "This looks like FrameView_Summary.csv, FrameView's summary of its captures",
    todo: { "frame-csv": "Send the log itself: the file FrameView_<game>_<time>_Log.csv beside it." },
  },
  gzip: {
    found: "This is a gzip archive",
    todo: { "frame-csv": unpack("CSV"), "3dmark-xml": unpack("XML") },
  },
  html: {
    found: "This looks like a web page (HTML)",
    todo: {
      "3dmark-xml": `A result page of a web site does not have the figures in a readable form. ${sendXml}`,
    },
  },
  json: { found: "This looks like JSON" },
  "mangohud-log": { found: "This looks like a log of MangoHud", todo: { "3dmark-xml": sendAsGame } },
  "mangohud-log-without-times": {
    found: "This looks like a log of an old version of MangoHud, without the column frametime",
    todo: { "frame-csv": "Log again with a version of MangoHud from 0.6 on, and with log_interval=0." },
  },
  "mangohud-summary": {
    found: "This looks like a summary of MangoHud, without frame times",
    todo: {
      "frame-csv":
        "Send the log itself: the file of the same name without _summary beside it. Log with log_interval=0, so that it has every frame.",
    },
  },
  "ocat-summary": {
    found: "This looks like perf_summary.csv, OCAT's summary of its captures",
    todo: { "frame-csv": "Send the capture itself: the file OCAT-<game>-<time>.csv beside it." },
  },
  "other-archive": {
    found: "This is an archive (7z or RAR)",
    todo: { "frame-csv": unpack("CSV"), "3dmark-xml": unpack("XML") },
  },
  "other-text": { found: "This is a text file of an unknown kind that begins", showsSight: true },
  "other-xml": {
    found:
      "This is XML, but not an export of 3DMark (its root element is not <benchmark>). Its root element is",
    showsSight: true,
    todo: { "3dmark-xml": `Of the files in a .3dmark-result only Result.xml holds the results. ${sendXml}` },
  },
  pdf: { found: "This is a PDF document" },
  picture: { found: "This is a picture" },
  "presentmon-summary": {
    found: "This looks like the summary of an Intel PresentMon capture (-stats.csv)",
    todo: { "frame-csv": `${sendLog} It has the same name without "-stats".` },
  },
  video: { found: "This is a video" },
  workbook: {
    found: "This looks like an Excel or Office document",
    todo: { "frame-csv": "Send the CSV as the capture tool wrote it, or save the sheet as CSV." },
  },
  zip: {
    found: "This is a ZIP archive, as .3dmark-result files are",
    todo: { "frame-csv": unpack("CSV") },
  },
};

/** The words for a file of a kind that is not what the format asks for: what it looks like and what to do. */
export function adviceFor(
  kind: FileKind,
  format: FileFormat,
): { found: string; showsSight: boolean; todo: string } {
  const { found, showsSight = false, todo } = kindTexts[kind];
  return { found, showsSight, todo: todo?.[format] ?? usualAdvice[format] };
}
