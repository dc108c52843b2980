import { findFrameColumns } from "../frame-csv/columns.ts";
import { detectDelimiter, isPreamble, splitHeaderLine } from "../frame-csv/dialect.ts";
import type { FileKind, Recognition } from "./file-kinds.ts";

const maxLinesBeforeHeader = 60;

interface LogSignature {
  kind: FileKind;
  /** `line` is in lower case; `cells` are its trimmed cells. */
  matches: (line: string, cells: readonly string[]) => boolean;
}

function hasAll(cells: readonly string[], ...names: string[]): boolean {
  return names.every((name) => cells.includes(name));
}

// The order matters: summaries and other tools' logs share column names with frame captures.
const logSignatures: readonly LogSignature[] = [
  { kind: "frameview-summary", matches: (_, cells) => hasAll(cells, "log name") },
  { kind: "mangohud-summary", matches: (line) => line.includes("% percentile fps") },
  { kind: "presentmon-summary", matches: (_, cells) => hasAll(cells, "total frames", "average fps") },
  { kind: "ocat-summary", matches: (_, cells) => hasAll(cells, "average fps (application)") },
  { kind: "afterburner-log", matches: (line) => line.includes("hardware monitoring log") },
  { kind: "mangohud-log", matches: (line) => /^(?:os,cpu,gpu,|fps,(?:frametime|cpu_load),)/.test(line) },
  { kind: "fraps-frame-times", matches: (_, cells) => cells[0] === "frame" && hasAll(cells, "time (ms)") },
  { kind: "fraps-summary", matches: (_, cells) => hasAll(cells, "frames", "time (ms)", "min", "max") },
  { kind: "fraps-summary", matches: (_, cells) => cells.length === 1 && cells[0] === "fps" },
  { kind: "amd-log", matches: (_, cells) => hasAll(cells, "gpu util", "gpu sclk") },
  { kind: "frame-log", matches: (_, cells) => findFrameColumns(cells) !== null },
  { kind: "frame-log-without-times", matches: (_, cells) => hasAll(cells, "application", "processid") },
];

/** Recognises the log or summary of a capture tool by the first lines that name its columns. */
export function recogniseLog(text: string): Recognition {
  const lines = text
    .split(/\r?\n/)
    .filter((line) => !isPreamble(line))
    .slice(0, maxLinesBeforeHeader);
  for (const line of lines) {
    const lower = line.toLowerCase();
    const cells = splitHeaderLine(lower, detectDelimiter(lower)).map((cell) => cell.trim());
    const signature = logSignatures.find(({ matches }) => matches(lower.trim(), cells));
    if (signature !== undefined) return { kind: signature.kind, sight: line };
  }
  return { kind: "other-text", sight: lines[0] ?? "" };
}
