import { splitLines } from "../bytes/line-ends.ts";
import { findFrameColumns } from "../frame-csv/columns.ts";
import { afterburnerFormat } from "../logs/afterburner-format.ts";
import { frapsFormat } from "../logs/fraps-format.ts";
import { mangoHudFormat } from "../logs/mangohud-format.ts";
import { detectDelimiter, isPreamble, splitHeaderLine } from "../rows/dialect.ts";
import type { FileKind, Recognition } from "./file-kinds.ts";

const maxLinesBeforeHeader = 60;

interface LogSignature {
  kind: FileKind;
  /** By the trimmed cells of a line, in lower case. */
  matches: (cells: readonly string[]) => boolean;
}

function hasAll(cells: readonly string[], ...names: string[]): boolean {
  return names.every((name) => cells.includes(name));
}

// The order matters: summaries and other tools' logs share column names with frame captures.
const logSignatures: readonly LogSignature[] = [
  { kind: "frameview-summary", matches: (cells) => hasAll(cells, "log name") },
  { kind: "mangohud-summary", matches: (cells) => cells.some((cell) => cell.endsWith("% percentile fps")) },
  { kind: "presentmon-summary", matches: (cells) => hasAll(cells, "total frames", "average fps") },
  { kind: "ocat-summary", matches: (cells) => hasAll(cells, "average fps (application)") },
  { kind: "afterburner-log", matches: afterburnerFormat.isHeader },
  { kind: "mangohud-log", matches: mangoHudFormat.isHeader },
  { kind: "mangohud-log-without-times", matches: (cells) => cells[0] === "fps" && cells[1] === "cpu_load" },
  { kind: "fraps-frame-times", matches: frapsFormat.isHeader },
  { kind: "fraps-summary", matches: (cells) => hasAll(cells, "frames", "time (ms)", "min", "max") },
  { kind: "fraps-summary", matches: (cells) => cells.length === 1 && cells[0] === "fps" },
  { kind: "amd-log", matches: (cells) => hasAll(cells, "gpu util", "gpu sclk") },
  { kind: "frame-log", matches: (cells) => findFrameColumns(cells) !== null },
  { kind: "frame-log-without-times", matches: (cells) => hasAll(cells, "application", "processid") },
];

/** Recognises the log or summary of a capture tool by the first lines that name its columns. */
export function recogniseLog(text: string): Recognition {
  const lines = splitLines(text)
    .filter((line) => !isPreamble(line))
    .slice(0, maxLinesBeforeHeader);
  for (const line of lines) {
    const lower = line.toLowerCase();
    const cells = splitHeaderLine(lower, detectDelimiter(lower));
    const signature = logSignatures.find(({ matches }) => matches(cells));
    if (signature !== undefined) return { kind: signature.kind, sight: line };
  }
  return { kind: "other-text", sight: lines[0] ?? "" };
}
